/* The shape of a region whose nodes are finite numbers. */
#ifndef NAVLINT_PARSERS_METROID_PATH_CHECK_SHAPES_H
#define NAVLINT_PARSERS_METROID_PATH_CHECK_SHAPES_H

#include "parsers/metroid_path/ring.h"

/* Every edge against the nodes. The normals belong to their edges. */
void mp_check_convex(const mp_ring *ring);

/* Whether all nodes are in the region's box. */
bool mp_check_nodes_in_box(const mp_ring *ring, const mp_survey *survey);

/* Whether the box is as high and no larger than it has to be. It holds all nodes. */
void mp_check_box_size(const mp_ring *ring, const mp_survey *survey);

/* Whether the centroid is in the region, so that it makes sense to ask how it was made. */
bool mp_check_centroid(const mp_ring *ring, const mp_survey *survey, bool has_inside);

/* Whether the centroid is one of the means that a writer might take. */
bool mp_is_a_mean(const mp_ring *ring, const mp_survey *survey);

#endif

/* The checks, in the order in which check.c calls them: one file for each subject, check_*.c. Those
 * that return false have used up the budget. */
#ifndef NAVLINT_PARSERS_METROID_PATH_CHECKS_H
#define NAVLINT_PARSERS_METROID_PATH_CHECKS_H

#include "parsers/metroid_path/findings.h"

/* Numbers, masks and floats of the regions: fills the rows, masks and mask_ends. */
void mp_check_regions(mp_check *c);

/* Which nodes and links belong to which region. The marks say which nodes do, if some do not. */
void mp_check_runs(mp_check *c);

/* Nodes of each region: their numbers, and the polygon that they make. */
void mp_check_rings(mp_check *c);

/* Whom links name, and the edges that they lead across: fills joined and groups. */
bool mp_check_links(mp_check *c);

/* Who is whose child in the octree: says whether the tree is sound. */
void mp_check_octree(mp_check *c);

/* The boxes and centres of the octree. */
void mp_check_boxes(mp_check *c);

/* What leaves list, and whether the game finds each region in them. */
bool mp_check_leaves(mp_check *c);

/* Points, their links and costs: fills point_groups. */
bool mp_check_points(mp_check *c);

/* The bitmaps against what links join. */
void mp_check_maps(mp_check *c);

#endif

/* The polygon of a region, and what one pass over its nodes tells. */
#ifndef NAVLINT_METROID_PATH_RING_H
#define NAVLINT_METROID_PATH_RING_H

#include <math.h>

#include "parsers/metroid_path/check.h"

typedef struct mp_node {
    mp_vector at, normal; /* normal: inwards, of the edge to the next node */
} mp_node;

static inline mp_node mp_node_read(const uint8_t *p) {
    return (mp_node){mp_vector_at(p), mp_vector_at(p + MP_NODE_NORMAL)};
}

/* The ring of one region while it is judged. */
typedef struct mp_ring {
    const mp_check *c;
    const mp_row *row;
    const uint8_t *region; /* the record */
    const uint8_t *nodes;  /* the first of them */
    uint32_t count;
    uint32_t index;   /* of the region */
    mp_vector normal; /* of the floor */
    bool has_plane;   /* that normal points up */
    double slack;     /* units that rounding may make, at these coordinates */
    double plane_slack;
    double edge_slack; /* for what is outside of an edge */
} mp_ring;

/* What one pass tells. */
typedef struct mp_survey {
    bool is_plain; /* all numbers finite, nothing odd about any node, convex and clockwise */
    mp_box box;    /* of the nodes */
    double area;   /* twice, seen from above; negative: clockwise */
    double sum_x, sum_y;
    double centroid_depth; /* how far inside of the nearest edge the centroid is */
} mp_survey;

void mp_survey_ring(const mp_ring *ring, mp_survey *survey);

/* A finding about a field of the ring's region. */
void mp_found_shape(const mp_ring *ring, unsigned rule, const char *member, nl_type type,
                    uint32_t at, nl_draft draft);

/* What is true of the ring as a whole stands at the word that names it. */
void mp_found_ring(const mp_ring *ring, unsigned rule, nl_draft draft);

/* Every edge against the nodes. The normals belong to their edges. */
void mp_check_convex(const mp_ring *ring);

/* Whether all nodes are in the region's box. */
bool mp_check_nodes_in_box(const mp_ring *ring, const mp_survey *survey);
void mp_check_box_size(const mp_ring *ring, const mp_survey *survey);

/* Whether the centroid is in the region, so that it makes sense to ask how it was made. */
bool mp_check_centroid(const mp_ring *ring, const mp_survey *survey, bool has_inside);

/* Whether the centroid is one of the means that a writer might take. */
bool mp_is_a_mean(const mp_ring *ring, const mp_survey *survey);

static inline mp_node mp_ring_node(const mp_ring *ring, uint32_t index) {
    return mp_node_read(ring->nodes + (size_t)index * MP_NODE_BYTES);
}

static inline uint32_t mp_after(const mp_ring *ring, uint32_t index) {
    return index + 1 < ring->count ? index + 1 : 0;
}

static inline double mp_dot(mp_vector a, mp_vector b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline mp_vector mp_minus(mp_vector a, mp_vector b) {
    return (mp_vector){a.x - b.x, a.y - b.y, a.z - b.z};
}

#define MP_ENDLESS       (double)INFINITY
#define MP_FARTHEST      1e6 /* units from the origin that no room needs */
#define MP_SHORTEST_EDGE 1e-4
#define MP_UNIT_SLACK    1e-2
#define MP_LEVEL_SLACK   1e-3
#define MP_SQUARE_COSINE 0.02 /* of what passes for a right angle */

#endif

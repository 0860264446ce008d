/* The polygon of a region, and what one pass over its nodes shows. */
#ifndef NAVLINT_PARSERS_METROID_PATH_RING_H
#define NAVLINT_PARSERS_METROID_PATH_RING_H

#include "parsers/metroid_path/findings.h"

typedef struct mp_node {
    mp_vector at, normal; /* normal: inwards, of the edge to the next node */
} mp_node;

/* The ring of one region while it is checked. */
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

/* What one pass shows. */
typedef struct mp_survey {
    bool is_plain; /* all numbers finite, nothing odd about any node, convex and clockwise */
    mp_box box;    /* of the nodes */
    double area;   /* twice, seen from above; negative: clockwise */
    double sum_x, sum_y;
    double centroid_depth; /* how far inside of the nearest edge the centroid is */
} mp_survey;

#define MP_ENDLESS       (double)INFINITY
#define MP_SHORTEST_EDGE 1e-4
#define MP_UNIT_SLACK    1e-2
#define MP_LEVEL_SLACK   1e-3
#define MP_SQUARE_COSINE 0.02 /* of what passes for a right angle */

/* The ring of a region that has nodes, and whose own numbers are finite. */
mp_ring mp_ring_of(const mp_check *c, uint32_t region);

/* The pass over all nodes. */
void mp_survey_ring(const mp_ring *ring, mp_survey *survey);

/* A finding about a field of the ring's region. */
void mp_found_ring(const mp_ring *ring, unsigned rule, unsigned field, const nl_draft *draft);

/* Other places of such a finding: a node of the ring, all of them. message is static. */
navlint_related mp_beside_node(const mp_ring *ring, uint32_t index, const char *message);
navlint_related mp_beside_ring(const mp_ring *ring);

/* The record of node `index` of the ring. */
static inline const uint8_t *mp_node_record(const mp_ring *ring, uint32_t index) {
    return ring->nodes + (size_t)index * MP_NODE_BYTES;
}

static inline mp_node mp_ring_node(const mp_ring *ring, uint32_t index) {
    const uint8_t *const p = mp_node_record(ring, index);
    return (mp_node){mp_vector_at(p + MP_NODE_POSITION_AT), mp_vector_at(p + MP_NODE_NORMAL_AT)};
}

/* The node after `index`, around the ring. */
static inline uint32_t mp_after(const mp_ring *ring, uint32_t index) {
    return index + 1 < ring->count ? index + 1 : 0;
}

/* How far `at` is inside of the edge, seen from above. */
static inline double mp_depth(const mp_node *edge, mp_vector at) {
    return mp_flat_dot(mp_minus(at, edge->at), edge->normal);
}

#endif

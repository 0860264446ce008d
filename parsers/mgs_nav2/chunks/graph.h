/* What the check files of a NavigationGraph share. */
#ifndef NAVLINT_PARSERS_MGS_NAV2_CHUNKS_GRAPH_H
#define NAVLINT_PARSERS_MGS_NAV2_CHUNKS_GRAPH_H

#include "parsers/mgs_nav2/chunks/chunks.h"

/* One node while it is checked. */
typedef struct nav2_node_check {
    nav2_group_check *gc;
    uint32_t index;
    nav2_node node;
    uint64_t links; /* in the file; 0: they leave the table */
    uint32_t cost;  /* of a link */
} nav2_node_check;

static inline nav2_node nav2_node_of(const nav2_group_check *gc, uint32_t index) {
    return nav2_node_at(gc->bytes + gc->g->graph.nodes, index);
}

/* The node's links in the dump; messages name the group. */
nl_place nav2_links_place(const nav2_node_check *n);

/* The node's links inside its segment. */
void nav2_check_links(const nav2_node_check *n);

/* Its crossing link, if its flags stand for one way. */
void nav2_check_crossings(const nav2_node_check *n);

/* Counts the nodes whose crossing link leads to their own segment. */
void nav2_count_inward_crossings(nav2_group_check *gc);

/* Whether the graph, if it is a usual one, is in order; false if it has to be gone through record
 * by record. */
bool nav2_graph_is_plain(nav2_group_check *gc);

/* The edges of a graph that is not plain. */
void nav2_check_edges(const nav2_group_check *gc);

/* The links of the group's nodes end here, from the start of the table: reports edges that do not
 * follow, once. */
void nav2_check_links_end(nav2_group_check *gc, uint64_t links_end);

/* Reports nodes that are not on the face that they name, unless the nodes have been checked one by
 * one. */
void nav2_check_node_faces(nav2_group_check *gc);

/* ---- Weights ---- */

/* Units of weight that a step along each axis makes; false if a divisor is 0. */
bool nav2_weight_scale(const nav2_document *doc, float scale[3]);

/* The square of the weight that the way between two positions makes. */
static inline float nav2_weight_squared(nav2_position a, nav2_position b, const float scale[3]) {
    const float x = (float)(a.x - b.x) * scale[0];
    const float y = (float)(a.y - b.y) * scale[1];
    const float z = (float)(a.z - b.z) * scale[2];
    return x * x + y * y + z * z;
}

/* Real weights are 0.85 to 1.05 times what the way makes; one more for rounding down. */
static inline bool nav2_fits_weight(uint32_t weight, float square) {
    const float above = (float)((int32_t)weight + 1);
    const float below = (float)((int32_t)weight - (weight != 0));
    return (above * above >= 0.85F * 0.85F * square) & (below * below <= 1.05F * 1.05F * square);
}

static inline bool nav2_is_weight(uint32_t weight, nav2_position a, nav2_position b,
                                  const float scale[3]) {
    return nav2_fits_weight(weight, nav2_weight_squared(a, b, scale));
}

#endif

/* The quick pass over links: those that go on along a border of which the link before is another
 * piece, and those that are the first to lead to a region. */
#ifndef NAVLINT_PARSERS_METROID_PATH_PLAIN_LINK_H
#define NAVLINT_PARSERS_METROID_PATH_PLAIN_LINK_H

#include "parsers/metroid_path/link_run.h"

#define MP_SHORT_EDGE                                                                              \
    0.2 /* units: below, edges with ends near each other may not lie along each other */

/* count: of all edges of the ring. */
static inline uint32_t mp_edge_before(uint32_t count, uint32_t edge) {
    return edge != 0 ? edge - 1 : count - 1;
}

/* Every how many nodes of a ring the nearest one is looked for. */
static inline uint32_t mp_stride_around(uint32_t count) {
    return count / 16 + 1;
}

/* Whether the width is that of the edge, to within a little less than what is allowed, which is
 * what makes it rough. square: of the edge's length, seen from above. */
static inline bool mp_has_width(double width, double square) {
    const double slack = 0.0099 * mp_larger(width, 1);
    const double low = mp_larger(width - slack, 2 * MP_SHORTEST_EDGE);
    const double high = width + slack;
    return square >= low * low && square <= high * high;
}

/* Where both have the same sign and the product is 1, the inverse is right. */
static inline bool mp_width_is_plain(double width, double inverse, double square) {
    return width > 0 && fabs(width * inverse - 1) <= 1e-3 && mp_has_width(width, square);
}

/* The records of the nodes where an edge starts and ends. */
typedef struct mp_edge_nodes {
    const uint8_t *from, *to;
} mp_edge_nodes;

static inline mp_edge_nodes mp_edge_nodes_of(mp_nodes ring, uint32_t edge) {
    const uint32_t next = edge + 1 < ring.count ? edge + 1 : 0;
    return (mp_edge_nodes){ring.first + (size_t)edge * MP_NODE_BYTES,
                           ring.first + (size_t)next * MP_NODE_BYTES};
}

/* An edge of a ring, seen from above. */
typedef struct mp_flat_edge {
    mp_lanes from, to;
} mp_flat_edge;

static inline mp_flat_edge mp_flat_edge_of(mp_edge_nodes nodes) {
    return (mp_flat_edge){mp_flat_at(nodes.from), mp_flat_at(nodes.to)};
}

/* The link's node and, in the lower half, its region, which stands behind it. */
static inline uint64_t mp_link_key(const uint8_t *link) {
    return mp_long_word(link + MP_LINK_NODE_AT);
}

/* How near the ends of an edge of that length (its square) must be to those of one along it. */
static inline double mp_nearness_of(double square) {
    return square >= MP_SHORT_EDGE * MP_SHORT_EDGE ? 0.05 : 0;
}

static inline bool mp_is_same_edge(mp_flat_edge a, mp_flat_edge b, double near) {
    return mp_all(mp_are_within(a.from - b.to, near) & mp_are_within(a.to - b.from, near));
}

/* Whether two nodes have the same two numbers, seen from above: nearly all that are near do. */
static inline bool mp_is_same_place(const uint8_t *a, const uint8_t *b) {
    return memcmp(a, b, 2 * sizeof(float)) == 0;
}

/* Whether the width is that of edge `own`, and `other` the same edge from the other side. */
static inline bool mp_crossing_is_plain(const uint8_t *link, mp_edge_nodes own,
                                        mp_edge_nodes other) {
    const mp_flat_edge edge = mp_flat_edge_of(own);
    const mp_lanes way = edge.to - edge.from;
    const mp_lanes squares = way * way;
    const double square = squares[0] + squares[1];
    if (!mp_width_is_plain((double)nl_load_f32be(link + MP_LINK_WIDTH_AT),
                           (double)nl_load_f32be(link + MP_LINK_INVERSE_AT), square))
        return false;
    if (mp_is_same_place(own.from, other.to) && mp_is_same_place(own.to, other.from)) return true;
    return mp_is_same_edge(edge, mp_flat_edge_of(other), mp_nearness_of(square));
}

/* Nothing to say about the link whose record this is: its node is there, the width is that of the
 * edge, and the other region's edge in front of the one that was matched before is this one, seen
 * from the other side. The region is that of the link before, so it is there, too. Rough: the first
 * link to a region is matched with none, and other edges than the next one will do as well. */
static inline bool mp_link_goes_on(const mp_link_run *r, const uint8_t *link) {
    const uint64_t key = mp_link_key(link);
    const uint32_t node = (uint32_t)(key >> 32);
    if ((uint32_t)key != r->other || !r->is_matched || node >= r->ring.count) return false;
    const uint32_t other = mp_edge_before(r->other_ring.count, r->matched);
    return mp_crossing_is_plain(link, mp_edge_nodes_of(r->ring, node),
                                mp_edge_nodes_of(r->other_ring, other));
}

/* Of the nodes where check_edges.c looks for one that is near, the first at this very place; the
 * ring's count if there is none. */
static inline uint32_t mp_find_place(mp_nodes ring, const uint8_t *node) {
    const uint32_t stride = mp_stride_around(ring.count);
    uint32_t i = 0;
    while (i < ring.count && !mp_is_same_place(ring.first + (size_t)i * MP_NODE_BYTES, node))
        i += stride;
    return i < ring.count ? i : ring.count;
}

/* The edge of the other region that is this one, seen from the other side, if there is nothing to
 * say about a link that is the first to lead there: both regions are there and not apart, and that
 * edge ends where this one starts. NL_NO_INDEX if there may be. Rough: ends need not be the same to
 * be near. */
static inline uint32_t mp_edge_across(const mp_link_run *r, const uint8_t *link) {
    const uint64_t key = mp_link_key(link);
    const uint32_t node = (uint32_t)(key >> 32);
    const uint32_t region = (uint32_t)key;
    const bool is_first = region != r->other || !r->is_matched;
    if (!is_first || node >= r->ring.count || region >= mp_count(r->c, MP_REGIONS) ||
        region == r->owner)
        return NL_NO_INDEX;
    const mp_row *const row = &r->c->rows[region];
    if (!r->row->has_box || !row->has_box || mp_gap(&r->row->box, &row->box) > 1)
        return NL_NO_INDEX;
    const mp_nodes ring = mp_nodes_of(r->c, row);
    const mp_edge_nodes own = mp_edge_nodes_of(r->ring, node);
    const uint32_t place = mp_find_place(ring, own.from);
    if (place == ring.count) return NL_NO_INDEX;
    const uint32_t edge = mp_edge_before(ring.count, place);
    return mp_crossing_is_plain(link, own, mp_edge_nodes_of(ring, edge)) ? edge : NL_NO_INDEX;
}

#endif

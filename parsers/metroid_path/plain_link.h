/* The quick pass over links. */
#ifndef NAVLINT_PARSERS_METROID_PATH_PLAIN_LINK_H
#define NAVLINT_PARSERS_METROID_PATH_PLAIN_LINK_H

#include "parsers/metroid_path/check_edges.h"

#define MP_SHORT_EDGE                                                                              \
    0.2 /* units: below, edges with ends near each other may not lie along each other */

/* count: of all edges of the ring. */
static inline uint32_t mp_edge_before(uint32_t count, uint32_t edge) {
    return edge != 0 ? edge - 1 : count - 1;
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

/* An edge of a ring, seen from above. */
typedef struct mp_flat_edge {
    mp_lanes from, to;
} mp_flat_edge;

static inline mp_flat_edge mp_flat_edge_of(mp_nodes ring, uint32_t edge) {
    const uint32_t next = edge + 1 < ring.count ? edge + 1 : 0;
    return (mp_flat_edge){mp_flat_at(ring.first + (size_t)edge * MP_NODE_BYTES),
                          mp_flat_at(ring.first + (size_t)next * MP_NODE_BYTES)};
}

/* How near the ends of an edge of that length (its square) must be to those of one along it. */
static inline double mp_nearness_of(double square) {
    return square >= MP_SHORT_EDGE * MP_SHORT_EDGE ? 0.05 : 0;
}

static inline bool mp_is_same_edge(mp_flat_edge a, mp_flat_edge b, double near) {
    return mp_all(mp_are_within(a.from - b.to, near) & mp_are_within(a.to - b.from, near));
}

/* Nothing to say about the link whose record this is: its node is there, the width is that of the
 * edge, and the other region's edge in front of the one that was matched before is this one, seen
 * from the other side. The region is that of the link before, so it is there, too. Rough: the first
 * link to a region is matched with none, and other edges than the next one will do as well. */
static inline bool mp_link_is_plain(const mp_link_run *r, const uint8_t *link) {
    const uint32_t node = mp_word(link, MP_LINK_NODE_AT);
    if (mp_word(link, MP_LINK_REGION_AT) != r->other || !r->is_matched || node >= r->ring.count)
        return false;
    const mp_flat_edge edge = mp_flat_edge_of(r->ring, node);
    const mp_lanes way = edge.to - edge.from;
    const mp_lanes squares = way * way;
    const double square = squares[0] + squares[1];
    const double near = mp_nearness_of(square);
    return mp_width_is_plain((double)nl_load_f32be(link + MP_LINK_WIDTH_AT),
                             (double)nl_load_f32be(link + MP_LINK_INVERSE_AT), square) &&
           mp_is_same_edge(
               edge,
               mp_flat_edge_of(r->other_ring, mp_edge_before(r->other_ring.count, r->matched)),
               near);
}

#endif

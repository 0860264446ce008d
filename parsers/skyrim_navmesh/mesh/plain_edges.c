/* Edges: every one to a higher triangle is paired with one back. If there are as many to lower
 * ones, none is left over. */
#include "parsers/skyrim_navmesh/mesh/plain.h"

enum { PENDING = 512, NO_NEIGHBOUR = 0xFFFF };

#define LANES 0x000100010001u /* a 1 in each of three lanes of 16 bits */

/* All that is asked of an edge: where it leads, whose it is, its two corners. */
typedef struct sky_pending {
    uint32_t names; /* the neighbour, and above it the triangle */
    uint32_t corners;
} sky_pending;

typedef struct sky_tally {
    sky_pending pending[PENDING + 3]; /* edges to higher triangles */
    uint32_t higher;                  /* those that were looked at */
    uint32_t odd; /* not 0: one of them has no edge back over the same corners */
} sky_tally;

/* ---- The edge back ---- */

/* One of the three edges of a triangle. */
static inline uint32_t edge_at(const uint8_t *triangle, uint32_t which) {
    return nl_load_u16(triangle + SKY_TRIANGLE_EDGE_0_AT + 2 * which);
}

/* The two corners of an edge, the one that it leads to in the low half. */
static inline uint32_t turned_corners(const uint8_t *triangle, uint32_t which) {
    static const uint8_t next[3] = {1, 2, 0};
    return sky_corner(triangle, which) << 16 | sky_corner(triangle, next[which]);
}

/* Bits that are set unless the neighbour over the edge has an edge back over the same corners. Of
 * two edges back it looks at one: corners tell apart what they are for. */
static inline uint32_t odd_pair(sky_mesh_view s, sky_pending pending) {
    const uint32_t own = pending.names >> 16;
    const uint8_t *const p = sky_triangle_at(s, pending.names & 0xFFFF);
    const uint32_t back = edge_at(p, 2) == own ? 2 : edge_at(p, 1) == own;
    return (turned_corners(p, back) ^ pending.corners) | (edge_at(p, back) ^ own) |
           (sky_flags(p) >> back & 1);
}

static size_t settle(sky_tally *tally, sky_mesh_view s, size_t count) {
    uint32_t odd = 0;
    for (size_t i = 0; i < count; i++)
        odd |= odd_pair(s, tally->pending[i]);
    tally->odd |= odd;
    tally->higher += (uint32_t)count;
    return 0;
}

/* ---- Edges to higher triangles ---- */

/* Three lanes of 16 bits: edges to other triangles. Those that are links lead to none. */
static inline uint64_t neighbours_of(sky_words t) {
    const uint64_t edges = t.low >> 48 | (t.high & 0xFFFFFFFF) << 16;
    const uint64_t links = sky_word_flags(t) & SKY_TRIANGLE_LINKS;
    if (__builtin_expect(links == 0, 1)) return edges;
    return edges | ((links & 1) | (links & 2) << 15 | (links & 4) << 30) * NO_NEIGHBOUR;
}

/* The edges of a triangle to others. */
typedef struct sky_sides {
    uint64_t edges; /* three lanes */
    uint32_t triangle;
    uint32_t higher;     /* how many triangles are */
    uint32_t corners[3]; /* of each, the one that it leads to in the high half */
} sky_sides;

static inline sky_sides sides_of(sky_mesh_view s, uint32_t triangle) {
    const sky_words t = sky_words_at(s, triangle);
    const uint32_t last = sky_part_of(t.low, 2) | sky_part_of(t.low, 0) << 16;
    return (sky_sides){.edges = neighbours_of(t),
                       .triangle = triangle,
                       .higher = s.triangle_count - triangle - 1,
                       .corners = {(uint32_t)t.low, (uint32_t)(t.low >> 16), last}};
}

/* Appends an edge if it leads to a higher triangle; returns how many are pending then. */
static inline size_t add_edge(sky_tally *tally, size_t count, sky_sides sides, uint32_t which) {
    const uint32_t edge = sky_part_of(sides.edges, which);
    const uint32_t first = sides.triangle + 1;
    tally->pending[count] = (sky_pending){edge | sides.triangle << 16, sides.corners[which]};
    return count + (edge - first < sides.higher); /* wraps below */
}

/* A 1 in the lane of each edge that is not NO_NEIGHBOUR. */
static inline uint64_t led_by(uint64_t edges) {
    const uint64_t low = LANES * 0x7FFF;
    return (((~edges & low) + low) | ~edges) >> 15 & LANES;
}

bool sky_are_plain_edges(sky_mesh_view s) {
    sky_tally tally;
    size_t count = 0;
    uint64_t led = 0; /* edges to other triangles, by lanes: there are not more than fit */
    tally.higher = tally.odd = 0;
    for (uint32_t i = 0; i < s.triangle_count; i++) {
        const sky_sides sides = sides_of(s, i);
        for (uint32_t k = 0; k < 3; k++)
            count = add_edge(&tally, count, sides, k);
        led += led_by(sides.edges);
        if (count >= PENDING) count = settle(&tally, s, count);
    }
    settle(&tally, s, count);
    return tally.odd == 0 &&
           2 * tally.higher == sky_part_of(led, 0) + sky_part_of(led, 1) + sky_part_of(led, 2);
}

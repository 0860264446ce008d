/* Records of a decoded file, read in place. Indexes must have been compared with their tables. */
#ifndef NAVLINT_PARSERS_MGS_NAV2_RECORDS_H
#define NAVLINT_PARSERS_MGS_NAV2_RECORDS_H

#include "parsers/mgs_nav2/layout.h"

enum { NAV2_FETCHED_BYTES = 1 << 19, NAV2_CACHE_LINE_BYTES = 64 };

/* The tables of a file are read side by side and back and forth: its bytes are asked for at
 * once before, which is several times faster than one miss after the other. No more than a core's
 * own cache holds. */
static inline void nav2_fetch(const uint8_t *bytes, size_t length) {
    if (length > NAV2_FETCHED_BYTES) return;
    for (size_t at = 0; at < length; at += NAV2_CACHE_LINE_BYTES)
        __builtin_prefetch(bytes + at);
}

/* Bytes that are asked for in shares, while others are worked through. */
typedef struct nav2_ahead {
    const uint8_t *bytes;
    size_t left_bytes, share_bytes;
} nav2_ahead;

static inline void nav2_fetch_share(nav2_ahead *ahead) {
    const size_t bytes =
        ahead->left_bytes < ahead->share_bytes ? ahead->left_bytes : ahead->share_bytes;
    nav2_fetch(ahead->bytes, bytes);
    ahead->bytes += bytes;
    ahead->left_bytes -= bytes;
}

/* ---- Positions: 16-bit steps from the origin ---- */

typedef struct nav2_position {
    int32_t x, y, z;
} nav2_position;

static inline nav2_position nav2_position_at(const uint8_t *positions, uint32_t index) {
    const uint8_t *const p = positions + (size_t)index * NAV2_POSITION_BYTES;
    return (nav2_position){nl_load_u16(p + NAV2_POSITION_X_AT), nl_load_u16(p + NAV2_POSITION_Y_AT),
                           nl_load_u16(p + NAV2_POSITION_Z_AT)};
}

static inline bool nav2_is_step(int32_t a, int32_t b) {
    return (uint32_t)(a - b + 1) <= 2;
}

/* At most one step apart on each axis. */
static inline bool nav2_is_near(nav2_position a, nav2_position b) {
    return nav2_is_step(a.x, b.x) + nav2_is_step(a.y, b.y) + nav2_is_step(a.z, b.z) == 3;
}

static inline bool nav2_is_same(nav2_position a, nav2_position b) {
    return ((a.x ^ b.x) | (a.y ^ b.y) | (a.z ^ b.z)) == 0;
}

static inline nav2_position nav2_middle_of(nav2_position a, nav2_position b) {
    return (nav2_position){(a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2};
}

/* The lowest and the highest corner of a segment. */
typedef struct nav2_bounds {
    nav2_position low, high;
} nav2_bounds;

static inline nav2_bounds nav2_bounds_at(const uint8_t *bounds, uint32_t index) {
    return (nav2_bounds){nav2_position_at(bounds, 2 * index),
                         nav2_position_at(bounds, 2 * index + 1)};
}

static inline bool nav2_are_inverted(nav2_bounds b) {
    return b.low.x > b.high.x || b.low.y > b.high.y || b.low.z > b.high.z;
}

static inline bool nav2_is_within(nav2_position p, nav2_position low, nav2_position high) {
    return ((p.x >= low.x) & (p.x <= high.x) & (p.y >= low.y) & (p.y <= high.y) & (p.z >= low.z) &
            (p.z <= high.z)) != 0;
}

/* The same three numbers in one word, 20 bits apart, for loops that have no time: all axes are
 * compared at once. NAV2_LANES has a 1 in each; a difference is kept above 0 by a bit that no
 * difference reaches. */
typedef uint64_t nav2_lanes;

#define NAV2_LANES     ((uint64_t)1 | (uint64_t)1 << 20 | (uint64_t)1 << 40)
#define NAV2_LANE_SIGN (NAV2_LANES << 18)

static inline nav2_lanes nav2_lanes_at(const uint8_t *positions, uint32_t index) {
    const uint8_t *const p = positions + (size_t)index * NAV2_POSITION_BYTES;
    const uint64_t y = nl_load_u16(p + NAV2_POSITION_Y_AT);
    const uint64_t z = nl_load_u16(p + NAV2_POSITION_Z_AT);
    return nl_load_u16(p + NAV2_POSITION_X_AT) | y << 20 | z << 40;
}

static inline int64_t nav2_lane_x(nav2_lanes p) {
    return (int64_t)(p & 0xFFFF);
}

static inline int64_t nav2_lane_z(nav2_lanes p) {
    return (int64_t)(p >> 40);
}

/* 0 if every lane of `difference`, which NAV2_LANE_SIGN was added to, is from 0 to `most`, at most
 * 7. */
static inline uint64_t nav2_lanes_above(uint64_t difference, uint32_t most) {
    const uint64_t lanes = difference ^ NAV2_LANE_SIGN;
    return (lanes + (7 - most) * NAV2_LANES) & ~(7 * NAV2_LANES);
}

/* nav2_is_near of lanes. */
static inline bool nav2_lanes_are_near(nav2_lanes a, nav2_lanes b) {
    return nav2_lanes_above(a + NAV2_LANES + NAV2_LANE_SIGN - b, 2) == 0;
}

/* 0 if `p` is the middle of a and b, to within one step on each axis. */
static inline uint64_t nav2_lanes_off_middle(nav2_lanes p, nav2_lanes a, nav2_lanes b) {
    return nav2_lanes_above(2 * p + 2 * NAV2_LANES + NAV2_LANE_SIGN - a - b, 4);
}

static inline bool nav2_lanes_are_middle(nav2_lanes p, nav2_lanes a, nav2_lanes b) {
    return nav2_lanes_off_middle(p, a, b) == 0;
}

/* nav2_is_within of lanes. */
static inline bool nav2_lanes_are_within(nav2_lanes p, nav2_lanes low, nav2_lanes high) {
    const uint64_t both = (p + NAV2_LANE_SIGN - low) & (high + NAV2_LANE_SIGN - p);
    return (both & NAV2_LANE_SIGN) == NAV2_LANE_SIGN;
}

/* The same three numbers in a vector of the machine, for loops that compute with them. */
typedef int32_t nav2_vector __attribute__((vector_size(16)));
typedef float nav2_reals __attribute__((vector_size(16)));

/* One load, with the two bytes before: the header of the data stands in front of every position. */
static inline nav2_vector nav2_vector_at(const uint8_t *positions, uint32_t index) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    const nav2_position p = nav2_position_at(positions, index);
    return (nav2_vector){p.x, p.y, p.z, 0};
#else
    typedef uint64_t words __attribute__((vector_size(16)));
    typedef uint16_t halves __attribute__((vector_size(16)));
    const uint64_t word = nl_load_u64(positions + (size_t)index * NAV2_POSITION_BYTES - 2) >> 16;
    const halves steps = (halves)(words){word, 0};
    return (nav2_vector)__builtin_shufflevector(steps, (halves){0}, 0, 8, 1, 9, 2, 10, 3, 11);
#endif
}

/* Below 0 in every axis on which `p` is not within the bounds. */
static inline nav2_vector nav2_vector_outside(nav2_vector p, nav2_vector low, nav2_vector high) {
    return (p - low) | (high - p);
}

/* ---- Nodes of a NavigationGraph ---- */

enum { NAV2_CROSS_SEGMENT = 1, NAV2_CROSS_CHUNK = 2, NAV2_CROSS_TILE = 4, NAV2_CROSS = 7 };

typedef struct nav2_node {
    uint32_t links; /* bytes from the start of the group's links */
    uint32_t segment;
    uint32_t upper;  /* bits of the links' place that no real file uses */
    uint32_t inside; /* links */
    uint32_t flags;
} nav2_node;

static inline nav2_node nav2_node_at(const uint8_t *nodes, uint32_t index) {
    const uint8_t *const p = nodes + (size_t)index * NAV2_NODE_BYTES;
    const uint32_t word = nl_load_u16(p + NAV2_NODE_SEGMENT_AT);
    return (nav2_node){.links = 2u * nl_load_u16(p + NAV2_NODE_LINKS_AT) + 16 * (word >> 12),
                       .segment = word & 0xFFF,
                       .upper = word >> 12,
                       .inside = p[NAV2_NODE_INSIDE_AT],
                       .flags = p[NAV2_NODE_FLAGS_AT]};
}

/* Bytes of the crossing links that the flags stand for. */
static inline uint32_t nav2_cross_bytes(uint32_t flags) {
    static const uint8_t bytes[NAV2_CROSS + 1] = {0, 2, 4, 6, 6, 8, 10, 12};
    return bytes[flags & NAV2_CROSS];
}

static inline uint32_t nav2_link_bytes(const nav2_node *node) {
    return NAV2_LINK_BYTES * node->inside + nav2_cross_bytes(node->flags);
}

/* Where the node's links are in the file, if all of them are in the table; else 0. */
static inline uint64_t nav2_links_of(const nav2_group *g, const nav2_node *node) {
    const uint64_t at = (uint64_t)g->graph.links + node->links;
    return at + nav2_link_bytes(node) <= g->graph.links_end ? at : 0;
}

/* Whether the node's flags stand for one way out at most. */
static inline bool nav2_has_one_way(const nav2_node *node) {
    const uint32_t flags = node->flags & NAV2_CROSS;
    return flags == 0 || (flags & (flags - 1)) == 0;
}

/* Where the node's crossing link of this kind is in the file; 0 if it has none or its links leave
 * the table. */
static inline uint64_t nav2_crossing_at(const nav2_group *g, const nav2_node *node, uint32_t flag) {
    const uint64_t links = nav2_links_of(g, node);
    if (links == 0 || !(node->flags & flag)) return 0;
    const uint32_t before = nav2_cross_bytes(node->flags & (flag - 1));
    return links + NAV2_LINK_BYTES * node->inside + before;
}

/* Whether the node's crossing link leads to its own segment. */
bool nav2_crosses_inside(const uint8_t *bytes, const nav2_group *g, const nav2_node *node);

/* The crossing link of a node that another one crosses to, and what it should lead back to. */
typedef struct nav2_crossing_back {
    uint32_t from; /* the node that has it */
    uint32_t flag;
    uint32_t number, node; /* of the group, if the flag is not NAV2_CROSS_SEGMENT; in it */
} nav2_crossing_back;

/* Whether that node of the group has it. */
bool nav2_crosses_back(const uint8_t *bytes, const nav2_group *g, const nav2_crossing_back *back);

/* Where nodes with these flags lead, for messages: "to another segment". */
const char *nav2_cross_text(uint32_t flags);

/* ---- Segments ---- */

typedef struct nav2_segment {
    uint32_t vertex, face, edge, node; /* the first of each */
    uint32_t vertices, faces, edges, nodes;
} nav2_segment;

static inline nav2_segment nav2_segment_at(const uint8_t *segments, uint32_t index) {
    const uint8_t *const p = segments + (size_t)index * NAV2_SEGMENT_BYTES;
    return (nav2_segment){.vertex = nl_load_u16(p + NAV2_SEGMENT_VERTEX_AT),
                          .face = nl_load_u16(p + NAV2_SEGMENT_FACE_AT),
                          .edge = nl_load_u16(p + NAV2_SEGMENT_EDGE_AT),
                          .node = nl_load_u16(p + NAV2_SEGMENT_NODE_AT),
                          .vertices = p[NAV2_SEGMENT_VERTICES_AT],
                          .faces = p[NAV2_SEGMENT_FACES_AT],
                          .edges = p[NAV2_SEGMENT_EDGES_AT],
                          .nodes = p[NAV2_SEGMENT_NODES_AT]};
}

/* ---- Faces ---- */

enum {
    NAV2_SIDE_INSIDE = 0,
    NAV2_SIDE_CHUNK = 1,
    NAV2_SIDE_TILE = 2,
    NAV2_SIDE_DYNAMIC = 3,
    NAV2_MOST_SIDES = 4
};

typedef struct nav2_face {
    uint32_t record; /* bytes from the start of the group's records */
    uint32_t sides;  /* 3 or 4; corners too */
    uint32_t nodes;  /* 3 or 4 */
    uint32_t segment;
} nav2_face;

static inline nav2_face nav2_face_at(const uint8_t *faces, uint32_t index) {
    const uint32_t word = nl_load_u32(faces + (size_t)index * NAV2_FACE_BYTES);
    return (nav2_face){2 * (word & 0x3FFFF), 3 + (word >> 18 & 1), 3 + (word >> 19 & 1),
                       word >> 20};
}

/* Of a record without the numbers of groups and tiles. */
static inline uint32_t nav2_short_record_bytes(const nav2_face *face) {
    return (NAV2_NEIGHBOUR_BYTES + NAV2_CORNER_BYTES) * face->sides +
           NAV2_MIDDLE_BYTES * face->nodes;
}

/* Where those are in a record that has them: at a multiple of 2 behind the rest. */
static inline uint32_t nav2_arrays_at(const nav2_face *face) {
    return (nav2_short_record_bytes(face) + 1) / 2 * 2;
}

static inline uint32_t nav2_neighbour(const uint8_t *record, uint32_t side) {
    return nl_load_u16(record + NAV2_NEIGHBOUR_BYTES * side);
}

static inline bool nav2_is_outward(uint32_t neighbour) {
    return (neighbour != NAV2_NO_FACE) & (neighbour >> 14 != NAV2_SIDE_INSIDE);
}

/* One of bits 15 and 16 is set of what leads to another group or tile: 0x4000 to 0xFFFE. */
static inline uint32_t nav2_outward_bits(uint32_t neighbour) {
    return ((neighbour + 1) & 0xFFFF) + 0x3FFF;
}

/* Whether one of the three sides of a triangle's record leads to another group or tile. */
static inline bool nav2_has_outward(const uint8_t *record) {
    return ((nav2_outward_bits(nav2_neighbour(record, 0)) |
             nav2_outward_bits(nav2_neighbour(record, 1)) |
             nav2_outward_bits(nav2_neighbour(record, 2))) &
            0x18000) != 0;
}

static inline uint32_t nav2_corner(const nav2_face *face, const uint8_t *record, uint32_t side) {
    return record[NAV2_NEIGHBOUR_BYTES * face->sides + side];
}

static inline uint32_t nav2_side_node(const nav2_face *face, const uint8_t *record, uint32_t side) {
    return record[(NAV2_NEIGHBOUR_BYTES + NAV2_CORNER_BYTES) * face->sides + side];
}

/* The record of a face, if it is in the chunk, else NULL; its bytes are then those that its own
 * sides call for. */
static inline const uint8_t *nav2_record_of(const uint8_t *bytes, const nav2_group *g,
                                            const nav2_face *face, uint32_t *record_bytes) {
    const uint64_t at = (uint64_t)g->mesh.records + face->record;
    const uint64_t end = g->chunks[NAV2_MESH].end;
    const uint32_t short_bytes = nav2_short_record_bytes(face);
    *record_bytes = short_bytes;
    if (at + short_bytes > end) return NULL;
    bool is_outward = false;
    for (uint32_t side = 0; side < face->sides; side++)
        is_outward |= nav2_is_outward(nav2_neighbour(bytes + at, side));
    if (!is_outward) return bytes + at;
    *record_bytes = nav2_arrays_at(face) + 4 * face->sides;
    return at + *record_bytes <= end ? bytes + at : NULL;
}

/* ---- Links of a SegmentGraph ---- */

typedef enum nav2_link_kind {
    NAV2_LINK_INSIDE = 0,
    NAV2_LINK_CHUNK,
    NAV2_LINK_TILE,
    NAV2_LINK_KINDS
} nav2_link_kind;

typedef struct nav2_segnode {
    uint32_t links;                   /* bytes from the start of the links */
    uint32_t unused;                  /* bits 20 to 23 */
    uint32_t counts[NAV2_LINK_KINDS]; /* links of each kind, in this order */
    uint32_t islands[NAV2_ISLAND_SLOTS];
} nav2_segnode;

static inline nav2_segnode nav2_segnode_at(const uint8_t *nodes, uint32_t index) {
    const uint8_t *const p = nodes + (size_t)index * NAV2_SEGNODE_BYTES;
    const uint32_t word = nl_load_u32(p + NAV2_SEGNODE_LINKS_AT);
    return (nav2_segnode){
        .links = 2 * (word & 0xFFFFF),
        .unused = word >> 20 & 15,
        .counts = {word >> 24, p[NAV2_SEGNODE_CHUNKS_AT], p[NAV2_SEGNODE_TILES_AT]},
        .islands = {nl_load_u16(p + NAV2_SEGNODE_ISLAND_0_AT),
                    nl_load_u16(p + NAV2_SEGNODE_ISLAND_1_AT),
                    nl_load_u16(p + NAV2_SEGNODE_ISLAND_2_AT)}};
}

/* Bytes of a link of this kind: links to other groups and tiles start with their numbers. */
static inline uint32_t nav2_seglink_bytes(nav2_link_kind kind) {
    return NAV2_SEGLINK_BYTES + 2u * kind;
}

static inline uint32_t nav2_seglinks_bytes(const nav2_segnode *node) {
    return NAV2_SEGLINK_BYTES * node->counts[NAV2_LINK_INSIDE] +
           NAV2_CHUNK_SEGLINK_BYTES * node->counts[NAV2_LINK_CHUNK] +
           NAV2_TILE_SEGLINK_BYTES * node->counts[NAV2_LINK_TILE];
}

typedef struct nav2_seglink {
    uint32_t tile, group; /* of those kinds that have them */
    uint32_t weight, node;
    uint32_t listed; /* crossing nodes */
    uint32_t back;   /* place of the link back in the target's list */
} nav2_seglink;

static inline nav2_seglink nav2_seglink_at(const uint8_t *p, nav2_link_kind kind) {
    const uint8_t *const q = p + 2u * kind;
    return (nav2_seglink){.tile = kind == NAV2_LINK_TILE ? nl_load_u16(p) : 0,
                          .group = kind != NAV2_LINK_INSIDE ? nl_load_u16(q - 2) : 0,
                          .weight = nl_load_u16(q + NAV2_SEGLINK_WEIGHT_AT),
                          .node = nl_load_u16(q + NAV2_SEGLINK_NODE_AT),
                          .listed = q[NAV2_SEGLINK_LISTED_AT],
                          .back = q[NAV2_SEGLINK_BACK_AT]};
}

/* ---- Groups ---- */

static inline const uint8_t *nav2_segments_of(const uint8_t *bytes, const nav2_group *g) {
    return bytes + g->segments.segments;
}

static inline nav2_position nav2_node_position(const uint8_t *bytes, const nav2_group *g,
                                               uint32_t node) {
    return nav2_position_at(bytes + g->graph.positions, node);
}

/* Where a SegmentGraph node's links are, if they are in the chunk; else 0. The lists behind them
 * may not be. */
static inline uint64_t nav2_seglinks_of(const nav2_group *g, const nav2_segnode *node) {
    const uint64_t at = (uint64_t)g->seggraph.links + node->links;
    return at + nav2_seglinks_bytes(node) <= g->seggraph.links_end ? at : 0;
}

#endif

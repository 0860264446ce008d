/* The usual face by itself: three corners and three nodes of its segment, neighbours that lead back
 * over the same side, nodes in the middle of the sides that lead where the sides do, and looking
 * up. */
#include "parsers/mgs_nav2/mesh.h"

enum { NEIGHBOURS_AT = 0, CORNERS_AT = 6, NODES_AT = 9, GROUPS_AT = 12, TILES_AT = 18 };

/* A face that is being looked at. */
typedef struct nav2_scan_face {
    uint32_t index, segment_number;
    nav2_segment segment;
    const uint8_t *record;
    nav2_position corners[3];
} nav2_scan_face;

nav2_mesh_scan nav2_mesh_scan_of(const nav2_here *h) {
    const nav2_group *const g = h->g;
    return (nav2_mesh_scan){
        .doc = h->c->doc,
        .bytes = h->bytes,
        .faces = h->bytes + g->mesh.faces,
        .records = h->bytes + g->mesh.records,
        .positions = h->bytes + g->mesh.positions,
        .segments = h->bytes + g->segments.segments,
        .nodes = h->bytes + g->graph.nodes,
        .node_positions = h->bytes + g->graph.positions,
        .node_faces = h->bytes + g->graph.faces,
        .face_segments = h->face_segments,
        .marks = h->vertex_marks,
        .g = g,
        .face_count = g->mesh.face_count,
        .segment_count = h->segment_count,
        .record_bytes = g->chunks[NAV2_MESH].end - g->mesh.records,
        .number = h->number,
        .tile = nav2_tile_of(h->c->doc->uid),
        .is_possible = h->vertices_fit && h->nodes_fit && !h->faces_wrap,
    };
}

static inline bool is_shared(nav2_position p, nav2_position q, nav2_position a, nav2_position b) {
    return (nav2_is_same(p, b) && nav2_is_same(q, a)) || (nav2_is_same(p, a) && nav2_is_same(q, b));
}

bool nav2_is_side_with(nav2_position p, nav2_position q, nav2_position a, nav2_position b) {
    return is_shared(p, q, a, b);
}

/* The record of a face if it is one of a triangle and in the table, else NULL. */
static inline const uint8_t *record_of(const nav2_mesh_scan *s, uint32_t face) {
    const uint32_t word = nl_load_u32(s->faces + (size_t)face * NAV2_FACE_BYTES);
    const uint32_t at = 2 * (word & 0x3FFFF);
    return (word & 0xC0000) == 0 && at + GROUPS_AT <= s->record_bytes ? s->records + at : NULL;
}

/* Whether side `back` of the neighbour has the corners of side `side` of this face. */
static inline bool corners_meet(const nav2_mesh_scan *s, const nav2_scan_face *f, uint32_t side,
                                const uint8_t *other, uint32_t other_segment, uint32_t back) {
    const uint32_t next = side == 2 ? 0 : side + 1;
    const uint32_t back_next = back == 2 ? 0 : back + 1;
    const uint32_t a = other[CORNERS_AT + back];
    const uint32_t b = other[CORNERS_AT + back_next];
    if (other_segment == f->segment_number) {
        const uint32_t p = f->record[CORNERS_AT + side];
        const uint32_t q = f->record[CORNERS_AT + next];
        if (p == b && q == a) return true;
        if (a >= f->segment.vertices || b >= f->segment.vertices) return false;
    }
    const nav2_segment segment = nav2_segment_at(s->segments, other_segment);
    if (a >= segment.vertices || b >= segment.vertices) return false;
    return is_shared(f->corners[side], f->corners[next],
                     nav2_position_at(s->positions, segment.vertex + a),
                     nav2_position_at(s->positions, segment.vertex + b));
}

/* A neighbour in the same group. */
static inline bool inside_is_plain(const nav2_mesh_scan *s, const nav2_scan_face *f, uint32_t side,
                                   uint32_t neighbour, uint32_t flags) {
    if (neighbour >= s->face_count || neighbour == f->index) return false;
    const uint32_t segment = s->face_segments[neighbour];
    const uint8_t *const other = record_of(s, neighbour);
    const uint32_t expected = segment == f->segment_number ? 0 : NAV2_CROSS_SEGMENT;
    if (!other || segment >= s->segment_count || flags != expected) return false;
    for (uint32_t back = 0; back < 3; back++)
        if (nl_load_u16(other + 2 * back) == f->index &&
            corners_meet(s, f, side, other, segment, back))
            return true;
    return false;
}

/* Whether a side of the face of another group leads back to face `index` here. */
static bool leads_back(const nav2_mesh_scan *s, const nav2_group *other, uint32_t face,
                       uint32_t index) {
    const nav2_face there = nav2_face_at(s->bytes + other->mesh.faces, face);
    uint32_t bytes;
    const uint8_t *const record = nav2_record_of(s->bytes, other, &there, &bytes);
    if (!record || there.sides != 3 || bytes < 24) return false;
    for (uint32_t side = 0; side < 3; side++)
        if (nl_load_u16(record + 2 * side) == (index | NAV2_SIDE_CHUNK << 14) &&
            nl_load_u16(record + GROUPS_AT + 2 * side) == s->number)
            return true;
    return false;
}

/* The group that the node of a side crosses to. */
static uint32_t group_of_node(const nav2_mesh_scan *s, uint32_t node) {
    const nav2_node n = nav2_node_at(s->nodes, node);
    const uint64_t at = nav2_crossing_at(s->g, &n, NAV2_CROSS_CHUNK);
    return at != 0 ? nl_load_u16(s->bytes + at) : UINT32_MAX;
}

/* A side that leads to another group. */
typedef struct nav2_chunk_side {
    uint32_t face, neighbour;
    uint32_t node;        /* in the middle of it */
    const uint8_t *group; /* the group's number in the face's record */
} nav2_chunk_side;

static bool chunk_side_is_plain(const nav2_mesh_scan *s, const nav2_chunk_side *side) {
    const uint32_t number = nl_load_u16(side->group);
    const nav2_group *const other = nav2_group_of(s->doc, number);
    if (group_of_node(s, side->node) != number) return false;
    if (!other) return nav2_is_split(s->doc);
    if (!other->chunks[NAV2_MESH].is_readable) return true; /* it has a finding */
    return side->neighbour < other->mesh.face_count &&
           leads_back(s, other, side->neighbour, side->face);
}

bool nav2_outward_is_plain(const nav2_mesh_scan *s, const nav2_run_face *f, uint32_t side) {
    const uint32_t value = nl_load_u16(f->record + 2 * side);
    const uint32_t node = f->first_node + f->record[NODES_AT + side];
    const uint32_t flags = s->nodes[(size_t)node * NAV2_NODE_BYTES + 5];
    const uint32_t index = value & NAV2_TILE_FACE;
    const nav2_lanes at = nav2_lanes_at(s->node_positions, node);
    if (!nav2_lanes_are_middle(at, f->corners[side], f->corners[side == 2 ? 0 : side + 1]))
        return false;
    if (value >> 14 == NAV2_SIDE_TILE)
        return index == NAV2_TILE_FACE && flags == NAV2_CROSS_TILE &&
               nl_load_u16(f->record + TILES_AT + 2 * side) != s->tile;
    const nav2_chunk_side here = {f->index, index, node, f->record + GROUPS_AT + 2 * side};
    return value >> 14 == NAV2_SIDE_CHUNK && flags == NAV2_CROSS_CHUNK &&
           chunk_side_is_plain(s, &here);
}

static inline bool side_is_plain(const nav2_mesh_scan *s, const nav2_scan_face *f, uint32_t side) {
    const uint32_t neighbour = nl_load_u16(f->record + 2 * side);
    const uint32_t node = f->segment.node + f->record[NODES_AT + side];
    const uint32_t next = side == 2 ? 0 : side + 1;
    const uint32_t flags = s->nodes[(size_t)node * NAV2_NODE_BYTES + 5];
    const nav2_position middle = nav2_position_at(s->node_positions, node);
    if (!nav2_is_middle(middle, f->corners[side], f->corners[next])) return false;
    if (neighbour == NAV2_NO_FACE) return flags == 0;
    const uint32_t index = neighbour & NAV2_TILE_FACE;
    switch (neighbour >> 14) {
    case NAV2_SIDE_INSIDE:
        return inside_is_plain(s, f, side, neighbour, flags);
    case NAV2_SIDE_CHUNK:
        return flags == NAV2_CROSS_CHUNK &&
               chunk_side_is_plain(
                   s, &(nav2_chunk_side){f->index, index, node, f->record + GROUPS_AT + 2 * side});
    case NAV2_SIDE_TILE:
        return flags == NAV2_CROSS_TILE && index == NAV2_TILE_FACE &&
               nl_load_u16(f->record + TILES_AT + 2 * side) != s->tile;
    default:
        return false;
    }
}

/* Whether the arrays of groups and tiles are there, if a side needs them. */
static inline bool has_arrays(const nav2_mesh_scan *s, const uint8_t *record) {
    const bool outward = nav2_is_outward(nl_load_u16(record)) |
                         nav2_is_outward(nl_load_u16(record + 2)) |
                         nav2_is_outward(nl_load_u16(record + 4));
    return !outward || (size_t)(record - s->records) + 24 <= s->record_bytes;
}

static inline bool corners_are_plain(const nav2_mesh_scan *s, nav2_scan_face *f) {
    const uint32_t a = f->record[CORNERS_AT];
    const uint32_t b = f->record[CORNERS_AT + 1];
    const uint32_t c = f->record[CORNERS_AT + 2];
    const uint32_t count = f->segment.vertices;
    if (a >= count || b >= count || c >= count || a == b || b == c || a == c) return false;
    const uint32_t corners[3] = {a, b, c};
    for (uint32_t i = 0; i < 3; i++) {
        const uint32_t vertex = f->segment.vertex + corners[i];
        s->marks[vertex] = 1;
        f->corners[i] = nav2_position_at(s->positions, vertex);
    }
    return nav2_looks_up(f->corners[0], f->corners[1], f->corners[2]);
}

static inline bool nodes_are_plain(const nav2_scan_face *f) {
    const uint8_t *const nodes = f->record + NODES_AT;
    const uint32_t count = f->segment.nodes;
    return nodes[0] < count && nodes[1] < count && nodes[2] < count;
}

bool nav2_face_is_plain(const nav2_mesh_scan *s, uint32_t face) {
    nav2_scan_face f = {.index = face, .segment_number = s->face_segments[face]};
    f.record = record_of(s, face);
    if (!s->is_possible || !f.record || f.segment_number >= s->segment_count) return false;
    f.segment = nav2_segment_at(s->segments, f.segment_number);
    return has_arrays(s, f.record) && corners_are_plain(s, &f) && nodes_are_plain(&f) &&
           side_is_plain(s, &f, 0) && side_is_plain(s, &f, 1) && side_is_plain(s, &f, 2);
}

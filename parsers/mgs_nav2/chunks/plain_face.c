/* The usual face by itself: three corners and three nodes of its segment, neighbours that lead back
 * over the same side, nodes in the middle of the sides that lead where the sides do, and looking
 * up. */
#include "parsers/mgs_nav2/chunks/mesh.h"

/* A face that is being looked at, and its segment. */
typedef struct nav2_plain_face {
    nav2_run_face face;
    uint32_t segment_number;
    nav2_segment segment;
} nav2_plain_face;

nav2_mesh_view nav2_mesh_view_of(const nav2_group_check *gc) {
    const nav2_group *const g = gc->g;
    return (nav2_mesh_view){
        .doc = gc->c->doc,
        .bytes = gc->bytes,
        .faces = gc->bytes + g->mesh.faces,
        .records = gc->bytes + g->mesh.records,
        .positions = gc->bytes + g->mesh.positions,
        .segments = gc->bytes + g->segments.segments,
        .nodes = gc->bytes + g->graph.nodes,
        .node_positions = gc->bytes + g->graph.positions,
        .node_faces = gc->bytes + g->graph.faces,
        .face_segments = gc->face_segments,
        .marks = gc->vertex_marks,
        .g = g,
        .ahead = gc->beside_mesh,
        .face_count = g->mesh.face_count,
        .segment_count = gc->segment_count,
        .record_bytes = g->chunks[NAV2_MESH].end - g->mesh.records,
        .number = gc->number,
        .tile = nav2_tile_of(gc->c->doc->uid),
        .node_count = gc->has_graph ? g->graph.node_count : UINT32_MAX,
        .is_possible = gc->vertices_fit && !gc->faces_wrap,
        .has_nodes = gc->nodes_fit,
    };
}

bool nav2_is_side_with(nav2_position p, nav2_position q, nav2_position a, nav2_position b) {
    return (nav2_is_same(p, b) && nav2_is_same(q, a)) || (nav2_is_same(p, a) && nav2_is_same(q, b));
}

/* The record of a face if it is one of a triangle and in the table, else NULL. */
static inline const uint8_t *record_of(const nav2_mesh_view *v, uint32_t face) {
    const uint32_t word = nl_load_u32(v->faces + (size_t)face * NAV2_FACE_BYTES);
    const uint32_t at = 2 * (word & 0x3FFFF);
    return (word & 0xC0000) == 0 && at + NAV2_TRIANGLE_GROUPS_AT <= v->record_bytes
               ? v->records + at
               : NULL;
}

static inline uint32_t next_of(uint32_t side) {
    return side == 2 ? 0 : side + 1;
}

/* ---- Neighbours in the group ---- */

/* Whether side `back` of the neighbour, whose segment that is, has the corners of this side. */
static inline bool corners_meet(const nav2_mesh_view *v, const nav2_run_face *f, uint32_t side,
                                const uint8_t *back_corners, nav2_segment segment) {
    const uint32_t a = back_corners[0];
    const uint32_t b = back_corners[1];
    if (a >= segment.vertices || b >= segment.vertices) return false;
    const nav2_lanes from = nav2_lanes_at(v->positions, segment.vertex + a);
    const nav2_lanes to = nav2_lanes_at(v->positions, segment.vertex + b);
    const nav2_lanes p = f->corners[side];
    const nav2_lanes q = f->corners[side + 1];
    return (p == to && q == from) || (p == from && q == to);
}

/* The neighbour's side that leads back has the corners of this one. */
static bool leads_back_here(const nav2_mesh_view *v, const nav2_run_face *f, uint32_t side,
                            uint32_t neighbour) {
    const uint8_t *const other = record_of(v, neighbour);
    const uint32_t number = v->face_segments[neighbour];
    if (!other || number >= v->segment_count) return false;
    const nav2_segment segment = nav2_segment_at(v->segments, number);
    for (uint32_t back = 0; back < 3; back++) {
        const uint8_t corners[2] = {other[NAV2_TRIANGLE_CORNERS_AT + back],
                                    other[NAV2_TRIANGLE_CORNERS_AT + next_of(back)]};
        if (nav2_neighbour(other, back) == f->index && corners_meet(v, f, side, corners, segment))
            return true;
    }
    return false;
}

/* ---- Neighbours elsewhere ---- */

/* Whether a side of the face of another group, a triangle, leads back to face `index` here. None
 * leads to a face whose number has more bits than a neighbour. */
static bool leads_back(const nav2_mesh_view *v, const nav2_group *other, uint32_t face,
                       uint32_t index) {
    if (index > NAV2_TILE_FACE) return false;
    const uint32_t word =
        nl_load_u32(v->bytes + other->mesh.faces + (size_t)face * NAV2_FACE_BYTES);
    const uint64_t at = other->mesh.records + (uint64_t)2 * (word & 0x3FFFF);
    if ((word & 0xC0000) != 0 || at + NAV2_TRIANGLE_END > other->chunks[NAV2_MESH].end)
        return false;
    const uint8_t *const record = v->bytes + at;
    for (uint32_t side = 0; side < NAV2_TRIANGLE_SIDES; side++)
        if (nav2_neighbour(record, side) == (index | NAV2_SIDE_CHUNK << 14) &&
            nl_load_u16(record + NAV2_TRIANGLE_GROUPS_AT + 2 * side) == v->number)
            return true;
    return false;
}

/* The group that a node crosses to whose flags stand for that alone. */
static uint32_t group_of_node(const nav2_mesh_view *v, uint32_t node) {
    const nav2_node n = nav2_node_at(v->nodes, node);
    const uint64_t at = (uint64_t)v->g->graph.links + n.links + NAV2_LINK_BYTES * n.inside;
    if (at + NAV2_TO_CHUNK_BYTES > v->g->graph.links_end) return UINT32_MAX;
    return nl_load_u16(v->bytes + at + NAV2_TO_CHUNK_GROUP_AT);
}

/* A side that leads to another group. */
typedef struct nav2_chunk_side {
    uint32_t face, neighbour;
    uint32_t node;        /* in the middle of it */
    const uint8_t *group; /* the group's number in the face's record */
} nav2_chunk_side;

static bool chunk_side_is_plain(const nav2_mesh_view *v, const nav2_chunk_side *side) {
    const uint32_t number = nl_load_u16(side->group);
    const nav2_group *const other = nav2_group_of(v->doc, number);
    if (group_of_node(v, side->node) != number) return false;
    if (!other) return nav2_is_split(v->doc);
    if (!other->chunks[NAV2_MESH].is_readable) return true; /* it has a finding */
    return side->neighbour < other->mesh.face_count &&
           leads_back(v, other, side->neighbour, side->face);
}

bool nav2_outward_is_plain(const nav2_mesh_view *v, const nav2_run_face *f, uint32_t side) {
    const uint32_t value = nav2_neighbour(f->record, side);
    const uint32_t node = f->first_node + f->record[NAV2_TRIANGLE_NODES_AT + side];
    const uint32_t flags = v->nodes[(size_t)node * NAV2_NODE_BYTES + NAV2_NODE_FLAGS_AT];
    const uint32_t index = value & NAV2_TILE_FACE;
    const nav2_lanes at = nav2_lanes_at(v->node_positions, node);
    if (!nav2_lanes_are_middle(at, f->corners[side], f->corners[side + 1])) return false;
    if (value >> 14 == NAV2_SIDE_TILE)
        return index == NAV2_TILE_FACE && flags == NAV2_CROSS_TILE &&
               nl_load_u16(f->record + NAV2_TRIANGLE_TILES_AT + 2 * side) != v->tile;
    const nav2_chunk_side here = {f->index, index, node,
                                  f->record + NAV2_TRIANGLE_GROUPS_AT + 2 * side};
    return value >> 14 == NAV2_SIDE_CHUNK && flags == NAV2_CROSS_CHUNK &&
           chunk_side_is_plain(v, &here);
}

/* ---- Sides ---- */

/* The node in the middle of the side is there and has these flags, if that is known. */
static inline bool node_is_plain(const nav2_mesh_view *v, const nav2_run_face *f, uint32_t side,
                                 uint32_t flags) {
    const uint32_t node = f->first_node + f->record[NAV2_TRIANGLE_NODES_AT + side];
    if (!v->has_nodes) return true;
    const nav2_lanes at = nav2_lanes_at(v->node_positions, node);
    return v->nodes[(size_t)node * NAV2_NODE_BYTES + NAV2_NODE_FLAGS_AT] == flags &&
           nav2_lanes_are_middle(at, f->corners[side], f->corners[side + 1]);
}

static bool side_is_plain(const nav2_mesh_view *v, const nav2_plain_face *f, uint32_t side) {
    const uint32_t neighbour = nav2_neighbour(f->face.record, side);
    if (neighbour == NAV2_NO_FACE) return node_is_plain(v, &f->face, side, 0);
    if (neighbour >= v->face_count || nav2_is_outward(neighbour))
        return v->has_nodes && nav2_outward_is_plain(v, &f->face, side);
    const bool is_same = v->face_segments[neighbour] == f->segment_number;
    return neighbour != f->face.index && leads_back_here(v, &f->face, side, neighbour) &&
           node_is_plain(v, &f->face, side, is_same ? 0 : NAV2_CROSS_SEGMENT);
}

/* Whether the arrays of groups and tiles are there, if a side needs them. */
static inline bool has_arrays(const nav2_mesh_view *v, const uint8_t *record) {
    return !nav2_has_outward(record) ||
           (size_t)(record - v->records) + NAV2_TRIANGLE_END <= v->record_bytes;
}

static bool corners_are_plain(const nav2_mesh_view *v, nav2_plain_face *f) {
    const uint8_t *const locals = f->face.record + NAV2_TRIANGLE_CORNERS_AT;
    nav2_position corners[3];
    for (uint32_t i = 0; i < 3; i++) {
        if (locals[i] >= f->segment.vertices || locals[i] == locals[next_of(i)]) return false;
        const uint32_t vertex = f->segment.vertex + locals[i];
        v->marks[vertex] = 1;
        corners[i] = nav2_position_at(v->positions, vertex);
        f->face.corners[i] = nav2_lanes_at(v->positions, vertex);
    }
    f->face.corners[3] = f->face.corners[0];
    return nav2_looks_up(corners[0], corners[1], corners[2]);
}

/* Local numbers are those of nodes of the segment; if it is not known which these are, of nodes. */
static bool nodes_are_plain(const nav2_mesh_view *v, const nav2_plain_face *f) {
    const uint8_t *const nodes = f->face.record + NAV2_TRIANGLE_NODES_AT;
    if (f->segment.node > v->node_count) return false;
    const uint32_t left = v->node_count - f->segment.node;
    const uint32_t count = v->has_nodes ? f->segment.nodes : left;
    return nodes[0] < count && nodes[1] < count && nodes[2] < count;
}

bool nav2_face_is_plain(const nav2_mesh_view *v, uint32_t face) {
    nav2_plain_face f = {.face = {.index = face}, .segment_number = v->face_segments[face]};
    f.face.record = record_of(v, face);
    if (!v->is_possible || !f.face.record || f.segment_number >= v->segment_count) return false;
    f.segment = nav2_segment_at(v->segments, f.segment_number);
    f.face.first_node = f.segment.node;
    return has_arrays(v, f.face.record) && corners_are_plain(v, &f) && nodes_are_plain(v, &f) &&
           side_is_plain(v, &f, 0) && side_is_plain(v, &f, 1) && side_is_plain(v, &f, 2);
}

/* Sides of faces: what is beyond them. */
#include "parsers/mgs_nav2/chunks/face.h"

/* One side of it. */
typedef struct nav2_side {
    uint32_t number;
    uint32_t neighbour; /* without the type */
    uint32_t type;
    uint32_t group, tile; /* if the type is not NAV2_SIDE_INSIDE */
} nav2_side;

static void tell_neighbour(const nav2_face_here *f, unsigned rule, const nav2_side *side,
                           nl_draft draft) {
    const nav2_place place =
        nav2_item_place(f, "neighbours", side->number, NL_U16LE, 2 * side->number);
    nav2_tell_item(f, rule, &place, side->number, draft);
}

static nav2_side side_of(const nav2_face_here *f, uint32_t number) {
    const uint32_t value = nav2_neighbour(f->record, number);
    nav2_side side = {.number = number, .neighbour = value & NAV2_TILE_FACE, .type = value >> 14};
    if (!nav2_is_outward(value)) return side;
    const uint8_t *const groups = f->record + nav2_arrays_at(&f->face);
    side.group = nl_load_u16(groups + 2 * number);
    side.tile = nl_load_u16(groups + 2 * f->face.sides + 2 * number);
    return side;
}

/* What the node of the side leads to must be what the side does. */
static void check_flag(const nav2_face_here *f, const nav2_side *side, uint32_t expected) {
    const uint32_t node = nav2_node_of_side(f, side->number);
    if (node == NAV2_NO_ITEM) return;
    const nav2_node n = nav2_node_at(f->h->bytes + f->h->g->graph.nodes, node);
    const uint32_t flags = n.flags & NAV2_CROSS;
    if (flags == expected || !nav2_has_one_way(&n) || nav2_crosses_inside(f->h, &n)) return;
    tell_neighbour(f, NAV2_MESH_SIDE_FLAG, side,
                   (nl_draft){.actual = nl_uint(node),
                              .args = {{0},
                                       {0},
                                       nl_string(nav2_cross_text(expected)),
                                       nl_string(nav2_cross_text(flags))}});
}

/* ---- Neighbours in the group ---- */

typedef enum nav2_meeting { NO_SIDE_BACK, ELSEWHERE, MEETS } nav2_meeting;

/* Corner `corner` of another face of the group; false if it cannot be resolved. */
static bool corner_of(const nav2_here *h, uint32_t face, const nav2_face *desc,
                      const uint8_t *record, uint32_t corner, nav2_position *position) {
    const uint32_t segment = h->face_segments[face];
    if (segment >= h->segment_count) return false;
    const uint32_t vertex =
        nav2_segment_here(h, segment).vertex + nav2_corner(desc, record, corner % desc->sides);
    if (vertex >= h->g->mesh.position_count) return false;
    *position = nav2_position_at(h->bytes + h->g->mesh.positions, vertex);
    return true;
}

/* Whether two corners of a face are one vertex, which has a finding. */
static bool has_twins(const nav2_face *desc, const uint8_t *record) {
    for (uint32_t a = 0; a < desc->sides; a++)
        for (uint32_t b = a + 1; b < desc->sides; b++)
            if (nav2_corner(desc, record, a) == nav2_corner(desc, record, b)) return true;
    return false;
}

/* How the neighbour sees this side; MEETS if it cannot be told. */
static nav2_meeting meet(const nav2_face_here *f, const nav2_side *side) {
    const nav2_here *const h = f->h;
    const nav2_face desc = nav2_face_at(h->bytes + h->g->mesh.faces, side->neighbour);
    uint32_t bytes;
    const uint8_t *const other = nav2_record_of(h->bytes, h->g, &desc, &bytes);
    nav2_meeting meeting = NO_SIDE_BACK;
    if (!other || !f->has_corners || has_twins(&desc, other)) return MEETS;
    for (uint32_t back = 0; back < desc.sides; back++) {
        nav2_position a;
        nav2_position b;
        if (nav2_neighbour(other, back) != f->index) continue;
        if (!corner_of(h, side->neighbour, &desc, other, back, &a) ||
            !corner_of(h, side->neighbour, &desc, other, back + 1, &b))
            return MEETS;
        const uint32_t next = (side->number + 1) % f->face.sides;
        if (nav2_is_side_with(f->corners[side->number], f->corners[next], a, b)) return MEETS;
        meeting = ELSEWHERE;
    }
    return meeting;
}

static void check_inside(const nav2_face_here *f, const nav2_side *side) {
    const nav2_here *const h = f->h;
    const uint32_t faces = h->g->mesh.face_count;
    if (side->neighbour >= faces) {
        tell_neighbour(f, NAV2_MESH_NEIGHBOUR, side,
                       (nl_draft){.actual = nl_uint(side->neighbour), .expected = nl_uint(faces)});
        return;
    }
    if (side->neighbour == f->index) {
        tell_neighbour(f, NAV2_MESH_NEIGHBOUR_SELF, side,
                       (nl_draft){.actual = nl_uint(side->neighbour)});
        return;
    }
    const nav2_meeting meeting = meet(f, side);
    if (meeting != MEETS)
        tell_neighbour(f,
                       meeting == ELSEWHERE ? NAV2_MESH_NEIGHBOUR_EDGE : NAV2_MESH_NEIGHBOUR_BACK,
                       side, (nl_draft){.actual = nl_uint(side->neighbour)});
    const uint32_t segment = h->face_segments[side->neighbour];
    if (segment >= h->segment_count) return;
    check_flag(f, side, segment == f->segment_number ? 0 : NAV2_CROSS_SEGMENT);
}

/* ---- Neighbours elsewhere ---- */

/* Whether a side of a face of another group leads to this face; true if it cannot be told, or if a
 * side leads to nothing there is, which has a finding. */
static bool leads_here(const nav2_face_here *f, const nav2_peers *file, const nav2_group *g,
                       uint32_t face) {
    const nav2_face desc = nav2_face_at(file->bytes + g->mesh.faces, face);
    uint32_t record_bytes;
    const uint8_t *const record = nav2_record_of(file->bytes, g, &desc, &record_bytes);
    if (!record) return true;
    for (uint32_t side = 0; side < desc.sides; side++) {
        const uint32_t value = nav2_neighbour(record, side);
        if (value == NAV2_NO_FACE || value >> 14 != NAV2_SIDE_CHUNK) continue;
        const uint32_t number = nl_load_u16(record + nav2_arrays_at(&desc) + 2 * side);
        const uint32_t index = value & NAV2_TILE_FACE;
        const bool is_here = number == f->h->number;
        if (is_here && (index == f->index || index >= f->h->g->mesh.face_count)) return true;
        if (!is_here && nav2_misses_group(file, number)) return true;
    }
    return false;
}

static void check_target(const nav2_face_here *f, const nav2_side *side, const nav2_group *other,
                         const nav2_peers *file) {
    nl_draft draft = {.actual = nl_uint(side->neighbour),
                      .expected = nl_uint(other->mesh.face_count),
                      .args = {{0}, {0}, nl_uint(side->group)}};
    if (!other->chunks[NAV2_MESH].is_readable) return;
    if (side->neighbour >= other->mesh.face_count) {
        tell_neighbour(f, NAV2_MESH_CHUNK_FACE, side, draft);
        return;
    }
    draft.expected = (navlint_value){.kind = NAVLINT_NO_VALUE};
    if (!leads_here(f, file, other, side->neighbour))
        tell_neighbour(f, NAV2_MESH_CHUNK_BACK, side, draft);
}

/* The node of the side crosses to the same group as the side. */
static void check_same_group(const nav2_face_here *f, const nav2_side *side) {
    const uint32_t index = nav2_node_of_side(f, side->number);
    if (index == NAV2_NO_ITEM) return;
    const nav2_node node = nav2_node_at(f->h->bytes + f->h->g->graph.nodes, index);
    const uint64_t at = nav2_crossing_at(f->h->g, &node, NAV2_CROSS_CHUNK);
    if (at == 0) return;
    const uint32_t group = nl_load_u16(f->h->bytes + at);
    const nav2_document *const doc = f->h->c->doc;
    const bool are_here = nav2_group_of(doc, group) && nav2_group_of(doc, side->group);
    const bool is_told = !are_here && nav2_expects_group(doc);
    if (group != side->group && !is_told)
        tell_neighbour(f, NAV2_MESH_CHUNK_NODE, side,
                       (nl_draft){.actual = nl_uint(side->group), .expected = nl_uint(group)});
}

static void check_chunk(const nav2_face_here *f, const nav2_side *side) {
    const nav2_document *const doc = f->h->c->doc;
    const nav2_group *const other = nav2_group_of(doc, side->group);
    const nav2_place place = nav2_item_place(f, "dataChunkIds", side->number, NL_U16LE,
                                             nav2_arrays_at(&f->face) + 2 * side->number);
    if (other)
        check_target(f, side, other, &(nav2_peers){f->h->bytes, doc, NULL});
    else if (nav2_expects_group(doc))
        nav2_tell_item(f, NAV2_MESH_CHUNK_GROUP, &place, side->number,
                       (nl_draft){.actual = nl_uint(side->group)});
    check_same_group(f, side);
    check_flag(f, side, NAV2_CROSS_CHUNK);
}

static void check_tile(const nav2_face_here *f, const nav2_side *side) {
    const nav2_place place =
        nav2_item_place(f, "tileIds", side->number, NL_U16LE,
                        nav2_arrays_at(&f->face) + 2 * f->face.sides + 2 * side->number);
    if (side->neighbour != NAV2_TILE_FACE)
        tell_neighbour(f, NAV2_MESH_TILE, side,
                       (nl_draft){.actual = nl_uint(side->neighbour),
                                  .expected = nl_uint(NAV2_TILE_FACE),
                                  .fix = nav2_fix(f->at + 2 * side->number, 2, 0xBFFF)});
    if (side->tile == nav2_tile_of(f->h->c->doc->uid))
        nav2_tell_item(f, NAV2_MESH_TILE_OWN, &place, side->number,
                       (nl_draft){.actual = nl_uint(side->tile)});
    check_flag(f, side, NAV2_CROSS_TILE);
}

void nav2_check_side(const nav2_face_here *f, uint32_t number) {
    const nav2_side side = side_of(f, number);
    if (nav2_neighbour(f->record, number) == NAV2_NO_FACE)
        check_flag(f, &side, 0);
    else if (side.type == NAV2_SIDE_INSIDE)
        check_inside(f, &side);
    else if (side.type == NAV2_SIDE_CHUNK)
        check_chunk(f, &side);
    else if (side.type == NAV2_SIDE_TILE)
        check_tile(f, &side);
    else
        tell_neighbour(f, NAV2_MESH_DYNAMIC, &side, (nl_draft){0});
}

void nav2_judge_face_to(nav2_here *h, uint32_t face, const nav2_peers *peers) {
    nav2_face_here f;
    if (!nav2_find_face(h, face, &f)) return;
    for (uint32_t number = 0; number < f.face.sides; number++) {
        const nav2_side side = side_of(&f, number);
        if (nav2_neighbour(f.record, number) == NAV2_NO_FACE || side.type != NAV2_SIDE_CHUNK ||
            nav2_group_of(h->c->doc, side.group))
            continue;
        const nav2_group *const other = nav2_group_of(peers->doc, side.group);
        const nav2_place place =
            nav2_item_place(&f, "dataChunkIds", number, NL_U16LE, nav2_arrays_at(&f.face) + 2 * number);
        if (other)
            check_target(&f, &side, other, peers);
        else
            nav2_tell_here(h, NAV2_SET_GROUP, &place,
                           (nl_draft){.field = "dataChunkIds",
                                      .actual = nl_uint(side.group),
                                      .args = {nl_string("face"), nl_uint(face)}});
    }
}

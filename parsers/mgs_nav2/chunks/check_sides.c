/* Sides of faces: what is beyond them. */
#include "parsers/mgs_nav2/chunks/face.h"

/* One side of it. */
typedef struct nav2_side {
    uint32_t number;
    uint32_t neighbour; /* without the type */
    uint32_t type;
    uint32_t group, tile; /* if the type is not NAV2_SIDE_INSIDE */
} nav2_side;

static nav2_face_item neighbour_item(const nav2_side *side) {
    return (nav2_face_item){"neighbours", NAV2_NEIGHBOUR_FACE, side->number,
                            NAV2_NEIGHBOUR_BYTES * side->number};
}

static void found(const nav2_face_check *f, unsigned rule, const nav2_side *side, nl_draft draft) {
    const nav2_face_item item = neighbour_item(side);
    draft.related[0] = nav2_related_face(f->gc, f->index, "the face");
    nav2_found_item(f, rule, &item, draft);
}

static navlint_related related_node(const nav2_face_check *f, uint32_t node) {
    return (navlint_related){f->gc->g->graph.nodes + (uint64_t)node * NAV2_NODE_BYTES,
                             NAV2_NODE_BYTES, "its node"};
}

/* The numbers of the group and the tile at a side that leads there. */
static nav2_face_item group_item(const nav2_face_check *f, uint32_t side) {
    const uint32_t at = nav2_arrays_at(&f->face) + NAV2_BEYOND_BYTES * side;
    return (nav2_face_item){"dataChunkIds", NAV2_BEYOND_GROUP, side, at};
}

static nav2_face_item tile_item(const nav2_face_check *f, uint32_t side) {
    const uint32_t groups = NAV2_BEYOND_BYTES * f->face.sides;
    const uint32_t at = nav2_arrays_at(&f->face) + groups + NAV2_FAR_BEYOND_BYTES * side;
    return (nav2_face_item){"tileIds", NAV2_FAR_BEYOND_TILE, side, at};
}

static nav2_side side_of(const nav2_face_check *f, uint32_t number) {
    const uint32_t value = nav2_neighbour(f->record, number);
    nav2_side side = {.number = number, .neighbour = value & NAV2_TILE_FACE, .type = value >> 14};
    if (!nav2_is_outward(value)) return side;
    side.group = nl_load_u16(f->record + group_item(f, number).at);
    side.tile = nl_load_u16(f->record + tile_item(f, number).at);
    return side;
}

/* What the node of the side leads to must be what the side does. */
static void check_flag(const nav2_face_check *f, const nav2_side *side, uint32_t expected) {
    const uint32_t node = nav2_node_of_side(f, side->number);
    if (node == NL_NO_INDEX) return;
    const nav2_node n = nav2_node_at(f->gc->bytes + f->gc->g->graph.nodes, node);
    const uint32_t flags = n.flags & NAV2_CROSS;
    if (flags == expected || !nav2_has_one_way(&n) ||
        nav2_crosses_inside(f->gc->bytes, f->gc->g, &n))
        return;
    found(f, NAV2_MESH_SIDE_FLAG, side,
          (nl_draft){.args = {{0},
                              nl_uint(node),
                              nl_string(nav2_cross_text(expected)),
                              nl_string(nav2_cross_text(flags))},
                     .related = {{0}, related_node(f, node)}});
}

/* ---- Neighbours in the group ---- */

typedef enum nav2_meeting { NO_SIDE_BACK, ELSEWHERE, MEETS } nav2_meeting;

/* Corner `corner` of another face of the group; false if it cannot be resolved. */
static bool corner_of(const nav2_group_check *gc, uint32_t face, const nav2_face *desc,
                      const uint8_t *record, uint32_t corner, nav2_position *position) {
    const uint32_t segment = gc->face_segments[face];
    if (segment >= gc->segment_count) return false;
    const uint32_t vertex =
        nav2_segment_in(gc, segment).vertex + nav2_corner(desc, record, corner % desc->sides);
    if (vertex >= gc->g->mesh.position_count) return false;
    *position = nav2_position_at(gc->bytes + gc->g->mesh.positions, vertex);
    return true;
}

/* Whether two corners of a face are one vertex, which has a finding. */
static bool has_twins(const nav2_face *desc, const uint8_t *record) {
    for (uint32_t a = 0; a < desc->sides; a++)
        for (uint32_t b = a + 1; b < desc->sides; b++)
            if (nav2_corner(desc, record, a) == nav2_corner(desc, record, b)) return true;
    return false;
}

/* How the neighbour sees this side; MEETS if that is not known. */
static nav2_meeting meet(const nav2_face_check *f, const nav2_side *side) {
    const nav2_group_check *const gc = f->gc;
    const nav2_face desc = nav2_face_at(gc->bytes + gc->g->mesh.faces, side->neighbour);
    uint32_t bytes;
    const uint8_t *const other = nav2_record_of(gc->bytes, gc->g, &desc, &bytes);
    nav2_meeting meeting = NO_SIDE_BACK;
    if (!other || !f->has_corners || has_twins(&desc, other)) return MEETS;
    for (uint32_t back = 0; back < desc.sides; back++) {
        nav2_position a;
        nav2_position b;
        if (nav2_neighbour(other, back) != f->index) continue;
        if (!corner_of(gc, side->neighbour, &desc, other, back, &a) ||
            !corner_of(gc, side->neighbour, &desc, other, back + 1, &b))
            return MEETS;
        const uint32_t next = (side->number + 1) % f->face.sides;
        if (nav2_is_side_with(f->corners[side->number], f->corners[next], a, b)) return MEETS;
        meeting = ELSEWHERE;
    }
    return meeting;
}

static void check_inside(const nav2_face_check *f, const nav2_side *side) {
    const nav2_group_check *const gc = f->gc;
    const uint32_t faces = gc->g->mesh.face_count;
    if (side->neighbour >= faces) {
        nl_draft draft = nav2_below(faces);
        draft.args[1] = nl_uint(faces);
        found(f, NAV2_MESH_NEIGHBOUR, side, draft);
        return;
    }
    if (side->neighbour == f->index) {
        found(f, NAV2_MESH_NEIGHBOUR_SELF, side, (nl_draft){.length = 0});
        return;
    }
    const nav2_meeting meeting = meet(f, side);
    if (meeting != MEETS)
        found(
            f, meeting == ELSEWHERE ? NAV2_MESH_NEIGHBOUR_EDGE : NAV2_MESH_NEIGHBOUR_BACK, side,
            (nl_draft){.related = {{0}, nav2_related_face(gc, side->neighbour, "its neighbour")}});
    const uint32_t segment = gc->face_segments[side->neighbour];
    if (segment >= gc->segment_count) return;
    check_flag(f, side, segment == f->segment_number ? 0 : NAV2_CROSS_SEGMENT);
}

/* ---- Neighbours elsewhere ---- */

/* Whether a side of a face of another group leads to this face; true if that is not known, or if a
 * side leads to nothing there is, which has a finding. */
static bool leads_here(const nav2_face_check *f, const nav2_peers *file, const nav2_group *g,
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
        const bool is_here = number == f->gc->number;
        if (is_here && (index == f->index || index >= f->gc->g->mesh.face_count)) return true;
        if (!is_here && nav2_misses_group(file, number)) return true;
    }
    return false;
}

static void check_target(const nav2_face_check *f, const nav2_side *side, const nav2_group *other,
                         const nav2_peers *file) {
    const nl_draft draft = {
        .args = {
            {0}, nl_uint(side->neighbour), nl_uint(side->group), nl_uint(other->mesh.face_count)}};
    if (!other->chunks[NAV2_MESH].is_readable) return;
    if (side->neighbour >= other->mesh.face_count) {
        found(f, NAV2_MESH_CHUNK_FACE, side, draft);
        return;
    }
    if (!leads_here(f, file, other, side->neighbour)) found(f, NAV2_MESH_CHUNK_BACK, side, draft);
}

/* The node of the side crosses to the same group as the side. */
static void check_same_group(const nav2_face_check *f, const nav2_side *side) {
    const uint32_t index = nav2_node_of_side(f, side->number);
    if (index == NL_NO_INDEX) return;
    const nav2_node node = nav2_node_at(f->gc->bytes + f->gc->g->graph.nodes, index);
    const uint64_t at = nav2_crossing_at(f->gc->g, &node, NAV2_CROSS_CHUNK);
    if (at == 0) return;
    const uint32_t group = nl_load_u16(f->gc->bytes + at);
    const nav2_document *const doc = f->gc->c->doc;
    const bool are_here = nav2_group_of(doc, group) && nav2_group_of(doc, side->group);
    const bool is_reported = !are_here && nav2_expects_group(doc);
    if (group != side->group && !is_reported)
        found(f, NAV2_MESH_CHUNK_NODE, side,
              (nl_draft){.args = {{0}, nl_uint(side->group), nl_uint(group)},
                         .related = {{0}, {at, NAV2_TO_CHUNK_BYTES, "the node's crossing link"}}});
}

static void check_chunk(const nav2_face_check *f, const nav2_side *side) {
    const nav2_document *const doc = f->gc->c->doc;
    const nav2_group *const other = nav2_group_of(doc, side->group);
    const nav2_face_item group = group_item(f, side->number);
    nav2_list_of(f->gc, other);
    if (other)
        check_target(f, side, other, &(nav2_peers){f->gc->bytes, doc, NULL});
    else if (nav2_expects_group(doc))
        nav2_found_item(f, NAV2_MESH_CHUNK_GROUP, &group, (nl_draft){.length = 0});
    nav2_list_of(f->gc, NULL);
    check_same_group(f, side);
    check_flag(f, side, NAV2_CROSS_CHUNK);
}

static void check_tile(const nav2_face_check *f, const nav2_side *side) {
    if (side->neighbour != NAV2_TILE_FACE) {
        const nav2_face_item item = neighbour_item(side);
        const nl_place place = nav2_item_place(f, &item);
        const uint32_t tile_face = NAV2_TILE_FACE | NAV2_SIDE_TILE << 14;
        found(f, NAV2_MESH_TILE, side,
              (nl_draft){.expected = nl_uint(tile_face),
                         .args = {{0}, nl_uint(side->neighbour), nl_uint(NAV2_TILE_FACE)},
                         .fix = nav2_fix_of(&place, NAV2_NEIGHBOUR_FACE, tile_face)});
    }
    const nav2_face_item tile = tile_item(f, side->number);
    if (side->tile == nav2_tile_of(f->gc->c->doc->uid))
        nav2_found_item(
            f, NAV2_MESH_TILE_OWN, &tile,
            (nl_draft){.args = {{0}, nl_uint(side->tile & 63), nl_uint(side->tile >> 6)},
                       .related = {{NAV2_HEADER_UID_AT, 4, "the file's own uid"}}});
    check_flag(f, side, NAV2_CROSS_TILE);
}

void nav2_check_side(const nav2_face_check *f, uint32_t number) {
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
        found(f, NAV2_MESH_DYNAMIC, &side, (nl_draft){0});
}

static const char *const side_texts[NAV2_MOST_SIDES] = {"side 0", "side 1", "side 2", "side 3"};

void nav2_check_face_to(nav2_group_check *gc, uint32_t face, const nav2_peers *peers) {
    nav2_face_check f;
    if (!nav2_find_face(gc, face, &f)) return;
    for (uint32_t number = 0; number < f.face.sides; number++) {
        const nav2_side side = side_of(&f, number);
        if (nav2_neighbour(f.record, number) == NAV2_NO_FACE || side.type != NAV2_SIDE_CHUNK ||
            nav2_group_of(gc->c->doc, side.group))
            continue;
        const nav2_group *const other = nav2_group_of(peers->doc, side.group);
        if (other) {
            check_target(&f, &side, other, peers);
            continue;
        }
        const nav2_face_item item = group_item(&f, number);
        const nl_place place = nav2_item_place(&f, &item);
        nl_found(&place, NAV2_SET_GROUP, item.field,
                 &(nl_draft){.args = {nl_string(side_texts[number]), nl_uint(side.group)}});
    }
}

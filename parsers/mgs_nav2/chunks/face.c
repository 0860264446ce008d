#include "parsers/mgs_nav2/chunks/face.h"

bool nav2_find_face(nav2_group_check *gc, uint32_t index, nav2_face_check *f) {
    *f = (nav2_face_check){.gc = gc,
                           .index = index,
                           .face = nav2_face_at(gc->bytes + gc->g->mesh.faces, index),
                           .segment_number =
                               gc->face_segments ? gc->face_segments[index] : NAV2_NO_SEGMENT};
    uint32_t record_bytes;
    f->record = nav2_record_of(gc->bytes, gc->g, &f->face, &record_bytes);
    if (!f->record) return false;
    f->at = (uint64_t)(f->record - gc->bytes);
    if (f->segment_number < gc->segment_count) f->segment = nav2_segment_in(gc, f->segment_number);
    return true;
}

/* Sums of the corners of a face that can be found. */
typedef struct nav2_corner_sum {
    nav2_position sum;
    int32_t count;
} nav2_corner_sum;

static void add_corner(nav2_corner_sum *all, nav2_position p) {
    all->sum = (nav2_position){all->sum.x + p.x, all->sum.y + p.y, all->sum.z + p.z};
    all->count++;
}

/* Of a face of this segment. */
static nav2_corner_sum sum_corners(const nav2_group_check *gc, uint32_t index, uint32_t segment) {
    const nav2_face face = nav2_face_at(gc->bytes + gc->g->mesh.faces, index);
    const uint32_t first = nav2_segment_in(gc, segment).vertex;
    nav2_corner_sum all = {.count = 0};
    uint32_t record_bytes;
    const uint8_t *const record = nav2_record_of(gc->bytes, gc->g, &face, &record_bytes);
    for (uint32_t i = 0; i < face.sides && record; i++) {
        const uint32_t vertex = first + nav2_corner(&face, record, i);
        if (vertex < gc->g->mesh.position_count)
            add_corner(&all, nav2_position_at(gc->bytes + gc->g->mesh.positions, vertex));
    }
    return all;
}

nl_place nav2_place_of_face(const nav2_group_check *gc, const char *list, uint32_t index,
                            uint64_t at) {
    const nl_place place = nav2_place_about(
        nl_place_in(nav2_group_place(gc, NAV2_MESH), list, index, at), "face", index, gc->g);
    const uint32_t said = nav2_face_at(gc->bytes + gc->g->mesh.faces, index).segment;
    const uint32_t segment = gc->face_segments ? gc->face_segments[index] : said;
    if (segment >= gc->segment_count || !gc->has_segments) return place;
    const nav2_corner_sum all = sum_corners(gc, index, segment);
    const nav2_bounds bounds = nav2_bounds_in(gc, segment);
    if (all.count == 0)
        return nav2_place_at(place, gc->c->doc, nav2_middle_of(bounds.low, bounds.high));
    return nav2_place_at(
        place, gc->c->doc,
        (nav2_position){all.sum.x / all.count, all.sum.y / all.count, all.sum.z / all.count});
}

nl_place nav2_face_place(const nav2_face_check *f) {
    return nav2_place_of_face(f->gc, "meshData", f->index, f->at);
}

navlint_related nav2_related_face(const nav2_group_check *gc, uint32_t face, const char *message) {
    const nav2_face desc = nav2_face_at(gc->bytes + gc->g->mesh.faces, face);
    uint32_t record_bytes;
    const uint8_t *const record = nav2_record_of(gc->bytes, gc->g, &desc, &record_bytes);
    if (!record) return (navlint_related){.message = NULL};
    return (navlint_related){(uint64_t)(record - gc->bytes), record_bytes, message};
}

nl_place nav2_item_place(const nav2_face_check *f, const nav2_face_item *item) {
    return nl_place_in(nav2_face_place(f), item->list, item->number, f->at + item->at);
}

void nav2_found_item(const nav2_face_check *f, unsigned rule, const nav2_face_item *item,
                     nl_draft draft) {
    const nl_place place = nav2_item_place(f, item);
    draft.args[0] = nl_uint(item->number);
    nl_found(&place, rule, item->field, &draft);
}

uint32_t nav2_node_of_side(const nav2_face_check *f, uint32_t side) {
    if (!f->gc->nodes_fit || side >= f->face.nodes) return NL_NO_INDEX;
    const uint32_t local = nav2_side_node(&f->face, f->record, side);
    return local < f->segment.nodes ? f->segment.node + local : NL_NO_INDEX;
}

bool nav2_face_has_node(const nav2_group_check *gc, uint32_t face, uint32_t segment,
                        uint32_t node) {
    const nav2_face f = nav2_face_at(gc->bytes + gc->g->mesh.faces, face);
    uint32_t record_bytes;
    const uint8_t *const record = nav2_record_of(gc->bytes, gc->g, &f, &record_bytes);
    if (!record || gc->face_segments[face] >= gc->segment_count) return true;
    if (gc->face_segments[face] != segment) return false;
    const uint32_t base = nav2_segment_in(gc, segment).node;
    for (uint32_t side = 0; side < f.nodes; side++)
        if (base + nav2_side_node(&f, record, side) == node) return true;
    return false;
}

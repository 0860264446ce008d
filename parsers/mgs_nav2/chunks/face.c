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

nl_place nav2_face_place(const nav2_face_check *f) {
    return nl_place_in(nav2_group_place(f->gc, NAV2_MESH), "meshData", f->index, f->at);
}

nl_place nav2_item_place(const nav2_face_check *f, const nav2_face_item *item) {
    return nl_place_in(nav2_face_place(f), item->list, item->number, f->at + item->at);
}

void nav2_found_item(const nav2_face_check *f, unsigned rule, const nav2_face_item *item,
                     nl_draft draft) {
    const nl_place place = nav2_item_place(f, item);
    draft.args[0] = nl_uint(f->index);
    draft.args[1] = nl_uint(item->number);
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

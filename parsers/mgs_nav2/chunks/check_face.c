/* A face that is not plain. */
#include "parsers/mgs_nav2/chunks/face.h"

static void tell_face(const nav2_face_here *f, unsigned rule, nl_draft draft) {
    const nav2_place place = nav2_record(&f->h->g->chunks[NAV2_MESH], "meshData", f->index, f->at,
                                         nav2_short_record_bytes(&f->face));
    draft.args[0] = nl_uint(f->index);
    nav2_tell_here(f->h, rule, &place, draft);
}

nav2_place nav2_item_place(const nav2_face_here *f, const char *list, uint32_t item, nl_type type,
                           uint32_t at) {
    nav2_place place =
        nav2_record(&f->h->g->chunks[NAV2_MESH], "meshData", f->index, f->at + at, 0);
    place.sub = list;
    place.sub_index = item;
    place.type = type;
    return place;
}

void nav2_tell_item(const nav2_face_here *f, unsigned rule, const nav2_place *place, uint32_t item,
                    nl_draft draft) {
    draft.field = place->sub;
    draft.args[0] = nl_uint(f->index);
    draft.args[1] = nl_uint(item);
    nav2_tell_here(f->h, rule, place, draft);
}

/* ---- Corners ---- */

static void check_corner(nav2_face_here *f, uint32_t corner) {
    nav2_here *const h = f->h;
    const uint32_t local = nav2_corner(&f->face, f->record, corner);
    const uint32_t vertex = f->segment.vertex + local;
    const uint32_t total = h->g->mesh.position_count;
    const nav2_place place =
        nav2_item_place(f, "vertices", corner, NL_U8, 2 * f->face.sides + corner);
    if (vertex >= total) {
        f->has_corners = false;
        f->h->records_are_odd = true;
        nav2_tell_item(f, NAV2_MESH_VERTEX, &place, corner,
                       (nl_draft){.actual = nl_uint(vertex), .expected = nl_uint(total)});
        return;
    }
    h->vertex_marks[vertex] = 1;
    f->corners[corner] = nav2_position_at(h->bytes + h->g->mesh.positions, vertex);
    if (h->vertices_fit && local >= f->segment.vertices)
        nav2_tell_item(f, NAV2_MESH_VERTEX_LOCAL, &place, corner,
                       (nl_draft){.actual = nl_uint(local),
                                  .expected = nl_uint(f->segment.vertices),
                                  .args = {{0}, {0}, nl_uint(f->segment_number)}});
}

/* Whether all corners are different. */
static bool check_twice(const nav2_face_here *f) {
    for (uint32_t a = 0; a < f->face.sides; a++)
        for (uint32_t b = a + 1; b < f->face.sides; b++) {
            const uint32_t local = nav2_corner(&f->face, f->record, b);
            if (nav2_corner(&f->face, f->record, a) != local) continue;
            tell_face(f, NAV2_MESH_VERTEX_TWICE, (nl_draft){.actual = nl_uint(local)});
            return false;
        }
    return true;
}

static void check_shape(const nav2_face_here *f) {
    const nav2_normal n = nav2_normal_of(f->corners[0], f->corners[1], f->corners[2]);
    if (n.x == 0 && n.y == 0 && n.z == 0)
        tell_face(f, NAV2_GEO_DEGENERATE, (nl_draft){0});
    else if (n.y <= 0)
        tell_face(f, NAV2_GEO_WINDING,
                  (nl_draft){.args = {{0}, {0}, nl_string(n.y < 0 ? "down" : "sideways")}});
}

static void check_corners(nav2_face_here *f) {
    f->has_corners = true;
    for (uint32_t corner = 0; corner < f->face.sides; corner++)
        check_corner(f, corner);
    f->has_corners &= check_twice(f);
    if (f->has_corners) check_shape(f);
}

/* ---- Nodes ---- */

uint32_t nav2_node_of_side(const nav2_face_here *f, uint32_t side) {
    if (!f->h->nodes_fit || side >= f->face.nodes) return NAV2_NO_ITEM;
    const uint32_t local = nav2_side_node(&f->face, f->record, side);
    return local < f->segment.nodes ? f->segment.node + local : NAV2_NO_ITEM;
}

static void check_node(const nav2_face_here *f, uint32_t side) {
    const nav2_here *const h = f->h;
    const uint32_t local = nav2_side_node(&f->face, f->record, side);
    const uint32_t node = f->segment.node + local;
    const uint32_t total = h->g->graph.node_count;
    const nav2_place place =
        nav2_item_place(f, "navigationGraphNodes", side, NL_U8, 3 * f->face.sides + side);
    if (node >= total)
        nav2_tell_item(f, NAV2_MESH_NODE, &place, side,
                       (nl_draft){.actual = nl_uint(node), .expected = nl_uint(total)});
    else if (h->nodes_fit && local >= f->segment.nodes)
        nav2_tell_item(f, NAV2_MESH_NODE_LOCAL, &place, side,
                       (nl_draft){.actual = nl_uint(local),
                                  .expected = nl_uint(f->segment.nodes),
                                  .args = {{0}, {0}, nl_uint(f->segment_number)}});
}

static void check_middle(const nav2_face_here *f, uint32_t side) {
    const uint32_t node = nav2_node_of_side(f, side);
    if (node == NAV2_NO_ITEM || !f->has_corners || f->face.nodes != f->face.sides) return;
    const nav2_position at = nav2_node_position(f->h->bytes, f->h->g, node);
    const uint32_t next = (side + 1) % f->face.sides;
    const nav2_place place =
        nav2_item_place(f, "navigationGraphNodes", side, NL_U8, 3 * f->face.sides + side);
    if (nav2_is_middle(at, f->corners[side], f->corners[next])) return;
    nav2_tell_item(f, NAV2_GEO_MIDPOINT, &place, side,
                   (nl_draft){.actual = nl_uint(nav2_side_node(&f->face, f->record, side))});
}

/* ---- All of it ---- */

bool nav2_find_face(nav2_here *h, uint32_t index, nav2_face_here *f) {
    *f = (nav2_face_here){.h = h,
                          .index = index,
                          .face = nav2_face_at(h->bytes + h->g->mesh.faces, index),
                          .segment_number =
                              h->face_segments ? h->face_segments[index] : NAV2_NO_SEGMENT};
    uint32_t record_bytes;
    f->record = nav2_record_of(h->bytes, h->g, &f->face, &record_bytes);
    if (!f->record) return false;
    f->at = (uint64_t)(f->record - h->bytes);
    if (f->segment_number < h->segment_count) f->segment = nav2_segment_here(h, f->segment_number);
    return true;
}

void nav2_judge_shape(nav2_here *h, uint32_t index) {
    nav2_face_here f;
    if (!nav2_find_face(h, index, &f)) return;
    for (uint32_t corner = 0; corner < f.face.sides; corner++)
        f.corners[corner] =
            nav2_position_at(h->bytes + h->g->mesh.positions,
                             f.segment.vertex + nav2_corner(&f.face, f.record, corner));
    if (!nav2_looks_up(f.corners[0], f.corners[1], f.corners[2])) check_shape(&f);
}

void nav2_judge_face(nav2_here *h, uint32_t index) {
    nav2_face_here f;
    if (!nav2_find_face(h, index, &f) || !nl_spend(h->c->budget, 2)) return;
    if (f.face.sides != 3 || f.face.nodes != 3) tell_face(&f, NAV2_MESH_QUAD, (nl_draft){0});
    if (f.segment_number < h->segment_count) {
        check_corners(&f);
        for (uint32_t side = 0; side < f.face.nodes && h->has_graph; side++)
            check_node(&f, side);
        for (uint32_t side = 0; side < f.face.sides; side++)
            check_middle(&f, side);
    }
    for (uint32_t side = 0; side < f.face.sides; side++)
        nav2_check_side(&f, side);
}

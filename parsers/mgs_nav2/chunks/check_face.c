/* A face that is not plain. */
#include "parsers/mgs_nav2/chunks/face.h"

/* Reports the face as a whole. */
static void found(const nav2_face_check *f, unsigned rule, nl_draft draft) {
    const nl_place face = nav2_face_place(f);
    draft.length = nav2_short_record_bytes(&f->face);
    nl_found(&face, rule, NL_NO_FIELD, &draft);
}

/* Reports a number that the segment's table has, and the segment has not: it has `count`. */
static void found_local(const nav2_face_check *f, unsigned rule, const nav2_face_item *item,
                        uint32_t count) {
    nl_draft draft = nav2_below(count);
    draft.args[1] = nl_uint(f->segment_number);
    draft.args[2] = nl_uint(count);
    nav2_found_item(f, rule, item, draft);
}

/* ---- Corners ---- */

static void check_corner(nav2_face_check *f, uint32_t corner) {
    nav2_group_check *const gc = f->gc;
    const uint32_t local = nav2_corner(&f->face, f->record, corner);
    const uint32_t vertex = f->segment.vertex + local;
    const uint32_t total = gc->g->mesh.position_count;
    const nav2_face_item item = {"vertices", NAV2_CORNER_VERTEX, corner,
                                 NAV2_NEIGHBOUR_BYTES * f->face.sides + corner};
    if (vertex >= total) {
        f->has_corners = false;
        gc->records_are_odd = true;
        nl_draft draft = nav2_below(total > f->segment.vertex ? total - f->segment.vertex : 0);
        draft.args[1] = nl_uint(vertex);
        draft.args[2] = nl_uint(total);
        nav2_found_item(f, NAV2_MESH_VERTEX, &item, draft);
        return;
    }
    gc->vertex_marks[vertex] = 1;
    f->corners[corner] = nav2_position_at(gc->bytes + gc->g->mesh.positions, vertex);
    if (gc->vertices_fit && local >= f->segment.vertices)
        found_local(f, NAV2_MESH_VERTEX_LOCAL, &item, f->segment.vertices);
}

/* Whether all corners are different. */
static bool check_twice(const nav2_face_check *f) {
    for (uint32_t a = 0; a < f->face.sides; a++)
        for (uint32_t b = a + 1; b < f->face.sides; b++) {
            const uint32_t local = nav2_corner(&f->face, f->record, b);
            if (nav2_corner(&f->face, f->record, a) != local) continue;
            found(f, NAV2_MESH_VERTEX_TWICE,
                  (nl_draft){.args = {nl_uint(local), nl_uint(a), nl_uint(b)}});
            return false;
        }
    return true;
}

static void check_shape(const nav2_face_check *f) {
    const nav2_normal n = nav2_normal_of(f->corners[0], f->corners[1], f->corners[2]);
    if (n.x == 0 && n.y == 0 && n.z == 0)
        found(f, NAV2_GEO_DEGENERATE, (nl_draft){.length = 0});
    else if (n.y <= 0)
        found(f, NAV2_GEO_WINDING,
              (nl_draft){.args = {nl_string(n.y < 0 ? "faces down" : "is vertical")}});
}

static void check_corners(nav2_face_check *f) {
    f->has_corners = true;
    for (uint32_t corner = 0; corner < f->face.sides; corner++)
        check_corner(f, corner);
    f->has_corners &= check_twice(f);
    if (f->has_corners) check_shape(f);
}

/* ---- Nodes ---- */

static nav2_face_item node_item(const nav2_face_check *f, uint32_t side) {
    const uint32_t at = (NAV2_NEIGHBOUR_BYTES + NAV2_CORNER_BYTES) * f->face.sides + side;
    return (nav2_face_item){"navigationGraphNodes", NAV2_MIDDLE_NODE, side, at};
}

static void check_node(const nav2_face_check *f, uint32_t side) {
    const nav2_group_check *const gc = f->gc;
    const uint32_t local = nav2_side_node(&f->face, f->record, side);
    const uint32_t node = f->segment.node + local;
    const uint32_t total = gc->g->graph.node_count;
    const nav2_face_item item = node_item(f, side);
    nl_draft draft = nav2_below(total > f->segment.node ? total - f->segment.node : 0);
    draft.args[1] = nl_uint(node);
    draft.args[2] = nl_uint(total);
    if (node >= total)
        nav2_found_item(f, NAV2_MESH_NODE, &item, draft);
    else if (gc->nodes_fit && local >= f->segment.nodes)
        found_local(f, NAV2_MESH_NODE_LOCAL, &item, f->segment.nodes);
}

/* Where the corner that a side starts at is. */
static navlint_related related_corner(const nav2_face_check *f, uint32_t side) {
    const uint32_t vertex = f->segment.vertex + nav2_corner(&f->face, f->record, side);
    return (navlint_related){f->gc->g->mesh.positions + (uint64_t)vertex * NAV2_POSITION_BYTES,
                             NAV2_POSITION_BYTES, "where the side starts"};
}

static void check_middle(const nav2_face_check *f, uint32_t side) {
    const uint32_t node = nav2_node_of_side(f, side);
    if (node == NL_NO_INDEX || !f->has_corners || f->face.nodes != f->face.sides) return;
    const nav2_position at = nav2_node_position(f->gc->bytes, f->gc->g, node);
    const uint32_t next = (side + 1) % f->face.sides;
    const nav2_face_item item = node_item(f, side);
    if (nav2_is_middle(at, f->corners[side], f->corners[next])) return;
    nav2_found_item(
        f, NAV2_GEO_MIDPOINT, &item,
        (nl_draft){.args = {{0}, nl_uint(node)},
                   .related = {related_corner(f, side),
                               {f->gc->g->graph.positions + (uint64_t)node * NAV2_POSITION_BYTES,
                                NAV2_POSITION_BYTES, "where its node is"}}});
}

/* ---- All of it ---- */

void nav2_check_shape(nav2_group_check *gc, uint32_t index) {
    nav2_face_check f;
    if (!nav2_find_face(gc, index, &f)) return;
    for (uint32_t corner = 0; corner < f.face.sides; corner++)
        f.corners[corner] =
            nav2_position_at(gc->bytes + gc->g->mesh.positions,
                             f.segment.vertex + nav2_corner(&f.face, f.record, corner));
    if (!nav2_looks_up(f.corners[0], f.corners[1], f.corners[2])) check_shape(&f);
}

void nav2_check_face(nav2_group_check *gc, uint32_t index) {
    nav2_face_check f;
    if (!nav2_find_face(gc, index, &f) || !nl_spend(gc->c->budget, 2)) return;
    if (f.face.sides != 3 || f.face.nodes != 3) found(&f, NAV2_MESH_QUAD, (nl_draft){.length = 0});
    if (f.segment_number < gc->segment_count) {
        check_corners(&f);
        for (uint32_t side = 0; side < f.face.nodes && gc->has_graph; side++)
            check_node(&f, side);
        for (uint32_t side = 0; side < f.face.sides; side++)
            check_middle(&f, side);
    }
    for (uint32_t side = 0; side < f.face.sides; side++)
        nav2_check_side(&f, side);
}

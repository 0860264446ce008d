/* Areas as quadrilaterals, ladders as lines. */
#include "parsers/source_nav/document.h"

static float load(const uint8_t *floats, int index) {
    return nl_load_f32(floats + 4 * (size_t)index);
}

/* The corners in the order that is counter-clockwise seen from above: south is +y. The record has
 * nw.x nw.y nw.z se.x se.y se.z ne.z sw.z. */
static void draw_area(nl_mesh *mesh, const uint8_t *record) {
    static const uint8_t places[4][3] = {{0, 1, 2}, {3, 1, 6}, {3, 4, 5}, {0, 4, 7}};
    uint64_t corners[4];
    for (int i = 0; i < 4; i++) {
        double position[3];
        for (int axis = 0; axis < 3; axis++)
            position[axis] = (double)load(record, places[i][axis]);
        corners[i] = nl_mesh_vertex(mesh, position);
    }
    nl_mesh_face(mesh, corners, 4);
}

static uint64_t draw_point(nl_mesh *mesh, const uint8_t *floats) {
    const double position[3] = {(double)load(floats, 0), (double)load(floats, 1),
                                (double)load(floats, 2)};
    return nl_mesh_vertex(mesh, position);
}

static void draw_ladder(nl_mesh *mesh, const uint8_t *record) {
    const uint64_t top = draw_point(mesh, record + NAV_LADDER_TOP_X_AT);
    const uint64_t bottom = draw_point(mesh, record + NAV_LADDER_BOTTOM_X_AT);
    nl_mesh_line(mesh, top, bottom);
}

void nav_draw(const nl_job *job, const void *document, nl_mesh *mesh) {
    const nav_document *const doc = document;
    const uint32_t corners_at = (uint32_t)NAV_AREA_ATTRIBUTES_AT + doc->layout.attribute_bytes;
    nl_mesh_object(mesh, "areas");
    for (uint32_t i = 0; i < doc->area_count && !mesh->stopped; i++)
        draw_area(mesh, job->bytes + doc->areas[i].at + corners_at);
    if (!doc->areas_complete || doc->ladders.count == 0) return;
    nl_mesh_object(mesh, "ladders");
    for (uint32_t i = 0; i < doc->ladders.count && !mesh->stopped; i++)
        draw_ladder(mesh, job->bytes + nav_ladder_at(doc, i));
}

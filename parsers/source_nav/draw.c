/* Areas as quadrilaterals, ladders and connections as lines, hiding spots as marks. */
#include "parsers/source_nav/document.h"

typedef struct nav_drawing {
    const nl_job *job;
    const nav_document *doc;
    nl_mesh *mesh;
} nav_drawing;

/* The shapes to come are of item `index` of the list. */
static void draw_from(const nav_drawing *d, const char *key, uint32_t index, nl_drawn drawn) {
    const nl_path list = nl_key(NULL, key);
    const nl_path item = nl_item(&list, index);
    nl_mesh_record(d->mesh, &item, &drawn);
}

static float load(const uint8_t *floats, int index) {
    return nl_load_f32(floats + 4 * (size_t)index);
}

static uint64_t draw_point(nl_mesh *mesh, const uint8_t *floats) {
    const double position[3] = {(double)load(floats, 0), (double)load(floats, 1),
                                (double)load(floats, 2)};
    return nl_mesh_vertex(mesh, position);
}

/* ---- Areas ---- */

/* The corners in the order that is counter-clockwise seen from above: south is +y. The record has
 * nw.x nw.y nw.z se.x se.y se.z ne.z sw.z. */
static void draw_corners(nl_mesh *mesh, const uint8_t *record) {
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

static void draw_spot(const nav_drawing *d, const nl_path *area, uint32_t index, uint32_t at) {
    const nl_path list = nl_key(area, "hidingSpots");
    const nl_path item = nl_item(&list, index);
    const uint8_t *const p = d->job->bytes + at;
    const nl_drawn drawn = {.at = at,
                            .length = NAV_SPOT_BYTES,
                            .subject = {.kind = "hiding spot", .id = nl_load_u32(p)},
                            .flags = p[NAV_SPOT_BITS_AT]};
    nl_mesh_record(d->mesh, &item, &drawn);
    nl_mesh_mark(d->mesh, (const double[3]){(double)nl_load_f32(p + NAV_SPOT_POSITION_AT),
                                            (double)nl_load_f32(p + NAV_SPOT_POSITION_AT + 4),
                                            (double)nl_load_f32(p + NAV_SPOT_POSITION_AT + 8)});
}

static void draw_spots(const nav_drawing *d, const nav_area *area) {
    const nl_path list = nl_key(NULL, "areas");
    const nl_path path = nl_item(&list, area->index);
    if (!nav_holds(&d->doc->layout, NAV_WITH_SPOT_IDS)) return;
    for (uint32_t i = 0; i < area->spots.count && !d->mesh->stopped; i++)
        draw_spot(d, &path, i, area->spots.at + i * NAV_SPOT_BYTES);
}

static void draw_area(const nav_drawing *d, uint32_t index) {
    nav_area area;
    nav_area_at(d->job, d->doc, index, &area);
    draw_from(d, "areas", index,
              (nl_drawn){.at = area.at,
                         .length = area.end - area.at,
                         .subject = {.kind = "area", .id = area.id},
                         .flags = area.attributes});
    draw_corners(d->mesh, d->job->bytes + area.corners_at);
    draw_spots(d, &area);
}

/* ---- Ladders ---- */

static void draw_ladder(const nav_drawing *d, uint32_t row) {
    const uint32_t at = nav_ladder_at(d->doc, row);
    const uint8_t *const record = d->job->bytes + at;
    draw_from(d, "ladders", row,
              (nl_drawn){.at = at,
                         .length = d->doc->layout.ladder_bytes,
                         .subject = {.kind = "ladder", .id = d->doc->ladder_ids[row]}});
    const uint64_t top = draw_point(d->mesh, record + NAV_LADDER_TOP_X_AT);
    const uint64_t bottom = draw_point(d->mesh, record + NAV_LADDER_BOTTOM_X_AT);
    nl_mesh_line(d->mesh, top, bottom);
}

/* ---- Connections ---- */

static const char *const side_keys[NAV_DIRECTIONS] = {"north", "east", "south", "west"};

static uint64_t draw_middle(const nav_drawing *d, uint32_t index) {
    nav_area area;
    double position[3];
    nav_area_at(d->job, d->doc, index, &area);
    const float *const c = area.corners; /* nw.x nw.y nw.z se.x se.y se.z ne.z sw.z */
    position[0] = ((double)c[0] + (double)c[3]) / 2;
    position[1] = ((double)c[1] + (double)c[4]) / 2;
    position[2] = ((double)c[2] + (double)c[5] + (double)c[6] + (double)c[7]) / 4;
    return nl_mesh_vertex(d->mesh, position);
}

/* From the middle of the area to that of the other one, if it is there. Both ends are of the
 * connection: they are no nodes. */
static void draw_connection(const nav_drawing *d, const nl_path *path, const nav_area *area,
                            uint32_t at) {
    const uint32_t other = nl_index_find(&d->doc->area_index, nl_load_u32(d->job->bytes + at));
    if (other == NL_NO_ROW || other == area->index) return;
    nl_mesh_record(d->mesh, path,
                   &(nl_drawn){.at = at,
                               .length = NAV_NORTH_BYTES,
                               .subject = {.kind = "area", .id = area->id}});
    const uint64_t from = draw_middle(d, area->index);
    nl_mesh_line(d->mesh, from, draw_middle(d, other));
}

static void draw_connections(const nav_drawing *d, uint32_t index) {
    nav_area area;
    const nl_path list = nl_key(NULL, "areas");
    const nl_path item = nl_item(&list, index);
    const nl_path connections = nl_key(&item, "connections");
    nav_area_at(d->job, d->doc, index, &area);
    for (int side = 0; side < NAV_DIRECTIONS; side++) {
        const nl_path list_of_side = nl_key(&connections, side_keys[side]);
        for (uint32_t i = 0; i < area.connections[side].count && !d->mesh->stopped; i++) {
            const nl_path path = nl_item(&list_of_side, i);
            draw_connection(d, &path, &area, area.connections[side].at + i * NAV_NORTH_BYTES);
        }
    }
}

static bool has_connections(const nav_drawing *d) {
    nav_area area;
    for (uint32_t i = 0; i < d->doc->area_count; i++) {
        nav_area_at(d->job, d->doc, i, &area);
        for (int side = 0; side < NAV_DIRECTIONS; side++)
            if (area.connections[side].count > 0) return true;
    }
    return false;
}

void nav_draw(const nl_job *job, const void *document, nl_mesh *mesh) {
    const nav_document *const doc = document;
    const nav_drawing d = {job, doc, mesh};
    nl_mesh_object(mesh, "areas");
    for (uint32_t i = 0; i < doc->area_count && !mesh->stopped; i++)
        draw_area(&d, i);
    if (doc->areas_complete && doc->ladders.count > 0) {
        nl_mesh_object(mesh, "ladders");
        for (uint32_t i = 0; i < doc->ladders.count && !mesh->stopped; i++)
            draw_ladder(&d, i);
    }
    if (!has_connections(&d)) return;
    nl_mesh_object(mesh, "connections");
    for (uint32_t i = 0; i < doc->area_count && !mesh->stopped; i++)
        draw_connections(&d, i);
}

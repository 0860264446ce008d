/* One object for each live navmesh: "NAVM 0100ABCD"; its doors as marks. What is out of range is
 * left out; each navmesh takes a step of the budget. */
#include "parsers/skyrim_navmesh/container/container.h"
#include "parsers/skyrim_navmesh/mesh/mesh.h"
#include "parsers/skyrim_navmesh/navi/navi.h"

/* ---- Shapes ---- */

/* Vertices and the triangles between them, in a field. */
typedef struct sky_drawing {
    const sky_body *body;
    const nl_path *path; /* of the field; NULL: it is the whole input */
    navlint_subject subject;
    const char *vertices_key, *triangles_key;
    sky_list vertices, triangles, doors;
    uint32_t triangle_bytes; /* of which the first six are the corners */
    nl_mesh *mesh;
} sky_drawing;

/* Where an item of one of its lists is, and what is said of it. */
typedef struct sky_source {
    const char *key;
    sky_list list;
    uint32_t bytes; /* of an item */
    uint64_t flags;
} sky_source;

static void draw_from(const sky_drawing *d, uint32_t index, const sky_source *source) {
    const nl_path list = nl_key(d->path, source->key);
    const nl_path item = nl_item(&list, index);
    const uint64_t at = source->list.at + (uint64_t)index * source->bytes;
    nl_mesh_record(d->mesh, &item,
                   &(nl_drawn){.at = d->body->offset + at,
                               .length = source->bytes,
                               .packed = d->body->packed,
                               .subject = d->subject,
                               .flags = source->flags});
}

static const uint8_t *triangle_of(const sky_drawing *d, uint32_t index) {
    return sky_item(d->body, d->triangles, d->triangle_bytes, index);
}

static uint64_t flags_of(const sky_drawing *d, const uint8_t *triangle) {
    const bool has_flags = d->triangle_bytes == SKY_TRIANGLE_BYTES;
    return has_flags ? nl_load_u16(triangle + SKY_TRIANGLE_FLAGS_AT) : 0;
}

static void draw_triangle(const sky_drawing *d, uint32_t index, uint64_t first) {
    const uint8_t *const p = triangle_of(d, index);
    uint64_t corners[3];
    for (uint32_t i = 0; i < 3; i++) {
        const uint32_t corner = nl_load_u16(p + 2 * i);
        if (corner >= d->vertices.count) return;
        corners[i] = first + corner;
    }
    draw_from(d, index,
              &(sky_source){d->triangles_key, d->triangles, d->triangle_bytes, flags_of(d, p)});
    nl_mesh_face(d->mesh, corners, 3);
}

static sky_point vertex_of(const sky_drawing *d, uint32_t index) {
    return sky_point_at(sky_item(d->body, d->vertices, SKY_VERTEX_BYTES, index));
}

static void draw_vertex(const sky_drawing *d, uint32_t index) {
    const sky_point p = vertex_of(d, index);
    draw_from(d, index, &(sky_source){d->vertices_key, d->vertices, SKY_VERTEX_BYTES, 0});
    nl_mesh_vertex(d->mesh, (const double[3]){(double)p.x, (double)p.y, (double)p.z});
}

/* The middle of the triangle that a door stands on; not finite if it is none. */
static void middle_of(const sky_drawing *d, int32_t triangle, double middle[3]) {
    const bool is_one = triangle >= 0 && (uint32_t)triangle < d->triangles.count;
    for (uint32_t axis = 0; axis < 3; axis++)
        middle[axis] = is_one ? 0 : (double)NAN;
    for (uint32_t i = 0; i < 3 && is_one; i++) {
        const uint32_t corner = nl_load_u16(triangle_of(d, (uint32_t)triangle) + 2 * i);
        const sky_point p = corner < d->vertices.count ? vertex_of(d, corner) : SKY_NOWHERE;
        middle[0] += (double)p.x / 3;
        middle[1] += (double)p.y / 3;
        middle[2] += (double)p.z / 3;
    }
}

static void draw_door(const sky_drawing *d, uint32_t index) {
    const uint8_t *const p = sky_item(d->body, d->doors, SKY_MESH_DOOR_BYTES, index);
    double middle[3];
    middle_of(d, nl_load_i16(p + SKY_MESH_DOOR_TRIANGLE_AT), middle);
    draw_from(d, index, &(sky_source){"doors", d->doors, SKY_MESH_DOOR_BYTES, 0});
    nl_mesh_mark(d->mesh, middle);
}

static void draw(const sky_drawing *d) {
    const uint64_t first = d->mesh->vertex_count;
    for (uint32_t i = 0; i < d->vertices.count && !d->mesh->stopped; i++)
        draw_vertex(d, i);
    for (uint32_t i = 0; i < d->triangles.count && !d->mesh->stopped; i++)
        draw_triangle(d, i, first);
    for (uint32_t i = 0; i < d->doors.count && !d->mesh->stopped; i++)
        draw_door(d, i);
}

/* The island of an entry. */
static void draw_bare_nvmi(const nl_job *job, nl_mesh *mesh) {
    const sky_body body = {.bytes = job->bytes, .length = (uint32_t)job->length};
    const sky_nvmi entry = sky_nvmi_of(body);
    const sky_drawing drawing = {.body = &body,
                                 .subject = {.kind = "navmesh", .id = sky_first_id(&body)},
                                 .vertices_key = "island/vertices",
                                 .triangles_key = "island/triangles",
                                 .vertices = entry.vertices,
                                 .triangles = entry.triangles,
                                 .triangle_bytes = SKY_ISLAND_TRIANGLE_BYTES,
                                 .mesh = mesh};
    draw(&drawing);
}

/* ---- Records ---- */

/* A live navmesh, unpacked. */
typedef struct sky_drawn_record {
    const nl_job *job;
    const sky_record *record;
    const sky_body *body;
    nl_mesh *mesh;
} sky_drawn_record;

static void draw_nvnm(const sky_drawn_record *r, const sky_field *field, const char *name) {
    const sky_nvnm m = sky_nvnm_of(field->body);
    const nl_path records = nl_key(NULL, "records");
    const nl_path record = nl_item(&records, r->record->number);
    const nl_path fields = nl_key(&record, "fields");
    const nl_path path = nl_item(&fields, field->index);
    const sky_drawing drawing = {
        .body = &field->body,
        .path = &path,
        .subject = {.kind = "navmesh", .id = r->record->form_id, .record = name},
        .vertices_key = "vertices",
        .triangles_key = "triangles",
        .vertices = m.vertices,
        .triangles = m.triangles,
        .doors = m.doors,
        .triangle_bytes = SKY_TRIANGLE_BYTES,
        .mesh = r->mesh};
    draw(&drawing);
}

static void draw_record(const sky_drawn_record *r) {
    char chars[32];
    nl_text name = nl_text_over(chars, sizeof chars);
    sky_fields fields = sky_fields_of(*r->body);
    sky_field field;
    nl_put(&name, "NAVM ");
    nl_put(&name, sky_form(NULL, r->record->form_id).chars);
    nl_mesh_object(r->mesh, name.chars);
    while (sky_next_field(&fields, &field) && nl_spend(r->job->budget, 1))
        if (field.type == SKY_NVNM) draw_nvnm(r, &field, name.chars);
}

static void draw_navmeshes(const nl_job *job, const sky_plugin *plugin, nl_mesh *mesh) {
    sky_inflater inflater = sky_inflater_of(job);
    for (uint32_t i = 0; i < plugin->navm_count && !mesh->stopped; i++) {
        const sky_record *const record = &plugin->navms[i].record;
        const size_t mark = nl_arena_mark(job->arena);
        sky_opened opened;
        if (!sky_is_deleted(record) && sky_open(&inflater, record, SKY_MOST_NAVM_BYTES, &opened))
            draw_record(&(sky_drawn_record){job, record, &opened.body, mesh});
        nl_arena_release(job->arena, mark);
    }
    sky_inflater_end(&inflater);
}

void sky_draw(const nl_job *job, const void *document, nl_mesh *mesh) {
    const sky_document *const doc = document;
    if (doc->is_bare_nvmi)
        draw_bare_nvmi(job, mesh);
    else
        draw_navmeshes(job, &doc->plugin, mesh);
}

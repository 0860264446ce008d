/* One object for each live navmesh: "NAVM 0100ABCD". What is out of range is left out; each shape
 * takes a step of the budget. */
#include "parsers/skyrim_navmesh/container/container.h"
#include "parsers/skyrim_navmesh/mesh/mesh.h"
#include "parsers/skyrim_navmesh/navi/navi.h"

/* ---- Shapes ---- */

/* Vertices and the triangles between them. */
typedef struct sky_drawing {
    const sky_body *body;
    sky_list vertices, triangles;
    uint32_t triangle_bytes; /* of which the first six are the corners */
} sky_drawing;

static void draw_triangle(const sky_drawing *d, uint32_t index, uint64_t first, nl_mesh *mesh) {
    const uint8_t *const p = sky_item(d->body, d->triangles, d->triangle_bytes, index);
    uint64_t corners[3];
    for (uint32_t i = 0; i < 3; i++) {
        const uint32_t corner = nl_load_u16(p + 2 * i);
        if (corner >= d->vertices.count) return;
        corners[i] = first + corner;
    }
    nl_mesh_face(mesh, corners, 3);
}

static void draw(const sky_drawing *d, nl_mesh *mesh) {
    const uint64_t first = mesh->vertex_count;
    for (uint32_t i = 0; i < d->vertices.count && !mesh->stopped; i++) {
        const sky_point p = sky_point_at(sky_item(d->body, d->vertices, SKY_VERTEX_BYTES, i));
        nl_mesh_vertex(mesh, (const double[3]){(double)p.x, (double)p.y, (double)p.z});
    }
    for (uint32_t i = 0; i < d->triangles.count && !mesh->stopped; i++)
        draw_triangle(d, i, first, mesh);
}

static void draw_navm(const sky_body *record, nl_mesh *mesh, nl_budget *budget) {
    sky_fields fields = sky_fields_of(*record);
    sky_field field;
    while (sky_next_field(&fields, &field) && nl_spend(budget, 1)) {
        if (field.type != SKY_NVNM) continue;
        const sky_nvnm m = sky_nvnm_of(field.body);
        const sky_drawing drawing = {&field.body, m.vertices, m.triangles, SKY_TRIANGLE_BYTES};
        draw(&drawing, mesh);
    }
}

/* The island of an entry. */
static void draw_bare_nvmi(const nl_job *job, nl_mesh *mesh) {
    const sky_body body = {.bytes = job->bytes, .length = (uint32_t)job->length};
    const sky_nvmi entry = sky_nvmi_of(body);
    const sky_drawing drawing = {&body, entry.vertices, entry.triangles, SKY_ISLAND_TRIANGLE_BYTES};
    draw(&drawing, mesh);
}

/* ---- Records ---- */

static void draw_one(const nl_job *job, const sky_opened *opened, const sky_record *record,
                     nl_mesh *mesh) {
    char chars[32];
    nl_text name = nl_text_over(chars, sizeof chars);
    nl_put(&name, "NAVM ");
    nl_put(&name, sky_form(NULL, record->form_id).chars);
    nl_mesh_object(mesh, name.chars);
    draw_navm(&opened->body, mesh, job->budget);
}

static void draw_navmeshes(const nl_job *job, const sky_plugin *plugin, nl_mesh *mesh) {
    sky_inflater inflater = sky_inflater_of(job);
    for (uint32_t i = 0; i < plugin->navm_count && !mesh->stopped; i++) {
        const sky_record *const record = &plugin->navms[i].record;
        const size_t mark = nl_arena_mark(job->arena);
        sky_opened opened;
        if (!sky_is_deleted(record) && sky_open(&inflater, record, SKY_MOST_NAVM_BYTES, &opened))
            draw_one(job, &opened, record, mesh);
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

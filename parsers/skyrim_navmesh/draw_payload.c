/* Vertices and triangles of one mesh; of an island, those that its NVMI has. */
#include "parsers/skyrim_navmesh/check.h"
#include "parsers/skyrim_navmesh/navi/nvmi.h"
#include "parsers/skyrim_navmesh/mesh/nvnm.h"

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
        const sky_point p = sky_point_at(sky_item(d->body, d->vertices, SKY_POINT_BYTES, i));
        nl_mesh_vertex(mesh, (const double[3]){(double)p.x, (double)p.y, (double)p.z});
    }
    for (uint32_t i = 0; i < d->triangles.count && !mesh->stopped; i++)
        draw_triangle(d, i, first, mesh);
}

void sky_draw_navm(const sky_body *record, nl_mesh *mesh, nl_budget *budget) {
    sky_fields fields = sky_fields_of(*record);
    sky_field field;
    while (sky_next_field(&fields, &field) && nl_spend(budget, 1)) {
        if (field.type != SKY_NVNM) continue;
        const sky_nvnm m = sky_nvnm_of(field.body);
        const sky_drawing drawing = {&field.body, m.vertices, m.triangles, SKY_TRIANGLE_BYTES};
        draw(&drawing, mesh);
    }
}

void sky_draw_bare_nvmi(const nl_job *job, nl_mesh *mesh) {
    const sky_body body = {.bytes = job->bytes, .length = (uint32_t)job->length};
    const sky_nvmi entry = sky_nvmi_of(body);
    const sky_drawing drawing = {&body, entry.vertices, entry.triangles, SKY_ISLAND_TRIANGLE_BYTES};
    draw(&drawing, mesh);
}

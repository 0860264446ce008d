/* Vertices and grid of a mesh, once each and without a branch per question. Whatever is not plain
 * is left to functions that know how to say it. */
#include <string.h>

#include "core/checked.h"
#include "core/quick.h"
#include "parsers/skyrim_navmesh/mesh/checks.h"

/* ---- Vertices ---- */

void sky_check_vertices(sky_mesh_check *m) {
    const uint8_t *const bytes = sky_vertex(&m->mesh, 0);
    sky_box box = SKY_NO_BOX;
    double x = 0;
    double y = 0;
    double z = 0;
    for (uint32_t i = 0; i < m->mesh.vertices.count; i++) {
        const sky_point p = sky_point_at(bytes + (size_t)SKY_VERTEX_BYTES * i);
        box = sky_box_with(box, p);
        x += (double)p.x;
        y += (double)p.y;
        z += (double)p.z;
    }
    m->box = box;
    m->sum[0] = x;
    m->sum[1] = y;
    m->sum[2] = z;
    m->is_finite = isfinite(x) && isfinite(y) && isfinite(z); /* floats cannot overflow a double */
    if (!NL_QUICK(m->is_finite)) sky_report_vertices(m);
}

/* ---- Grid ---- */

typedef struct sky_cell_view {
    const uint8_t *ids;
    uint32_t count;
    uint32_t triangle_count; /* those that ids of 16 bits with a sign can name */
    double edge[4];
} sky_cell_view;

/* Whether the triangles of a cell come in order, exist and touch it. */
static inline bool is_plain_cell(const sky_cell_view *s, const float (*boxes)[4], uint16_t *cell_of,
                                 uint16_t serial) {
    float far[4] = {-FLT_MAX, -FLT_MAX, -FLT_MAX, -FLT_MAX}; /* what touches the cell least */
    uint32_t odd = 0;
    uint32_t next = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        const uint32_t id = nl_load_u16(s->ids + SKY_GRID_TRIANGLE_BYTES * (size_t)i);
        if (id >= s->triangle_count) return false;
        cell_of[id] = serial;
        odd |= id < next;
        for (uint32_t k = 0; k < 4; k++)
            far[k] = sky_higher(boxes[id][k], far[k]);
        next = id + 1;
    }
    return !odd & ((double)far[0] <= s->edge[2]) & ((double)far[1] <= s->edge[3]) &
           (-(double)far[2] >= s->edge[0]) & (-(double)far[3] >= s->edge[1]);
}

static bool misses_any(const sky_mesh_check *m) {
    uint32_t missing = 0;
    for (uint32_t i = 0; i < m->mesh.triangles.count; i++)
        missing |= m->cell_of[i] == 0;
    return missing != 0;
}

static void check_cell(const sky_mesh_check *m, uint32_t cell, sky_list list) {
    const sky_cell_box box = sky_cell_box_of(m, cell);
    const sky_cell_view s = {m->mesh.body.bytes + list.at,
                             list.count,
                             (uint32_t)nl_min(m->mesh.triangles.count, SKY_MAX_TRIANGLES + 1),
                             {box.edge[0], box.edge[1], box.edge[2], box.edge[3]}};
    /* Rough: the triangles may come in any order. */
    if (!NL_QUICK_ROUGH(
            is_plain_cell(&s, (const float(*)[4])m->boxes, m->cell_of, (uint16_t)(cell + 1))))
        sky_check_cell(m, cell, list);
}

void sky_check_grid(sky_mesh_check *m) {
    const uint32_t cells = m->mesh.cells_read;
    uint32_t at = m->mesh.cells_at;
    for (uint32_t cell = 0; cell < cells; cell++) {
        const sky_list list = sky_grid_cell(&m->mesh.body, &at);
        if (list.count != 0) check_cell(m, cell, list);
    }
    const bool is_whole = m->mesh.stage == SKY_NVNM_WHOLE && cells != 0;
    if (is_whole && !NL_QUICK_ROUGH(!misses_any(m))) /* rough: deleted ones need no cell */
        sky_report_missing(m);
}

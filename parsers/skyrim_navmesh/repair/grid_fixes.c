/* The outline and the grid of a mesh, computed from its triangles. Numbers and lists that are right
 * stay as they are. */
#include "parsers/skyrim_navmesh/repair/repair.h"

typedef struct sky_gridding {
    const sky_mesh_site *m;
    float (*boxes)[4]; /* of the triangles: min x, min y, max x, max y */
    sky_box bounds;    /* of vertices that triangles have */
    uint8_t head[SKY_GRID_BYTES];
    uint32_t divisor;
    bool is_afresh;     /* no list of the old grid is kept */
    const uint8_t *was; /* per triangle: a cell lists it */
    nl_writer out;
} sky_gridding;

/* ---- Outline ---- */

static bool measure(sky_gridding *g, uint32_t index) {
    const sky_nvnm *const mesh = &g->m->mesh;
    const uint8_t *const t = sky_triangle(mesh, index);
    sky_box box = SKY_NO_BOX;
    for (uint32_t k = 0; k < 3; k++) {
        if (sky_corner(t, k) >= mesh->vertices.count) return false;
        const sky_point p = sky_point_at(sky_vertex(mesh, sky_corner(t, k)));
        if (!sky_is_finite(p)) return false;
        box = sky_box_with(box, p);
    }
    g->bounds = sky_box_with(sky_box_with(g->bounds, box.min), box.max);
    memcpy(g->boxes[index], (const float[4]){box.min.x, box.min.y, box.max.x, box.max.y},
           sizeof g->boxes[index]);
    return true;
}

/* Whether all triangles have a place. */
static bool measure_all(sky_gridding *g) {
    const uint32_t count = g->m->mesh.triangles.count;
    g->bounds = SKY_NO_BOX;
    g->boxes = nl_alloc(g->m->site.job.arena, count, sizeof *g->boxes, _Alignof(float));
    bool is_ok = g->boxes && count != 0;
    for (uint32_t i = 0; is_ok && i < count; i++)
        is_ok = measure(g, i);
    return is_ok;
}

/* Bytes of the old head that are there. */
static uint32_t old_head_bytes(const sky_gridding *g) {
    const sky_nvnm *const mesh = &g->m->mesh;
    return (uint32_t)nl_min(mesh->body.length - mesh->grid_at, SKY_GRID_BYTES);
}

/* The old number where it is as near as the rules allow; else lists behind it are of another grid.
 */
static void write_float(sky_gridding *g, nl_writer *head, double now, double slack) {
    const uint32_t at = (uint32_t)head->at;
    const uint8_t *const old = g->m->mesh.body.bytes + g->m->mesh.grid_at + at;
    const bool is_there = at + sizeof(float) <= old_head_bytes(g);
    if (is_there && fabs((double)nl_load_f32(old) - now) <= slack) {
        nl_write_bytes(head, old, sizeof(float));
        return;
    }
    const double most = (double)FLT_MAX;
    nl_write_f32(head, (float)(now > most ? most : now));
    g->is_afresh = true;
}

/* What is left of a divisor; else some eight triangles a cell. */
static uint32_t divisor_of(const sky_gridding *g) {
    const uint32_t triangles = g->m->mesh.triangles.count;
    const uint32_t old = old_head_bytes(g) < SKY_COUNT_BYTES
                             ? 0
                             : nl_load_u32(g->m->mesh.body.bytes + g->m->mesh.grid_at);
    uint32_t divisor = 1;
    if (old >= 1 && old <= SKY_MAX_DIVISOR) return old;
    while (divisor < SKY_MAX_DIVISOR && divisor * divisor * 8 < triangles)
        divisor++;
    return divisor;
}

static void write_head(sky_gridding *g) {
    const sky_box *const b = &g->bounds;
    const float bounds[6] = {b->min.x, b->min.y, b->min.z, b->max.x, b->max.y, b->max.z};
    nl_writer head = nl_writer_over(g->head, sizeof g->head);
    g->divisor = divisor_of(g);
    nl_write_u32(&head, g->divisor);
    for (uint32_t i = 0; i < 2; i++)
        write_float(g, &head, ((double)bounds[i + 3] - (double)bounds[i]) / (double)g->divisor,
                    1e-3);
    for (uint32_t i = 0; i < 6; i++)
        write_float(g, &head, (double)bounds[i], 0.01);
}

/* ---- Cells ---- */

/* Whether the box of the triangle and the cell meet, with `slack` units to spare. */
static bool meets(const sky_gridding *g, uint32_t triangle, uint32_t cell, double slack) {
    const float *const t = g->boxes[triangle];
    const double step_x = (double)nl_load_f32(g->head + SKY_GRID_STEP_X_AT);
    const double step_y = (double)nl_load_f32(g->head + SKY_GRID_STEP_Y_AT);
    const double x =
        (double)nl_load_f32(g->head + SKY_GRID_MIN_X_AT) + step_x * (double)(cell % g->divisor);
    const double y =
        (double)nl_load_f32(g->head + SKY_GRID_MIN_Y_AT) + step_y * (double)(cell / g->divisor);
    return (double)t[0] <= x + step_x + slack && (double)t[2] >= x - slack &&
           (double)t[1] <= y + step_y + slack && (double)t[3] >= y - slack;
}

static bool is_deleted(const sky_gridding *g, uint32_t triangle) {
    return sky_flags(sky_triangle(&g->m->mesh, triangle)) & SKY_TRIANGLE_DELETED;
}

/* The list of a cell, as it was. */
typedef struct sky_old_cell {
    sky_list list;
    uint32_t cell;
} sky_old_cell;

static uint32_t old_triangle(const sky_gridding *g, sky_list list, uint32_t i) {
    return nl_load_u16(sky_item(&g->m->mesh.body, list, SKY_GRID_TRIANGLE_BYTES, i));
}

/* Marks the triangles that cells list. A triangle that is beside its cell means that the cells are
 * of another grid. */
static bool look_at_cells(sky_gridding *g) {
    const sky_nvnm *const mesh = &g->m->mesh;
    uint8_t *const was = NL_NEW_ZEROED(g->m->site.job.arena, uint8_t, mesh->triangles.count);
    uint32_t at = mesh->cells_at;
    g->was = was;
    g->is_afresh |= !sky_is_read_whole(mesh) || mesh->divisor != g->divisor;
    for (uint32_t cell = 0; was && !g->is_afresh && cell < mesh->cells_read; cell++) {
        const sky_list list = sky_grid_cell(&mesh->body, &at);
        for (uint32_t i = 0; i < list.count; i++) {
            const uint32_t id = old_triangle(g, list, i);
            if (id >= mesh->triangles.count) continue;
            was[id] = 1;
            g->is_afresh |= !meets(g, id, cell, 1);
        }
    }
    return was != NULL;
}

/* What was right in the old list. marks: of the triangles, the last cell that has it, + 1. */
static void write_old_list(sky_gridding *g, const sky_old_cell *old, uint16_t *marks) {
    for (uint32_t i = 0; i < old->list.count; i++) {
        const uint32_t id = old_triangle(g, old->list, i);
        if (id >= g->m->mesh.triangles.count || marks[id] == old->cell + 1) continue;
        marks[id] = (uint16_t)(old->cell + 1);
        nl_write_u16(&g->out, id);
    }
}

static void write_cell(sky_gridding *g, const sky_old_cell *old, uint16_t *marks) {
    const size_t count_at = g->out.at;
    nl_write_u32(&g->out, 0);
    if (!g->is_afresh) write_old_list(g, old, marks);
    for (uint32_t i = 0; i < g->m->mesh.triangles.count; i++)
        if ((g->is_afresh || !g->was[i]) && !is_deleted(g, i) && meets(g, i, old->cell, 0.01))
            nl_write_u16(&g->out, i);
    if (!nl_writer_ok(&g->out)) return;
    nl_writer count = nl_writer_over(g->out.bytes + count_at, SKY_COUNT_BYTES);
    nl_write_u32(&count, (uint32_t)((g->out.at - count_at - SKY_COUNT_BYTES) / 2));
}

static bool write_cells(sky_gridding *g) {
    const sky_nvnm *const mesh = &g->m->mesh;
    uint16_t *const marks = NL_NEW_ZEROED(g->m->site.job.arena, uint16_t, mesh->triangles.count);
    uint32_t at = mesh->cells_at;
    nl_write_bytes(&g->out, g->head, sizeof g->head);
    for (uint32_t cell = 0; marks && cell < g->divisor * g->divisor; cell++) {
        sky_old_cell old = {.cell = cell};
        if (!g->is_afresh) old.list = sky_grid_cell(&mesh->body, &at);
        write_cell(g, &old, marks);
    }
    return marks && nl_writer_ok(&g->out);
}

/* ---- The grid ---- */

static bool make_room(sky_gridding *g) {
    enum { MOST_BYTES = 4 << 20 };
    const uint64_t most =
        SKY_GRID_BYTES + (uint64_t)g->divisor * g->divisor *
                             (SKY_COUNT_BYTES + 2 * (uint64_t)g->m->mesh.triangles.count);
    const uint64_t bytes = nl_min(most, MOST_BYTES) + g->m->mesh.body.length;
    g->out = nl_writer_over(NL_NEW(g->m->site.job.arena, uint8_t, bytes), (size_t)bytes);
    return g->out.bytes != NULL;
}

/* Each triangle is held against each cell, for each finding about the grid anew. */
static bool may_compare_all(sky_gridding *g) {
    enum { COMPARISONS_A_STEP = 4 };
    const uint64_t comparisons = (uint64_t)g->divisor * g->divisor * g->m->mesh.triangles.count;
    return nl_fix_spend(g->m->site.fixer, comparisons / COMPARISONS_A_STEP);
}

static bool rewrite(sky_mesh_site *m, const navlint_finding *finding) {
    sky_gridding g = {.m = m};
    (void)finding;
    if (m->mesh.stage < SKY_NVNM_GRID_HEAD || !measure_all(&g)) return false;
    write_head(&g);
    if (!may_compare_all(&g) || !look_at_cells(&g) || !make_room(&g) || !write_cells(&g))
        return false;
    const sky_path path = {.field = m->field.index, .tail = "grid"};
    const sky_bytes old = {m->base + m->mesh.grid_at, m->mesh.body.length - m->mesh.grid_at,
                           sky_path_in(&m->site, path)};
    return sky_replace(&m->site, old, g.out.bytes, g.out.at);
}

bool sky_fix_grid(nl_fixer *fixer, const navlint_finding *finding) {
    return sky_in_mesh(fixer, finding, rewrite);
}

/* ---- The divisor ---- */

/* The bounds divided by the width of a cell. */
static bool write_divisor(sky_mesh_site *m, const navlint_finding *finding) {
    const uint8_t *const head = m->mesh.body.bytes + m->mesh.grid_at;
    (void)finding;
    if (m->mesh.stage < SKY_NVNM_CELLS) return false;
    const sky_box bounds = sky_bounds(&m->mesh);
    const double span = (double)bounds.max.x - (double)bounds.min.x;
    const double step = (double)nl_load_f32(head + SKY_GRID_STEP_X_AT);
    const double divisor = step > 0 ? span / step + 0.5 : 0;
    if (!(divisor >= 1 && divisor < SKY_MAX_DIVISOR + 1)) return false;
    const sky_path path = {.field = m->field.index, .tail = "gridDivisor"};
    const sky_number number = {m->base + m->mesh.grid_at, NL_U32LE, sky_path_in(&m->site, path)};
    return sky_set(&m->site, number, nl_uint((uint64_t)divisor));
}

bool sky_fix_divisor(nl_fixer *fixer, const navlint_finding *finding) {
    return sky_in_mesh(fixer, finding, write_divisor);
}

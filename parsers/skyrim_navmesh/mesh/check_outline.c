/* Where a mesh lies, and how far it reaches. */
#include <string.h>

#include "core/quick.h"
#include "parsers/skyrim_navmesh/mesh/checks.h"

/* ---- Outline: the bounds, and vertices that no triangle has ---- */

static bool has_unused(const sky_mesh_check *m) {
    const uint32_t count = m->mesh.vertices.count;
    return count != 0 && memchr(m->used, 0, count) != NULL;
}

static void report_unused(const sky_mesh_check *m) {
    for (uint32_t i = 0; i < m->mesh.vertices.count; i++)
        if (!m->used[i])
            sky_found(sky_vertex_place(m, i), SKYRIM_NVNM_UNUSED_VERTEX, SKY_VERTEX_ITSELF,
                      (nl_draft){.length = SKY_VERTEX_BYTES, .args = {nl_uint(i)}});
}

/* Around the vertices that triangles have. */
static sky_box used_box(const sky_mesh_check *m) {
    sky_box box = SKY_NO_BOX;
    for (uint32_t i = 0; i < m->mesh.vertices.count; i++)
        if (m->used[i]) box = sky_box_with(box, sky_point_at(sky_vertex(&m->mesh, i)));
    return box;
}

/* A float of the grid's head. */
static float grid_value(const sky_mesh_check *m, unsigned field) {
    return nl_load_f32(m->mesh.body.bytes + m->mesh.grid_at + sky_layout.fields[field].at);
}

static void found_in_grid(const sky_mesh_check *m, unsigned rule, unsigned field, nl_draft draft) {
    sky_found(sky_part_place(&m->h, m->mesh.grid_at), rule, field, draft);
}

/* The lower bounds, then the upper ones. */
static float bound(const sky_mesh_check *m, uint32_t which) {
    return nl_load_f32(m->mesh.body.bytes + m->mesh.grid_at + SKY_GRID_MIN_X_AT + 4 * which);
}

static const char *const axes[3] = {"x", "y", "z"};

/* The first vertex that has this value on the axis. */
static navlint_related vertex_with(const sky_mesh_check *m, uint32_t axis, float value) {
    uint32_t i = 0;
    while (i + 1 < m->mesh.vertices.count &&
           fabsf(nl_load_f32(sky_vertex(&m->mesh, i) + 4 * (size_t)axis) - value) > 0)
        i++;
    return sky_related(&m->h, m->mesh.vertices.at + SKY_VERTEX_BYTES * i, SKY_VERTEX_BYTES,
                       "the outermost vertex");
}

static void found_bound(sky_mesh_check *m, uint32_t which, float expected) {
    const nl_place place = sky_part_place(&m->h, m->mesh.grid_at);
    const nl_draft draft = {
        .expected = nl_real((double)expected),
        .related = {vertex_with(m, which % 3, expected)},
        .args = {nl_string(axes[which % 3]), nl_string(which < 3 ? "lower" : "upper")}};
    m->has_odd_grid |= nl_found_cause(&place, SKYRIM_NVNM_BOUNDS, SKY_GRID_MIN_X + which, &draft);
}

static navlint_related bound_bytes(const sky_mesh_check *m, uint32_t which, const char *message) {
    return sky_related(&m->h, m->mesh.grid_at + SKY_GRID_MIN_X_AT + 4 * which, sizeof(float),
                       message);
}

/* Returns whether `count` fields are numbers. */
static bool are_finite(const sky_mesh_check *m, unsigned field, unsigned count) {
    bool finite = true;
    for (const unsigned end = field + count; field < end; field++) {
        if (isfinite(grid_value(m, field))) continue;
        finite = false;
        found_in_grid(m, SKYRIM_NVNM_BOUND_FINITE, field,
                      (nl_draft){.args = {nl_string(sky_layout.fields[field].name)}});
    }
    return finite;
}

static bool are_bounds_ordered(const sky_mesh_check *m) {
    bool ordered = true;
    for (uint32_t i = 0; i < 3; i++) {
        if (bound(m, i) <= bound(m, i + 3)) continue;
        ordered = false;
        found_in_grid(m, SKYRIM_NVNM_BOUNDS_ORDER, SKY_GRID_MIN_X + i,
                      (nl_draft){.expected = nl_real((double)bound(m, i + 3)),
                                 .relation = NAVLINT_AT_MOST,
                                 .related = {bound_bytes(m, i + 3, "the upper bound")},
                                 .args = {nl_string(axes[i])}});
    }
    return ordered;
}

/* Bounds fit the used vertices, and hold the others too. */
static void check_fit(sky_mesh_check *m, bool some_unused) {
    const double slack = 0.01;
    const sky_box used = some_unused ? used_box(m) : m->box;
    const float want[6] = {used.min.x, used.min.y, used.min.z, used.max.x, used.max.y, used.max.z};
    const float hold[6] = {m->box.min.x, m->box.min.y, m->box.min.z,
                           m->box.max.x, m->box.max.y, m->box.max.z};
    for (uint32_t i = 0; i < 6; i++) {
        const double stated = (double)bound(m, i);
        const double outside = i < 3 ? stated - (double)hold[i] : (double)hold[i] - stated;
        if (fabs(stated - (double)want[i]) > slack || outside > slack) found_bound(m, i, want[i]);
    }
}

static void check_step(sky_mesh_check *m, uint32_t axis) {
    const double step = (double)grid_value(m, SKY_GRID_STEP_X + axis);
    const double span = (double)bound(m, axis + 3) - (double)bound(m, axis);
    const double expected = span / (double)m->mesh.divisor;
    if (fabs(step - expected) <= 1e-3) return;
    const nl_place place = sky_part_place(&m->h, m->mesh.grid_at);
    const nl_draft draft = {.expected = nl_real(expected),
                            .related = {bound_bytes(m, axis, "the lower bound"),
                                        bound_bytes(m, axis + 3, "the upper bound")},
                            .args = {nl_string(axes[axis]), nl_uint(m->mesh.divisor)}};
    m->has_odd_grid |=
        nl_found_cause(&place, SKYRIM_NVNM_GRID_STEP, SKY_GRID_STEP_X + axis, &draft);
}

bool sky_check_outline(sky_mesh_check *m) {
    const bool some_unused = m->has_corners && !NL_QUICK(!has_unused(m));
    const bool has_bounds = are_finite(m, SKY_GRID_MIN_X, 6);
    const bool has_steps = are_finite(m, SKY_GRID_STEP_X, 2);
    const bool finite = has_bounds && has_steps;
    if (some_unused && m->mesh.triangles.count != 0) report_unused(m);
    if (!finite || !are_bounds_ordered(m)) return false;
    if (m->is_finite && m->has_corners && m->mesh.triangles.count != 0) check_fit(m, some_unused);
    if (m->mesh.divisor == 0 || m->mesh.divisor > SKY_MAX_DIVISOR) return false;
    check_step(m, 0);
    check_step(m, 1);
    return true;
}

/* ---- Where the mesh lies ---- */

static void found_parent(const sky_mesh_check *m, unsigned rule, unsigned field, nl_draft draft) {
    sky_found(sky_part_place(&m->h, 0), rule, field, draft);
}

static void check_grid_place(const sky_mesh_check *m, sky_parent parent) {
    const sky_cell_facts *const cell = &m->h.c->cell;
    if (!cell->is_known || !cell->has_grid) return;
    if (parent.x == cell->x && parent.y == cell->y) return;
    const bool is_y = parent.x == cell->x;
    found_parent(m, SKYRIM_NVNM_PARENT_GRID, is_y ? SKY_NVNM_HEAD_GRID_Y : SKY_NVNM_HEAD_GRID_X,
                 (nl_draft){.expected = nl_int(is_y ? cell->y : cell->x),
                            .args = {nl_string(is_y ? "y" : "x")}});
}

/* The field that says in which worldspace or cell the mesh lies. */
static unsigned parent_field(sky_parent parent) {
    return parent.worldspace ? SKY_NVNM_HEAD_WORLDSPACE : SKY_NVNM_HEAD_CELL;
}

static void check_ids(const sky_mesh_check *m, sky_parent parent) {
    sky_check *const c = m->h.c;
    const uint32_t id = parent.worldspace ? parent.worldspace : parent.cell;
    c->foreign += id != 0 && !sky_is_own(c->plugin, id);
    if (!sky_names_nothing(c, id)) return;
    sky_found_odd_id(c, sky_part_place(&m->h, 0),
                     &(sky_odd_id){SKYRIM_NVNM_MASTER, parent_field(parent), id,
                                   parent.worldspace ? "worldspace" : "cell"});
}

static void check_parent(const sky_mesh_check *m, sky_parent parent) {
    const sky_check *const c = m->h.c;
    const sky_navm *const navm = &c->plugin->navms[m->row];
    const bool exterior = parent.worldspace != 0;
    const uint32_t id = exterior ? parent.worldspace : parent.cell;
    const uint32_t group = exterior ? navm->world_id : navm->cell_id;
    if (!navm->is_placed) return;
    if (group == id) {
        if (exterior) check_grid_place(m, parent);
        return;
    }
    const sky_form_text form = sky_form(c->plugin, id);
    const sky_form_text around = sky_form(c->plugin, group);
    found_parent(m, exterior ? SKYRIM_NVNM_PARENT_WORLD : SKYRIM_NVNM_PARENT_CELL,
                 parent_field(parent),
                 (nl_draft){.expected = nl_uint(group),
                            .args = {nl_string(form.chars), nl_string(around.chars)}});
}

static double larger(double a, double b) {
    return a > b ? a : b;
}

/* Exterior meshes end at the border of their cell. */
static void check_extent(const sky_mesh_check *m, sky_parent parent) {
    const double cell = (double)SKY_CELL_UNITS;
    const double x = (double)parent.x * cell;
    const double y = (double)parent.y * cell;
    const double outside =
        larger(larger(x - (double)m->box.min.x, (double)m->box.max.x - x - cell),
               larger(y - (double)m->box.min.y, (double)m->box.max.y - y - cell));
    if (parent.worldspace == 0 || !m->is_finite || m->mesh.vertices.count == 0 || outside <= 1)
        return;
    sky_found(sky_item_place(&m->h, "vertices", 0, m->mesh.vertices.at), SKYRIM_NVNM_EXTENT,
              SKY_VERTEX_ALL,
              (nl_draft){.length = (uint64_t)SKY_VERTEX_BYTES * m->mesh.vertices.count,
                         .actual = nl_real(outside),
                         .args = {nl_int(parent.x), nl_int(parent.y)}});
}

void sky_check_place(const sky_mesh_check *m) {
    const sky_parent parent = sky_nvnm_parent(&m->mesh);
    check_ids(m, parent);
    check_parent(m, parent);
    check_extent(m, parent);
}

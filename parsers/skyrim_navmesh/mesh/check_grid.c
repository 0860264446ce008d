/* The grid of a mesh: what the pass over it found odd, in full. */
#include "parsers/skyrim_navmesh/mesh/checks.h"

sky_cell_box sky_cell_box_of(const sky_mesh_check *m, uint32_t cell) {
    const double slack = 1;
    const uint8_t *const p = m->mesh.body.bytes + m->mesh.grid_at;
    const sky_box bounds = sky_bounds(&m->mesh);
    const double step_x = (double)nl_load_f32(p + SKY_GRID_STEP_X_AT);
    const double step_y = (double)nl_load_f32(p + SKY_GRID_STEP_Y_AT);
    const double x = (double)bounds.min.x + step_x * (double)(cell % m->mesh.divisor);
    const double y = (double)bounds.min.y + step_y * (double)(cell / m->mesh.divisor);
    return (sky_cell_box){{x - slack, y - slack, x + step_x + slack, y + step_y + slack}};
}

/* A cell and its list. */
typedef struct sky_listing {
    const sky_mesh_check *m;
    uint32_t cell;
    sky_list list;
} sky_listing;

static const uint8_t *id_at(const sky_listing *s, uint32_t index) {
    return sky_item(&s->m->mesh.body, s->list, SKY_GRID_TRIANGLE_BYTES, index);
}

static void found(const sky_listing *s, unsigned rule, uint32_t index) {
    const uint32_t divisor = s->m->mesh.divisor;
    const nl_place cell = sky_item_place(&s->m->h, "grid", s->cell, s->list.at);
    const nl_place place =
        nl_place_in(cell, "triangles", index, cell.at + SKY_GRID_TRIANGLE_BYTES * (uint64_t)index);
    const int32_t triangle = nl_load_i16(id_at(s, index));
    const uint32_t count = s->m->mesh.triangles.count;
    nl_draft draft = rule == SKYRIM_NVNM_GRID_INDEX ? sky_index_expected(count, 0) : (nl_draft){0};
    if (rule == SKYRIM_NVNM_GRID_OVERLAP)
        draft.related[0] = sky_triangle_bytes(s->m, (uint32_t)triangle);
    draft.args[0] = nl_uint(s->cell);
    draft.args[1] = nl_uint(s->cell % divisor);
    draft.args[2] = nl_uint(s->cell / divisor);
    draft.args[3] = nl_uint(count);
    sky_found_if_new(sky_on_triangle(s->m, place, triangle), rule, SKY_GRID_TRIANGLE_TRIANGLE,
                     draft, rule == SKYRIM_NVNM_GRID_OVERLAP && s->m->has_odd_grid);
}

/* Marks are made afresh for the cell: the pass over it may have stopped halfway or gone through. */
static void clear_marks(const sky_listing *s) {
    for (uint32_t i = 0; i < s->list.count; i++) {
        const uint32_t id = nl_load_u16(id_at(s, i));
        if (id < s->m->mesh.triangles.count && s->m->cell_of[id] == s->cell + 1)
            s->m->cell_of[id] = 0;
    }
}

/* Whether a box of a triangle lies beside that of a cell. */
static bool is_beside(const float box[4], const double cell[4]) {
    return (double)box[0] > cell[2] || (double)box[1] > cell[3] || -(double)box[2] < cell[0] ||
           -(double)box[3] < cell[1];
}

void sky_check_cell(const sky_mesh_check *m, uint32_t cell, sky_list list) {
    const sky_listing s = {m, cell, list};
    const sky_cell_box box = sky_cell_box_of(m, cell);
    const bool has_boxes = m->is_finite && m->has_corners && m->has_cells;
    clear_marks(&s);
    for (uint32_t i = 0; i < list.count; i++) {
        const int32_t id = nl_load_i16(id_at(&s, i));
        if (id < 0 || (uint32_t)id >= m->mesh.triangles.count) {
            found(&s, SKYRIM_NVNM_GRID_INDEX, i);
            continue;
        }
        if (m->cell_of[id] == cell + 1)
            found(&s, SKYRIM_NVNM_GRID_TWICE, i);
        else if (has_boxes && is_beside(m->boxes[id], box.edge))
            found(&s, SKYRIM_NVNM_GRID_OVERLAP, i);
        m->cell_of[id] = (uint16_t)(cell + 1);
    }
}

void sky_report_missing(const sky_mesh_check *m) {
    for (uint32_t i = 0; i < m->mesh.triangles.count; i++) {
        const sky_tri t = sky_tri_of(m, i);
        if (m->cell_of[i] == 0 && !(sky_flags(t.p) & SKY_TRIANGLE_DELETED))
            sky_found_tri(&t, SKYRIM_NVNM_GRID_MISSING, SKY_TRIANGLE_ITSELF, (nl_draft){0});
    }
}

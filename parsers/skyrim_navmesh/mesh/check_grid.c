/* The grid of a mesh: what the pass over it found odd, told in full. */
#include "parsers/skyrim_navmesh/mesh/check_triangles.h"

sky_cell_box sky_cell_box_of(const sky_mesh_check *m, uint32_t cell) {
    const double slack = 1;
    const uint8_t *const p = m->mesh.body.bytes + m->mesh.grid_at;
    const sky_box bounds = sky_bounds(&m->mesh);
    const double step_x = (double)nl_load_f32(p + 4);
    const double step_y = (double)nl_load_f32(p + 8);
    const double x = (double)bounds.min.x + step_x * (double)(cell % m->mesh.divisor);
    const double y = (double)bounds.min.y + step_y * (double)(cell / m->mesh.divisor);
    return (sky_cell_box){{x - slack, y - slack, x + step_x + slack, y + step_y + slack}};
}

static void found_in_cell(const sky_mesh_check *m, unsigned rule, uint32_t cell, sky_list list,
                          uint32_t place) {
    char chars[48];
    nl_text text = nl_text_over(chars, sizeof chars);
    const uint32_t at = list.at + 2 * place;
    const int32_t id = nl_load_i16(m->mesh.body.bytes + at);
    nl_put(&text, "grid/");
    nl_put_uint(&text, cell);
    nl_put(&text, "/triangles");
    sky_found_in(
        &m->h, rule,
        (sky_spot){.list = chars, .index = place, .name = "triangle", .type = NL_I16LE, .at = at},
        (nl_draft){.actual = nl_int(id),
                   .expected = nl_uint(m->mesh.triangles.count),
                   .args = {nl_uint(cell), nl_uint(cell % m->mesh.divisor),
                            nl_uint(cell / m->mesh.divisor)}});
}

/* Marks are made afresh for the cell: the pass over it may have stopped halfway or gone through. */
static void clear_marks(const sky_mesh_check *m, uint32_t cell, sky_list list) {
    for (uint32_t i = 0; i < list.count; i++) {
        const uint32_t id = nl_load_u16(m->mesh.body.bytes + list.at + 2 * i);
        if (id < m->mesh.triangles.count && m->cell_of[id] == cell + 1) m->cell_of[id] = 0;
    }
}

void sky_judge_cell(const sky_mesh_check *m, uint32_t cell, sky_list list) {
    const sky_cell_box box = sky_cell_box_of(m, cell);
    const bool has_boxes = m->is_finite && m->has_corners && m->has_cells;
    clear_marks(m, cell, list);
    for (uint32_t i = 0; i < list.count; i++) {
        const int32_t id = nl_load_i16(m->mesh.body.bytes + list.at + 2 * i);
        if (id < 0 || (uint32_t)id >= m->mesh.triangles.count) {
            found_in_cell(m, SKYRIM_NVNM_GRID_INDEX, cell, list, i);
            continue;
        }
        if (m->cell_of[id] == cell + 1)
            found_in_cell(m, SKYRIM_NVNM_GRID_TWICE, cell, list, i);
        else if (has_boxes && sky_is_beside(m->boxes[id], box.edge))
            found_in_cell(m, SKYRIM_NVNM_GRID_OVERLAP, cell, list, i);
        m->cell_of[id] = (uint16_t)(cell + 1);
    }
}

void sky_judge_missing(const sky_mesh_check *m) {
    for (uint32_t i = 0; i < m->mesh.triangles.count; i++) {
        const sky_tri t = sky_tri_of(m, i);
        if (m->cell_of[i] == 0 && !(sky_flags(t.p) & SKY_TRIANGLE_DELETED))
            sky_found_tri(&t, SKYRIM_NVNM_GRID_MISSING, (nl_draft){0});
    }
}

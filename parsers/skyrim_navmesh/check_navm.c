/* One NAVM record: its fields, and the parts of its mesh that are not triangles. */
#include <string.h>

#include "parsers/skyrim_navmesh/check_payload.h"

const size_t sky_digest_row_bytes = sizeof(sky_digest);

uint64_t sky_digest_need(uint64_t navm_bytes) {
    return navm_bytes / SKY_EDGE_LINK_BYTES * sizeof(sky_link_end) + 4 * sizeof(sky_link_end);
}

/* Of each kind of record all that is allocated for one, over the bytes of one: triangles take the
 * most, 18 for 16; links and doors have 8-byte keys while they are compared with the NVMI. */
uint64_t sky_mesh_scratch(uint64_t navm_bytes) {
    return navm_bytes + navm_bytes / 4 + 4096;
}

/* ---- Length ---- */

static const char *count_name(sky_nvnm_stage stage) {
    static const char *const names[SKY_NVNM_WHOLE] = {
        [SKY_NVNM_VERTICES] = "vertexCount", [SKY_NVNM_TRIANGLES] = "triangleCount",
        [SKY_NVNM_LINKS] = "linkCount",      [SKY_NVNM_DOORS] = "doorCount",
        [SKY_NVNM_COVER] = "coverCount",
    };
    return names[stage];
}

static const char *part_name(sky_nvnm_stage stage) {
    static const char *const names[SKY_NVNM_WHOLE] = {
        [SKY_NVNM_VERSION_FIELD] = "version",
        [SKY_NVNM_HEAD] = "head",
        [SKY_NVNM_VERTICES] = "vertices",
        [SKY_NVNM_TRIANGLES] = "triangles",
        [SKY_NVNM_LINKS] = "edge links",
        [SKY_NVNM_DOORS] = "door triangles",
        [SKY_NVNM_COVER] = "cover triangles",
        [SKY_NVNM_GRID_HEAD] = "head of the grid",
        [SKY_NVNM_CELLS] = "grid",
    };
    return names[stage];
}

static void tell_cut(const sky_mesh_check *m) {
    const sky_nvnm *const mesh = &m->mesh;
    const uint32_t at = (uint32_t)mesh->gap.at - 4;
    const nl_draft draft = {.actual = nl_uint(mesh->gap.left),
                            .expected = nl_uint(mesh->gap.need),
                            .args = {nl_string(part_name(mesh->stage)), nl_uint(mesh->gap.count)}};
    sky_spot spot = {.type = NL_U32LE, .at = at};
    if (mesh->stage == SKY_NVNM_CELLS)
        spot.list = "grid", spot.index = mesh->cells_read, spot.member = "count";
    else
        spot.member = count_name(mesh->stage);
    if (mesh->gap.count != 0)
        sky_found_in(&m->h, SKYRIM_NVNM_COUNT, spot, draft);
    else
        sky_found_in(&m->h, SKYRIM_NVNM_LENGTH, sky_whole(&m->h), draft);
}

static void tell_version(const sky_mesh_check *m) {
    sky_found_in(
        &m->h, SKYRIM_NVNM_VERSION, (sky_spot){.member = "version", .type = NL_U32LE},
        (nl_draft){.actual = nl_uint(m->mesh.version), .expected = nl_uint(SKY_NVNM_VERSION)});
}

static void tell_divisor(const sky_mesh_check *m) {
    sky_found_in(
        &m->h, SKYRIM_NVNM_DIVISOR,
        (sky_spot){.member = "gridDivisor", .type = NL_U32LE, .at = m->mesh.grid_at},
        (nl_draft){.actual = nl_uint(m->mesh.divisor), .expected = nl_uint(SKY_MAX_DIVISOR)});
}

static void tell_trailing(const sky_mesh_check *m) {
    const sky_nvnm *const mesh = &m->mesh;
    sky_found_in(&m->h, SKYRIM_NVNM_TRAILING,
                 (sky_spot){.member = "rest",
                            .type = NL_BYTES,
                            .at = mesh->end,
                            .length = mesh->body.length - mesh->end},
                 (nl_draft){.actual = nl_uint(mesh->body.length), .expected = nl_uint(mesh->end)});
}

/* Says why the mesh could not be read to its end. */
static void check_length(const sky_mesh_check *m) {
    const sky_nvnm *const mesh = &m->mesh;
    if (mesh->stage == SKY_NVNM_WHOLE) {
        if (mesh->end != mesh->body.length) tell_trailing(m);
    } else if (mesh->stage == SKY_NVNM_HEAD && mesh->version != SKY_NVNM_VERSION) {
        tell_version(m);
    } else if (mesh->stage == SKY_NVNM_CELLS && mesh->divisor > SKY_MAX_DIVISOR) {
        tell_divisor(m);
    } else {
        tell_cut(m);
    }
}

/* ---- Head and counts ---- */

static void check_limit(const sky_mesh_check *m, sky_list list, const char *member, uint32_t most,
                        const char *name) {
    if (list.count <= most) return;
    sky_found_in(
        &m->h, SKYRIM_NVNM_LIMIT, (sky_spot){.member = member, .type = NL_U32LE, .at = list.at - 4},
        (nl_draft){
            .actual = nl_uint(list.count), .expected = nl_uint(most), .args = {nl_string(name)}});
}

static void check_empty(const sky_mesh_check *m) {
    const sky_nvnm *const mesh = &m->mesh;
    const bool few = mesh->vertices.count < 3;
    if (!few && mesh->triangles.count != 0) return;
    sky_found_in(
        &m->h, SKYRIM_NVNM_EMPTY,
        (sky_spot){.member = few ? "vertexCount" : "triangleCount",
                   .type = NL_U32LE,
                   .at = (few ? mesh->vertices.at : mesh->triangles.at) - 4},
        (nl_draft){.actual = nl_uint(few ? mesh->vertices.count : 0),
                   .args = {nl_uint(mesh->vertices.count), nl_uint(mesh->triangles.count)}});
}

static void check_threshold(const sky_mesh_check *m) {
    enum { EXTERIOR = 3500, INTERIOR = 5000 };
    const bool exterior = sky_nvnm_parent(&m->mesh).worldspace != 0;
    const uint32_t most = exterior ? EXTERIOR : INTERIOR;
    const uint32_t count = m->mesh.triangles.count;
    if (count <= most || count > SKY_MAX_TRIANGLES) return;
    sky_found_in(
        &m->h, SKYRIM_NVNM_TRIANGLE_COUNT,
        (sky_spot){.member = "triangleCount", .type = NL_U32LE, .at = m->mesh.triangles.at - 4},
        (nl_draft){.actual = nl_uint(count),
                   .expected = nl_uint(most),
                   .args = {nl_string(exterior ? "exterior" : "interior")}});
}

static void check_head(const sky_mesh_check *m) {
    const uint32_t marker = nl_load_u32(m->mesh.body.bytes + 4);
    if (marker != SKY_PATHING_CELL)
        sky_found_in(&m->h, SKYRIM_NVNM_CELL_MARKER,
                     (sky_spot){.member = "marker", .type = NL_U32LE, .at = 4},
                     (nl_draft){.actual = nl_uint(marker), .expected = nl_uint(SKY_PATHING_CELL)});
    check_limit(m, m->mesh.vertices, "vertexCount", SKY_MAX_VERTICES, "vertices");
    check_limit(m, m->mesh.triangles, "triangleCount", SKY_MAX_TRIANGLES, "triangles");
    check_limit(m, m->mesh.links, "linkCount", SKY_MAX_LINKS, "edge links");
}

/* ---- Outline: the bounds, and vertices that no triangle has ---- */

static bool has_unused(const sky_mesh_check *m) {
    const uint32_t count = m->mesh.vertices.count;
    return count != 0 && memchr(m->used, 0, count) != NULL;
}

static void tell_unused(const sky_mesh_check *m) {
    for (uint32_t i = 0; i < m->mesh.vertices.count; i++)
        if (!m->used[i])
            sky_found_in(&m->h, SKYRIM_NVNM_UNUSED_VERTEX,
                         (sky_spot){.list = "vertices",
                                    .index = i,
                                    .name = "vertex",
                                    .at = m->mesh.vertices.at + SKY_POINT_BYTES * i,
                                    .length = SKY_POINT_BYTES},
                         (nl_draft){.args = {nl_uint(i)}});
}

/* Around the vertices that triangles have. */
static sky_box used_box(const sky_mesh_check *m) {
    sky_box box = SKY_NO_BOX;
    for (uint32_t i = 0; i < m->mesh.vertices.count; i++)
        if (m->used[i]) box = sky_box_with(box, sky_point_at(sky_vertex(&m->mesh, i)));
    return box;
}

static const char *const bound_members[6] = {"bounds/min/x", "bounds/min/y", "bounds/min/z",
                                             "bounds/max/x", "bounds/max/y", "bounds/max/z"};

static float bound(const sky_mesh_check *m, uint32_t which) {
    return nl_load_f32(m->mesh.body.bytes + m->mesh.grid_at + 12 + 4 * which);
}

static void found_bound(const sky_mesh_check *m, unsigned rule, uint32_t which, nl_draft draft) {
    static const char *const axes[3] = {"x", "y", "z"};
    draft.actual = nl_real((double)bound(m, which));
    draft.args[0] = nl_string(axes[which % 3]);
    draft.args[1] = nl_string(which < 3 ? "lower" : "upper");
    sky_found_in(&m->h, rule,
                 (sky_spot){.member = bound_members[which],
                            .type = NL_F32LE,
                            .at = m->mesh.grid_at + 12 + 4 * which},
                 draft);
}

static bool are_bounds_finite(const sky_mesh_check *m) {
    bool finite = true;
    for (uint32_t i = 0; i < 6; i++) {
        if (isfinite(bound(m, i))) continue;
        finite = false;
        sky_found_in(&m->h, SKYRIM_NVNM_BOUND_FINITE,
                     (sky_spot){.member = bound_members[i],
                                .type = NL_F32LE,
                                .at = m->mesh.grid_at + 12 + 4 * i},
                     (nl_draft){.actual = nl_real((double)bound(m, i)),
                                .args = {nl_string(bound_members[i])}});
    }
    return finite;
}

static bool are_bounds_ordered(const sky_mesh_check *m) {
    bool ordered = true;
    for (uint32_t i = 0; i < 3; i++) {
        if (bound(m, i) <= bound(m, i + 3)) continue;
        ordered = false;
        found_bound(m, SKYRIM_NVNM_BOUNDS_ORDER, i,
                    (nl_draft){.expected = nl_real((double)bound(m, i + 3))});
    }
    return ordered;
}

/* Bounds fit the used vertices, and hold the others too. */
static void check_fit(const sky_mesh_check *m, bool some_unused) {
    const double slack = 0.01;
    const sky_box used = some_unused ? used_box(m) : m->box;
    const float want[6] = {used.min.x, used.min.y, used.min.z, used.max.x, used.max.y, used.max.z};
    const float hold[6] = {m->box.min.x, m->box.min.y, m->box.min.z,
                           m->box.max.x, m->box.max.y, m->box.max.z};
    for (uint32_t i = 0; i < 6; i++) {
        const double stated = (double)bound(m, i);
        const double outside = i < 3 ? stated - (double)hold[i] : (double)hold[i] - stated;
        if (fabs(stated - (double)want[i]) > slack || outside > slack)
            found_bound(m, SKYRIM_NVNM_BOUNDS, i, (nl_draft){.expected = nl_real((double)want[i])});
    }
}

static void check_step(const sky_mesh_check *m, uint32_t axis) {
    const uint32_t at = m->mesh.grid_at + 4 + 4 * axis;
    const double step = (double)nl_load_f32(m->mesh.body.bytes + at);
    const double span = (double)bound(m, axis + 3) - (double)bound(m, axis);
    const double expected = span / (double)m->mesh.divisor;
    if (fabs(step - expected) <= 1e-3) return;
    sky_found_in(
        &m->h, SKYRIM_NVNM_GRID_STEP,
        (sky_spot){.member = axis ? "gridStep/y" : "gridStep/x", .type = NL_F32LE, .at = at},
        (nl_draft){.actual = nl_real(step),
                   .expected = nl_real(expected),
                   .args = {nl_string(axis ? "y" : "x"), nl_uint(m->mesh.divisor)}});
}

static bool are_steps_finite(const sky_mesh_check *m) {
    bool finite = true;
    for (uint32_t axis = 0; axis < 2; axis++) {
        const uint32_t at = m->mesh.grid_at + 4 + 4 * axis;
        const float step = nl_load_f32(m->mesh.body.bytes + at);
        if (isfinite(step)) continue;
        finite = false;
        sky_found_in(
            &m->h, SKYRIM_NVNM_BOUND_FINITE,
            (sky_spot){.member = axis ? "gridStep/y" : "gridStep/x", .type = NL_F32LE, .at = at},
            (nl_draft){.actual = nl_real((double)step),
                       .args = {nl_string(axis ? "gridStep/y" : "gridStep/x")}});
    }
    return finite;
}

/* Whether the cells of the grid lie where the bounds say. */
static bool check_outline(const sky_mesh_check *m) {
    const bool some_unused = m->has_corners && has_unused(m);
    const bool finite = are_bounds_finite(m) & are_steps_finite(m);
    if (some_unused && m->mesh.triangles.count != 0) tell_unused(m);
    if (!finite || !are_bounds_ordered(m)) return false;
    if (m->is_finite && m->has_corners && m->mesh.triangles.count != 0) check_fit(m, some_unused);
    if (m->mesh.divisor == 0) return false;
    check_step(m, 0);
    check_step(m, 1);
    return true;
}

/* ---- Doors ---- */

/* The reference that a door entry names. */
static void check_refr(const sky_mesh_check *m, sky_spot spot, uint32_t index, uint32_t id) {
    const sky_check *const c = m->h.c;
    const sky_door *const door = sky_find_door(c->plugin, id);
    const sky_form_text form = sky_shown(c, id);
    if (sky_is_own_whole(c, id) && (!door || !door->has_teleport))
        sky_found_in(
            &m->h, SKYRIM_NVNM_DOOR_REFERENCE, spot,
            (nl_draft){.actual = nl_uint(id), .args = {nl_uint(index), nl_string(form.chars)}});
}

static void check_door(const sky_mesh_check *m, uint32_t index, uint64_t *keys) {
    sky_check *const c = m->h.c;
    const uint8_t *const p = sky_mesh_door(&m->mesh, index);
    const uint32_t at = m->mesh.doors.at + SKY_DOOR_TRIANGLE_BYTES * index;
    const uint32_t marker = nl_load_u32(p + 2);
    const uint32_t id = sky_door_refr(p);
    const int32_t triangle = sky_door_triangle(p);
    const sky_form_text form = sky_shown(c, id);
    const bool exists = triangle >= 0 && (uint32_t)triangle < m->mesh.triangles.count;
    sky_spot spot = {
        .list = "doors", .index = index, .member = "triangle", .type = NL_I16LE, .at = at};
    nl_draft draft = {.actual = nl_int(triangle),
                      .expected = nl_uint(m->mesh.triangles.count),
                      .args = {nl_uint(index), nl_string(form.chars)}};
    c->foreign += id != 0 && !sky_is_own(c->plugin, id);
    keys[index] = exists ? (uint64_t)triangle : UINT64_MAX;
    if (!exists)
        sky_found_in(&m->h, SKYRIM_NVNM_DOOR_TRIANGLE, spot, draft);
    else if (!(sky_flags(sky_triangle(&m->mesh, (uint32_t)triangle)) & SKY_TRIANGLE_DOOR))
        sky_found_in(&m->h, SKYRIM_NVNM_DOOR_FLAG, spot, draft);
    spot = (sky_spot){
        .list = "doors", .index = index, .member = "marker", .type = NL_U32LE, .at = at + 2};
    if (marker != SKY_PATHING_DOOR)
        sky_found_in(&m->h, SKYRIM_NVNM_DOOR_MARKER, spot,
                     (nl_draft){.actual = nl_uint(marker),
                                .expected = nl_uint(SKY_PATHING_DOOR),
                                .args = {nl_uint(index)}});
    spot.member = "door";
    spot.at = at + 6;
    if (id == 0)
        sky_found_in(&m->h, SKYRIM_NVNM_DOOR_NULL, spot,
                     (nl_draft){.actual = nl_uint(0), .args = {nl_uint(index)}});
    else if (sky_names_nothing(c, id))
        sky_found_in(&m->h, SKYRIM_NVNM_MASTER, spot,
                     (nl_draft){.actual = nl_uint(id >> 24),
                                .expected = nl_uint(c->plugin->master_count),
                                .args = {nl_string("door"), nl_string(form.chars)}});
    else
        check_refr(m, spot, index, id);
}

/* Flagged triangles and those that doors name: as many of one as of the other. */
static void check_door_count(const sky_mesh_check *m, uint64_t *triangles) {
    const uint32_t count = m->mesh.doors.count;
    uint32_t named = 0;
    uint32_t unflagged = 0;
    sky_sort(triangles, count);
    for (uint32_t i = 0; i < count && triangles[i] != UINT64_MAX; i++) {
        if (i != 0 && triangles[i] == triangles[i - 1]) continue;
        const uint8_t *const t = sky_triangle(&m->mesh, (uint32_t)triangles[i]);
        named++;
        unflagged += !(sky_flags(t) & SKY_TRIANGLE_DOOR);
    }
    if (m->doors == named - unflagged) return;
    sky_found_in(&m->h, SKYRIM_NVNM_DOOR_COUNT,
                 (sky_spot){.member = "doorCount", .type = NL_U32LE, .at = m->mesh.doors.at - 4},
                 (nl_draft){.actual = nl_uint(count), .args = {nl_uint(m->doors), nl_uint(named)}});
}

static void check_doors(const sky_mesh_check *m) {
    nl_arena *const arena = m->h.c->job->arena;
    const size_t mark = nl_arena_mark(arena);
    uint64_t *const keys = NL_NEW(arena, uint64_t, m->mesh.doors.count);
    if (!keys) return;
    for (uint32_t i = 0; i < m->mesh.doors.count; i++)
        check_door(m, i, keys);
    check_door_count(m, keys);
    nl_arena_release(arena, mark);
}

/* ---- Cover ---- */

static void found_cover(const sky_mesh_check *m, unsigned rule, uint32_t index) {
    const int32_t triangle = sky_cover_triangle(&m->mesh, index);
    sky_found_in(&m->h, rule,
                 (sky_spot){.list = "cover",
                            .index = index,
                            .name = "triangle",
                            .type = NL_I16LE,
                            .at = m->mesh.cover.at + SKY_COVER_BYTES * index},
                 (nl_draft){.actual = nl_int(triangle),
                            .expected = nl_uint(m->mesh.triangles.count),
                            .args = {nl_uint(index), nl_int(triangle)}});
}

/* The grid's marks are lent: true where the list names the triangle. */
static void judge_cover(const sky_mesh_check *m) {
    const uint32_t triangles = m->mesh.triangles.count;
    for (uint32_t i = 0; i < m->mesh.cover.count; i++) {
        const int32_t id = sky_cover_triangle(&m->mesh, i);
        if (id < 0 || (uint32_t)id >= triangles) {
            found_cover(m, SKYRIM_NVNM_COVER_INDEX, i);
            continue;
        }
        if (m->cell_of[id])
            found_cover(m, SKYRIM_NVNM_COVER_TWICE, i);
        else if (!(sky_cover_flags(sky_triangle(&m->mesh, (uint32_t)id)) & SKY_COVER_VALUES))
            found_cover(m, SKYRIM_NVNM_COVER_FLAGS, i);
        m->cell_of[id] = 1;
    }
    for (uint32_t i = 0; i < triangles; i++) {
        const uint32_t cover = sky_cover_flags(sky_triangle(&m->mesh, i));
        if ((cover & SKY_COVER_VALUES) && !m->cell_of[i])
            sky_found_in(&m->h, SKYRIM_NVNM_COVER_MISSING,
                         (sky_spot){.list = "triangles",
                                    .index = i,
                                    .member = "coverFlags",
                                    .type = NL_U16LE,
                                    .at = m->mesh.triangles.at + SKY_TRIANGLE_BYTES * i + 14},
                         (nl_draft){.actual = nl_uint(cover), .args = {nl_uint(i)}});
    }
    memset(m->cell_of, 0, triangles * sizeof *m->cell_of);
}

/* As many as are flagged, in order, all of them flagged: then the list is right. */
static void check_cover(const sky_mesh_check *m) {
    const sky_list cover = m->mesh.cover;
    bool plain = cover.count == m->covers;
    int32_t before = -1;
    for (uint32_t i = 0; i < cover.count && plain; i++) {
        const int32_t id = sky_cover_triangle(&m->mesh, i);
        plain = id > before && (uint32_t)id < m->mesh.triangles.count &&
                (sky_cover_flags(sky_triangle(&m->mesh, (uint32_t)id)) & SKY_COVER_VALUES);
        before = id;
    }
    if (!plain) judge_cover(m);
}

/* ---- Where the mesh lies ---- */

static void found_parent(const sky_mesh_check *m, unsigned rule, const char *member, nl_type type,
                         uint32_t at, nl_draft draft) {
    sky_found_in(&m->h, rule, (sky_spot){.member = member, .type = type, .at = at}, draft);
}

static void check_grid_place(const sky_mesh_check *m, sky_parent parent) {
    const sky_cell_facts *const cell = &m->h.c->cell;
    if (!cell->is_known || !cell->has_grid) return;
    if (parent.x == cell->x && parent.y == cell->y) return;
    const bool is_y = parent.x == cell->x;
    found_parent(m, SKYRIM_NVNM_PARENT_GRID, is_y ? "gridY" : "gridX", NL_I16LE, is_y ? 12 : 14,
                 (nl_draft){.actual = nl_int(is_y ? parent.y : parent.x),
                            .expected = nl_int(is_y ? cell->y : cell->x),
                            .args = {nl_string(is_y ? "y" : "x")}});
}

static void check_ids(const sky_mesh_check *m, sky_parent parent) {
    sky_check *const c = m->h.c;
    const bool exterior = parent.worldspace != 0;
    const uint32_t id = exterior ? parent.worldspace : parent.cell;
    const sky_form_text form = sky_shown(c, id);
    c->foreign += id != 0 && !sky_is_own(c->plugin, id);
    if (sky_names_nothing(c, id))
        found_parent(m, SKYRIM_NVNM_MASTER, exterior ? "worldspace" : "cell", NL_U32LE,
                     exterior ? 8 : 12,
                     (nl_draft){.actual = nl_uint(id >> 24),
                                .expected = nl_uint(c->plugin->master_count),
                                .args = {nl_string(exterior ? "worldspace" : "cell"),
                                         nl_string(form.chars)}});
}

static void check_parent(const sky_mesh_check *m, sky_parent parent) {
    const sky_check *const c = m->h.c;
    const sky_navm *const navm = &c->plugin->navms[m->row];
    const bool exterior = parent.worldspace != 0;
    const uint32_t id = exterior ? parent.worldspace : parent.cell;
    const uint32_t group = exterior ? navm->world_id : navm->cell_id;
    const sky_form_text form = sky_shown(c, id);
    const sky_form_text around = sky_shown(c, group);
    if (!navm->is_placed) return;
    if (group == id && exterior)
        check_grid_place(m, parent);
    else if (group != id)
        found_parent(m, exterior ? SKYRIM_NVNM_PARENT_WORLD : SKYRIM_NVNM_PARENT_CELL,
                     exterior ? "worldspace" : "cell", NL_U32LE, exterior ? 8 : 12,
                     (nl_draft){.actual = nl_uint(id),
                                .expected = nl_uint(group),
                                .args = {nl_string(form.chars), nl_string(around.chars)}});
}

static double larger(double a, double b) {
    return a > b ? a : b;
}

/* Exterior meshes end at the border of their cell. */
static void check_extent(const sky_mesh_check *m, sky_parent parent) {
    const double x = (double)parent.x * SKY_CELL_UNITS;
    const double y = (double)parent.y * SKY_CELL_UNITS;
    const double outside =
        larger(larger(x - (double)m->box.min.x, (double)m->box.max.x - x - SKY_CELL_UNITS),
               larger(y - (double)m->box.min.y, (double)m->box.max.y - y - SKY_CELL_UNITS));
    if (parent.worldspace == 0 || !m->is_finite || m->mesh.vertices.count == 0 || outside <= 1)
        return;
    sky_found_in(
        &m->h, SKYRIM_NVNM_EXTENT,
        (sky_spot){.list = "vertices",
                   .name = "vertices",
                   .at = m->mesh.vertices.at,
                   .length = SKY_POINT_BYTES * m->mesh.vertices.count},
        (nl_draft){.actual = nl_real(outside), .args = {nl_int(parent.x), nl_int(parent.y)}});
}

static void check_place(const sky_mesh_check *m) {
    const sky_parent parent = sky_nvnm_parent(&m->mesh);
    check_ids(m, parent);
    check_parent(m, parent);
    check_extent(m, parent);
}

/* ---- The mesh ---- */

static bool make_scratch(sky_mesh_check *m) {
    nl_arena *const arena = m->h.c->job->arena;
    m->used = NL_NEW_ZEROED(arena, uint8_t, m->mesh.vertices.count);
    m->link_use = NL_NEW_ZEROED(arena, uint8_t, m->mesh.links.count);
    m->cell_of = NL_NEW_ZEROED(arena, uint16_t, m->mesh.triangles.count);
    m->boxes = nl_alloc(arena, m->mesh.triangles.count, sizeof *m->boxes, _Alignof(float));
    return !arena->exhausted;
}

static void fill_digest(const sky_mesh_check *m, uint32_t field) {
    sky_digest *const d = m->digest;
    const sky_body *const body = m->h.body;
    d->is_whole = m->mesh.stage == SKY_NVNM_WHOLE;
    d->has_ways_out = m->mesh.links.count + m->mesh.doors.count != 0;
    d->is_packed = body->packed != NULL;
    if (d->is_packed) d->packed = *body->packed;
    d->offset = body->offset;
    d->length = body->length;
    d->field = field;
    d->vertices = m->mesh.vertices.count;
    d->triangles = m->mesh.triangles.count;
    d->links_at = m->mesh.links.at;
    if (m->mesh.stage > SKY_NVNM_HEAD) d->parent = sky_nvnm_parent(&m->mesh);
}

/* Tables that were read are judged even if the field ends too soon. */
static bool check_tables(sky_mesh_check *m) {
    const size_t mark = nl_arena_mark(m->h.c->job->arena);
    if (!make_scratch(m)) return false;
    check_head(m);
    if (m->mesh.stage > SKY_NVNM_TRIANGLES) check_empty(m);
    check_threshold(m);
    sky_scan_vertices(m);
    check_place(m);
    bool done = true;
    if (m->mesh.stage >= SKY_NVNM_GRID_HEAD) {
        sky_scan_triangles(m);
        sky_check_edge_links(m);
        check_doors(m);
        check_cover(m);
        if (m->mesh.stage > SKY_NVNM_GRID_HEAD && check_outline(m)) sky_scan_grid(m);
        done = m->mesh.stage != SKY_NVNM_WHOLE || sky_compare_entry(m);
    }
    nl_arena_release(m->h.c->job->arena, mark);
    return done && !m->h.c->job->arena->exhausted;
}

static uint64_t records_of(const sky_nvnm *mesh) {
    return (uint64_t)mesh->vertices.count + mesh->triangles.count + mesh->links.count +
           mesh->doors.count + mesh->cover.count + mesh->cells_read;
}

/* What is asked for when all meshes have been seen. The ends of links are found with their
 * triangles. */
static bool keep_doors(sky_mesh_check *m) {
    nl_arena *const arena = &m->h.c->kept;
    sky_digest *const d = m->digest;
    d->ends = NL_NEW(arena, sky_link_end, m->mesh.links.count);
    d->doors = NL_NEW(arena, uint64_t, m->mesh.doors.count);
    if (arena->exhausted) m->h.c->job->arena->exhausted = true;
    if (arena->exhausted) return false;
    for (; d->door_count < m->mesh.doors.count; d->door_count++) {
        const uint8_t *const p = sky_mesh_door(&m->mesh, d->door_count);
        d->doors[d->door_count] = sky_door_key(sky_door_refr(p), sky_door_triangle(p));
    }
    sky_sort(d->doors, d->door_count);
    return true;
}

static bool check_mesh(sky_mesh_check *m, uint32_t field) {
    sky_check *const c = m->h.c;
    m->mesh = sky_nvnm_of(*m->h.body);
    check_length(m);
    fill_digest(m, field);
    if (m->mesh.stage < SKY_NVNM_VERTICES) return true;
    return keep_doors(m) && nl_spend(c->job->budget, records_of(&m->mesh)) && check_tables(m);
}

/* ---- The record ---- */

typedef struct sky_navm_here {
    sky_check *c;
    const sky_body *record;
    sky_field field;
    nl_path path;
    uint32_t vertices; /* of the mesh */
    bool has_mesh;
    bool has_vertices; /* it could be read that far */
} sky_navm_here;

static void found_field(const sky_navm_here *h, unsigned rule, nl_draft draft) {
    char type[5] = "????";
    for (unsigned i = 0; i < 4; i++) {
        const unsigned char letter = (unsigned char)(h->field.type >> 8 * i);
        if (letter > ' ' && letter < 127) type[i] = (char)letter;
    }
    draft.args[0] = nl_string(type);
    sky_found(h->c, rule,
              (sky_place){.path = &h->path,
                          .body = h->record,
                          .at = h->field.header_at,
                          .length = (uint64_t)SKY_FIELD_HEADER_BYTES + h->field.body.length},
              draft);
}

static void check_list_length(const sky_navm_here *h) {
    const uint32_t item = h->field.type == SKY_ONAM ? 4 : 2;
    if (h->field.body.length % item != 0)
        found_field(h, SKYRIM_NAVM_LIST_LENGTH,
                    (nl_draft){.actual = nl_uint(h->field.body.length), .expected = nl_uint(item)});
}

/* Vertices that PNAM and NNAM name. */
static void check_list_vertices(const sky_navm_here *h) {
    const sky_body *const body = &h->field.body;
    const sky_payload p = {h->c, body, &h->path};
    if (!h->has_vertices) return;
    for (uint32_t i = 0; i < body->length / 2; i++) {
        const uint32_t vertex = nl_load_u16(body->bytes + 2 * (size_t)i);
        if (vertex < h->vertices) continue;
        sky_found_in(
            &p, SKYRIM_NAVM_LIST_VERTEX,
            (sky_spot){
                .list = "vertices", .index = i, .name = "vertex", .type = NL_U16LE, .at = 2 * i},
            (nl_draft){.actual = nl_uint(vertex), .expected = nl_uint(h->vertices)});
    }
}

static bool take_mesh(sky_navm_here *h, uint32_t row) {
    sky_mesh_check m = {
        .h = {h->c, &h->field.body, &h->path}, .row = row, .digest = &h->c->digests[row]};
    if (h->has_mesh) {
        found_field(h, SKYRIM_NAVM_GEOMETRY_TWICE, (nl_draft){0});
        return true;
    }
    h->has_mesh = true;
    const bool done = check_mesh(&m, h->field.index);
    h->vertices = m.mesh.vertices.count;
    h->has_vertices = m.mesh.stage >= SKY_NVNM_TRIANGLES;
    return done;
}

static bool take_field(sky_navm_here *h, uint32_t row) {
    switch (h->field.type) {
    case SKY_EDID:
        return true;
    case SKY_NVNM:
        return take_mesh(h, row);
    case SKY_ONAM:
        check_list_length(h);
        return true;
    case SKY_PNAM:
    case SKY_NNAM:
        check_list_length(h);
        check_list_vertices(h);
        return nl_spend(h->c->job->budget, h->field.body.length / 2);
    default:
        found_field(h, SKYRIM_NAVM_FIELD_UNKNOWN, (nl_draft){0});
        return true;
    }
}

static void tell_no_mesh(const sky_navm_here *h, const nl_path *path, uint32_t row) {
    const sky_record *const record = &h->c->plugin->navms[row].record;
    sky_found(h->c, SKYRIM_NAVM_GEOMETRY_MISSING,
              (sky_place){.path = path, .at = record->at, .length = SKY_HEADER_BYTES},
              (nl_draft){0});
}

bool sky_check_navm(sky_check *c, uint32_t row, const sky_body *record, const nl_path *path) {
    sky_fields fields = sky_fields_of(*record);
    sky_navm_here h = {.c = c, .record = record};
    const nl_path list = nl_key(path, "fields");
    c->kind = "NAVM";
    c->form_id = c->plugin->navms[row].record.form_id;
    c->digests[row].is_checked = true;
    while (sky_next_field(&fields, &h.field)) {
        h.path = nl_item(&list, h.field.index);
        if (!nl_spend(c->job->budget, 1) || !take_field(&h, row)) return false;
    }
    if (!h.has_mesh && fields.fault == SKY_FIELDS_WHOLE) tell_no_mesh(&h, path, row);
    return true;
}

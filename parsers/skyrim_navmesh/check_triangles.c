/* What the pass over a mesh found odd, told in full. */
#include "parsers/skyrim_navmesh/check_payload.h"

static const double OPPOSITE = 0.9; /* less its sign, the cosine between normals that face opposite
                                       ways */

/* ---- Vertices ---- */

void sky_judge_vertices(const sky_mesh_check *m) {
    static const char *const members[3] = {"x", "y", "z"};
    for (uint32_t i = 0; i < m->mesh.vertices.count; i++) {
        const uint32_t at = m->mesh.vertices.at + SKY_POINT_BYTES * i;
        for (uint32_t k = 0; k < 3; k++) {
            const float value = nl_load_f32(m->mesh.body.bytes + at + 4 * k);
            if (isfinite(value)) continue;
            sky_found_in(&m->h, SKYRIM_NVNM_FINITE,
                         (sky_spot){.list = "vertices",
                                    .index = i,
                                    .member = members[k],
                                    .type = NL_F32LE,
                                    .at = at + 4 * k},
                         (nl_draft){.actual = nl_real((double)value), .args = {nl_uint(i)}});
        }
    }
}

/* ---- Triangles ---- */

typedef struct sky_tri {
    const sky_mesh_check *m;
    const uint8_t *p;
    uint32_t index;
    uint32_t at; /* in the field */
} sky_tri;

static const char *const corner_members[3] = {"vertices/0", "vertices/1", "vertices/2"};
static const char *const edge_members[3] = {"edges/0", "edges/1", "edges/2"};

static sky_tri tri_of(const sky_mesh_check *m, uint32_t index) {
    return (sky_tri){m, sky_triangle(&m->mesh, index), index,
                     m->mesh.triangles.at + SKY_TRIANGLE_BYTES * index};
}

/* The triangle as a whole. */
static void found(const sky_tri *t, unsigned rule, nl_draft draft) {
    draft.args[0] = nl_uint(t->index);
    sky_found_in(&t->m->h, rule,
                 (sky_spot){.list = "triangles",
                            .index = t->index,
                            .name = "triangle",
                            .at = t->at,
                            .length = SKY_TRIANGLE_BYTES},
                 draft);
}

static void found_edge(const sky_tri *t, unsigned rule, uint32_t which, nl_draft draft) {
    draft.args[0] = nl_uint(t->index);
    draft.actual = nl_int(sky_edge(t->p, which));
    sky_found_in(&t->m->h, rule,
                 (sky_spot){.list = "triangles",
                            .index = t->index,
                            .member = edge_members[which],
                            .type = NL_I16LE,
                            .at = t->at + 6 + 2 * which},
                 draft);
}

/* Whether all corners exist. */
static bool judge_corners(const sky_tri *t) {
    const uint32_t count = t->m->mesh.vertices.count;
    bool exist = true;
    for (uint32_t k = 0; k < 3; k++) {
        const uint32_t corner = sky_corner(t->p, k);
        if (corner < count) continue;
        exist = false;
        sky_found_in(&t->m->h, SKYRIM_NVNM_VERTEX_INDEX,
                     (sky_spot){.list = "triangles",
                                .index = t->index,
                                .member = corner_members[k],
                                .type = NL_U16LE,
                                .at = t->at + 2 * k},
                     (nl_draft){.actual = nl_uint(corner),
                                .expected = nl_uint(count),
                                .args = {nl_uint(t->index)}});
    }
    return exist;
}

static bool judge_degenerate(const sky_tri *t) {
    const uint32_t a = sky_corner(t->p, 0);
    const uint32_t b = sky_corner(t->p, 1);
    const uint32_t c = sky_corner(t->p, 2);
    if (a != b && b != c && c != a) return false;
    found(t, SKYRIM_NVNM_DEGENERATE,
          (nl_draft){.args = {[1] = nl_uint(a), nl_uint(b), nl_uint(c)}});
    return true;
}

static void judge_flags(const sky_tri *t) {
    const uint32_t unknown = sky_flags(t->p) & ~(uint32_t)SKY_TRIANGLE_KNOWN;
    if (unknown != 0)
        sky_found_in(&t->m->h, SKYRIM_NVNM_FLAG_UNKNOWN,
                     (sky_spot){.list = "triangles",
                                .index = t->index,
                                .member = "flags",
                                .type = NL_U16LE,
                                .at = t->at + 12},
                     (nl_draft){.actual = nl_uint(unknown), .args = {nl_uint(t->index)}});
}

/* ---- Normals ---- */

typedef struct sky_normal {
    double x, y, z;
} sky_normal;

static bool has_corners(const sky_mesh_check *m, const uint8_t *triangle) {
    const uint32_t count = m->mesh.vertices.count;
    return sky_corner(triangle, 0) < count && sky_corner(triangle, 1) < count &&
           sky_corner(triangle, 2) < count;
}

static sky_normal normal_of(const sky_mesh_check *m, const uint8_t *triangle) {
    const sky_point a = sky_point_at(sky_vertex(&m->mesh, sky_corner(triangle, 0)));
    const sky_point b = sky_point_at(sky_vertex(&m->mesh, sky_corner(triangle, 1)));
    const sky_point c = sky_point_at(sky_vertex(&m->mesh, sky_corner(triangle, 2)));
    const double ux = (double)b.x - (double)a.x;
    const double uy = (double)b.y - (double)a.y;
    const double uz = (double)b.z - (double)a.z;
    const double vx = (double)c.x - (double)a.x;
    const double vy = (double)c.y - (double)a.y;
    const double vz = (double)c.z - (double)a.z;
    return (sky_normal){uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx};
}

static double dot(sky_normal a, sky_normal b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* Squared, so that no root is needed. */
static bool are_opposite(sky_normal a, sky_normal b) {
    const double d = dot(a, b);
    return d < 0 && d * d > OPPOSITE * OPPOSITE * dot(a, a) * dot(b, b);
}

/* Of two normals that face opposite ways and both up, at least one is as steep as this. */
static bool is_steep(sky_normal n) {
    return n.z * n.z < 0.055 * dot(n, n);
}

/* Only if both face up: one that does not is told by itself. Told at the lower one of two that are
 * steep. */
static void judge_opposite(const sky_tri *t, sky_normal own) {
    for (uint32_t k = 0; k < 3; k++) {
        const int32_t edge = sky_edge(t->p, k);
        if (sky_is_link(t->p, k) || edge < 0 || (uint32_t)edge >= t->m->mesh.triangles.count)
            continue;
        const uint8_t *const other = sky_triangle(&t->m->mesh, (uint32_t)edge);
        if (!has_corners(t->m, other)) continue;
        const sky_normal n = normal_of(t->m, other);
        if (n.z > 0 && are_opposite(own, n) && (!is_steep(n) || t->index < (uint32_t)edge))
            found_edge(t, SKYRIM_NVNM_OPPOSITE, k, (nl_draft){.args = {[1] = nl_int(edge)}});
    }
}

static void judge_shape(const sky_tri *t) {
    if (!t->m->is_finite) return;
    const sky_normal n = normal_of(t->m, t->p);
    if (n.z == 0)
        found(t, SKYRIM_NVNM_AREA, (nl_draft){0});
    else if (n.z < 0)
        found(t, SKYRIM_NVNM_DOWN, (nl_draft){0});
    else if (is_steep(n))
        judge_opposite(t, n);
}

/* ---- Edges ---- */

static uint32_t next_corner(uint32_t which) {
    return which == 2 ? 0 : which + 1;
}

static bool joins(const uint8_t *triangle, uint32_t which, uint32_t a, uint32_t b) {
    const uint32_t from = sky_corner(triangle, which);
    const uint32_t to = sky_corner(triangle, next_corner(which));
    return (from == a && to == b) || (from == b && to == a);
}

/* The edges of the neighbour that name triangle `index`, and whether one has both corners. */
static uint32_t edges_back(const uint8_t *other, uint32_t index, uint32_t a, uint32_t b,
                           bool *shared) {
    uint32_t count = 0;
    for (uint32_t k = 0; k < 3; k++) {
        if (sky_is_link(other, k) || sky_edge(other, k) != (int32_t)index) continue;
        count++;
        *shared |= joins(other, k, a, b);
    }
    return count;
}

/* Whether its corners exist and are distinct: else that is told, and its edges say nothing. */
static bool is_sound(const sky_mesh_check *m, const uint8_t *triangle) {
    const uint32_t a = sky_corner(triangle, 0);
    const uint32_t b = sky_corner(triangle, 1);
    const uint32_t c = sky_corner(triangle, 2);
    return has_corners(m, triangle) && a != b && b != c && c != a;
}

/* Whether another edge leads to the same neighbour; before: one before it. */
static bool is_repeated(const sky_tri *t, uint32_t which, bool before) {
    for (uint32_t k = 0; k < (before ? which : 3); k++)
        if (k != which && !sky_is_link(t->p, k) && sky_edge(t->p, k) == sky_edge(t->p, which))
            return true;
    return false;
}

static void judge_neighbour(const sky_tri *t, uint32_t which) {
    const uint32_t other = (uint32_t)sky_edge(t->p, which);
    const uint32_t a = sky_corner(t->p, which);
    const uint32_t b = sky_corner(t->p, next_corner(which));
    bool shared = false;
    if (other == t->index) {
        found_edge(t, SKYRIM_NVNM_EDGE_SELF, which, (nl_draft){.args = {[1] = nl_uint(which)}});
        return;
    }
    if (edges_back(sky_triangle(&t->m->mesh, other), t->index, a, b, &shared) == 0)
        found_edge(t, SKYRIM_NVNM_EDGE_SYMMETRY, which,
                   (nl_draft){.args = {[1] = nl_uint(which), nl_uint(other)}});
    else if (!shared && !is_repeated(t, which, false) && is_sound(t->m, t->p) &&
             is_sound(t->m, sky_triangle(&t->m->mesh, other)))
        found_edge(t, SKYRIM_NVNM_EDGE_VERTICES, which,
                   (nl_draft){.args = {[1] = nl_uint(other), nl_uint(a), nl_uint(b)}});
}

static void judge_edge(const sky_tri *t, uint32_t which) {
    const int32_t edge = sky_edge(t->p, which);
    if (edge == -1) return;
    if (edge < -1 || (uint32_t)edge >= t->m->mesh.triangles.count)
        found_edge(t, SKYRIM_NVNM_EDGE_INDEX, which,
                   (nl_draft){.expected = nl_uint(t->m->mesh.triangles.count),
                              .args = {[1] = nl_uint(which)}});
    else if (is_repeated(t, which, true) && (uint32_t)edge != t->index)
        found_edge(t, SKYRIM_NVNM_EDGE_TWICE, which, (nl_draft){.args = {[1] = nl_int(edge)}});
    else
        judge_neighbour(t, which);
}

/* ---- Edge links ---- */

enum { HIGHEST_TYPE = 3 };

static void add_end(sky_mesh_check *m, uint32_t triangle, uint32_t link) {
    const uint8_t *const p = sky_link(&m->mesh, link);
    const sky_navm *const target = sky_find_navm(m->h.c->plugin, sky_link_navmesh(p));
    if (!target || sky_link_navmesh(p) == 0) return;
    m->digest->ends[m->digest->end_count++] =
        (sky_link_end){(uint32_t)(target - m->h.c->plugin->navms), (uint16_t)link,
                       (uint16_t)triangle, (int16_t)sky_link_triangle(p), sky_link_type(p) == 0};
}

static void use_link(sky_mesh_check *m, const sky_tri *t, uint32_t which) {
    const int32_t link = sky_edge(t->p, which);
    if (link < 0 || (uint32_t)link >= m->mesh.links.count) {
        found_edge(
            t, SKYRIM_NVNM_LINK_INDEX, which,
            (nl_draft){.expected = nl_uint(m->mesh.links.count), .args = {[1] = nl_uint(which)}});
        return;
    }
    uint8_t *const use = &m->link_use[link];
    if (*use == 0 && t->index < SKY_NO_TRIANGLE) add_end(m, t->index, (uint32_t)link);
    *use |= *use ? SKY_LINK_USED_AGAIN : SKY_LINK_USED;
    if (sky_flags(t->p) & SKY_TRIANGLE_PREFERRED) *use |= SKY_LINK_PREFERRED;
}

void sky_judge_triangle(sky_mesh_check *m, uint32_t index) {
    const sky_tri t = tri_of(m, index);
    const bool is_whole = judge_corners(&t) && !judge_degenerate(&t);
    judge_flags(&t);
    for (uint32_t k = 0; k < 3; k++)
        if (sky_is_link(t.p, k)) use_link(m, &t, k);
    if (is_whole) judge_shape(&t);
}

void sky_judge_edges(const sky_mesh_check *m, uint32_t index) {
    const sky_tri t = tri_of(m, index);
    for (uint32_t k = 0; k < 3; k++)
        if (!sky_is_link(t.p, k)) judge_edge(&t, k);
}

/* Links that no edge uses have no triangle to start at. */
static void judge_use(sky_mesh_check *m, uint32_t link) {
    const uint8_t use = m->link_use[link];
    if (!(use & SKY_LINK_USED) && link < SKY_NO_TRIANGLE) add_end(m, SKY_NO_TRIANGLE, link);
    if (use & SKY_LINK_USED && !(use & SKY_LINK_USED_AGAIN)) return;
    sky_found_in(
        &m->h, SKYRIM_NVNM_LINK_USED,
        (sky_spot){.list = "links",
                   .index = link,
                   .name = "link",
                   .at = m->mesh.links.at + SKY_EDGE_LINK_BYTES * link,
                   .length = SKY_EDGE_LINK_BYTES},
        (nl_draft){.args = {nl_uint(link), nl_string(use ? "more than one edge" : "no edge")}});
}

static void tell_link(const sky_mesh_check *m, uint32_t link, uint32_t id) {
    const sky_check *const c = m->h.c;
    const sky_form_text form = sky_shown(c, id);
    const sky_spot spot = {.list = "links",
                           .index = link,
                           .member = "navmesh",
                           .type = NL_U32LE,
                           .at = m->mesh.links.at + SKY_EDGE_LINK_BYTES * link + 4};
    const nl_draft draft = {.actual = nl_uint(id), .args = {nl_uint(link), nl_string(form.chars)}};
    if (id == 0)
        sky_found_in(&m->h, SKYRIM_NVNM_LINK_NULL, spot, draft);
    else if (sky_names_nothing(c, id))
        sky_found_in(&m->h, SKYRIM_NVNM_MASTER, spot,
                     (nl_draft){.actual = nl_uint(id >> 24),
                                .expected = nl_uint(c->plugin->master_count),
                                .args = {nl_string("linked navmesh"), nl_string(form.chars)}});
    else
        sky_found_in(&m->h, SKYRIM_NVNM_LINK_UNKNOWN, spot, draft);
}

static void judge_link(const sky_mesh_check *m, uint32_t link) {
    sky_check *const c = m->h.c;
    const uint8_t *const p = sky_link(&m->mesh, link);
    const uint32_t type = sky_link_type(p);
    const uint32_t id = sky_link_navmesh(p);
    c->foreign += id != 0 && !sky_is_own(c->plugin, id);
    if (type > HIGHEST_TYPE)
        sky_found_in(&m->h, SKYRIM_NVNM_LINK_TYPE,
                     (sky_spot){.list = "links",
                                .index = link,
                                .member = "type",
                                .type = NL_U32LE,
                                .at = m->mesh.links.at + SKY_EDGE_LINK_BYTES * link},
                     (nl_draft){.actual = nl_uint(type), .args = {nl_uint(link)}});
    if (id == 0 || sky_names_nothing(c, id) ||
        (sky_is_own_whole(c, id) && !sky_find_navm(c->plugin, id)))
        tell_link(m, link, id);
}

/* Of more links than there can be, the number is what is wrong. */
void sky_check_edge_links(sky_mesh_check *m) {
    if (m->mesh.links.count > SKY_MAX_LINKS) return;
    for (uint32_t link = 0; link < m->mesh.links.count; link++) {
        judge_link(m, link);
        judge_use(m, link);
    }
}

/* ---- Grid ---- */

sky_cell_box sky_cell_box_of(const sky_mesh_check *m, uint32_t cell) {
    enum { SLACK = 1 };
    const uint8_t *const p = m->mesh.body.bytes + m->mesh.grid_at;
    const sky_box bounds = sky_bounds(&m->mesh);
    const double step_x = (double)nl_load_f32(p + 4);
    const double step_y = (double)nl_load_f32(p + 8);
    const double x = (double)bounds.min.x + step_x * (double)(cell % m->mesh.divisor);
    const double y = (double)bounds.min.y + step_y * (double)(cell / m->mesh.divisor);
    return (sky_cell_box){{x - SLACK, y - SLACK, x + step_x + SLACK, y + step_y + SLACK}};
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
    const bool has_boxes = m->is_finite && m->has_corners;
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
        const sky_tri t = tri_of(m, i);
        if (m->cell_of[i] == 0 && !(sky_flags(t.p) & SKY_TRIANGLE_DELETED))
            found(&t, SKYRIM_NVNM_GRID_MISSING, (nl_draft){0});
    }
}

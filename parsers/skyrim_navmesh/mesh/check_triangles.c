/* What the pass over vertices and triangles found odd, in full. */
#include "parsers/skyrim_navmesh/mesh/checks.h"

static const double OPPOSITE = 0.9; /* less its sign, the cosine between normals that face opposite
                                       ways */

/* ---- Vertices ---- */

void sky_report_vertices(const sky_mesh_check *m) {
    for (uint32_t i = 0; i < m->mesh.vertices.count; i++) {
        const uint32_t at = m->mesh.vertices.at + SKY_VERTEX_BYTES * i;
        for (uint32_t k = 0; k < 3; k++)
            if (!isfinite(nl_load_f32(m->mesh.body.bytes + at + 4 * k)))
                sky_found(sky_vertex_place(m, i), SKYRIM_NVNM_FINITE, SKY_VERTEX_X + k,
                          (nl_draft){.args = {nl_uint(i)}});
    }
}

/* ---- Triangles ---- */

void sky_found_tri(const sky_tri *t, unsigned rule, unsigned field, nl_draft draft) {
    draft.args[0] = nl_uint(t->index);
    if (field == SKY_TRIANGLE_ITSELF) draft.length = SKY_TRIANGLE_BYTES;
    sky_found(sky_triangle_place(t->m, t->index), rule, field, draft);
}

static void found_edge(const sky_tri *t, unsigned rule, uint32_t which, nl_draft draft) {
    draft.args[0] = nl_uint(t->index);
    sky_found(sky_edge_place(t->m, t->index, which), rule, SKY_TRIANGLE_EDGE_0 + which, draft);
}

/* Of an edge that is to be an index into a list. */
static nl_draft edge_expected(uint32_t count, int32_t least, uint32_t which) {
    nl_draft draft = sky_index_expected(count, least);
    draft.args[1] = nl_uint(which);
    draft.args[2] = nl_uint(count);
    return draft;
}

/* Returns whether all corners exist. */
static bool check_corners(const sky_tri *t) {
    const uint32_t count = t->m->mesh.vertices.count;
    bool exist = true;
    for (uint32_t k = 0; k < 3; k++) {
        if (sky_corner(t->p, k) < count) continue;
        exist = false;
        nl_draft draft = sky_index_expected(count, 0);
        draft.args[1] = nl_uint(count);
        sky_found_tri(t, SKYRIM_NVNM_VERTEX_INDEX, SKY_TRIANGLE_CORNER_0 + k, draft);
    }
    return exist;
}

/* Returns whether the corners are three. */
static bool check_degenerate(const sky_tri *t) {
    const uint32_t a = sky_corner(t->p, 0);
    const uint32_t b = sky_corner(t->p, 1);
    const uint32_t c = sky_corner(t->p, 2);
    if (a != b && b != c && c != a) return true;
    sky_found_tri(t, SKYRIM_NVNM_DEGENERATE, SKY_TRIANGLE_ITSELF,
                  (nl_draft){.args = {[1] = nl_uint(a), nl_uint(b), nl_uint(c)}});
    return false;
}

static void check_flags(const sky_tri *t) {
    const uint32_t unknown = sky_flags(t->p) & ~(uint32_t)SKY_TRIANGLE_KNOWN;
    if (unknown != 0)
        sky_found_tri(t, SKYRIM_NVNM_FLAG_UNKNOWN, SKY_TRIANGLE_FLAGS,
                      (nl_draft){.args = {[1] = nl_uint(unknown)}});
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

/* Only if both face up: one that does not has a finding of its own. Of two that are steep, the
 * lower one has this one. */
static void check_opposite(const sky_tri *t, sky_normal own) {
    for (uint32_t k = 0; k < 3; k++) {
        const int32_t edge = sky_edge(t->p, k);
        if (sky_is_link(t->p, k) || edge < 0 || (uint32_t)edge >= t->m->mesh.triangles.count)
            continue;
        const uint8_t *const other = sky_triangle(&t->m->mesh, (uint32_t)edge);
        if (!has_corners(t->m, other)) continue;
        const sky_normal n = normal_of(t->m, other);
        if (n.z > 0 && are_opposite(own, n) && (!is_steep(n) || t->index < (uint32_t)edge))
            found_edge(t, SKYRIM_NVNM_OPPOSITE, k,
                       (nl_draft){.related = {sky_triangle_bytes(t->m, (uint32_t)edge),
                                              sky_triangle_bytes(t->m, t->index)},
                                  .args = {[1] = nl_int(edge)}});
    }
}

static void check_shape(const sky_tri *t) {
    if (!t->m->is_finite) return;
    const sky_normal n = normal_of(t->m, t->p);
    if (n.z == 0)
        sky_found_tri(t, SKYRIM_NVNM_AREA, SKY_TRIANGLE_ITSELF, (nl_draft){0});
    else if (n.z < 0)
        sky_found_tri(t, SKYRIM_NVNM_DOWN, SKY_TRIANGLE_ITSELF, (nl_draft){0});
    else if (is_steep(n))
        check_opposite(t, n);
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

/* Whether its corners exist and are distinct: else that is reported, and its edges say nothing. */
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

static void check_neighbour(const sky_tri *t, uint32_t which) {
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
                   (nl_draft){.related = {sky_triangle_bytes(t->m, other)},
                              .args = {[1] = nl_uint(which), nl_uint(other)}});
    else if (!shared && !is_repeated(t, which, false) && is_sound(t->m, t->p) &&
             is_sound(t->m, sky_triangle(&t->m->mesh, other)))
        found_edge(t, SKYRIM_NVNM_EDGE_VERTICES, which,
                   (nl_draft){.related = {sky_triangle_bytes(t->m, other),
                                          sky_triangle_bytes(t->m, t->index)},
                              .args = {[1] = nl_uint(other), nl_uint(a), nl_uint(b)}});
}

static void check_edge(const sky_tri *t, uint32_t which) {
    const int32_t edge = sky_edge(t->p, which);
    if (edge == -1) return;
    if (edge < -1 || (uint32_t)edge >= t->m->mesh.triangles.count)
        found_edge(t, SKYRIM_NVNM_EDGE_INDEX, which,
                   edge_expected(t->m->mesh.triangles.count, -1, which));
    else if (is_repeated(t, which, true) && (uint32_t)edge != t->index)
        found_edge(t, SKYRIM_NVNM_EDGE_TWICE, which, (nl_draft){.args = {[1] = nl_int(edge)}});
    else
        check_neighbour(t, which);
}

/* ---- Edges that are edge links ---- */

static void add_use(const sky_tri *t, uint32_t which, uint32_t link) {
    sky_digest *const digest = t->m->digest;
    sky_link_end *const end = &digest->ends[link];
    if (t->index >= SKY_NO_TRIANGLE) return; /* that there are so many is reported */
    digest->uses[digest->use_count++] = (sky_link_use){(uint16_t)t->index, (uint16_t)link};
    if (end->triangle != SKY_NO_TRIANGLE) return;
    end->triangle = (uint16_t)t->index;
    end->middle = sky_middle_of(&t->m->mesh, t->index, which);
}

/* An edge that is an edge link. */
static void use_link(sky_mesh_check *m, const sky_tri *t, uint32_t which) {
    const int32_t link = sky_edge(t->p, which);
    if (link < 0 || (uint32_t)link >= m->mesh.links.count) {
        found_edge(t, SKYRIM_NVNM_LINK_INDEX, which, edge_expected(m->mesh.links.count, 0, which));
        return;
    }
    uint8_t *const use = &m->link_use[link];
    add_use(t, which, (uint32_t)link);
    *use |= *use ? SKY_LINK_USED_AGAIN : SKY_LINK_USED;
    if (sky_flags(t->p) & SKY_TRIANGLE_PREFERRED) *use |= SKY_LINK_PREFERRED;
}

/* ---- All of it ---- */

void sky_check_triangle(sky_mesh_check *m, uint32_t index) {
    const sky_tri t = sky_tri_of(m, index);
    const bool is_whole = check_corners(&t) && check_degenerate(&t);
    m->are_whole &= is_whole;
    check_flags(&t);
    for (uint32_t k = 0; k < 3; k++)
        if (sky_is_link(t.p, k)) use_link(m, &t, k);
    if (is_whole) check_shape(&t);
}

void sky_check_edges(const sky_mesh_check *m, uint32_t index) {
    const sky_tri t = sky_tri_of(m, index);
    for (uint32_t k = 0; k < 3; k++)
        if (!sky_is_link(t.p, k)) check_edge(&t, k);
}

/* Vertices, triangles and grid of a mesh, once each and without a branch per question: this is most
 * of the work. Whatever is not plain is left to functions that know how to say it. */
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

/* ---- Triangles ---- */

/* Where everything is: kept by value, so that the compiler knows that marking a vertex leaves it
 * alone. */
typedef struct sky_mesh_view {
    const uint8_t *vertices, *triangles;
    uint32_t vertex_count, triangle_count;
    uint8_t *used;
    float (*boxes)[4];
} sky_mesh_view;

enum { NO_NEIGHBOUR = 0xFFFF };

/* A triangle as two words instead of eight values: corners and the first edge, then two edges,
 * flags and cover. */
typedef struct sky_words {
    uint64_t low, high;
} sky_words;

static inline uint64_t load_u64(const uint8_t *p) {
    return (uint64_t)nl_load_u32(p) | (uint64_t)nl_load_u32(p + 4) << 32;
}

static inline sky_words words_at(sky_mesh_view s, uint32_t triangle) {
    const uint8_t *const p = s.triangles + (size_t)SKY_TRIANGLE_BYTES * triangle;
    return (sky_words){load_u64(p), load_u64(p + 8)};
}

static inline uint32_t part(uint64_t word, uint32_t which) {
    return (uint32_t)(word >> 16 * which) & 0xFFFF;
}

static inline uint32_t flags_of(sky_words t) {
    return part(t.high, 2);
}

/* Three lanes of 16 bits; the fourth has the flags. */
static inline uint64_t edges_of(sky_words t) {
    return t.low >> 48 | t.high << 16;
}

/* The three corners and the first one again: those of an edge are two lanes that follow each other.
 */
static inline uint64_t ring_of(sky_words t) {
    return (t.low & 0xFFFFFFFFFFFF) | t.low << 48;
}

static inline uint32_t turned(uint32_t corners) {
    return corners >> 16 | corners << 16;
}

/* ---- Edges: every one to a higher triangle is paired with one back. If there are as many to lower
 * ones, none is left over. ---- */

enum { PENDING = 1024 };

#define LANES 0x000100010001u /* a 1 in each of three lanes of 16 bits */

typedef struct sky_tally {
    uint64_t pending[PENDING + 3]; /* edges to higher triangles: pending_of */
    uint32_t higher;               /* those that were looked at */
    uint32_t odd;                  /* not 0: one of them has no edge back over the same corners */
} sky_tally;

/* The edges of a triangle to others, and the corners that they are over. */
typedef struct sky_sides {
    uint64_t edges, ring;
    uint32_t triangle;
} sky_sides;

/* A bit in the lowest of the three edges that have this number, none if none has. */
static inline uint64_t edge_to(uint64_t edges, uint32_t triangle) {
    const uint64_t differ = edges ^ triangle * LANES;
    return (differ - LANES) & ~differ & LANES << 15;
}

/* Three lanes of edges to other triangles: those that are links lead to none. */
static inline uint64_t neighbours_of(sky_words t) {
    const uint64_t links = flags_of(t) & SKY_TRIANGLE_LINKS;
    const uint64_t edges = edges_of(t);
    if (__builtin_expect(links == 0, 1)) return edges;
    return edges | ((links & 1) | (links & 2) << 15 | (links & 4) << 30) * NO_NEIGHBOUR;
}

/* All that is asked of an edge: where it leads, whose it is, its two corners. */
static inline uint64_t pending_of(uint32_t edge, uint32_t triangle, uint64_t corners) {
    return edge | triangle << 16 | corners << 32;
}

/* Bits that are set unless the neighbour over the edge has an edge back over the same corners. */
static inline uint32_t odd_pair(sky_mesh_view s, uint64_t pending) {
    const sky_words other = words_at(s, part(pending, 0));
    const uint64_t back = edge_to(neighbours_of(other), part(pending, 1));
    const unsigned lane = (unsigned)__builtin_ctzll(back | (uint64_t)1 << 63) & 48;
    const uint32_t there = (uint32_t)(ring_of(other) >> lane);
    const uint32_t none = (uint32_t)((back - 1) >> 63);
    return (turned(there) ^ (uint32_t)(pending >> 32)) | none;
}

static uint32_t settle(sky_tally *tally, sky_mesh_view s, uint32_t count) {
    uint32_t odd = 0;
    for (uint32_t i = 0; i < count; i++)
        odd |= odd_pair(s, tally->pending[i]);
    tally->odd |= odd;
    tally->higher += count;
    return 0;
}

/* Appends edge `which` if it leads to a higher triangle, one of `limit`; returns how many are
 * pending then. */
static inline uint32_t add_edge(sky_tally *tally, uint32_t count, uint32_t limit, sky_sides sides,
                                uint32_t which) {
    const uint32_t edge = part(sides.edges, which);
    tally->pending[count] = pending_of(edge, sides.triangle, sides.ring >> 16 * which);
    return count + (edge - sides.triangle - 1 < limit); /* wraps below */
}

/* A 1 in the lane of each edge that is not NO_NEIGHBOUR. */
static inline uint64_t led_by(uint64_t edges) {
    const uint64_t low = LANES * 0x7FFF;
    return (((~edges & low) + low) | ~edges) >> 15 & LANES;
}

/* ---- Shapes ---- */

static inline float least(float a, float b, float c) {
    return sky_lower(sky_lower(a, b), c);
}

static inline float most(float a, float b, float c) {
    return sky_higher(sky_higher(a, b), c);
}

/* Fills in the triangle's box; whether it may face down, have no area, or be so steep that a
 * neighbour could face the other way. Slack for what floats lose: the slow way decides. A corner
 * that is there twice leaves no area. */
static inline uint32_t odd_shape(sky_point a, sky_point b, sky_point c, float box[4]) {
    const float ux = b.x - a.x;
    const float uy = b.y - a.y;
    const float uz = b.z - a.z;
    const float vx = c.x - a.x;
    const float vy = c.y - a.y;
    const float vz = c.z - a.z;
    const float left = ux * vy;
    const float right = uy * vx;
    const float nx = uy * vz - uz * vy;
    const float ny = uz * vx - ux * vz;
    const float nz = left - right;
    box[0] = least(a.x, b.x, c.x);
    box[1] = least(a.y, b.y, c.y);
    box[2] = most(a.x, b.x, c.x);
    box[3] = most(a.y, b.y, c.y);
    const uint32_t is_up = nz > 1e-5F * (fabsf(left) + fabsf(right));
    const uint32_t is_flat = nz * nz > 0.06F * (nx * nx + ny * ny + nz * nz);
    return (is_up & is_flat) ^ 1;
}

static inline sky_point vertex_of(sky_mesh_view s, uint32_t index) {
    return sky_point_at(s.vertices + (size_t)SKY_VERTEX_BYTES * index);
}

/* All but its edges. */
static inline uint32_t odd_triangle(sky_mesh_view s, uint32_t index, sky_words t) {
    const uint32_t a = part(t.low, 0);
    const uint32_t b = part(t.low, 1);
    const uint32_t c = part(t.low, 2);
    const uint32_t shape =
        odd_shape(vertex_of(s, a), vertex_of(s, b), vertex_of(s, c), s.boxes[index]);
    s.used[a] = 1;
    s.used[b] = 1;
    s.used[c] = 1;
    return shape | (flags_of(t) & (SKY_TRIANGLE_LINKS | ~(uint32_t)SKY_TRIANGLE_KNOWN));
}

/* All three are looked at: a branch for each would cost a third of the whole pass. */
static inline bool lacks_corners(sky_mesh_view s, sky_words t) {
    const uint32_t a = part(t.low, 0) >= s.vertex_count;
    const uint32_t b = part(t.low, 1) >= s.vertex_count;
    const uint32_t c = part(t.low, 2) >= s.vertex_count;
    return (a | b | c) != 0;
}

static void check_cornerless(sky_mesh_check *m, uint32_t index) {
    memset(m->boxes[index], 0, sizeof m->boxes[index]);
    m->has_corners = false;
    sky_check_triangle(m, index);
}

static void check_shapes(sky_mesh_check *m, sky_mesh_view s) {
    uint32_t preferred = 0;
    uint32_t doors = 0;
    uint32_t covers = 0;
    m->has_corners = m->are_whole = true;
    for (uint32_t i = 0; i < s.triangle_count; i++) {
        const sky_words t = words_at(s, i);
        const uint32_t flags = flags_of(t);
        preferred += flags / SKY_TRIANGLE_PREFERRED & 1;
        doors += flags / SKY_TRIANGLE_DOOR & 1;
        covers += (part(t.high, 3) & SKY_COVER_VALUES) != 0;
        if (lacks_corners(s, t))
            check_cornerless(m, i);
        else if (!NL_QUICK_ROUGH(odd_triangle(s, i, t) == 0)) /* rough: links, odd_shape's slack */
            sky_check_triangle(m, i);
    }
    m->preferred = preferred;
    m->doors = doors;
    m->covers = covers;
}

/* Whether all edges lead to neighbours that lead back. Edges are distinguished by their corners, of
 * which each triangle has three, and by numbers of triangles, which fit 16 bits. */
static bool are_plain_edges(sky_mesh_view s) {
    sky_tally tally;
    uint32_t count = 0;
    uint64_t led = 0; /* edges to other triangles, by lanes: there are not more than fit */
    tally.higher = tally.odd = 0;
    for (uint32_t i = 0; i < s.triangle_count; i++) {
        const sky_words t = words_at(s, i);
        const sky_sides sides = {neighbours_of(t), ring_of(t), i};
        const uint32_t limit = s.triangle_count - i - 1;
        count = add_edge(&tally, count, limit, sides, 0);
        count = add_edge(&tally, count, limit, sides, 1);
        count = add_edge(&tally, count, limit, sides, 2);
        led += led_by(sides.edges);
        if (count >= PENDING) count = settle(&tally, s, count);
    }
    settle(&tally, s, count);
    return tally.odd == 0 && 2 * tally.higher == part(led, 0) + part(led, 1) + part(led, 2);
}

void sky_check_triangles(sky_mesh_check *m) {
    const sky_nvnm *const mesh = &m->mesh;
    const sky_mesh_view s = {.vertices = sky_vertex(mesh, 0),
                             .triangles = sky_triangle(mesh, 0),
                             .vertex_count = mesh->vertices.count,
                             .triangle_count = mesh->triangles.count,
                             .used = m->used,
                             .boxes = m->boxes};
    check_shapes(m, s);
    const bool are_told_apart = m->are_whole && s.triangle_count <= SKY_MAX_TRIANGLES;
    /* Rough: neighbours may go over their edge in the same direction. */
    if (are_told_apart && NL_QUICK_ROUGH(are_plain_edges(s))) return;
    for (uint32_t i = 0; i < s.triangle_count; i++)
        sky_check_edges(m, i);
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
    sky_box far = SKY_NO_BOX; /* the lowest of the upper bounds, the highest of the lower ones */
    uint32_t odd = 0;
    uint32_t next = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        const uint32_t id = nl_load_u16(s->ids + SKY_GRID_TRIANGLE_BYTES * (size_t)i);
        if (id >= s->triangle_count) return false;
        const float *const box = boxes[id];
        cell_of[id] = serial;
        odd |= id < next;
        far.max.x = sky_higher(far.max.x, box[0]);
        far.max.y = sky_higher(far.max.y, box[1]);
        far.min.x = sky_lower(far.min.x, box[2]);
        far.min.y = sky_lower(far.min.y, box[3]);
        next = id + 1;
    }
    return !odd & ((double)far.max.x <= s->edge[2]) & ((double)far.max.y <= s->edge[3]) &
           ((double)far.min.x >= s->edge[0]) & ((double)far.min.y >= s->edge[1]);
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

/* Vertices, triangles and grid of a mesh, once each and without a branch per question: this is most
 * of the work. Whatever is not plain is left to functions that know how to say it. */
#include <string.h>

#include "parsers/skyrim_navmesh/check_payload.h"

/* ---- Vertices ---- */

void sky_scan_vertices(sky_mesh_check *m) {
    const uint8_t *const bytes = sky_vertex(&m->mesh, 0);
    sky_box box = SKY_NO_BOX;
    double x = 0;
    double y = 0;
    double z = 0;
    for (uint32_t i = 0; i < m->mesh.vertices.count; i++) {
        const sky_point p = sky_point_at(bytes + (size_t)SKY_POINT_BYTES * i);
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
    if (!m->is_finite) sky_judge_vertices(m);
}

/* ---- Triangles ---- */

typedef struct sky_scan {
    const uint8_t *vertices, *triangles;
    uint32_t vertex_count, triangle_count;
    uint8_t *used;
    float (*boxes)[4];
} sky_scan;

enum { NO_NEIGHBOUR = 0xFFFF };

/* Two words instead of eight loads. */
typedef struct sky_words {
    uint64_t low, high;
} sky_words;

static inline uint64_t load_u64(const uint8_t *p) {
    return (uint64_t)nl_load_u32(p) | (uint64_t)nl_load_u32(p + 4) << 32;
}

static inline sky_words words_at(const sky_scan *s, uint32_t triangle) {
    const uint8_t *const p = s->triangles + (size_t)SKY_TRIANGLE_BYTES * triangle;
    return (sky_words){load_u64(p), load_u64(p + 8)};
}

static inline uint32_t part_at(uint64_t word, uint32_t shift) {
    return (uint32_t)(word >> shift) & 0xFFFF;
}

static inline uint32_t part(uint64_t word, uint32_t which) {
    return part_at(word, 16 * which);
}

/* Bits that are set unless there is no neighbour over the edge from corner `from` to corner `to`,
 * or it names triangle `self` over the same edge. Which of its edges does that cannot be foreseen,
 * so nothing branches. */
static inline uint32_t odd_edge(const sky_scan *s, uint32_t self, uint32_t edge, uint32_t from,
                                uint32_t to) {
    enum { NEXT_SHIFTS = 0x002010 }; /* of the corner behind corner 0, 1, 2: a byte each */
    const uint32_t exists = edge < s->triangle_count;
    const sky_words other = words_at(s, self ^ ((edge ^ self) & (0 - exists)));
    const uint32_t first = part(other.low, 3) == self;
    const uint32_t second = part(other.high, 0) == self;
    const uint32_t third = part(other.high, 1) == self;
    const uint32_t which = (second | third << 1) & (0 - (first ^ 1));
    const uint32_t a = part_at(other.low, 16 * which);
    const uint32_t b = part_at(other.low, NEXT_SHIFTS >> 8 * which & 0xFF);
    const uint32_t links = part(other.high, 2) & SKY_TRIANGLE_LINKS;
    const uint32_t odd =
        (exists ^ 1) | ((first | second | third) ^ 1) | (a ^ to) | (b ^ from) | links;
    return odd & (0 - (uint32_t)(edge != NO_NEIGHBOUR));
}

static inline float least(float a, float b, float c) {
    return sky_lower(sky_lower(a, b), c);
}

static inline float most(float a, float b, float c) {
    return sky_higher(sky_higher(a, b), c);
}

/* Fills in the triangle's box; whether it may face down, have no area, or be so steep that a
 * neighbour could face the other way. Slack for what floats lose: the slow way decides. */
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
    return !(is_up & is_flat);
}

static inline sky_point vertex_of(const sky_scan *s, uint32_t index) {
    return sky_point_at(s->vertices + (size_t)SKY_POINT_BYTES * index);
}

enum { NO_CORNERS = 2 };

/* 0: plain. NO_CORNERS: one of them does not exist. */
static inline uint32_t odd_triangle(const sky_scan *s, uint32_t index, sky_words t) {
    const uint32_t a = part(t.low, 0);
    const uint32_t b = part(t.low, 1);
    const uint32_t c = part(t.low, 2);
    if ((a >= s->vertex_count) | (b >= s->vertex_count) | (c >= s->vertex_count)) {
        memset(s->boxes[index], 0, sizeof s->boxes[index]);
        return NO_CORNERS;
    }
    const uint32_t e0 = part(t.low, 3);
    const uint32_t e1 = part(t.high, 0);
    const uint32_t e2 = part(t.high, 1);
    const uint32_t twice = ((e0 == e1) & (e0 != NO_NEIGHBOUR)) |
                           ((e1 == e2) & (e1 != NO_NEIGHBOUR)) |
                           ((e2 == e0) & (e2 != NO_NEIGHBOUR));
    const uint32_t same = (a == b) | (b == c) | (c == a);
    const uint32_t flags = part(t.high, 2) & (SKY_TRIANGLE_LINKS | ~(uint32_t)SKY_TRIANGLE_KNOWN);
    s->used[a] = 1;
    s->used[b] = 1;
    s->used[c] = 1;
    const uint32_t shape =
        odd_shape(vertex_of(s, a), vertex_of(s, b), vertex_of(s, c), s->boxes[index]);
    return (twice | same | (flags != 0) | shape | odd_edge(s, index, e0, a, b) |
            odd_edge(s, index, e1, b, c) | odd_edge(s, index, e2, c, a)) != 0;
}

void sky_scan_triangles(sky_mesh_check *m) {
    const sky_nvnm *const mesh = &m->mesh;
    const sky_scan s = {.vertices = sky_vertex(mesh, 0),
                        .triangles = sky_triangle(mesh, 0),
                        .vertex_count = mesh->vertices.count,
                        .triangle_count = mesh->triangles.count,
                        .used = m->used,
                        .boxes = m->boxes};
    uint32_t preferred = 0;
    uint32_t doors = 0;
    uint32_t covers = 0;
    m->has_corners = true;
    for (uint32_t i = 0; i < s.triangle_count; i++) {
        const sky_words t = words_at(&s, i);
        const uint32_t flags = part(t.high, 2);
        const uint32_t odd = odd_triangle(&s, i, t);
        preferred += (flags & SKY_TRIANGLE_PREFERRED) != 0;
        doors += (flags & SKY_TRIANGLE_DOOR) != 0;
        covers += (part(t.high, 3) & SKY_COVER_VALUES) != 0;
        if (!odd) continue;
        if (odd == NO_CORNERS) m->has_corners = false;
        sky_judge_triangle(m, i);
    }
    m->preferred = preferred;
    m->doors = doors;
    m->covers = covers;
}

/* ---- Grid ---- */

typedef struct sky_cell_scan {
    const uint8_t *ids;
    uint32_t count;
    uint32_t triangle_count;
    float edge[4];
} sky_cell_scan;

/* Whether the triangles of a cell come in order, exist and touch it. */
static inline bool is_plain_cell(const sky_cell_scan *s, const float (*boxes)[4], uint16_t *cell_of,
                                 uint16_t serial) {
    uint32_t odd = 0;
    uint32_t next = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        const uint32_t id = nl_load_u16(s->ids + 2 * (size_t)i);
        if (id >= s->triangle_count) return false;
        const float *const box = boxes[id];
        cell_of[id] = serial;
        odd |= (id < next) | (box[0] > s->edge[2]) | (box[1] > s->edge[3]) | (box[2] < s->edge[0]) |
               (box[3] < s->edge[1]);
        next = id + 1;
    }
    return odd == 0;
}

static bool misses_any(const sky_mesh_check *m) {
    uint32_t missing = 0;
    for (uint32_t i = 0; i < m->mesh.triangles.count; i++)
        missing |= m->cell_of[i] == 0;
    return missing != 0;
}

void sky_scan_grid(sky_mesh_check *m) {
    const uint32_t cells = m->mesh.cells_read;
    uint32_t at = m->mesh.cells_at;
    for (uint32_t cell = 0; cell < cells; cell++) {
        const sky_list list = sky_grid_cell(&m->mesh.body, &at);
        const sky_cell_box box = sky_cell_box_of(m, cell);
        const sky_cell_scan s = {
            m->mesh.body.bytes + list.at,
            list.count,
            m->mesh.triangles.count,
            {(float)box.edge[0], (float)box.edge[1], (float)box.edge[2], (float)box.edge[3]}};
        if (!is_plain_cell(&s, (const float(*)[4])m->boxes, m->cell_of, (uint16_t)(cell + 1)))
            sky_judge_cell(m, cell, list);
    }
    const bool is_whole = m->mesh.stage == SKY_NVNM_WHOLE && cells != 0;
    if (is_whole && misses_any(m)) sky_judge_missing(m);
}

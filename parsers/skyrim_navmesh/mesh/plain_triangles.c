/* Triangles of a mesh, a block at a time and without a branch per question: this is most of the
 * work. Whatever is not plain is left to functions that know how to say it. */
#include <string.h>

#include "core/checked.h"
#include "core/quick.h"
#include "parsers/skyrim_navmesh/mesh/plain.h"

enum { BLOCK = 64 /* triangles */, LINE_BYTES = 64 /* of a cache */ };

/* The corners of a block's triangles: x, y, z, and what stands behind the vertex. */
typedef struct sky_corners {
    float a[BLOCK][4], b[BLOCK][4], c[BLOCK][4];
} sky_corners;

/* ---- Shapes ---- */

/* Sets bits of `odd` for each triangle that may face down, have no area, or be so steep that a
 * neighbour could face the other way; returns all of the bits. Slack for what floats lose: the slow
 * way decides. A corner that is there twice leaves no area. The compiler takes several at once. */
static uint32_t find_odd_shapes(const sky_corners *restrict corners, uint32_t count,
                                uint32_t *restrict odd) {
    uint32_t any = 0;
    for (uint32_t i = 0; i < count; i++) {
        const float *const a = corners->a[i];
        const float *const b = corners->b[i];
        const float *const c = corners->c[i];
        const float ux = b[0] - a[0];
        const float uy = b[1] - a[1];
        const float uz = b[2] - a[2];
        const float vx = c[0] - a[0];
        const float vy = c[1] - a[1];
        const float vz = c[2] - a[2];
        const float left = ux * vy;
        const float right = uy * vx;
        const float nx = uy * vz - uz * vy;
        const float ny = uz * vx - ux * vz;
        const float nz = left - right;
        const uint32_t is_up = nz > 1e-5F * (fabsf(left) + fabsf(right));
        const uint32_t is_flat = nz * nz > 0.06F * (nx * nx + ny * ny + nz * nz);
        odd[i] |= (is_up & is_flat) ^ 1;
        any |= odd[i];
    }
    return any;
}

static inline void fill_box(float box[4], const float a[4], const float b[4], const float c[4]) {
    float least[4];
    float most[4];
    for (uint32_t k = 0; k < 4; k++) {
        least[k] = sky_lower(sky_lower(a[k], b[k]), c[k]);
        most[k] = -sky_higher(sky_higher(a[k], b[k]), c[k]);
    }
    memcpy(box, least, 2 * sizeof *box);
    memcpy(box + 2, most, 2 * sizeof *box);
}

/* ---- Runs of triangles that have their corners ---- */

/* Triangles [from, from + count), at most BLOCK. */
typedef struct sky_triangle_run {
    uint32_t from, count;
} sky_triangle_run;

/* The highest of each of the eight values of the triangles. */
static inline void find_highest(sky_mesh_view s, sky_triangle_run run, uint16_t most[8]) {
    uint16_t highest[8] = {0};
    const uint8_t *const bytes = sky_triangle_at(s, run.from);
    for (uint32_t i = 0; i < run.count; i++)
        for (uint32_t k = 0; k < 8; k++) {
            const uint16_t value = nl_load_u16(bytes + SKY_TRIANGLE_BYTES * (size_t)i + 2 * k);
            highest[k] = value > highest[k] ? value : highest[k];
        }
    memcpy(most, highest, sizeof highest);
}

static inline bool have_corners(sky_mesh_view s, sky_triangle_run run) {
    uint16_t most[8];
    find_highest(s, run, most);
    return nl_max(nl_max(most[0], most[1]), most[2]) < s.vertex_count;
}

/* The run that starts there; empty if the first triangle lacks a corner. */
static sky_triangle_run run_from(sky_mesh_view s, uint32_t from) {
    sky_triangle_run run = {from, (uint32_t)nl_min(s.triangle_count - from, BLOCK)};
    if (have_corners(s, run)) return run;
    run.count = 0; /* one of them lacks a corner: the run ends there */
    while (have_corners(s, (sky_triangle_run){from + run.count, 1}))
        run.count++;
    return run;
}

/* ---- One run ---- */

/* With the four bytes behind it: those of the last one begin the list of triangles. The machine
 * fetches four values as fast as one. */
static inline void fetch_vertex(sky_mesh_view s, uint32_t index, float to[4]) {
    const uint8_t *const p = s.vertices + (size_t)SKY_VERTEX_BYTES * index;
    for (uint32_t k = 0; k < 4; k++)
        to[k] = nl_load_f32(p + sizeof(float) * k);
}

static inline void mark_corners(sky_mesh_view s, const uint32_t corner[3]) {
    for (uint32_t k = 0; k < 3; k++)
        s.used[corner[k]] = 1;
}

/* Fetches and marks the corners of triangles; fills in the box and the odd flags of each. */
static inline void fetch_run(sky_mesh_view s, sky_triangle_run run, sky_corners *restrict p,
                             uint32_t *restrict odd) {
    for (uint32_t i = 0; i < run.count; i++) {
        const sky_words t = sky_words_at(s, run.from + i);
        const uint32_t corner[3] = {sky_part_of(t.low, 0), sky_part_of(t.low, 1),
                                    sky_part_of(t.low, 2)};
        fetch_vertex(s, corner[0], p->a[i]);
        fetch_vertex(s, corner[1], p->b[i]);
        fetch_vertex(s, corner[2], p->c[i]);
        fill_box(s.boxes[run.from + i], p->a[i], p->b[i], p->c[i]);
        mark_corners(s, corner);
        odd[i] = sky_word_flags(t) & (SKY_TRIANGLE_LINKS | ~(uint32_t)SKY_TRIANGLE_KNOWN);
    }
}

/* A share of the next navmesh: memory sends it while these triangles are checked, and the passes
 * that only glance at a mesh need not wait for it. */
static inline void prefetch_next(sky_mesh_view s, sky_triangle_run run) {
    enum { SHARE_BYTES = 32 /* for each triangle: about as much as a mesh has */ };
    const uint64_t from = (uint64_t)SHARE_BYTES * run.from;
    const uint64_t end = nl_min(from + (uint64_t)SHARE_BYTES * run.count, s.next.length);
    for (uint64_t at = from; at < end; at += LINE_BYTES)
        __builtin_prefetch(s.next.bytes + at);
}

static void check_run(sky_mesh_check *m, sky_mesh_view s, sky_triangle_run run) {
    sky_corners corners;
    uint32_t odd[BLOCK];
    prefetch_next(s, run);
    fetch_run(s, run, &corners, odd);
    /* Rough: links, and the slack of shapes. */
    if (NL_QUICK_ROUGH(find_odd_shapes(&corners, run.count, odd) == 0)) return;
    for (uint32_t i = 0; i < run.count; i++)
        if (!NL_QUICK_ROUGH(odd[i] == 0)) sky_check_triangle(m, run.from + i);
}

static void check_cornerless(sky_mesh_check *m, uint32_t index) {
    memset(m->boxes[index], 0, sizeof m->boxes[index]);
    m->has_corners = false;
    sky_check_triangle(m, index);
}

/* ---- All of it ---- */

static void check_shapes(sky_mesh_check *m, sky_mesh_view s) {
    m->has_corners = m->are_whole = true;
    for (uint32_t from = 0; from < s.triangle_count;) {
        const sky_triangle_run run = run_from(s, from);
        if (run.count != 0)
            check_run(m, s, run);
        else
            check_cornerless(m, from);
        from += (uint32_t)nl_max(run.count, 1);
    }
}

/* Flags, and above them cover, that any triangle has. */
static uint32_t all_flags(sky_mesh_view s) {
    uint32_t flags = 0;
    for (uint32_t i = 0; i < s.triangle_count; i++)
        flags |= nl_load_u32(sky_triangle_at(s, i) + SKY_TRIANGLE_FLAGS_AT);
    return flags;
}

/* How many triangles have one of these. */
static uint32_t count_flagged(sky_mesh_view s, uint32_t flags) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < s.triangle_count; i++)
        count += (nl_load_u32(sky_triangle_at(s, i) + SKY_TRIANGLE_FLAGS_AT) & flags) != 0;
    return count;
}

static void count_flags(sky_mesh_check *m, sky_mesh_view s) {
    const uint32_t cover = (uint32_t)SKY_COVER_VALUES << 16;
    const uint32_t any = all_flags(s);
    m->preferred = any & SKY_TRIANGLE_PREFERRED ? count_flagged(s, SKY_TRIANGLE_PREFERRED) : 0;
    m->doors = any & SKY_TRIANGLE_DOOR ? count_flagged(s, SKY_TRIANGLE_DOOR) : 0;
    m->covers = any & cover ? count_flagged(s, cover) : 0;
}

void sky_check_triangles(sky_mesh_check *m) {
    const sky_nvnm *const mesh = &m->mesh;
    const sky_mesh_view s = {.vertices = sky_vertex(mesh, 0),
                             .triangles = sky_triangle(mesh, 0),
                             .vertex_count = mesh->vertices.count,
                             .triangle_count = mesh->triangles.count,
                             .used = m->used,
                             .boxes = m->boxes,
                             .next = m->h.c->next_navm};
    count_flags(m, s);
    check_shapes(m, s);
    const bool are_told_apart = m->are_whole && s.triangle_count <= SKY_MAX_TRIANGLES;
    /* Rough: neighbours may go over their edge in the same direction. */
    if (are_told_apart && NL_QUICK_ROUGH(sky_are_plain_edges(s))) return;
    for (uint32_t i = 0; i < s.triangle_count; i++)
        sky_check_edges(m, i);
}

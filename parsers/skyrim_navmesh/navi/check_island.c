/* The island data of one NVMI entry. */
#include <string.h>

#include "core/quick.h"
#include "parsers/skyrim_navmesh/navi/checks.h"

static const float SLACK = 0.01F; /* units: what rounding makes */

static const char *const axes[3] = {"x", "y", "z"};

/* false: the box says nothing. */
static bool check_box(const sky_entry_check *e) {
    const uint32_t box_at = e->entry->box_at;
    const bool has_min = sky_check_point(e, SKY_ISLAND_MIN_X, box_at);
    const bool has_max = sky_check_point(e, SKY_ISLAND_MAX_X, box_at);
    const bool finite = has_min && has_max;
    bool ordered = true;
    for (uint32_t i = 0; finite && i < 3; i++) {
        const float min = nl_load_f32(sky_at(e, box_at + SKY_ISLAND_MIN_X_AT + 4 * i));
        const float max = nl_load_f32(sky_at(e, box_at + SKY_ISLAND_MAX_X_AT + 4 * i));
        if (min <= max) continue;
        ordered = false;
        sky_found(sky_part_place(e->h, box_at), SKYRIM_NVMI_BOX, SKY_ISLAND_MIN_X + i,
                  (nl_draft){.expected = nl_real((double)max),
                             .relation = NAVLINT_AT_MOST,
                             .related = {sky_related(e->h, box_at + SKY_ISLAND_MAX_X_AT + 4 * i,
                                                     sizeof(float), "the upper corner")},
                             .args = {nl_string(axes[i])}});
    }
    return finite && ordered;
}

static navlint_related box_of(const sky_entry_check *e) {
    return sky_related(e->h, e->entry->box_at, SKY_ISLAND_BYTES, "the box");
}

static void check_center(const sky_entry_check *e, sky_box box) {
    const sky_point center = sky_point_at(sky_at(e, SKY_NVMI_HEAD_CENTER_AT));
    if (!sky_is_finite(center) || sky_is_within(center, box, SKY_CENTER_SLACK)) return;
    sky_found(sky_part_place(e->h, 0), SKYRIM_NVMI_BOX_CENTER, SKY_NVMI_HEAD_CENTER,
              (nl_draft){.related = {box_of(e)}});
}

/* ---- Vertices ---- */

static sky_point vertex_of(const sky_entry_check *e, uint32_t index) {
    return sky_point_at(sky_at(e, e->entry->vertices.at + SKY_ISLAND_VERTEX_BYTES * index));
}

static nl_place vertex_place(const sky_entry_check *e, uint32_t index) {
    const nl_place place = sky_item_place(e->h, "island/vertices", index,
                                          e->entry->vertices.at + SKY_ISLAND_VERTEX_BYTES * index);
    return sky_moved_to(place, vertex_of(e, index));
}

static void found_vertex(const sky_entry_check *e, unsigned rule, uint32_t index) {
    sky_found(vertex_place(e, index), rule, SKY_ISLAND_VERTEX_ITSELF,
              (nl_draft){.length = SKY_ISLAND_VERTEX_BYTES, .args = {nl_uint(index)}});
}

/* The first one speaks for all: it is the box that is wrong, or they are stale together. Returns
 * whether what follows has a headline. */
static bool found_outside(const sky_entry_check *e, uint32_t index) {
    const nl_place place = vertex_place(e, index);
    return nl_found_cause(&place, SKYRIM_NVMI_BOX_VERTICES, SKY_ISLAND_VERTEX_ITSELF,
                          &(nl_draft){.length = SKY_ISLAND_VERTEX_BYTES,
                                      .related = {box_of(e)},
                                      .args = {nl_uint(index)}});
}

static void report_not_finite(const sky_entry_check *e, uint32_t index, sky_point p) {
    const float values[3] = {p.x, p.y, p.z};
    for (uint32_t i = 0; i < 3; i++)
        if (!isfinite(values[i]))
            sky_found(vertex_place(e, index), SKYRIM_NVMI_FINITE, SKY_ISLAND_VERTEX_X + i,
                      (nl_draft){.args = {nl_string("a coordinate of the island")}});
}

/* box: NULL if the box says nothing. is_told: a vertex outside it is reported. */
static void check_island_vertex(const sky_entry_check *e, uint32_t index, const sky_box *box,
                                bool *is_told) {
    const sky_point p = vertex_of(e, index);
    const bool before = e->h->c->job->report->follows;
    if (!sky_is_finite(p)) {
        report_not_finite(e, index, p);
    } else if (box && !sky_is_within(p, *box, SLACK)) {
        nl_follow(e->h->c->job->report, before || *is_told);
        *is_told |= found_outside(e, index);
        nl_follow(e->h->c->job->report, before);
    }
}

static void report_unused(const sky_entry_check *e, const uint8_t *used) {
    for (uint32_t i = 0; i < e->entry->vertices.count; i++)
        if (!used[i]) found_vertex(e, SKYRIM_NVMI_UNUSED_VERTEX, i);
}

/* ---- Triangles ---- */

/* At the first of its corners that is there. */
static nl_place triangle_place(const sky_entry_check *e, uint32_t index) {
    const uint32_t at = e->entry->triangles.at + SKY_ISLAND_TRIANGLE_BYTES * index;
    const nl_place place = sky_item_place(e->h, "island/triangles", index, at);
    for (uint32_t i = 0; i < 3; i++) {
        const uint32_t corner = nl_load_u16(sky_at(e, at + 2 * i));
        if (corner < e->entry->vertices.count) return sky_moved_to(place, vertex_of(e, corner));
    }
    return place;
}

static void check_island_triangle(const sky_entry_check *e, uint32_t index, uint8_t *used) {
    const uint32_t at = e->entry->triangles.at + SKY_ISLAND_TRIANGLE_BYTES * index;
    uint32_t corner[3];
    for (uint32_t i = 0; i < 3; i++) {
        corner[i] = nl_load_u16(sky_at(e, at + SKY_ISLAND_TRIANGLE_CORNER_0_AT + 2 * i));
        if (corner[i] < e->entry->vertices.count)
            used[corner[i]] = 1;
        else
            sky_found(
                triangle_place(e, index), SKYRIM_NVMI_TRIANGLE_INDEX,
                SKY_ISLAND_TRIANGLE_CORNER_0 + i,
                (nl_draft){.expected = nl_uint(e->entry->vertices.count - 1),
                           .relation = NAVLINT_AT_MOST,
                           .related = {sky_related(e->h, e->entry->vertices.at - SKY_COUNT_BYTES,
                                                   SKY_COUNT_BYTES, "the number of vertices")},
                           .args = {nl_uint(index), nl_uint(e->entry->vertices.count)}});
    }
    if (corner[0] == corner[1] || corner[1] == corner[2] || corner[2] == corner[0])
        sky_found(triangle_place(e, index), SKYRIM_NVMI_TRIANGLE_DEGENERATE,
                  SKY_ISLAND_TRIANGLE_ITSELF,
                  (nl_draft){.length = SKY_ISLAND_TRIANGLE_BYTES,
                             .args = {nl_uint(index), nl_uint(corner[0]), nl_uint(corner[1]),
                                      nl_uint(corner[2])}});
}

static void check_pairing(const sky_entry_check *e) {
    const uint32_t triangles = e->entry->triangles.count;
    const uint32_t vertices = e->entry->vertices.count;
    const sky_list missing = triangles ? e->entry->vertices : e->entry->triangles;
    sky_found(sky_part_place(e->h, missing.at - SKY_COUNT_BYTES), SKYRIM_NVMI_TRIANGLES_ALONE,
              triangles ? SKY_ISLAND_VERTICES_COUNT : SKY_ISLAND_TRIANGLES_COUNT,
              (nl_draft){.args = {nl_uint(triangles), nl_uint(vertices)}});
}

/* Whether all vertices are numbers and in the box. */
static bool are_plain_vertices(const sky_entry_check *e, sky_box box) {
    sky_box all = SKY_NO_BOX;
    double sum = 0;
    for (uint32_t i = 0; i < e->entry->vertices.count; i++) {
        const sky_point p = vertex_of(e, i);
        all = sky_box_with(all, p);
        sum += (double)p.x + (double)p.y + (double)p.z;
    }
    return isfinite(sum) && sky_is_within(all.min, box, SLACK) &&
           sky_is_within(all.max, box, SLACK);
}

static void check_vertices(const sky_entry_check *e) {
    const sky_box box = sky_box_at(sky_at(e, e->entry->box_at));
    const bool has_box = check_box(e);
    if (has_box) check_center(e, box);
    if (e->entry->vertices.count == 0 || (has_box && NL_QUICK(are_plain_vertices(e, box)))) return;
    bool is_told = false;
    for (uint32_t i = 0; i < e->entry->vertices.count; i++)
        check_island_vertex(e, i, has_box ? &box : NULL, &is_told);
}

static bool is_plain_triangle(const sky_entry_check *e, uint32_t index, uint8_t *used) {
    const uint32_t count = e->entry->vertices.count;
    const uint8_t *const p = sky_at(e, e->entry->triangles.at + SKY_ISLAND_TRIANGLE_BYTES * index);
    const uint32_t a = nl_load_u16(p);
    const uint32_t b = nl_load_u16(p + 2);
    const uint32_t c = nl_load_u16(p + 4);
    if ((a >= count) | (b >= count) | (c >= count) | (a == b) | (b == c) | (c == a)) return false;
    used[a] = used[b] = used[c] = 1;
    return true;
}

static void check_triangles(const sky_entry_check *e) {
    const sky_nvmi *const n = e->entry;
    nl_arena *const arena = e->h->c->job->arena;
    const size_t mark = nl_arena_mark(arena);
    uint8_t *const used = NL_NEW_ZEROED(arena, uint8_t, n->vertices.count);
    if (!used) return;
    for (uint32_t i = 0; i < n->triangles.count; i++)
        if (!NL_QUICK(is_plain_triangle(e, i, used))) check_island_triangle(e, i, used);
    if (!NL_QUICK(!memchr(used, 0, n->vertices.count))) report_unused(e, used);
    nl_arena_release(arena, mark);
}

void sky_check_island(const sky_entry_check *e) {
    const sky_nvmi *const n = e->entry;
    check_vertices(e);
    if ((n->triangles.count == 0) != (n->vertices.count == 0))
        check_pairing(e);
    else if (n->vertices.count != 0)
        check_triangles(e);
}

/* The island data of one NVMI entry. */
#include <string.h>

#include "parsers/skyrim_navmesh/navi/check_nvmi.h"

static const float SLACK = 0.01F; /* units: what rounding makes */

static const char *const box_members[2][3] = {
    {"island/min/x", "island/min/y", "island/min/z"},
    {"island/max/x", "island/max/y", "island/max/z"},
};

static const char *const axes[3] = {"x", "y", "z"};

/* false: the box says nothing. */
static bool check_box(const sky_nvmi_here *e) {
    const uint32_t box_at = e->entry->box_at;
    const bool has_min = sky_check_point(e, box_members[0], box_at);
    const bool has_max = sky_check_point(e, box_members[1], box_at + 12);
    const bool finite = has_min && has_max;
    bool ordered = true;
    for (uint32_t i = 0; finite && i < 3; i++) {
        const float min = nl_load_f32(sky_at(e, box_at + 4 * i));
        const float max = nl_load_f32(sky_at(e, box_at + 12 + 4 * i));
        if (min <= max) continue;
        ordered = false;
        sky_found_at(e, SKYRIM_NVMI_BOX, box_members[0][i], NL_F32LE, box_at + 4 * i,
                     (nl_draft){.actual = nl_real((double)min),
                                .expected = nl_real((double)max),
                                .args = {nl_string(axes[i])}});
    }
    return finite && ordered;
}

static void check_center(const sky_nvmi_here *e, sky_box box) {
    const sky_point center = sky_point_at(sky_at(e, 8));
    if (!sky_is_finite(center) || sky_is_within(center, box, SKY_CENTER_SLACK)) return;
    sky_found_in(e->h, SKYRIM_NVMI_BOX_CENTER,
                 (sky_spot){.member = "center", .name = "center", .at = 8, .length = 12},
                 (nl_draft){.args = {nl_real((double)center.x), nl_real((double)center.y),
                                     nl_real((double)center.z)}});
}

static void check_island_vertex(const sky_nvmi_here *e, uint32_t index, const sky_box *box) {
    static const char *const members[3] = {"x", "y", "z"};
    const uint32_t place = e->entry->vertices.at + SKY_POINT_BYTES * index;
    const sky_point p = sky_point_at(sky_at(e, place));
    const float values[3] = {p.x, p.y, p.z};
    if (sky_is_finite(p)) {
        if (box && !sky_is_within(p, *box, SLACK))
            sky_found_in(e->h, SKYRIM_NVMI_BOX_VERTICES,
                         (sky_spot){.list = "island/vertices",
                                    .index = index,
                                    .name = "vertex",
                                    .at = place,
                                    .length = SKY_POINT_BYTES},
                         (nl_draft){.args = {nl_uint(index)}});
        return;
    }
    for (uint32_t i = 0; i < 3; i++)
        if (!isfinite(values[i]))
            sky_found_in(e->h, SKYRIM_NVMI_FINITE,
                         (sky_spot){.list = "island/vertices",
                                    .index = index,
                                    .member = members[i],
                                    .type = NL_F32LE,
                                    .at = place + 4 * i},
                         (nl_draft){.actual = nl_real((double)values[i]),
                                    .args = {nl_string("a coordinate of the island")}});
}

static void check_island_triangle(const sky_nvmi_here *e, uint32_t index, uint8_t *used) {
    static const char *const members[3] = {"vertices/0", "vertices/1", "vertices/2"};
    const uint32_t place = e->entry->triangles.at + SKY_ISLAND_TRIANGLE_BYTES * index;
    uint32_t corner[3];
    for (uint32_t i = 0; i < 3; i++) {
        corner[i] = nl_load_u16(sky_at(e, place + 2 * i));
        if (corner[i] < e->entry->vertices.count) {
            used[corner[i]] = 1;
            continue;
        }
        sky_found_in(e->h, SKYRIM_NVMI_TRIANGLE_INDEX,
                     (sky_spot){.list = "island/triangles",
                                .index = index,
                                .member = members[i],
                                .type = NL_U16LE,
                                .at = place + 2 * i},
                     (nl_draft){.actual = nl_uint(corner[i]),
                                .expected = nl_uint(e->entry->vertices.count),
                                .args = {nl_uint(index)}});
    }
    if (corner[0] == corner[1] || corner[1] == corner[2] || corner[2] == corner[0])
        sky_found_in(e->h, SKYRIM_NVMI_TRIANGLE_DEGENERATE,
                     (sky_spot){.list = "island/triangles",
                                .index = index,
                                .name = "triangle",
                                .at = place,
                                .length = SKY_ISLAND_TRIANGLE_BYTES},
                     (nl_draft){.args = {nl_uint(index), nl_uint(corner[0]), nl_uint(corner[1]),
                                         nl_uint(corner[2])}});
}

static void tell_unused(const sky_nvmi_here *e, const uint8_t *used) {
    for (uint32_t i = 0; i < e->entry->vertices.count; i++)
        if (!used[i])
            sky_found_in(e->h, SKYRIM_NVMI_UNUSED_VERTEX,
                         (sky_spot){.list = "island/vertices",
                                    .index = i,
                                    .name = "vertex",
                                    .at = e->entry->vertices.at + SKY_POINT_BYTES * i,
                                    .length = SKY_POINT_BYTES},
                         (nl_draft){.args = {nl_uint(i)}});
}

static void check_pairing(const sky_nvmi_here *e) {
    const uint32_t triangles = e->entry->triangles.count;
    const uint32_t vertices = e->entry->vertices.count;
    sky_found_at(e, SKYRIM_NVMI_TRIANGLES_ALONE,
                 triangles ? "island/vertexCount" : "island/triangleCount", NL_U32LE,
                 (triangles ? e->entry->vertices.at : e->entry->triangles.at) - 4,
                 (nl_draft){.actual = nl_uint(0), .args = {nl_uint(triangles), nl_uint(vertices)}});
}

/* Whether all vertices are numbers and in the box. */
static bool are_plain_vertices(const sky_nvmi_here *e, sky_box box) {
    sky_box all = SKY_NO_BOX;
    double sum = 0;
    for (uint32_t i = 0; i < e->entry->vertices.count; i++) {
        const sky_point p = sky_point_at(sky_at(e, e->entry->vertices.at + SKY_POINT_BYTES * i));
        all = sky_box_with(all, p);
        sum += (double)p.x + (double)p.y + (double)p.z;
    }
    return isfinite(sum) && sky_is_within(all.min, box, SLACK) &&
           sky_is_within(all.max, box, SLACK);
}

static void check_vertices(const sky_nvmi_here *e) {
    const sky_box box = sky_box_at(sky_at(e, e->entry->box_at));
    const bool has_box = check_box(e);
    if (has_box) check_center(e, box);
    if (e->entry->vertices.count == 0 || (has_box && are_plain_vertices(e, box))) return;
    for (uint32_t i = 0; i < e->entry->vertices.count; i++)
        check_island_vertex(e, i, has_box ? &box : NULL);
}

static bool is_plain_triangle(const sky_nvmi_here *e, uint32_t index, uint8_t *used) {
    const uint32_t count = e->entry->vertices.count;
    const uint8_t *const p = sky_at(e, e->entry->triangles.at + SKY_ISLAND_TRIANGLE_BYTES * index);
    const uint32_t a = nl_load_u16(p);
    const uint32_t b = nl_load_u16(p + 2);
    const uint32_t c = nl_load_u16(p + 4);
    if ((a >= count) | (b >= count) | (c >= count) | (a == b) | (b == c) | (c == a)) return false;
    used[a] = used[b] = used[c] = 1;
    return true;
}

static void check_triangles(const sky_nvmi_here *e) {
    const sky_nvmi *const n = e->entry;
    nl_arena *const arena = e->h->c->job->arena;
    const size_t mark = nl_arena_mark(arena);
    uint8_t *const used = NL_NEW_ZEROED(arena, uint8_t, n->vertices.count);
    if (!used) return;
    for (uint32_t i = 0; i < n->triangles.count; i++)
        if (!is_plain_triangle(e, i, used)) check_island_triangle(e, i, used);
    if (memchr(used, 0, n->vertices.count)) tell_unused(e, used);
    nl_arena_release(arena, mark);
}

void sky_check_island(const sky_nvmi_here *e) {
    const sky_nvmi *const n = e->entry;
    check_vertices(e);
    if ((n->triangles.count == 0) != (n->vertices.count == 0))
        check_pairing(e);
    else if (n->vertices.count != 0)
        check_triangles(e);
}

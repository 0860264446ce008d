/* One NVMI entry by itself. */
#include <string.h>

#include "parsers/skyrim_navmesh/check_payload.h"

static const float FAR_AWAY = 1e6F; /* real coordinates stay below 213,468 */
static const float CENTER_SLACK = 1.0F;
static const float SLACK = 0.01F; /* units: what rounding makes */

typedef struct sky_nvmi_here {
    const sky_payload *h;
    const sky_nvmi *entry;
} sky_nvmi_here;

static const uint8_t *at(const sky_nvmi_here *e, uint32_t place) {
    return e->entry->body.bytes + place;
}

static void found(const sky_nvmi_here *e, unsigned rule, const char *member, nl_type type,
                  uint32_t place, nl_draft draft) {
    sky_found_in(e->h, rule, (sky_spot){.member = member, .type = type, .at = place}, draft);
}

/* ---- Length ---- */

static const char *stage_name(sky_nvmi_stage stage) {
    static const char *const names[] = {
        [SKY_NVMI_HEAD] = "head",
        [SKY_NVMI_LINKS] = "links",
        [SKY_NVMI_PREFERRED] = "preferred links",
        [SKY_NVMI_DOORS] = "doors",
        [SKY_NVMI_FLAG] = "island flag",
        [SKY_NVMI_BOX] = "island's box",
        [SKY_NVMI_TRIANGLES] = "island's triangles",
        [SKY_NVMI_VERTICES] = "island's vertices",
        [SKY_NVMI_TAIL] = "place in the world",
    };
    return names[stage];
}

static const char *count_name(sky_nvmi_stage stage) {
    static const char *const names[SKY_NVMI_WHOLE] = {
        [SKY_NVMI_LINKS] = "linkCount",
        [SKY_NVMI_PREFERRED] = "preferredLinkCount",
        [SKY_NVMI_DOORS] = "doorCount",
        [SKY_NVMI_TRIANGLES] = "island/triangleCount",
        [SKY_NVMI_VERTICES] = "island/vertexCount",
    };
    return names[stage];
}

static void tell_cut(const sky_nvmi_here *e) {
    const sky_nvmi *const entry = e->entry;
    const nl_draft draft = {
        .actual = nl_uint(entry->gap.left),
        .expected = nl_uint(entry->gap.need),
        .args = {nl_string(stage_name(entry->stage)), nl_uint(entry->gap.count)}};
    if (entry->gap.count != 0)
        found(e, SKYRIM_NVMI_COUNT, count_name(entry->stage), NL_U32LE, (uint32_t)entry->gap.at - 4,
              draft);
    else
        sky_found_whole(e->h, SKYRIM_NVMI_LENGTH, draft);
}

static bool check_length(const sky_nvmi_here *e) {
    const sky_nvmi *const entry = e->entry;
    if (entry->stage != SKY_NVMI_WHOLE) {
        tell_cut(e);
        return false;
    }
    if (entry->end != entry->body.length)
        sky_found_in(
            e->h, SKYRIM_NVMI_TRAILING,
            (sky_spot){.member = "rest",
                       .type = NL_BYTES,
                       .at = entry->end,
                       .length = entry->body.length - entry->end},
            (nl_draft){.actual = nl_uint(entry->body.length), .expected = nl_uint(entry->end)});
    return true;
}

/* ---- Head ---- */

static void check_category(const sky_nvmi_here *e) {
    const uint32_t category = nl_load_u32(at(e, 4));
    const bool says_island = category & SKY_CATEGORY_ISLAND;
    if (category & ~(uint32_t)(SKY_CATEGORY_ISLAND | SKY_CATEGORY_NOT_EDITED) ||
        category == (SKY_CATEGORY_ISLAND | SKY_CATEGORY_NOT_EDITED))
        found(e, SKYRIM_NVMI_CATEGORY, "category", NL_U32LE, 4,
              (nl_draft){.actual = nl_uint(category)});
    else if (says_island != sky_nvmi_is_island(e->entry))
        found(e, SKYRIM_NVMI_ISLAND_CATEGORY, "category", NL_U32LE, 4,
              (nl_draft){.actual = nl_uint(category),
                         .expected = nl_uint(category ^ SKY_CATEGORY_ISLAND),
                         .args = {nl_string(says_island ? "has none" : "has some")}});
}

/* A float of the field; false: it is no number. */
static bool check_float(const sky_nvmi_here *e, const char *member, uint32_t place) {
    const float value = nl_load_f32(at(e, place));
    if (!isfinite(value))
        found(e, SKYRIM_NVMI_FINITE, member, NL_F32LE, place,
              (nl_draft){.actual = nl_real((double)value), .args = {nl_string(member)}});
    else if (fabsf(value) > FAR_AWAY)
        found(e, SKYRIM_NVMI_RANGE, member, NL_F32LE, place,
              (nl_draft){.actual = nl_real((double)value), .args = {nl_string(member)}});
    return isfinite(value);
}

/* Whether none of three floats is odd. */
static bool is_near(const sky_nvmi_here *e, uint32_t place) {
    const sky_point p = sky_point_at(at(e, place));
    return (fabsf(p.x) <= FAR_AWAY) & (fabsf(p.y) <= FAR_AWAY) & (fabsf(p.z) <= FAR_AWAY);
}

/* Whether all three are numbers. */
static bool check_point(const sky_nvmi_here *e, const char *const members[3], uint32_t place) {
    if (is_near(e, place)) return true;
    bool finite = true;
    for (uint32_t i = 0; i < 3; i++)
        finite &= check_float(e, members[i], place + 4 * i);
    return finite;
}

static void check_fraction(const sky_nvmi_here *e) {
    const float fraction = nl_load_f32(at(e, 20));
    if (!isfinite(fraction))
        check_float(e, "preferredFraction", 20);
    else if (!(fraction >= 0.0F && fraction <= 1.0F))
        found(e, SKYRIM_NVMI_FRACTION, "preferredFraction", NL_F32LE, 20,
              (nl_draft){.actual = nl_real((double)fraction)});
    else if (e->entry->preferred.count != 0 && !(fraction > 0.0F))
        found(e, SKYRIM_NVMI_FRACTION_ZERO, "preferredFraction", NL_F32LE, 20,
              (nl_draft){.actual = nl_real((double)fraction),
                         .args = {nl_uint(e->entry->preferred.count)}});
}

/* ---- Ids ---- */

/* An id that must name something. */
static void check_id(const sky_nvmi_here *e, sky_spot spot, const char *what) {
    const uint32_t id = nl_load_u32(at(e, spot.at));
    spot.type = NL_U32LE;
    if (id == 0) {
        sky_found_in(e->h, SKYRIM_NVMI_NULL, spot,
                     (nl_draft){.actual = nl_uint(0), .args = {nl_string(what)}});
    } else if (sky_names_nothing(e->h->c, id)) {
        const sky_form_text form = sky_shown(e->h->c, id);
        sky_found_in(e->h, SKYRIM_NVMI_MASTER, spot,
                     (nl_draft){.actual = nl_uint(id >> 24),
                                .expected = nl_uint(e->h->c->plugin->master_count),
                                .args = {nl_string(what), nl_string(form.chars)}});
    }
}

static void check_ids(const sky_nvmi_here *e, sky_list list, const char *name, const char *what) {
    for (uint32_t i = 0; i < list.count; i++)
        check_id(e,
                 (sky_spot){
                     .list = name, .index = i, .name = "navmesh", .at = list.at + SKY_ID_BYTES * i},
                 what);
}

static void check_doors(const sky_nvmi_here *e) {
    const sky_list doors = e->entry->doors;
    for (uint32_t i = 0; i < doors.count; i++) {
        const uint32_t place = doors.at + SKY_NVMI_DOOR_BYTES * i;
        const uint32_t marker = nl_load_u32(at(e, place));
        check_id(e, (sky_spot){.list = "doors", .index = i, .member = "door", .at = place + 4},
                 "linked door");
        if (marker != SKY_PATHING_DOOR)
            sky_found_in(
                e->h, SKYRIM_NVMI_DOOR_MARKER,
                (sky_spot){
                    .list = "doors", .index = i, .member = "marker", .type = NL_U32LE, .at = place},
                (nl_draft){.actual = nl_uint(marker),
                           .expected = nl_uint(SKY_PATHING_DOOR),
                           .args = {nl_uint(i)}});
    }
}

static void check_all_ids(const sky_nvmi_here *e) {
    const uint32_t tail = e->entry->tail_at;
    const sky_parent parent = sky_nvmi_parent(e->entry);
    check_id(e, (sky_spot){.member = "navmesh", .at = 0}, "navmesh of the entry");
    check_ids(e, e->entry->links, "links", "linked navmesh");
    check_ids(e, e->entry->preferred, "preferredLinks", "linked navmesh");
    check_doors(e);
    if (parent.worldspace == 0)
        check_id(e, (sky_spot){.member = "cell", .at = tail + 8}, "cell");
    else
        check_id(e, (sky_spot){.member = "worldspace", .at = tail + 4}, "worldspace");
}

/* What a glance at ids tells. */
typedef struct sky_glance {
    uint32_t own;     /* index of the plugin itself: how many masters it has */
    uint32_t odd;     /* not 0: some are null or beyond the masters */
    uint64_t foreign; /* those of masters */
} sky_glance;

static void glance(sky_glance *g, const uint8_t *ids, uint32_t count, uint32_t record_bytes) {
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t id = nl_load_u32(ids + (size_t)i * record_bytes);
        g->odd |= (id == 0) | (id >> 24 > g->own);
        g->foreign += (id >> 24 < g->own) & (id != 0);
    }
}

static uint32_t odd_markers(const uint8_t *doors, uint32_t count) {
    uint32_t odd = 0;
    for (uint32_t i = 0; i < count; i++)
        odd |= nl_load_u32(doors + (size_t)i * SKY_NVMI_DOOR_BYTES) ^ SKY_PATHING_DOOR;
    return odd;
}

/* Whether an id or a marker is not plain. Counts references into masters. */
static bool has_odd_ids(const sky_nvmi_here *e) {
    const sky_nvmi *const n = e->entry;
    sky_check *const c = e->h->c;
    sky_glance g = {.own = c->plugin ? c->plugin->master_count : UINT8_MAX};
    const bool exterior = sky_nvmi_parent(n).worldspace != 0;
    glance(&g, at(e, 0), 1, SKY_ID_BYTES);
    glance(&g, at(e, n->links.at), n->links.count, SKY_ID_BYTES);
    glance(&g, at(e, n->preferred.at), n->preferred.count, SKY_ID_BYTES);
    glance(&g, at(e, n->doors.at) + 4, n->doors.count, SKY_NVMI_DOOR_BYTES);
    glance(&g, at(e, n->tail_at) + (exterior ? 4 : 8), 1, SKY_ID_BYTES);
    if (c->plugin) c->foreign += g.foreign;
    return (g.odd | odd_markers(at(e, n->doors.at), n->doors.count)) != 0;
}

/* ---- Ids that stand twice ---- */

typedef struct sky_repeats {
    const sky_nvmi_here *e;
    unsigned rule;
    sky_list list;
    const char *name, *member;
    uint32_t record_bytes, id_at;
} sky_repeats;

static void tell_repeat(void *context, uint32_t first, uint32_t again) {
    const sky_repeats *const r = context;
    const uint32_t place = r->list.at + r->record_bytes * again + r->id_at;
    const sky_form_text form = sky_shown(r->e->h->c, nl_load_u32(at(r->e, place)));
    sky_found_in(r->e->h, r->rule,
                 (sky_spot){.list = r->name,
                            .index = again,
                            .member = r->member,
                            .name = "navmesh",
                            .type = NL_U32LE,
                            .at = place},
                 (nl_draft){.actual = nl_uint(nl_load_u32(at(r->e, place))),
                            .args = {nl_string(form.chars), nl_uint(again), nl_uint(first)}});
}

static void check_repeats(sky_repeats r) {
    sky_each_repeat(r.e->h->c->job->arena, at(r.e, r.list.at) + r.id_at, r.list.count,
                    r.record_bytes, tell_repeat, &r);
}

static void check_self(const sky_nvmi_here *e, sky_list list, const char *name) {
    const uint32_t own = nl_load_u32(at(e, 0));
    for (uint32_t i = 0; i < list.count; i++)
        if (sky_id(&e->entry->body, list, i) == own && own != 0)
            sky_found_in(e->h, SKYRIM_NVMI_LINK_SELF,
                         (sky_spot){.list = name,
                                    .index = i,
                                    .name = "navmesh",
                                    .type = NL_U32LE,
                                    .at = list.at + SKY_ID_BYTES * i},
                         (nl_draft){.actual = nl_uint(own), .args = {nl_uint(i)}});
}

/* The lists follow each other, with a count between them that is passed over. */
typedef struct sky_both {
    const sky_nvmi_here *e;
    uint64_t *keys; /* id, then which list, then the place in it */
    uint32_t count;
} sky_both;

static void tell_both(const sky_nvmi_here *e, uint32_t index) {
    const sky_list list = e->entry->preferred;
    const uint32_t id = sky_id(&e->entry->body, list, index);
    const sky_form_text form = sky_shown(e->h->c, id);
    sky_found_in(e->h, SKYRIM_NVMI_LINK_BOTH,
                 (sky_spot){.list = "preferredLinks",
                            .index = index,
                            .name = "navmesh",
                            .type = NL_U32LE,
                            .at = list.at + SKY_ID_BYTES * index},
                 (nl_draft){.actual = nl_uint(id), .args = {nl_string(form.chars)}});
}

static bool is_before(const uint64_t *keys, uint32_t count, uint64_t key, uint32_t *row) {
    while (*row < count && keys[*row] < key)
        ++*row;
    return *row < count && keys[*row] == key;
}

/* Ids of the preferred list that are in the other one too. */
static void check_both(const sky_nvmi_here *e) {
    nl_arena *const arena = e->h->c->job->arena;
    const sky_list links = e->entry->links;
    const sky_list preferred = e->entry->preferred;
    if (links.count == 0 || preferred.count == 0) return;
    const size_t mark = nl_arena_mark(arena);
    uint64_t *const plain = NL_NEW(arena, uint64_t, links.count);
    uint64_t *const other = NL_NEW(arena, uint64_t, preferred.count);
    if (!plain || !other) return;
    for (uint32_t i = 0; i < links.count; i++)
        plain[i] = sky_id(&e->entry->body, links, i);
    for (uint32_t i = 0; i < preferred.count; i++)
        other[i] = (uint64_t)sky_id(&e->entry->body, preferred, i) << 32 | i;
    sky_sort(plain, links.count);
    sky_sort(other, preferred.count);
    for (uint32_t i = 0, row = 0; i < preferred.count; i++)
        if (other[i] >> 32 != 0 && is_before(plain, links.count, other[i] >> 32, &row))
            tell_both(e, (uint32_t)other[i]);
    nl_arena_release(arena, mark);
}

/* Whether no id of a list equals another. */
static bool are_distinct(const uint8_t *ids, uint32_t count, uint32_t record_bytes) {
    uint32_t same = 0;
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t k = 0; k < i; k++)
            same |= nl_load_u32(ids + (size_t)i * record_bytes) ==
                    nl_load_u32(ids + (size_t)k * record_bytes);
    return same == 0;
}

static bool is_among(const uint8_t *ids, uint32_t count, uint32_t id) {
    uint32_t same = 0;
    for (uint32_t i = 0; i < count; i++)
        same |= nl_load_u32(ids + (size_t)SKY_ID_BYTES * i) == id;
    return same != 0;
}

/* Lists as short as nearly all: every id is compared with every other. */
static bool are_plain_lists(const sky_nvmi_here *e) {
    enum { FEW = 12 };
    const sky_nvmi *const n = e->entry;
    const uint8_t *const links = at(e, n->links.at);
    const uint8_t *const preferred = at(e, n->preferred.at);
    const uint32_t own = nl_load_u32(at(e, 0));
    if (n->links.count > FEW || n->preferred.count > FEW || n->doors.count > FEW) return false;
    bool both = false;
    for (uint32_t i = 0; i < n->preferred.count; i++)
        both |= is_among(links, n->links.count, sky_id(&n->body, n->preferred, i));
    return !both && are_distinct(links, n->links.count, SKY_ID_BYTES) &&
           are_distinct(preferred, n->preferred.count, SKY_ID_BYTES) &&
           are_distinct(at(e, n->doors.at) + 4, n->doors.count, SKY_NVMI_DOOR_BYTES) &&
           !is_among(links, n->links.count, own) && !is_among(preferred, n->preferred.count, own);
}

static void check_lists(const sky_nvmi_here *e) {
    const sky_nvmi *const n = e->entry;
    if (are_plain_lists(e)) return;
    check_repeats(
        (sky_repeats){e, SKYRIM_NVMI_LINK_TWICE, n->links, "links", NULL, SKY_ID_BYTES, 0});
    check_repeats((sky_repeats){e, SKYRIM_NVMI_LINK_TWICE, n->preferred, "preferredLinks", NULL,
                                SKY_ID_BYTES, 0});
    check_repeats((sky_repeats){e, SKYRIM_NVMI_DOOR_TWICE, n->doors, "doors", "door",
                                SKY_NVMI_DOOR_BYTES, 4});
    check_self(e, n->links, "links");
    check_self(e, n->preferred, "preferredLinks");
    check_both(e);
}

/* ---- Island ---- */

static const char *const box_members[2][3] = {
    {"island/min/x", "island/min/y", "island/min/z"},
    {"island/max/x", "island/max/y", "island/max/z"},
};

static const char *const axes[3] = {"x", "y", "z"};

/* false: the box says nothing. */
static bool check_box(const sky_nvmi_here *e) {
    const uint32_t box_at = e->entry->box_at;
    const bool finite =
        check_point(e, box_members[0], box_at) & check_point(e, box_members[1], box_at + 12);
    bool ordered = true;
    for (uint32_t i = 0; finite && i < 3; i++) {
        const float min = nl_load_f32(at(e, box_at + 4 * i));
        const float max = nl_load_f32(at(e, box_at + 12 + 4 * i));
        if (min <= max) continue;
        ordered = false;
        found(e, SKYRIM_NVMI_BOX, box_members[0][i], NL_F32LE, box_at + 4 * i,
              (nl_draft){.actual = nl_real((double)min),
                         .expected = nl_real((double)max),
                         .args = {nl_string(axes[i])}});
    }
    return finite && ordered;
}

static bool is_within(sky_point p, sky_box box, float slack) {
    return p.x >= box.min.x - slack && p.x <= box.max.x + slack && p.y >= box.min.y - slack &&
           p.y <= box.max.y + slack && p.z >= box.min.z - slack && p.z <= box.max.z + slack;
}

static void check_center(const sky_nvmi_here *e, sky_box box) {
    const sky_point center = sky_point_at(at(e, 8));
    if (!sky_is_finite(center) || is_within(center, box, CENTER_SLACK)) return;
    sky_found_in(e->h, SKYRIM_NVMI_BOX_CENTER,
                 (sky_spot){.member = "center", .name = "center", .at = 8, .length = 12},
                 (nl_draft){.args = {nl_real((double)center.x), nl_real((double)center.y),
                                     nl_real((double)center.z)}});
}

static void check_island_vertex(const sky_nvmi_here *e, uint32_t index, const sky_box *box) {
    static const char *const members[3] = {"x", "y", "z"};
    const uint32_t place = e->entry->vertices.at + SKY_POINT_BYTES * index;
    const sky_point p = sky_point_at(at(e, place));
    const float values[3] = {p.x, p.y, p.z};
    if (sky_is_finite(p)) {
        if (box && !is_within(p, *box, SLACK))
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
    const uint32_t place = e->entry->triangles.at + SKY_NVMI_TRIANGLE_BYTES * index;
    uint32_t corner[3];
    for (uint32_t i = 0; i < 3; i++) {
        corner[i] = nl_load_u16(at(e, place + 2 * i));
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
                                .length = SKY_NVMI_TRIANGLE_BYTES},
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
    found(e, SKYRIM_NVMI_TRIANGLES_ALONE, triangles ? "island/vertexCount" : "island/triangleCount",
          NL_U32LE, (triangles ? e->entry->vertices.at : e->entry->triangles.at) - 4,
          (nl_draft){.actual = nl_uint(0), .args = {nl_uint(triangles), nl_uint(vertices)}});
}

/* Whether all vertices are numbers and in the box. */
static bool are_plain_vertices(const sky_nvmi_here *e, sky_box box) {
    sky_box all = SKY_NO_BOX;
    double sum = 0;
    for (uint32_t i = 0; i < e->entry->vertices.count; i++) {
        const sky_point p = sky_point_at(at(e, e->entry->vertices.at + SKY_POINT_BYTES * i));
        all = sky_box_with(all, p);
        sum += (double)p.x + (double)p.y + (double)p.z;
    }
    return isfinite(sum) && is_within(all.min, box, SLACK) && is_within(all.max, box, SLACK);
}

static void check_vertices(const sky_nvmi_here *e) {
    const sky_box box = sky_box_at(at(e, e->entry->box_at));
    const bool has_box = check_box(e);
    if (has_box) check_center(e, box);
    if (e->entry->vertices.count == 0 || (has_box && are_plain_vertices(e, box))) return;
    for (uint32_t i = 0; i < e->entry->vertices.count; i++)
        check_island_vertex(e, i, has_box ? &box : NULL);
}

static bool is_plain_triangle(const sky_nvmi_here *e, uint32_t index, uint8_t *used) {
    const uint32_t count = e->entry->vertices.count;
    const uint8_t *const p = at(e, e->entry->triangles.at + SKY_NVMI_TRIANGLE_BYTES * index);
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

static void check_island(const sky_nvmi_here *e) {
    const sky_nvmi *const n = e->entry;
    check_vertices(e);
    if ((n->triangles.count == 0) != (n->vertices.count == 0))
        check_pairing(e);
    else if (n->vertices.count != 0)
        check_triangles(e);
}

/* ---- Place ---- */

static void check_tail(const sky_nvmi_here *e) {
    const uint32_t marker = nl_load_u32(at(e, e->entry->tail_at));
    if (marker != SKY_PATHING_CELL)
        found(e, SKYRIM_NVMI_CELL_MARKER, "marker", NL_U32LE, e->entry->tail_at,
              (nl_draft){.actual = nl_uint(marker), .expected = nl_uint(SKY_PATHING_CELL)});
}

/* The cell that a coordinate lies in; far away, some cell far away. */
static int64_t cell_of(float value) {
    const double cells = (double)value / SKY_CELL_UNITS;
    const double most = 1e15;
    const int64_t cut = (int64_t)(cells > most ? most : cells < -most ? -most : cells);
    return (double)cut > cells ? cut - 1 : cut;
}

static bool is_in_cell(float value, int32_t cell) {
    const double low = (double)cell * SKY_CELL_UNITS;
    return (double)value >= low && (double)value < low + SKY_CELL_UNITS;
}

static void check_axis(const sky_nvmi_here *e, bool is_y, float center, int32_t cell) {
    if (is_in_cell(center, cell)) return;
    found(e, SKYRIM_NVMI_GRID, is_y ? "gridY" : "gridX", NL_I16LE,
          e->entry->tail_at + (is_y ? 8 : 10),
          (nl_draft){.actual = nl_int(cell),
                     .expected = nl_int(cell_of(center)),
                     .args = {nl_string(is_y ? "y" : "x"), nl_real((double)center)}});
}

static void check_grid(const sky_nvmi_here *e) {
    const sky_parent parent = sky_nvmi_parent(e->entry);
    const sky_point center = sky_point_at(at(e, 8));
    if (parent.worldspace == 0 || !sky_is_finite(center)) return;
    check_axis(e, false, center.x, parent.x);
    check_axis(e, true, center.y, parent.y);
}

/* ---- What others go by ---- */

bool sky_is_box_sound(const sky_nvmi *entry) {
    const sky_box box = sky_box_at(entry->body.bytes + entry->box_at);
    const sky_nvmi_here e = {NULL, entry};
    return is_near(&e, entry->box_at) && is_near(&e, entry->box_at + 12) &&
           box.min.x <= box.max.x && box.min.y <= box.max.y && box.min.z <= box.max.z;
}

bool sky_is_center_sound(const sky_nvmi *entry) {
    const sky_nvmi_here e = {NULL, entry};
    const sky_point center = sky_point_at(at(&e, 8));
    const sky_parent parent = sky_nvmi_parent(entry);
    if (!is_near(&e, 8)) return false;
    if (parent.worldspace != 0 &&
        !(is_in_cell(center.x, parent.x) && is_in_cell(center.y, parent.y)))
        return false;
    return !sky_nvmi_is_island(entry) || !sky_is_box_sound(entry) ||
           is_within(center, sky_box_at(at(&e, entry->box_at)), CENTER_SLACK);
}

/* ---- All of it ---- */

void sky_check_nvmi(const sky_payload *h, const sky_nvmi *entry) {
    static const char *const center[3] = {"center/x", "center/y", "center/z"};
    const sky_nvmi_here e = {h, entry};
    if (entry->stage > SKY_NVMI_FLAG && *at(&e, entry->flag_at) > 1) {
        found(&e, SKYRIM_NVMI_ISLAND_FLAG, "hasIsland", NL_U8, entry->flag_at,
              (nl_draft){.actual = nl_uint(*at(&e, entry->flag_at))});
        return; /* whether island data follow is anyone's guess */
    }
    if (!check_length(&e)) return;
    check_category(&e);
    check_point(&e, center, 8);
    check_fraction(&e);
    if (has_odd_ids(&e)) check_all_ids(&e);
    check_lists(&e);
    if (sky_nvmi_is_island(entry)) check_island(&e);
    check_tail(&e);
    check_grid(&e);
}

/* The ids of one NVMI entry. */
#include "core/sort.h"
#include "parsers/skyrim_navmesh/navi/check_nvmi.h"

/* ---- Ids ---- */

/* An id that must name something. */
static void check_id(const sky_nvmi_here *e, sky_spot spot, const char *what) {
    const uint32_t id = nl_load_u32(sky_at(e, spot.at));
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
        const uint32_t marker = nl_load_u32(sky_at(e, place));
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
    glance(&g, sky_at(e, 0), 1, SKY_ID_BYTES);
    glance(&g, sky_at(e, n->links.at), n->links.count, SKY_ID_BYTES);
    glance(&g, sky_at(e, n->preferred.at), n->preferred.count, SKY_ID_BYTES);
    glance(&g, sky_at(e, n->doors.at) + 4, n->doors.count, SKY_NVMI_DOOR_BYTES);
    glance(&g, sky_at(e, n->tail_at) + (exterior ? 4 : 8), 1, SKY_ID_BYTES);
    if (c->plugin) c->foreign += g.foreign;
    return (g.odd | odd_markers(sky_at(e, n->doors.at), n->doors.count)) != 0;
}

void sky_check_nvmi_ids(const sky_nvmi_here *e) {
    if (has_odd_ids(e)) check_all_ids(e);
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
    const sky_form_text form = sky_shown(r->e->h->c, nl_load_u32(sky_at(r->e, place)));
    sky_found_in(r->e->h, r->rule,
                 (sky_spot){.list = r->name,
                            .index = again,
                            .member = r->member,
                            .name = "navmesh",
                            .type = NL_U32LE,
                            .at = place},
                 (nl_draft){.actual = nl_uint(nl_load_u32(sky_at(r->e, place))),
                            .args = {nl_string(form.chars), nl_uint(again), nl_uint(first)}});
}

static void check_repeats(sky_repeats r) {
    sky_each_repeat(r.e->h->c->job->arena, sky_at(r.e, r.list.at) + r.id_at, r.list.count,
                    r.record_bytes, tell_repeat, &r);
}

static void check_self(const sky_nvmi_here *e, sky_list list, const char *name) {
    const uint32_t own = nl_load_u32(sky_at(e, 0));
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
    nl_sort_keys(plain, links.count);
    nl_sort_keys(other, preferred.count);
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
    const uint8_t *const links = sky_at(e, n->links.at);
    const uint8_t *const preferred = sky_at(e, n->preferred.at);
    const uint32_t own = nl_load_u32(sky_at(e, 0));
    if (n->links.count > FEW || n->preferred.count > FEW || n->doors.count > FEW) return false;
    bool both = false;
    for (uint32_t i = 0; i < n->preferred.count; i++)
        both |= is_among(links, n->links.count, sky_id(&n->body, n->preferred, i));
    return !both && are_distinct(links, n->links.count, SKY_ID_BYTES) &&
           are_distinct(preferred, n->preferred.count, SKY_ID_BYTES) &&
           are_distinct(sky_at(e, n->doors.at) + 4, n->doors.count, SKY_NVMI_DOOR_BYTES) &&
           !is_among(links, n->links.count, own) && !is_among(preferred, n->preferred.count, own);
}

void sky_check_nvmi_lists(const sky_nvmi_here *e) {
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

/* The ids of one NVMI entry. */
#include "core/quick.h"
#include "core/sort.h"
#include "parsers/skyrim_navmesh/navi/checks.h"

/* The ids of a list, where they stand. */
static inline sky_id_column column_of(const sky_entry_check *e, sky_ids ids) {
    return (sky_id_column){sky_at(e, ids.list.at + ids.id_at), ids.list.count, ids.stride};
}

static inline uint32_t id_at(const sky_id_column *column, uint32_t index) {
    return nl_load_u32(column->ids + (size_t)column->stride * index);
}

/* ---- Ids one by one ---- */

/* An id that must name something, as far as one can see. */
static bool is_plain_id(const sky_entry_check *e, uint32_t id) {
    return id != 0 && !sky_names_nothing(e->h->c, id);
}

static void report_id(const sky_entry_check *e, nl_place place, unsigned field, const char *what) {
    const uint32_t id = nl_load_u32(place.bytes + place.at + sky_layout.fields[field].at);
    if (id == 0)
        sky_found(place, SKYRIM_NVMI_NULL, field, (nl_draft){.args = {nl_string(what)}});
    else
        sky_found_odd_id(e->h->c, place, &(sky_odd_id){SKYRIM_NVMI_MASTER, field, id, what});
}

static void check_link_ids(const sky_entry_check *e, sky_ids ids) {
    const sky_id_column column = column_of(e, ids);
    for (uint32_t i = 0; i < column.count; i++)
        if (!is_plain_id(e, id_at(&column, i)))
            report_id(e, sky_ids_place(e->h, &ids, i), ids.field, "linked navmesh");
}

static void check_door_ids(const sky_entry_check *e) {
    const sky_ids ids = sky_doors_of(e->entry);
    const sky_id_column column = column_of(e, ids);
    for (uint32_t i = 0; i < column.count; i++) {
        const uint32_t at = ids.list.at + SKY_NVMI_DOOR_BYTES * i;
        if (!is_plain_id(e, id_at(&column, i)))
            report_id(e, sky_ids_place(e->h, &ids, i), ids.field, "linked door");
        if (nl_load_u32(sky_at(e, at + SKY_NVMI_DOOR_MARKER_AT)) != SKY_PATHING_DOOR)
            sky_found_door_marker(sky_ids_place(e->h, &ids, i), SKYRIM_NVMI_DOOR_MARKER,
                                  SKY_NVMI_DOOR_MARKER, i);
    }
}

static void check_all_ids(const sky_entry_check *e) {
    const sky_parent parent = sky_nvmi_parent(e->entry);
    const nl_place tail = sky_part_place(e->h, e->entry->tail_at);
    if (!is_plain_id(e, sky_first_id(&e->entry->body)))
        report_id(e, sky_part_place(e->h, 0), SKY_NVMI_HEAD_NAVMESH, "navmesh");
    check_link_ids(e, sky_links_of(e->entry));
    check_link_ids(e, sky_preferred_of(e->entry));
    check_door_ids(e);
    if (parent.worldspace == 0 && !is_plain_id(e, parent.cell))
        report_id(e, tail, SKY_NVMI_TAIL_CELL, "cell");
    if (parent.worldspace != 0 && !is_plain_id(e, parent.worldspace))
        report_id(e, tail, SKY_NVMI_TAIL_WORLDSPACE, "worldspace");
}

/* What a glance at ids shows. */
typedef struct sky_glance {
    uint32_t own;     /* index of the plugin itself: how many masters it has */
    uint32_t odd;     /* not 0: some are null or beyond the masters */
    uint64_t foreign; /* those of masters */
} sky_glance;

static inline void glance(sky_glance *g, sky_id_column column) {
    for (uint32_t i = 0; i < column.count; i++) {
        const uint32_t id = nl_load_u32(column.ids + (size_t)i * column.stride);
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

/* Whether all ids and markers are plain. Counts references into masters. */
static bool are_plain_ids(const sky_entry_check *e) {
    const sky_nvmi *const n = e->entry;
    sky_check *const c = e->h->c;
    sky_glance g = {.own = c->plugin ? c->plugin->master_count : UINT8_MAX};
    const bool is_exterior = sky_nvmi_parent(n).worldspace != 0;
    const uint32_t parent_at = is_exterior ? SKY_NVMI_TAIL_WORLDSPACE_AT : SKY_NVMI_TAIL_CELL_AT;
    glance(&g, (sky_id_column){sky_at(e, SKY_NVMI_HEAD_NAVMESH_AT), 1, SKY_ID_BYTES});
    glance(&g, column_of(e, sky_links_of(n)));
    glance(&g, column_of(e, sky_preferred_of(n)));
    glance(&g, column_of(e, sky_doors_of(n)));
    glance(&g, (sky_id_column){sky_at(e, n->tail_at) + parent_at, 1, SKY_ID_BYTES});
    if (c->plugin) c->foreign += g.foreign;
    return (g.odd | odd_markers(sky_at(e, n->doors.at), n->doors.count)) == 0;
}

void sky_check_nvmi_ids(const sky_entry_check *e) {
    if (!NL_QUICK(are_plain_ids(e))) check_all_ids(e);
}

/* ---- Ids that stand twice ---- */

typedef struct sky_repeats {
    const sky_entry_check *e;
    sky_ids ids;
    sky_id_column column;
} sky_repeats;

static void report_repeat(void *context, uint32_t first, uint32_t again) {
    const sky_repeats *const r = context;
    const bool is_door = r->ids.field == SKY_NVMI_DOOR_DOOR;
    const sky_form_text form = sky_form(r->e->h->c->plugin, id_at(&r->column, again));
    sky_found(sky_ids_place(r->e->h, &r->ids, again),
              is_door ? SKYRIM_NVMI_DOOR_TWICE : SKYRIM_NVMI_LINK_TWICE, r->ids.field,
              (nl_draft){.related = {sky_related(r->e->h, r->ids.list.at + r->ids.stride * first,
                                                 r->ids.stride, "the first time")},
                         .args = {nl_string(form.chars), nl_uint(again), nl_uint(first)}});
}

static void check_repeats(const sky_entry_check *e, sky_ids ids) {
    sky_repeats r = {e, ids, column_of(e, ids)};
    sky_each_repeat(e->h->c->job->arena, &r.column, report_repeat, &r);
}

static void check_self(const sky_entry_check *e, sky_ids ids) {
    const uint32_t own = sky_first_id(&e->entry->body);
    for (uint32_t i = 0; i < ids.list.count && own != 0; i++)
        if (sky_id(&e->entry->body, ids.list, i) == own)
            sky_found(sky_ids_place(e->h, &ids, i), SKYRIM_NVMI_LINK_SELF, ids.field,
                      (nl_draft){.args = {nl_uint(i)}});
}

/* A link of the preferred list that is in the other one, too. */
static void report_both(const sky_entry_check *e, uint32_t index) {
    const sky_ids ids = sky_preferred_of(e->entry);
    const uint32_t id = sky_id(&e->entry->body, ids.list, index);
    const sky_form_text form = sky_form(e->h->c->plugin, id);
    sky_found(sky_ids_place(e->h, &ids, index), SKYRIM_NVMI_LINK_BOTH, ids.field,
              (nl_draft){.args = {nl_string(form.chars)}});
}

/* Whether the sorted keys have this one; *row moves on to where it would be. */
static bool has_next(const uint64_t *keys, uint32_t count, uint64_t key, uint32_t *row) {
    while (*row < count && keys[*row] < key)
        ++*row;
    return *row < count && keys[*row] == key;
}

/* Ids of the preferred list that are in the other one too. */
static void check_both(const sky_entry_check *e) {
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
        if (other[i] >> 32 != 0 && has_next(plain, links.count, other[i] >> 32, &row))
            report_both(e, (uint32_t)other[i]);
    nl_arena_release(arena, mark);
}

/* Whether no id of a list equals another. */
static inline bool are_distinct(sky_id_column column) {
    uint32_t same = 0;
    for (uint32_t i = 1; i < column.count; i++)
        for (uint32_t k = 0; k < i; k++)
            same |= id_at(&column, i) == id_at(&column, k);
    return same == 0;
}

static bool is_among(const uint8_t *ids, uint32_t count, uint32_t id) {
    uint32_t same = 0;
    for (uint32_t i = 0; i < count; i++)
        same |= nl_load_u32(ids + (size_t)SKY_ID_BYTES * i) == id;
    return same != 0;
}

/* Lists as short as nearly all: every id is compared with every other. */
static bool are_plain_lists(const sky_entry_check *e) {
    enum { FEW = 12 };
    const sky_nvmi *const n = e->entry;
    const uint8_t *const links = sky_at(e, n->links.at);
    const uint8_t *const preferred = sky_at(e, n->preferred.at);
    const uint32_t own = sky_first_id(&n->body);
    if (n->links.count > FEW || n->preferred.count > FEW || n->doors.count > FEW) return false;
    bool both = false;
    for (uint32_t i = 0; i < n->preferred.count; i++)
        both |= is_among(links, n->links.count, sky_id(&n->body, n->preferred, i));
    return !both && are_distinct(column_of(e, sky_links_of(n))) &&
           are_distinct(column_of(e, sky_preferred_of(n))) &&
           are_distinct(column_of(e, sky_doors_of(n))) && !is_among(links, n->links.count, own) &&
           !is_among(preferred, n->preferred.count, own);
}

void sky_check_nvmi_lists(const sky_entry_check *e) {
    const sky_nvmi *const n = e->entry;
    if (NL_QUICK_ROUGH(are_plain_lists(e))) return; /* rough: long lists are not looked at */
    check_repeats(e, sky_links_of(n));
    check_repeats(e, sky_preferred_of(n));
    check_repeats(e, sky_doors_of(n));
    check_self(e, sky_links_of(n));
    check_self(e, sky_preferred_of(n));
    check_both(e);
}

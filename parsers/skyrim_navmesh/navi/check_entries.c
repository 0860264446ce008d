/* NVMI entries against each other, and against the navmeshes of the file. */
#include "core/sort.h"
#include "parsers/skyrim_navmesh/check_payload.h"

enum {
    LINKS_AT = SKY_NVMI_HEAD_BYTES + 4,
    IDS_OF_STEP = 8 /* of the budget: ids that are looked through again and again */
};

void sky_found_in_entry(sky_check *c, uint32_t row, unsigned rule, sky_spot spot, nl_draft draft) {
    const sky_navi *const navi = c->navi;
    const sky_body body = sky_entry_body(navi, row);
    const nl_path fields = nl_key(&navi->path, "fields");
    const nl_path field = nl_item(&fields, navi->entries[row].field);
    const sky_payload h = {c, &body, &field};
    const char *const kind = c->kind;
    const uint32_t form_id = c->form_id;
    c->kind = "NVMI";
    c->form_id = sky_nvmi_navmesh(body);
    sky_found_in(&h, rule, spot, draft);
    c->kind = kind;
    c->form_id = form_id;
}

/* ---- Links ---- */

/* One link of an entry. */
typedef struct sky_entry_link {
    uint32_t row; /* of the entry */
    const char *list;
    uint32_t index;
    uint32_t at; /* in the entry's body */
    uint32_t id;
} sky_entry_link;

static uint32_t preferred_at(const sky_entry *entry) {
    return LINKS_AT + SKY_ID_BYTES * entry->links + 4;
}

/* Ids are compared as they stand: those with an index too high have a finding of their own. */
bool sky_entry_links_to(const sky_check *c, uint32_t row, uint32_t form_id) {
    const sky_entry *const entry = &c->navi->entries[row];
    const uint32_t *const ids = c->navi->links + entry->first;
    const uint32_t count = entry->links + entry->preferred;
    if (!nl_spend(c->job->budget, count / IDS_OF_STEP)) return true; /* nothing is said then */
    for (uint32_t i = 0; i < count; i++)
        if (ids[i] == form_id) return true;
    return false;
}

static void found_link(sky_check *c, const sky_entry_link *link, unsigned rule, const char *other) {
    const sky_form_text form = sky_shown(c, link->id);
    sky_found_in_entry(
        c, link->row, rule,
        (sky_spot){.list = link->list,
                   .index = link->index,
                   .name = "navmesh",
                   .type = NL_U32LE,
                   .at = link->at},
        (nl_draft){.actual = nl_uint(link->id), .args = {nl_string(form.chars), nl_string(other)}});
}

static void tell_place(sky_check *c, const sky_entry_link *link, uint32_t target) {
    const sky_entry *const a = &c->navi->entries[link->row];
    const sky_nvmi other = sky_nvmi_of(sky_entry_body(c->navi, target));
    const sky_form_text place = sky_parent_shown(c, sky_nvmi_parent(&other));
    found_link(c, link,
               a->worldspace != c->navi->entries[target].worldspace ? SKYRIM_NVMI_LINK_WORLD
                                                                    : SKYRIM_NVMI_LINK_CELL,
               place.chars);
}

/* Whether the navmesh that an id of this plugin's own names is not there. */
static bool is_lost(const sky_check *c, uint32_t id) {
    return sky_is_own_whole(c, id) && id != 0 && !sky_find_navm(c->plugin, id);
}

static void check_link(sky_check *c, const sky_entry_link *link, uint32_t own) {
    const sky_navi *const navi = c->navi;
    const uint32_t target = sky_entry_row(c, link->id);
    if (link->id == own) return;
    if (is_lost(c, link->id)) {
        found_link(c, link, SKYRIM_NVMI_LINK_UNKNOWN, "");
        return;
    }
    if (target == NL_NO_ROW || target == link->row) return;
    const sky_entry *const entry = &navi->entries[target];
    if (sky_is_apart(&navi->entries[link->row], entry)) tell_place(c, link, target);
    if (!sky_entry_links_to(c, target, own)) found_link(c, link, SKYRIM_NVMI_LINK_ONE_WAY, "");
}

/* Whether one of the links of an entry leads to a navmesh. Few entries have more than the first
 * ones, which are looked at without asking how many there are: entries come in no order, and a
 * guess that is wrong waits for memory. */
static bool answers(const sky_navi *navi, const sky_entry *entry, uint32_t form_id) {
    const uint32_t *const ids = navi->links + entry->first;
    const uint32_t count = entry->links + entry->preferred;
    uint32_t same = 0;
    for (uint32_t i = 0; i < SKY_FIRST_LINKS; i++)
        same |= (ids[i] == form_id) & (i < count);
    for (uint32_t i = SKY_FIRST_LINKS; i < count; i++)
        same |= ids[i] == form_id;
    return same != 0;
}

/* Whether all links of an entry lead to navmeshes that are there as far as one can see, and if
 * these have entries, not too far away, and back. */
static bool are_plain_links(const sky_check *c, uint32_t row) {
    enum { FEW = 16 };
    const sky_entry *const entry = &c->navi->entries[row];
    const uint32_t *const ids = c->navi->links + entry->first;
    for (uint32_t i = 0; i < entry->links + entry->preferred; i++) {
        const uint32_t target = sky_entry_row(c, ids[i]);
        if (sky_is_own(c->plugin, ids[i]) && !sky_find_navm(c->plugin, ids[i])) return false;
        if (target == NL_NO_ROW) continue;
        const sky_entry *const other = &c->navi->entries[target];
        if (other->links + other->preferred > FEW || sky_is_apart(entry, other) ||
            !answers(c->navi, other, entry->form_id))
            return false;
    }
    return true;
}

static bool check_links(sky_check *c, uint32_t row) {
    const sky_entry *const entry = &c->navi->entries[row];
    const uint32_t *const ids = c->navi->links + entry->first;
    const uint32_t own = entry->form_id;
    for (uint32_t i = 0; i < entry->links; i++) {
        const sky_entry_link link = {row, "links", i, LINKS_AT + SKY_ID_BYTES * i, ids[i]};
        check_link(c, &link, own);
    }
    for (uint32_t i = 0; i < entry->preferred; i++) {
        const sky_entry_link link = {row, "preferredLinks", i,
                                     preferred_at(entry) + SKY_ID_BYTES * i, ids[entry->links + i]};
        check_link(c, &link, own);
    }
    return !c->job->budget->exhausted;
}

/* ---- Navmeshes and doors with more than one entry ---- */

static sky_spot navmesh_spot(void) {
    return (sky_spot){.member = "navmesh", .type = NL_U32LE};
}

static void check_repetition(sky_check *c, uint32_t row) {
    const sky_navi *const navi = c->navi;
    const uint32_t first = nl_index_find(&navi->index, navi->ids[row]);
    if (first == row || navi->ids[row] == 0 || first == NL_NO_ROW) return;
    const sky_form_text form = sky_shown(c, navi->ids[row]);
    sky_found_in_entry(
        c, row, SKYRIM_NVMI_DUPLICATE, navmesh_spot(),
        (nl_draft){.actual = nl_uint(navi->ids[row]),
                   .args = {nl_string(form.chars), nl_uint(navi->entries[first].field)}});
}

static sky_list doors_of(const sky_navi *navi, uint32_t row) {
    const sky_entry *const entry = &navi->entries[row];
    const uint32_t at = preferred_at(entry) + SKY_ID_BYTES * entry->preferred;
    return (sky_list){entry->doors, at + 4};
}

static uint32_t door_of(const sky_navi *navi, uint32_t row, sky_list doors, uint32_t index) {
    return nl_load_u32(sky_entry_bytes(navi, row) + doors.at + SKY_NVMI_DOOR_BYTES * index + 4);
}

static void tell_shared_door(sky_check *c, uint32_t door, uint32_t first, uint32_t again) {
    const sky_form_text form = sky_shown(c, door);
    const sky_form_text other = sky_shown(c, c->navi->ids[first]);
    const sky_list doors = doors_of(c->navi, again);
    uint32_t index = 0;
    if (!nl_spend(c->job->budget, doors.count / IDS_OF_STEP)) return;
    while (index + 1 < doors.count && door_of(c->navi, again, doors, index) != door)
        index++;
    sky_found_in_entry(c, again, SKYRIM_NVMI_DOOR_SHARED,
                       (sky_spot){.list = "doors",
                                  .index = index,
                                  .member = "door",
                                  .type = NL_U32LE,
                                  .at = doors.at + SKY_NVMI_DOOR_BYTES * index + 4},
                       (nl_draft){.actual = nl_uint(door),
                                  .args = {nl_string(form.chars), nl_string(other.chars)}});
}

/* Doors of all entries, sorted, with the rows that have them. */
static bool check_shared_doors(sky_check *c) {
    const sky_navi *const navi = c->navi;
    const size_t mark = nl_arena_mark(c->job->arena);
    uint64_t *const keys = NL_NEW(c->job->arena, uint64_t, navi->doors);
    uint32_t count = 0;
    if (!keys) return false;
    for (uint32_t row = 0; row < navi->count; row++) {
        const sky_list doors = doors_of(navi, row);
        for (uint32_t i = 0; i < doors.count; i++)
            keys[count++] = (uint64_t)door_of(navi, row, doors, i) << 32 | row;
    }
    nl_sort_keys(keys, count);
    for (uint32_t i = 1; i < count; i++)
        if (keys[i] >> 32 == keys[i - 1] >> 32 && keys[i] >> 32 != 0 && keys[i] != keys[i - 1])
            tell_shared_door(c, (uint32_t)(keys[i] >> 32), (uint32_t)keys[i - 1],
                             (uint32_t)keys[i]);
    nl_arena_release(c->job->arena, mark);
    return true;
}

/* ---- Entries of other plugins' navmeshes ---- */

static void check_foreign(sky_check *c) {
    const sky_navi *const navi = c->navi;
    uint32_t count = 0;
    uint32_t first = NL_NO_ROW;
    for (uint32_t row = 0; row < navi->count; row++) {
        const uint32_t id = navi->ids[row];
        if (navi->entries[row].is_node || sky_is_own(c->plugin, id) || sky_find_navm(c->plugin, id))
            continue;
        if (count++ == 0) first = row;
    }
    if (count == 0 || !c->plugin->is_whole) return;
    const sky_form_text form = sky_shown(c, navi->ids[first]);
    sky_found_in_entry(c, first, SKYRIM_NVMI_FOREIGN, navmesh_spot(),
                       (nl_draft){.actual = nl_uint(count), .args = {nl_string(form.chars)}});
}

bool sky_check_entries(sky_check *c) {
    for (uint32_t row = 0; row < c->navi->count; row++) {
        check_repetition(c, row);
        if (!are_plain_links(c, row) && !check_links(c, row)) return false;
    }
    check_foreign(c);
    return check_shared_doors(c);
}

/* NVMI entries against each other, and against the navmeshes of the file. */
#include "core/quick.h"
#include "core/sort.h"
#include "parsers/skyrim_navmesh/navi/checks.h"

/* ---- Links ---- */

/* What the entry of the linked navmesh says that is against it: its lists, or where it lies. */
static navlint_related other_end(sky_check *c, uint32_t target, unsigned rule) {
    const sky_payload h = sky_entry_payload(c, target);
    const sky_nvmi other = sky_nvmi_of(h.body);
    const bool is_place = rule == SKYRIM_NVMI_LINK_WORLD || rule == SKYRIM_NVMI_LINK_CELL;
    return is_place ? sky_related(&h, other.tail_at, SKY_NVMI_TAIL_BYTES, "where that one lies")
                    : sky_related(&h, SKY_NVMI_HEAD_BYTES, other.doors.at - SKY_NVMI_HEAD_BYTES,
                                  "the links of that entry");
}

/* What this entry says that is against it: its own FormID, or where it lies. */
static navlint_related own_end(const sky_payload *h, const sky_nvmi *entry, unsigned rule) {
    const bool is_place = rule == SKYRIM_NVMI_LINK_WORLD || rule == SKYRIM_NVMI_LINK_CELL;
    return is_place ? sky_related(h, entry->tail_at, SKY_NVMI_TAIL_BYTES, "where this one lies")
                    : sky_related(h, 0, SKY_ID_BYTES, "this entry's navmesh");
}

void sky_found_entry_link(sky_check *c, uint32_t row, unsigned rule, uint32_t number,
                          const char *other) {
    const sky_payload h = sky_entry_payload(c, row);
    const sky_nvmi entry = sky_nvmi_of(h.body);
    const bool is_plain = number < entry.links.count;
    const sky_ids ids = is_plain ? sky_links_of(&entry) : sky_preferred_of(&entry);
    const uint32_t index = is_plain ? number : number - entry.links.count;
    const uint32_t id = sky_id(&h.body, ids.list, index);
    const uint32_t target = sky_entry_row(c, id);
    const sky_form_text form = sky_form(c->plugin, id);
    nl_draft draft = {.args = {nl_string(form.chars), nl_string(other)}};
    if (target != NL_NO_ROW) draft.related[0] = other_end(c, target, rule);
    if (target != NL_NO_ROW) draft.related[1] = own_end(&h, &entry, rule);
    sky_found(sky_ids_place(&h, &ids, index), rule, ids.field, draft);
}

/* An entry while its links are checked. */
typedef struct sky_linking {
    sky_check *c;
    uint32_t row;
} sky_linking;

static void report_apart(const sky_linking *e, uint32_t number, uint32_t target) {
    const sky_navi *const navi = e->c->navi;
    const sky_nvmi other = sky_nvmi_of(sky_entry_body(navi, target));
    const sky_form_text place = sky_parent_shown(e->c, sky_nvmi_parent(&other));
    const bool same_world = navi->entries[e->row].worldspace == navi->entries[target].worldspace;
    sky_found_entry_link(e->c, e->row, same_world ? SKYRIM_NVMI_LINK_CELL : SKYRIM_NVMI_LINK_WORLD,
                         number, place.chars);
}

static void check_link(const sky_linking *e, uint32_t number) {
    const sky_navi *const navi = e->c->navi;
    sky_entry *const entry = &navi->entries[e->row];
    const uint32_t id = navi->links[entry->first + number];
    const uint32_t target = sky_entry_row(e->c, id);
    if (id == entry->form_id) return;
    if (sky_is_lost(e->c, id)) {
        sky_found_entry_link(e->c, e->row, SKYRIM_NVMI_LINK_UNKNOWN, number, "");
        return;
    }
    if (target == NL_NO_ROW || target == e->row) return;
    if (sky_is_apart(entry, &navi->entries[target])) report_apart(e, number, target);
    entry->is_one_way |= sky_is_one_way(e->c, e->row, number);
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
    const sky_linking e = {c, row};
    for (uint32_t i = 0; i < entry->links + entry->preferred; i++)
        check_link(&e, i);
    return !c->job->budget->exhausted;
}

/* ---- Navmeshes and doors with more than one entry ---- */

static navlint_related first_id_of(sky_check *c, uint32_t row) {
    const sky_payload h = sky_entry_payload(c, row);
    return sky_related(&h, 0, SKY_ID_BYTES, "the first entry");
}

static void check_repetition(sky_check *c, uint32_t row) {
    const sky_navi *const navi = c->navi;
    const uint32_t first = nl_index_find(&navi->index, navi->ids[row]);
    if (first == row || navi->ids[row] == 0 || first == NL_NO_ROW) return;
    const sky_form_text form = sky_form(c->plugin, navi->ids[row]);
    sky_found_entry(
        c, row, SKYRIM_NVMI_DUPLICATE,
        (nl_draft){.related = {first_id_of(c, first)},
                   .args = {nl_string(form.chars), nl_uint(navi->entries[first].field)}});
}

static sky_list doors_of(const sky_navi *navi, uint32_t row) {
    const sky_entry *const entry = &navi->entries[row];
    const uint32_t links = entry->links + entry->preferred;
    const uint32_t at = SKY_NVMI_HEAD_BYTES + SKY_ID_BYTES * links + 3 * SKY_COUNT_BYTES;
    return (sky_list){entry->doors, at};
}

static uint32_t door_of(const sky_navi *navi, uint32_t row, sky_list doors, uint32_t index) {
    return nl_load_u32(sky_entry_bytes(navi, row) + doors.at + SKY_NVMI_DOOR_BYTES * index +
                       SKY_NVMI_DOOR_DOOR_AT);
}

static navlint_related doors_bytes(sky_check *c, uint32_t row) {
    const sky_payload h = sky_entry_payload(c, row);
    const sky_list doors = doors_of(c->navi, row);
    return sky_related(&h, doors.at, (uint64_t)SKY_NVMI_DOOR_BYTES * doors.count,
                       "the doors of that navmesh");
}

static void report_shared_door(sky_check *c, uint32_t door, uint32_t first, uint32_t again) {
    enum { DOORS_OF_STEP = 8 }; /* that are looked through for a step of the budget */
    const sky_form_text form = sky_form(c->plugin, door);
    const sky_form_text other = sky_form(c->plugin, c->navi->ids[first]);
    const sky_list doors = doors_of(c->navi, again);
    const sky_payload entry = sky_entry_payload(c, again);
    uint32_t index = 0;
    if (!nl_spend(c->job->budget, doors.count / DOORS_OF_STEP)) return;
    while (index + 1 < doors.count && door_of(c->navi, again, doors, index) != door)
        index++;
    sky_found(sky_item_place(&entry, "doors", index, doors.at + SKY_NVMI_DOOR_BYTES * index),
              SKYRIM_NVMI_DOOR_SHARED, SKY_NVMI_DOOR_DOOR,
              (nl_draft){.related = {doors_bytes(c, first)},
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
            report_shared_door(c, (uint32_t)(keys[i] >> 32), (uint32_t)keys[i - 1],
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
    if (count == 0 || !c->plugin->is_whole || !navi->has_markers) return;
    sky_found_entry(c, first, SKYRIM_NVMI_FOREIGN, (nl_draft){.args = {nl_uint(count)}});
}

bool sky_check_entries(sky_check *c) {
    for (uint32_t row = 0; row < c->navi->count; row++) {
        check_repetition(c, row);
        /* Rough: entries with many links are not looked at. */
        if (!NL_QUICK_ROUGH(are_plain_links(c, row)) && !check_links(c, row)) return false;
    }
    check_foreign(c);
    return check_shared_doors(c);
}

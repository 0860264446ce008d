/* What only shows when the NAVI and all navmeshes have been seen. */
#include "parsers/skyrim_navmesh/container/container.h"
#include "parsers/skyrim_navmesh/cross/cross.h"
#include "parsers/skyrim_navmesh/mesh/mesh.h"
#include "parsers/skyrim_navmesh/navi/navi.h"

/* ---- Records ---- */

/* From here on findings lie where the navmesh does: by its vertices, else by its entry, else in the
 * middle of its cell. */
static void enter(sky_check *c, uint32_t row) {
    const sky_navm *const navm = &c->plugin->navms[row];
    if (c->entered != navm->record.form_id || c->entered == 0) sky_enter_home(c, navm->home);
    c->entered = navm->record.form_id;
    c->where = c->digests[row].is_whole ? sky_position(c->digests[row].center)
                                        : sky_entry_position(c, navm->record.form_id);
}

static void found_at_navm(sky_check *c, unsigned rule, uint32_t row, nl_draft draft) {
    enter(c, row);
    sky_found_record(c, &c->plugin->navms[row].record, rule, draft);
}

/* ---- Deleted navmeshes ---- */

static void mark_listed(sky_check *c) {
    if (!c->navi) return;
    for (uint32_t i = 0; i < sky_nvsi_count(c->navi); i++) {
        const sky_navm *const navm = sky_find_navm(c->plugin, sky_nvsi_id(c->navi, i));
        if (navm) c->digests[navm - c->plugin->navms].is_listed = true;
    }
}

static void check_deleted(sky_check *c, uint32_t row) {
    const sky_record *const record = &c->plugin->navms[row].record;
    const uint32_t entry = sky_entry_row(c, record->form_id);
    const sky_form_text form = sky_form(c->plugin, record->form_id);
    enter(c, row);
    if (!c->plugin->is_official)
        found_at_navm(c,
                      c->digests[row].is_listed ? SKYRIM_NAVM_DELETED_LISTED : SKYRIM_NAVM_DELETED,
                      row, (nl_draft){0});
    if (entry != NL_NO_ROW)
        sky_found_entry(
            c, entry, SKYRIM_NVMI_DELETED,
            (nl_draft){.actual = nl_uint(record->form_id), .args = {nl_string(form.chars)}});
}

/* ---- Registration ---- */

static void check_registered(sky_check *c, uint32_t row) {
    const sky_digest *const digest = &c->digests[row];
    const sky_record *const record = &c->plugin->navms[row].record;
    if (!c->navi || !sky_all_entries(c->navi) || !digest->is_checked) return;
    if (sky_entry_row(c, record->form_id) != NL_NO_ROW) return;
    found_at_navm(c, digest->has_ways_out ? SKYRIM_NAVM_NO_NVMI : SKYRIM_NAVM_NO_NVMI_ALONE, row,
                  (nl_draft){0});
}

/* One finding for the plugin: at the first live navmesh of its own, else at the first one. */
static void check_navi_present(sky_check *c) {
    const sky_plugin *const p = c->plugin;
    uint32_t own = NL_NO_ROW;
    uint32_t own_count = 0;
    if (p->navi.type != 0 || p->navm_count == 0 || !p->is_whole) return;
    for (uint32_t row = 0; row < p->navm_count; row++) {
        const sky_record *const record = &p->navms[row].record;
        if (sky_is_deleted(record) || !sky_is_own(p, record->form_id)) continue;
        if (own_count++ == 0) own = row;
    }
    if (own_count != 0)
        found_at_navm(c, SKYRIM_NAVI_MISSING, own, (nl_draft){.args = {nl_uint(own_count)}});
    else
        found_at_navm(c, SKYRIM_NAVI_MISSING_OVERRIDES, 0,
                      (nl_draft){.args = {nl_uint(p->navm_count)}});
}

static void check_entries(sky_check *c) {
    if (!c->navi) return;
    for (uint32_t row = 0; row < c->navi->count; row++) {
        const uint32_t id = c->navi->ids[row];
        if (!sky_is_lost(c, id) || sky_names_nothing(c, c->navi->entries[row].form_id)) continue;
        const sky_form_text form = sky_form(c->plugin, id);
        sky_found_entry(c, row, SKYRIM_NVMI_NO_NAVM,
                        (nl_draft){.actual = nl_uint(id), .args = {nl_string(form.chars)}});
    }
}

/* ---- Links between navmeshes ---- */

/* An edge link of a navmesh, and the field of it that is meant. */
typedef struct sky_link_at {
    uint32_t row; /* of the navmesh */
    const sky_link_end *end;
    unsigned field;
} sky_link_at;

/* About an edge link of a mesh whose data are gone: the draft has the value. */
static void found_at_link(sky_check *c, unsigned rule, const sky_link_at *at, nl_draft draft) {
    const sky_digest *const d = &c->digests[at->row];
    const sky_payload h = {.c = c,
                           .record = &c->plugin->navms[at->row].record,
                           .body = {NULL, d->length, d->offset, d->is_packed ? &d->packed : NULL},
                           .index = d->field};
    const uint32_t link = (uint32_t)(at->end - d->ends);
    const sky_form_text form =
        sky_form(c->plugin, c->plugin->navms[at->end->target].record.form_id);
    draft.args[0] = nl_uint(link);
    draft.args[1] = nl_string(form.chars);
    enter(c, at->row);
    nl_place place = sky_item_place(&h, "links", link, d->links_at + SKY_EDGE_LINK_BYTES * link);
    if (at->end->triangle != SKY_NO_TRIANGLE) place = sky_moved_to(place, at->end->middle);
    sky_found(place, rule, at->field, draft);
}

/* The first edge of this triangle or a later one that is a link. */
static uint32_t first_use(const sky_digest *d, int32_t triangle) {
    uint32_t low = 0;
    uint32_t high = d->use_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (d->uses[middle].triangle < triangle)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Whether the triangle that a link leads to has an edge that leads back to the one given. A
 * triangle that does not exist is reported there. */
static bool leads_back(const sky_check *c, uint32_t row, const sky_link_end *end,
                       uint32_t triangle) {
    const sky_digest *const target = &c->digests[end->target];
    for (uint32_t i = first_use(target, end->target_triangle); i < target->use_count; i++) {
        const sky_link_end *const back = &target->ends[target->uses[i].link];
        if (target->uses[i].triangle != end->target_triangle) break;
        const bool is_wrong = back->target_triangle < 0 ||
                              (uint32_t)back->target_triangle >= c->digests[row].triangles;
        if (back->target == row && (is_wrong || (uint32_t)back->target_triangle == triangle))
            return true;
    }
    return false;
}

/* Any edge that uses a link may be the one that is answered. */
static void mark_answered(const sky_check *c, uint32_t row) {
    const sky_digest *const d = &c->digests[row];
    for (uint32_t i = 0; i < d->use_count; i++) {
        sky_link_end *const end = &d->ends[d->uses[i].link];
        if (end->target != NL_NO_ROW && !end->is_answered)
            end->is_answered = leads_back(c, row, end, d->uses[i].triangle);
    }
}

/* Whether the navmesh that the link leads to has a link of any type to this one; true once the
 * budget is exhausted. */
static bool has_way_back(const sky_check *c, uint32_t row, const sky_link_end *end) {
    enum { LINKS_OF_STEP = 8 }; /* that are looked through for a step of the budget */
    const sky_digest *const target = &c->digests[end->target];
    if (!nl_spend(c->job->budget, target->end_count / LINKS_OF_STEP)) return true;
    for (uint32_t i = 0; i < target->end_count; i++)
        if (target->ends[i].target == row) return true;
    return false;
}

/* Of a portal, which leads both ways. */
static void check_answer(sky_check *c, uint32_t row, const sky_link_end *end) {
    const sky_link_at at = {row, end, SKY_EDGE_LINK_TRIANGLE};
    const navlint_value number = nl_int(end->target_triangle);
    const nl_draft draft = {.actual = number, .args = {[2] = nl_uint(end->triangle), number}};
    if (end->triangle == SKY_NO_TRIANGLE || end->is_answered) return;
    if (end->is_portal)
        found_at_link(c, SKYRIM_NVNM_LINK_RECIPROCAL, &at, draft);
    else if (end->is_switched && !has_way_back(c, row, end))
        found_at_link(c, SKYRIM_NVNM_LINK_SWITCHED, &at, draft);
}

static void check_end(sky_check *c, uint32_t row, const sky_link_end *end) {
    const sky_digest *const from = &c->digests[row];
    const sky_digest *const to = &c->digests[end->target];
    const bool official = c->plugin->is_official;
    const sky_link_at triangle = {row, end, SKY_EDGE_LINK_TRIANGLE};
    const sky_link_at navmesh = {row, end, SKY_EDGE_LINK_NAVMESH};
    const navlint_value number = nl_int(end->target_triangle);
    if (!to->is_whole) return;
    if (end->target_triangle < 0 || (uint32_t)end->target_triangle >= to->triangles) {
        nl_draft draft = sky_index_expected(to->triangles, 0);
        draft.actual = number;
        draft.args[2] = nl_uint(to->triangles);
        found_at_link(c, official ? SKYRIM_NVNM_LINK_TRIANGLE_OFFICIAL : SKYRIM_NVNM_LINK_TRIANGLE,
                      &triangle, draft);
    } else if (from->parent.worldspace != to->parent.worldspace) {
        const sky_form_text world = sky_parent_shown(c, to->parent);
        found_at_link(c, official ? SKYRIM_NVNM_LINK_WORLD_OFFICIAL : SKYRIM_NVNM_LINK_WORLD,
                      &navmesh, (nl_draft){.args = {[2] = nl_string(world.chars)}});
    } else {
        check_answer(c, row, end);
    }
}

static bool check_ends(sky_check *c, uint32_t row) {
    const sky_digest *const d = &c->digests[row];
    if (!d->is_whole || d->end_count == 0) return true;
    if (!nl_spend(c->job->budget, (uint64_t)d->end_count + d->use_count)) return false;
    mark_answered(c, row);
    for (uint32_t i = 0; i < d->end_count; i++)
        if (d->ends[i].target != NL_NO_ROW) check_end(c, row, &d->ends[i]);
    return true;
}

/* ---- Doors ---- */

static bool is_in_row(double coordinate, int32_t cell) {
    const double start = (double)cell * (double)SKY_CELL_UNITS;
    return coordinate >= start && coordinate < start + (double)SKY_CELL_UNITS;
}

/* Persistent references of a worldspace all stand in one CELL, wherever they are. */
static bool is_in_cell(const sky_check *c) {
    const sky_cell_facts *const cell = &c->cell;
    return !cell->is_exterior || !cell->has_grid ||
           (is_in_row(c->where.x, cell->x) && is_in_row(c->where.y, cell->y));
}

/* From here on findings lie where the door is. */
static void enter_door(sky_check *c, const sky_door *door) {
    sky_enter_home(c, door->home);
    c->where = sky_position(door->position);
    if (c->where.is_known && !is_in_cell(c)) c->cell.name[0] = '\0';
}

/* The door's XNDP as a field. packed: room for where it is packed. The data of packed doors are
 * gone. */
static sky_payload place_field(sky_check *c, const sky_door *door, nl_packed *packed) {
    *packed = sky_packed_of(&door->record, door->packed_bytes);
    return (sky_payload){
        .c = c,
        .record = &door->record,
        .body = {NULL, door->place_bytes, door->place_at, door->packed_bytes ? packed : NULL},
        .index = door->place_index};
}

/* About one of its two values, which are known: that of the rule. */
static void found_at_door(sky_check *c, const sky_door *door, unsigned rule, nl_draft draft) {
    nl_packed packed;
    const sky_payload h = place_field(c, door, &packed);
    const sky_form_text form = sky_form(c->plugin, door->place_navmesh);
    const bool is_navmesh = rule == SKYRIM_DOOR_NAVMESH;
    draft.actual = is_navmesh ? nl_uint(door->place_navmesh) : nl_int(door->place_triangle);
    draft.args[0] = nl_string(form.chars);
    enter_door(c, door);
    sky_found(sky_part_place(&h, 0), rule, is_navmesh ? SKY_XNDP_NAVMESH : SKY_XNDP_TRIANGLE,
              draft);
}

/* The first door entry whose key is not below this one; NULL if there is none. */
static const uint64_t *find_door(const sky_digest *d, uint64_t key) {
    uint32_t low = 0;
    uint32_t high = d->door_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (d->doors[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low < d->door_count ? &d->doors[low] : NULL;
}

/* Whether the mesh has an entry for the door at this triangle, or one at a triangle that does not
 * exist, which is reported there. */
static bool has_door(const sky_digest *d, uint32_t form_id, int32_t triangle) {
    const uint64_t key = sky_door_key(form_id, triangle);
    const uint64_t *const same = find_door(d, key);
    const uint64_t *const wrong = find_door(d, (uint64_t)form_id << 32 | d->triangles);
    return (same && *same == key) || (wrong && *wrong >> 32 == form_id);
}

static void check_door_place(sky_check *c, const sky_door *door) {
    const sky_navm *const navm = sky_find_navm(c->plugin, door->place_navmesh);
    const int32_t triangle = door->place_triangle;
    if (!navm) {
        if (sky_is_own_whole(c, door->place_navmesh))
            found_at_door(c, door, SKYRIM_DOOR_NAVMESH, (nl_draft){0});
        return;
    }
    const sky_digest *const d = &c->digests[navm - c->plugin->navms];
    if (!d->is_whole) return;
    nl_draft draft = sky_index_expected(d->triangles, 0);
    draft.args[1] = nl_uint(d->triangles);
    if (triangle < 0 || (uint32_t)triangle >= d->triangles)
        found_at_door(c, door, SKYRIM_DOOR_TRIANGLE, draft);
    else if (!has_door(d, door->record.form_id, triangle))
        found_at_door(c, door, SKYRIM_DOOR_UNANSWERED, (nl_draft){0});
}

static void report_place_length(sky_check *c, const sky_door *door) {
    nl_packed packed;
    const sky_payload h = place_field(c, door, &packed);
    enter_door(c, door);
    sky_found_whole(
        &h, SKYRIM_DOOR_LENGTH,
        (nl_draft){.actual = nl_uint(door->place_bytes), .expected = nl_uint(SKY_XNDP_BYTES)});
}

static void report_no_place(sky_check *c, const sky_door *door) {
    enter_door(c, door);
    sky_found_record(c, &door->record, SKYRIM_DOOR_NO_PLACE, (nl_draft){0});
}

/* One with a teleport, a place, or both. */
static void check_door(sky_check *c, const sky_door *door) {
    if (door->has_place && door->place_bytes == SKY_XNDP_BYTES)
        check_door_place(c, door);
    else if (door->has_place)
        report_place_length(c, door);
    else
        report_no_place(c, door);
}

/* ---- All of it ---- */

void sky_check_cross(sky_check *c) {
    const sky_plugin *const p = c->plugin;
    const uint64_t entries = c->navi ? (uint64_t)c->navi->count + sky_nvsi_count(c->navi) : 0;
    if (!nl_spend(c->job->budget, entries + p->navm_count + p->door_count)) return;
    mark_listed(c);
    check_navi_present(c);
    sky_enter_entries(c);
    check_entries(c);
    const bool done = sky_check_entry_links(c);
    sky_leave_entries(c);
    if (!done) return;
    for (uint32_t row = 0; row < p->navm_count; row++) {
        if (sky_is_deleted(&p->navms[row].record))
            check_deleted(c, row);
        else
            check_registered(c, row);
        if (!check_ends(c, row)) return;
    }
    for (uint32_t row = 0; row < p->door_count; row++)
        check_door(c, &p->doors[row]);
    sky_leave_home(c);
}

/* ---- Masters ---- */

enum { MOST_NAMED = 4 /* masters in a message */ };

static void put_master(nl_text *text, const sky_body *name, uint64_t number) {
    if (number != 0) nl_put(text, ", ");
    nl_put_bytes(text, name->bytes, name->length);
}

/* "Skyrim.esm, Update.esm and 3 more" */
static void put_missing(nl_text *text, const sky_plugin *p, const bool *is_missed) {
    uint64_t count = 0;
    for (uint32_t i = 0; i < p->master_count; i++) {
        if (is_missed && !is_missed[i]) continue;
        if (count < MOST_NAMED) put_master(text, &p->masters[i].name, count);
        count++;
    }
    if (count <= MOST_NAMED) return;
    nl_put(text, " and ");
    nl_put_uint(text, count - MOST_NAMED);
    nl_put(text, " more");
}

void sky_report_absent(const sky_check *c, const bool *is_missed) {
    char chars[192];
    nl_text missing = nl_text_over(chars, sizeof chars);
    if (c->foreign == 0) return;
    put_missing(&missing, c->plugin, is_missed);
    sky_found(sky_file_place(c), SKYRIM_MASTERS_ABSENT, NL_NO_FIELD,
              (nl_draft){.length = SKY_HEADER_BYTES,
                         .actual = nl_uint(c->foreign),
                         .args = {nl_string(missing.chars)}});
}

/* Entries of the NAVI, for whoever asks. */
#include "core/quick.h"
#include "parsers/skyrim_navmesh/navi/checks.h"

/* ---- Links ---- */

/* Ids are compared as they stand: those with an index too high have a finding of their own. */
bool sky_entry_links_to(const sky_check *c, uint32_t row, uint32_t form_id) {
    enum { IDS_OF_STEP = 8 }; /* that are looked through for a step of the budget */
    const sky_entry *const entry = &c->navi->entries[row];
    const uint32_t *const ids = c->navi->links + entry->first;
    const uint32_t count = entry->links + entry->preferred;
    if (!nl_spend(c->job->budget, count / IDS_OF_STEP)) return true; /* nothing is said then */
    for (uint32_t i = 0; i < count; i++)
        if (ids[i] == form_id) return true;
    return false;
}

nl_place sky_ids_place(const sky_payload *entry, const sky_ids *ids, uint32_t index) {
    return sky_item_place(entry, ids->key, index, ids->list.at + ids->stride * index);
}

void sky_found_entry(sky_check *c, uint32_t row, unsigned rule, nl_draft draft) {
    const sky_payload entry = sky_entry_payload(c, row);
    sky_found(sky_part_place(&entry, 0), rule, SKY_NVMI_HEAD_NAVMESH, draft);
}

bool sky_is_one_way(const sky_check *c, uint32_t row, uint32_t number) {
    const sky_entry *const entry = &c->navi->entries[row];
    const uint32_t id = c->navi->links[entry->first + number];
    const uint32_t target = sky_entry_row(c, id);
    return id != entry->form_id && target != NL_NO_ROW && target != row && !sky_is_lost(c, id) &&
           !sky_entry_links_to(c, target, entry->form_id);
}

/* ---- Where a navmesh lies ---- */

static void enter_navm(sky_check *c, uint32_t form_id) {
    if (form_id == c->entered && form_id != 0) return; /* 0 stands for nobody, too */
    const sky_navm *const navm = sky_find_navm(c->plugin, form_id);
    if (navm)
        sky_enter_home(c, navm->home);
    else
        sky_leave_home(c);
    c->entered = form_id;
}

void sky_enter_entries(sky_check *c) {
    sky_leave_home(c);
    c->enter = enter_navm;
}

void sky_leave_entries(sky_check *c) {
    sky_leave_home(c);
    c->enter = NULL;
}

navlint_position sky_entry_position(const sky_check *c, uint32_t form_id) {
    const uint32_t row = sky_entry_row(c, form_id);
    if (row == NL_NO_ROW) return (navlint_position){0};
    const sky_body body = sky_entry_body(c->navi, row);
    return sky_center_of(&body);
}

bool sky_is_in_cell(float value, int32_t cell) {
    const double low = (double)cell * (double)SKY_CELL_UNITS;
    return (double)value >= low && (double)value < low + (double)SKY_CELL_UNITS;
}

bool sky_is_box_sound(const sky_nvmi *entry) {
    const sky_box box = sky_box_at(entry->body.bytes + entry->box_at);
    return sky_is_near(entry, entry->box_at + SKY_ISLAND_MIN_X_AT) &&
           sky_is_near(entry, entry->box_at + SKY_ISLAND_MAX_X_AT) && box.min.x <= box.max.x &&
           box.min.y <= box.max.y && box.min.z <= box.max.z;
}

bool sky_is_center_sound(const sky_nvmi *entry) {
    const uint8_t *const bytes = entry->body.bytes;
    const sky_point center = sky_point_at(bytes + SKY_NVMI_HEAD_CENTER_AT);
    const sky_parent parent = sky_nvmi_parent(entry);
    if (!sky_is_near(entry, SKY_NVMI_HEAD_CENTER_AT)) return false;
    if (parent.worldspace != 0 &&
        !(sky_is_in_cell(center.x, parent.x) && sky_is_in_cell(center.y, parent.y)))
        return false;
    return !sky_nvmi_is_island(entry) || !sky_is_box_sound(entry) ||
           sky_is_within(center, sky_box_at(bytes + entry->box_at), SKY_CENTER_SLACK);
}

/* ---- Floats of one entry ---- */

bool sky_check_float(const sky_entry_check *e, unsigned field, uint32_t record_at) {
    const nl_field *const f = &sky_layout.fields[field];
    const float value = nl_load_f32(sky_at(e, record_at + f->at));
    const nl_draft draft = {.args = {nl_string(f->name)}};
    if (!isfinite(value))
        sky_found(sky_part_place(e->h, record_at), SKYRIM_NVMI_FINITE, field, draft);
    else if (fabsf(value) > SKY_FAR_AWAY)
        sky_found(sky_part_place(e->h, record_at), SKYRIM_NVMI_RANGE, field, draft);
    return isfinite(value);
}

bool sky_check_point(const sky_entry_check *e, unsigned field, uint32_t record_at) {
    if (NL_QUICK(sky_is_near(e->entry, record_at + sky_layout.fields[field].at))) return true;
    bool finite = true;
    for (unsigned i = 0; i < 3; i++)
        finite &= sky_check_float(e, field + i, record_at);
    return finite;
}

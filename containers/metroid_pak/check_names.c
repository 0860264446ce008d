/* Named resources: whether the table has them, and what their names are. */
#include "containers/metroid_pak/checks.h"

/* The first row with the id; UINT32_MAX if there is none. */
static uint32_t row_of(const pk_check *c, uint64_t id) {
    uint32_t low = 0;
    for (uint32_t high = c->doc->tables.rows; low < high;) {
        const uint32_t middle = low + (high - low) / 2;
        if (c->ids[middle].hash < id)
            low = middle + 1;
        else
            high = middle;
    }
    const bool is_there = low < c->doc->tables.rows && c->ids[low].hash == id;
    return is_there ? c->ids[low].row : UINT32_MAX;
}

static box_name text_of(const pk_check *c, const pk_name *name) {
    return (box_name){c->bytes + name->text_at, name->text_bytes};
}

static void found_no_target(const pk_check *c, uint32_t index, const pk_name *name) {
    const pk_row missing = {.id = name->id, .type = name->type};
    char chars[PK_FILE_NAME_BYTES];
    pk_put_file_name(chars, &missing, c->shape);
    const nl_place place = pk_name_place(c, index);
    nl_found(&place, PAK_NAME_TARGET, c->shape->name_id, &(nl_draft){.args = {nl_string(chars)}});
}

static void check_target(const pk_check *c, uint32_t index, const pk_name *name) {
    const uint32_t row_index = row_of(c, name->id);
    if (row_index == UINT32_MAX) {
        found_no_target(c, index, name);
        return;
    }
    const pk_row row = pk_row_at(c->bytes, c->doc, row_index);
    if (row.type == name->type) return;
    const nl_place place = pk_name_place(c, index);
    nl_found(&place, PAK_NAME_KIND, c->shape->name_type,
             &(nl_draft){.args = {nl_string(pk_letters(name->type).chars),
                                  nl_string(pk_letters(row.type).chars)},
                         .related = {pk_beside_row(c, row_index, "its row")}});
}

/* What is about the name itself. Where it stands in front of the other fields it is a record of its
 * own. */
static void found_text(const pk_check *c, uint32_t index, unsigned rule, navlint_value argument) {
    const pk_name name = pk_name_at(c->bytes, c->doc, index);
    nl_place place = pk_name_place(c, index);
    const uint64_t nul = c->shape->is_sectioned ? 1 : 0;
    if (c->shape->is_sectioned) place.at = name.text_at;
    nl_found(&place, rule, c->shape->text,
             &(nl_draft){.length = name.text_bytes + nul, .args = {argument}});
}

static void check_danger(const pk_check *c, uint32_t index, const pk_name *name) {
    const char *const danger = box_name_danger(text_of(c, name));
    if (danger) found_text(c, index, PAK_NAME_UNSAFE, nl_string(danger));
}

/* ---- The same name twice ---- */

static bool have_same_text(void *context, uint32_t first, uint32_t other) {
    const pk_check *const c = context;
    const pk_name a = pk_name_at(c->bytes, c->doc, first);
    const pk_name b = pk_name_at(c->bytes, c->doc, other);
    return box_name_same_folded(text_of(c, &a), text_of(c, &b));
}

static void judge_twin(void *context, uint32_t first, uint32_t other) {
    const pk_check *const c = context;
    const pk_name a = pk_name_at(c->bytes, c->doc, first);
    const pk_name b = pk_name_at(c->bytes, c->doc, other);
    if (a.id != b.id || a.type != b.type) found_text(c, other, PAK_NAME_TWICE, nl_uint(first));
}

static bool check_twins(pk_check *c, box_hashed *hashes) {
    const uint32_t names = c->doc->tables.names;
    for (uint32_t i = 0; i < names; i++) {
        const pk_name name = pk_name_at(c->bytes, c->doc, i);
        const box_name text = text_of(c, &name);
        if (!nl_spend(c->job->budget, text.length / 8)) return false;
        hashes[i] = (box_hashed){box_hash(box_no_hash, text.chars, text.length, true), i};
    }
    return box_each_twin(hashes, names, c->job->budget,
                         &(box_twins){have_same_text, judge_twin, c});
}

/* The list ends where the game takes the number of resources from: that lies within what it has
 * read of the file. */
static void check_length(const pk_check *c) {
    const uint64_t end = c->doc->tables.names_end + 4;
    if (!c->shape->is_confirmed || end <= PK_FIRST_READ_BYTES) return;
    const nl_place place = pk_file_place(c, c->doc->tables.names_in.at);
    nl_found(&place, PAK_NAMES_LONG, PK_NAME_LIST_COUNT,
             &(nl_draft){.actual = nl_uint(end),
                         .expected = nl_uint(PK_FIRST_READ_BYTES),
                         .relation = NAVLINT_AT_MOST});
}

void pk_check_names(pk_check *c) {
    enum { STEPS_TO_FIND = 4 };
    const uint32_t names = c->doc->tables.names;
    box_hashed *const hashes = NL_NEW(c->job->arena, box_hashed, names);
    if (!hashes || !nl_spend(c->job->budget, (uint64_t)names * STEPS_TO_FIND)) return;
    check_length(c);
    for (uint32_t i = 0; i < names; i++) {
        const pk_name name = pk_name_at(c->bytes, c->doc, i);
        if (c->doc->is_whole) check_target(c, i, &name);
        check_danger(c, i, &name);
    }
    (void)check_twins(c, hashes);
}

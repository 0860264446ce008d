/* Records while they are repaired: where they are, their data, edits to them. */
#include <string.h>

#include "parsers/skyrim_navmesh/repair/repair.h"

/* ---- Records ---- */

const sky_plugin *sky_fixed_plugin(const nl_fixer *fixer) {
    const sky_document *const document = fixer->members[fixer->input].document;
    return document && !document->is_bare_nvmi ? &document->plugin : NULL;
}

static bool holds(const sky_record *record, uint64_t at) {
    return at >= record->at && at - record->at < (uint64_t)SKY_HEADER_BYTES + record->data_bytes;
}

/* How far a walk has come, for the next one, which mostly wants something behind it. */
typedef struct sky_memo {
    const uint8_t *bytes; /* of the input; NULL: nothing is remembered */
    uint64_t length;
    uint64_t from; /* where the header is that the walk met last */
    bool is_group; /* that header */
    sky_walk walk;
} sky_memo;
_Static_assert(sizeof(sky_memo) <= NL_FIX_MEMO_BYTES, "a walk is too long to be remembered");

static sky_memo start_of(const nl_job *job) {
    const sky_record header = sky_read_record(job->bytes, 0, 0);
    const uint64_t from = (uint64_t)SKY_HEADER_BYTES + header.data_bytes;
    sky_memo start = {job->bytes, job->length, 0, false,
                      sky_walk_over(job->bytes, job->length, from <= job->length ? from : 0)};
    start.walk.record = header;
    if (from > job->length) start.walk.end = start.walk.r.length = 0;
    return start;
}

static sky_memo recall(const nl_fixer *fixer, const nl_job *job, uint64_t at) {
    sky_memo memo = {.bytes = NULL};
    if (fixer->memo) memcpy(&memo, fixer->memo, sizeof memo);
    const bool is_of_input = memo.bytes == job->bytes && memo.length == job->length;
    return is_of_input && memo.from <= at ? memo : start_of(job);
}

static bool is_there(const sky_memo *memo, uint64_t at) {
    if (memo->is_group) return at < memo->from + SKY_GROUP_BYTES;
    return holds(&memo->walk.record, at);
}

/* Goes on to the next header; false: there is none. */
static bool step_on(sky_memo *memo) {
    const sky_step step = sky_next(&memo->walk);
    memo->is_group = step == SKY_STEP_GROUP;
    memo->from = memo->is_group ? memo->walk.group.at : memo->walk.record.at;
    return step == SKY_STEP_GROUP || step == SKY_STEP_RECORD;
}

sky_walk sky_walk_to(nl_fixer *fixer, uint64_t at) {
    const nl_job *const job = &fixer->members[fixer->input].job;
    if (job->length < SKY_HEADER_BYTES) return (sky_walk){.end = 0};
    sky_memo memo = recall(fixer, job, at);
    uint64_t steps = 0;
    bool is_met = is_there(&memo, at);
    for (; !is_met && at >= memo.walk.r.at && memo.walk.end != 0; is_met = is_there(&memo, at)) {
        steps++;
        if (!step_on(&memo)) break;
    }
    if (is_met && fixer->memo) memcpy(fixer->memo, &memo, sizeof memo);
    if (!is_met || memo.is_group) memo.walk.record = (sky_record){.type = 0};
    if (!nl_fix_spend(fixer, 1 + steps / SKY_HEADERS_A_STEP)) memo.walk.record.type = 0;
    return memo.walk;
}

static uint64_t most_bytes(uint32_t type) {
    return type == SKY_NAVI ? SKY_MOST_NAVI_BYTES : SKY_MOST_OTHER_BYTES;
}

bool sky_site_open(nl_fixer *fixer, const sky_record *record, sky_site *site) {
    const sky_plugin *const plugin = sky_fixed_plugin(fixer);
    *site = (sky_site){.fixer = fixer,
                       .plugin = plugin,
                       .budget = nl_budget_of(UINT64_MAX),
                       .job = fixer->members[fixer->input].job,
                       .record = *record};
    site->job.budget = &site->budget;
    site->mark = nl_arena_mark(site->job.arena);
    site->inflater = sky_inflater_of(&site->job);
    return plugin && record->type != 0 && nl_fix_spend_bytes(fixer, record->data_bytes) &&
           sky_open(&site->inflater, record, most_bytes(record->type), &site->data) &&
           nl_fix_spend_bytes(fixer, site->data.body.packed ? site->data.body.length : 0);
}

void sky_site_close(sky_site *site) {
    sky_inflater_end(&site->inflater);
    sky_release(site->fixer, site->job.arena, site->mark);
}

void sky_release(nl_fixer *fixer, nl_arena *arena, size_t mark) {
    fixer->is_used_up |= arena->exhausted;
    nl_arena_release(arena, mark);
    arena->exhausted = false;
}

bool sky_in_record(nl_fixer *fixer, const navlint_finding *finding, sky_site_fn fix) {
    const sky_walk walk = sky_walk_to(fixer, finding->offset);
    sky_site site;
    const bool is_done = sky_site_open(fixer, &walk.record, &site) && fix(&site, finding);
    sky_site_close(&site);
    return is_done;
}

uint32_t sky_found_at(const sky_site *site, const navlint_finding *finding) {
    const uint64_t at = finding->encoding ? finding->inner.offset : finding->offset;
    return (uint32_t)(at - site->data.body.offset);
}

bool sky_field_at(const sky_site *site, uint32_t at, sky_field *field) {
    sky_fields fields = sky_fields_of(site->data.body);
    while (sky_next_field(&fields, field))
        if (at < fields.at) return at >= sky_header_of(field);
    return false;
}

bool sky_field_of(const sky_site *site, uint32_t type, sky_field *field) {
    sky_fields fields = sky_fields_of(site->data.body);
    while (sky_next_field(&fields, field))
        if (field->type == type) return true;
    return false;
}

/* ---- Paths ---- */

static void put_record(nl_text *text, const sky_record *record) {
    if (record->at == 0) {
        nl_put(text, "/header");
        return;
    }
    nl_put(text, "/records/");
    nl_put_uint(text, record->number);
}

const char *sky_path_in(const sky_site *site, sky_path path) {
    char chars[160];
    nl_text text = nl_text_over(chars, sizeof chars);
    put_record(&text, &site->record);
    nl_put(&text, "/fields/");
    nl_put_uint(&text, path.field);
    if (path.list) {
        nl_put(&text, "/");
        nl_put(&text, path.list);
        nl_put(&text, "/");
        nl_put_uint(&text, path.index);
    }
    if (path.tail) nl_put(&text, "/");
    return nl_fix_path(site->fixer, text.chars, path.tail ? path.tail : "");
}

const char *sky_record_path(nl_fixer *fixer, const sky_record *record, const char *tail) {
    char chars[32];
    nl_text text = nl_text_over(chars, sizeof chars);
    put_record(&text, record);
    if (tail[0] != '\0') nl_put(&text, "/");
    return nl_fix_path(fixer, text.chars, tail);
}

/* ---- Edits ---- */

static navlint_field place_of(const sky_site *site, sky_bytes bytes) {
    const sky_body *const data = &site->data.body;
    const navlint_range range = {data->offset + bytes.at, bytes.length};
    if (!data->packed) return nl_fix_place(bytes.path, range.offset, range.length);
    return (navlint_field){.path = bytes.path,
                           .offset = data->packed->offset,
                           .length = data->packed->length,
                           .encoding = data->packed->encoding,
                           .inner = range};
}

static navlint_field number_of(const sky_site *site, sky_number number) {
    const uint32_t length = (uint32_t)nl_type_bytes(number.type);
    navlint_field field = place_of(site, (sky_bytes){number.at, length, number.path});
    field.type = nl_type_name(number.type);
    field.value = nl_load_value(site->data.body.bytes + number.at, number.type);
    return field;
}

bool sky_set(const sky_site *site, sky_number number, navlint_value value) {
    const navlint_field field = number_of(site, number);
    return number.path && nl_fix_set(site->fixer, &field, value);
}

bool sky_grow(const sky_site *site, sky_number number, int64_t delta) {
    const navlint_field field = number_of(site, number);
    return number.path && nl_fix_add(site->fixer, &field, delta);
}

bool sky_replace(const sky_site *site, sky_bytes old, const void *bytes, uint64_t length) {
    const navlint_field place = place_of(site, old);
    return old.path && nl_fix_replace(site->fixer, &place, bytes, length);
}

bool sky_remove(const sky_site *site, sky_bytes bytes) {
    const navlint_field place = place_of(site, bytes);
    return bytes.path && nl_fix_remove(site->fixer, &place);
}

bool sky_remove_field(const sky_site *site, const sky_field *field) {
    const uint32_t at = sky_header_of(field);
    const uint32_t end = sky_start_of(site, field) + field->body.length;
    const char *const path = sky_path_in(site, (sky_path){.field = field->index});
    return sky_remove(site, (sky_bytes){at, end - at, path});
}

bool sky_set_in_file(nl_fixer *fixer, uint64_t at, const char *path, uint32_t value) {
    const navlint_field field = {
        .path = path, .type = nl_type_name(NL_U32LE), .offset = at, .length = sizeof(uint32_t)};
    return path && nl_fix_set(fixer, &field, nl_uint(value));
}

bool sky_set_flags(nl_fixer *fixer, const sky_record *record, uint32_t flags) {
    return sky_set_in_file(fixer, record->at + SKY_HEADER_FLAGS_AT,
                           sky_record_path(fixer, record, "flags"), flags);
}

/* One record or group less in HEDR, which counts both. */
static bool count_less(nl_fixer *fixer) {
    const sky_plugin *const plugin = sky_fixed_plugin(fixer);
    sky_site site;
    sky_field hedr;
    bool is_ok = sky_site_open(fixer, &plugin->header, &site) &&
                 sky_field_of(&site, SKY_HEDR, &hedr) && hedr.body.length == SKY_HEDR_BYTES;
    if (is_ok) {
        const sky_path path = {.field = hedr.index, .tail = "recordCount"};
        const uint32_t at = sky_start_of(&site, &hedr) + SKY_HEDR_RECORD_COUNT_AT;
        is_ok = sky_grow(&site, (sky_number){at, NL_U32LE, sky_path_in(&site, path)}, -1);
    }
    sky_site_close(&site);
    return is_ok;
}

bool sky_remove_record(nl_fixer *fixer, const sky_record *record) {
    const navlint_field whole = nl_fix_place(sky_record_path(fixer, record, ""), record->at,
                                             (uint64_t)SKY_HEADER_BYTES + record->data_bytes);
    return whole.path && count_less(fixer) && nl_fix_remove(fixer, &whole);
}

/* ---- Meshes ---- */

bool sky_mesh_open(nl_fixer *fixer, const sky_record *record, sky_mesh_site *m) {
    if (!sky_site_open(fixer, record, &m->site) || record->type != SKY_NAVM ||
        !sky_field_of(&m->site, SKY_NVNM, &m->field))
        return false;
    m->base = sky_start_of(&m->site, &m->field);
    m->mesh = sky_nvnm_of(m->field.body);
    return true;
}

bool sky_in_mesh(nl_fixer *fixer, const navlint_finding *finding, sky_mesh_fn fix) {
    const sky_walk walk = sky_walk_to(fixer, finding->offset);
    sky_mesh_site m;
    const bool is_done = sky_mesh_open(fixer, &walk.record, &m) && fix(&m, finding);
    sky_site_close(&m.site);
    return is_done;
}

bool sky_found_item(const sky_mesh_site *m, const navlint_finding *finding, sky_list list,
                    uint32_t item_bytes, uint32_t *index) {
    const uint32_t at = sky_found_at(&m->site, finding) - m->base;
    if (at < list.at) return false;
    *index = (at - list.at) / item_bytes;
    return *index < list.count;
}

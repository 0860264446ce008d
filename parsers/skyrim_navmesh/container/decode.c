/* Bytes to a plugin: the header, then one walk over all groups and records. */
#include "core/checked.h"
#include "parsers/skyrim_navmesh/container/reading.h"

/* ---- The end of the walk ---- */

/* Its size may be what is wrong; nothing at file level. */
static navlint_related group_around(const sky_reading *s) {
    const sky_group *const group = sky_innermost(&s->walk);
    if (!group) return (navlint_related){0};
    return (navlint_related){group->at, SKY_GROUP_BYTES, "the group around it"};
}

static void report_record(sky_reading *s, uint64_t at) {
    const sky_record record = sky_read_record(s->check.job->bytes + at, at, s->walk.record_count);
    sky_found(sky_about(sky_record_place(&s->check, &record), &s->check, &record),
              SKYRIM_RECORD_SIZE, SKY_HEADER_DATA_SIZE,
              (nl_draft){.relation = NAVLINT_AT_MOST,
                         .expected = nl_uint(nl_left(&s->walk.r) - SKY_HEADER_BYTES),
                         .related = {{at, 4, "its type"}, group_around(s)}});
}

static void report_group(const sky_reading *s, uint64_t at) {
    const uint32_t bytes = nl_load_u32(s->check.job->bytes + at + SKY_GROUP_SIZE_AT);
    const nl_place place = sky_group_place(&s->check, s->walk.group_count, at);
    sky_found(sky_in_cell(place, &s->check), SKYRIM_GROUP_SIZE, SKY_GROUP_SIZE,
              (nl_draft){.relation = NAVLINT_BETWEEN,
                         .expected = nl_uint(SKY_GROUP_BYTES),
                         .others = {nl_uint(nl_left(&s->walk.r))},
                         .related = {group_around(s)},
                         .args = {nl_string(bytes < SKY_GROUP_BYTES
                                                ? "less than its own header"
                                                : "more than what is around it has left")}});
}

static void report_tail(const sky_reading *s, uint64_t at) {
    const uint64_t left = nl_left(&s->walk.r);
    nl_place place = sky_in_cell(sky_file_place(&s->check), &s->check);
    place.at = at;
    sky_found(place, SKYRIM_TRAILING, NL_NO_FIELD,
              (nl_draft){.length = left,
                         .actual = nl_uint(left),
                         .related = {group_around(s)},
                         .args = {nl_string(s->walk.depth == 0 ? "the last group"
                                                               : "the last record of a group")}});
}

static void report_break(sky_reading *s) {
    const uint64_t at = s->walk.r.at;
    s->check.job->report->undecoded = true;
    const bool is_short = nl_left(&s->walk.r) < SKY_HEADER_BYTES;
    const bool is_group = !is_short && nl_load_u32(s->check.job->bytes + at) == SKY_GRUP;
    sky_enter_home(&s->check, sky_home_in(&s->walk, &s->world, &s->cell));
    if (is_short || (s->walk.depth == 0 && !is_group))
        report_tail(s, at);
    else if (is_group)
        report_group(s, at);
    else
        report_record(s, at);
    sky_leave_home(&s->check);
}

static void check_count(sky_reading *s) {
    const sky_plugin *const plugin = s->plugin;
    const sky_payload fields = {
        .c = &s->check, .record = &plugin->header, .body = plugin->header_fields};
    const uint64_t actual = plugin->record_count + plugin->group_count;
    if (!plugin->has_hedr || actual == plugin->stated_count) return;
    sky_found(sky_part_place(&fields, SKY_FIELD_HEADER_BYTES), SKYRIM_HEDR_COUNT,
              SKY_HEDR_RECORD_COUNT, (nl_draft){.expected = nl_uint(actual)});
}

static void report_missing(sky_reading *s) {
    if (s->missing.count == 0 || !s->plugin->is_whole) return;
    const sky_form_text form = sky_form(s->plugin, s->missing.first.form_id);
    sky_found_odd(s, &s->missing, SKYRIM_ONAM_MISSING,
                  (nl_draft){.args = {nl_string(form.chars), nl_uint(s->missing.count)}});
}

/* ---- The walk ---- */

static void take_step(sky_reading *s, sky_step step) {
    if (step == SKY_STEP_RECORD) {
        sky_check_record(s);
        s->before = s->walk.record.type;
        s->before_id = s->walk.record.form_id;
        return;
    }
    sky_check_group(s);
    s->before = 0;
    s->is_whole &= !s->walk.is_too_deep;
}

static void walk_all(sky_reading *s) {
    sky_step step = sky_next(&s->walk);
    for (; step == SKY_STEP_RECORD || step == SKY_STEP_GROUP; step = sky_next(&s->walk)) {
        if (!nl_spend(s->check.job->budget, 1) || s->check.job->arena->exhausted) return;
        take_step(s, step);
    }
    s->plugin->is_whole = step == SKY_STEP_END && s->is_whole;
    if (step == SKY_STEP_BROKEN) report_break(s);
}

/* ---- What is kept ---- */

static void *gathered(const sky_reading *s, const sky_pile *pile) {
    void *const rows = nl_alloc(s->check.job->arena, pile->count, pile->row_bytes, 16);
    if (rows) sky_gather(pile, rows);
    return rows;
}

static uint32_t *keys_of(const sky_reading *s, const sky_pile *pile, const void *rows) {
    uint32_t *const keys = NL_NEW(s->check.job->arena, uint32_t, pile->count);
    for (uint32_t i = 0; keys && rows && i < pile->count; i++) {
        const sky_record *const record =
            (const void *)((const uint8_t *)rows + (size_t)i * pile->row_bytes);
        keys[i] = sky_key(s->plugin, record->form_id);
    }
    return keys;
}

static void keep(sky_reading *s) {
    sky_plugin *const p = s->plugin;
    nl_arena *const arena = s->check.job->arena;
    nl_budget *const budget = s->check.job->budget;
    p->record_count = s->walk.record_count;
    p->group_count = s->walk.group_count;
    p->walked = s->walk.r.at;
    p->form_ids = s->form_ids;
    p->navms = gathered(s, &s->navms);
    p->navm_count = s->navms.count;
    p->cells = gathered(s, &s->cells);
    p->cell_count = s->cells.count;
    p->doors = gathered(s, &s->doors);
    p->door_count = s->doors.count;
    p->navm_ids = keys_of(s, &s->navms, p->navms);
    p->door_ids = keys_of(s, &s->doors, p->doors);
    if (arena->exhausted) return;
    (void)nl_index_build(&p->navm_index, arena, budget, p->navm_ids, p->navm_count);
    (void)nl_index_build(&p->door_index, arena, budget, p->door_ids, p->door_count);
}

static bool decode_plugin(nl_job *job, sky_plugin *plugin) {
    sky_reading s = {
        .check = {.job = job, .plugin = plugin},
        .plugin = plugin,
        .cell_row = NL_NO_ROW,
        .is_whole = true,
        .form_ids = sky_pile_of(sizeof(uint32_t)),
        .navms = sky_pile_of(sizeof(sky_navm)),
        .cells = sky_pile_of(sizeof(sky_cell)),
        .doors = sky_pile_of(sizeof(sky_door)),
        .inflater = sky_inflater_of(job),
    };
    s.check.record_name = s.record_name;
    plugin->job = job;
    if (!sky_read_header(&s.check, plugin) || !sky_read_masters(&s.check, plugin)) return false;
    s.walk = sky_walk_over(job->bytes, job->length, SKY_HEADER_BYTES + plugin->header.data_bytes);
    walk_all(&s);
    sky_inflater_end(&s.inflater);
    sky_report_odd_ids(&s);
    keep(&s);
    nl_claim(job->report, s.read_from, plugin->walked - s.read_from);
    if (job->arena->exhausted || job->budget->exhausted) return false;
    if (plugin->is_whole) check_count(&s);
    report_missing(&s);
    return true;
}

const void *sky_decode(nl_job *job) {
    sky_document *const document = NL_NEW_ZEROED(job->arena, sky_document, 1);
    if (!document) return NULL;
    document->is_bare_nvmi = job->part == SKY_PART_NVMI;
    if (document->is_bare_nvmi) {
        nl_claim(job->report, 0, job->length);
        return document;
    }
    return decode_plugin(job, &document->plugin) ? document : NULL;
}

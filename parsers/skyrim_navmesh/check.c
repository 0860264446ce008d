/* A decoded plugin to findings: the order of the checks, packed data, the facts. */
#include "core/checked.h"
#include "parsers/skyrim_navmesh/container/container.h"

/* ---- Packed data ---- */

static void tell_packed(const sky_check *c, const sky_request *request, const sky_opened *opened) {
    static const unsigned rules[] = {[SKY_PACKED_SHORT] = SKYRIM_ZLIB_SHORT,
                                     [SKY_PACKED_LARGE] = SKYRIM_ZLIB_SIZE,
                                     [SKY_PACKED_DATA] = SKYRIM_ZLIB_DATA};
    const sky_record *const record = request->record;
    const bool is_size = opened->fault == SKY_PACKED_LARGE;
    const uint64_t at = record->at + SKY_HEADER_BYTES;
    sky_place place = sky_header_place(request->path, is_size ? "unpackedSize" : NULL,
                                       is_size ? NL_U32LE : NL_NO_TYPE, at);
    if (!is_size) place.length = record->data_bytes;
    if (opened->fault == SKY_PACKED_SHORT) {
        place.at = record->at;
        place.length = SKY_HEADER_BYTES + record->data_bytes;
    }
    c->job->report->undecoded = true;
    sky_found(c, rules[opened->fault], place,
              (nl_draft){.actual = nl_uint(is_size ? opened->size : record->data_bytes),
                         .expected = nl_uint(is_size ? opened->most : opened->size)});
}

static void tell_tail(const sky_check *c, const sky_request *request, const sky_opened *opened) {
    const uint64_t end = request->record->at + SKY_HEADER_BYTES + request->record->data_bytes;
    sky_found(c, SKYRIM_ZLIB_TAIL,
              (sky_place){.path = request->path, .at = end - opened->tail, .length = opened->tail},
              (nl_draft){.actual = nl_uint(opened->tail)});
}

bool sky_open_checked(const sky_check *c, sky_inflater *inflater, sky_request request,
                      sky_opened *opened) {
    const bool is_open = sky_open(inflater, request.record, request.most_bytes, opened);
    if (!is_open && opened->fault != SKY_NO_MEANS) tell_packed(c, &request, opened);
    if (is_open && opened->tail != 0) tell_tail(c, &request, opened);
    return is_open;
}

/* ---- Records ---- */

/* A plugin while its records are judged one after another. */
typedef struct judging {
    sky_check check;
    sky_inflater inflater;
    sky_opened navi; /* stays open */
    uint32_t cell;   /* row of the cell that check.cell is about */
} judging;

static bool has_means(const judging *j) {
    return !j->check.job->arena->exhausted && !j->check.job->budget->exhausted;
}

static void name(judging *j, const char *kind, const sky_record *record) {
    j->check.kind = kind;
    j->check.form_id = record->form_id;
}

/* The data stay in the arena until the check ends. */
static void judge_navi(judging *j) {
    const sky_record *const navi = &j->check.plugin->navi;
    sky_record_path path;
    if (navi->type == 0) return;
    const nl_path *const item = sky_path_of(&path, "records", navi->number);
    const sky_request request = {navi, item, SKY_MOST_NAVI_BYTES};
    name(j, "NAVI", navi);
    if (sky_open_checked(&j->check, &j->inflater, request, &j->navi) &&
        sky_check_fields(&j->check, &j->navi.body, item))
        (void)sky_check_navi(&j->check, &j->navi.body, item);
}

static void judge_cell(judging *j, const sky_cell *cell) {
    sky_record_path path;
    sky_opened opened;
    const nl_path *const item = sky_path_of(&path, "records", cell->record.number);
    const sky_request request = {&cell->record, item, SKY_MOST_CELL_BYTES};
    const size_t mark = nl_arena_mark(j->check.job->arena);
    name(j, "CELL", &cell->record);
    if (sky_open_checked(&j->check, &j->inflater, request, &opened) &&
        sky_check_fields(&j->check, &opened.body, item)) {
        sky_read_cell(&opened.body, &j->check.cell);
        if (opened.body.packed && j->check.cell.has_grid)
            sky_check_blocks(&j->check, cell, j->check.cell.x, j->check.cell.y);
    }
    nl_arena_release(j->check.job->arena, mark);
}

/* Navmeshes of one cell mostly follow each other. */
static void enter_cell(judging *j, uint32_t row) {
    if (row == j->cell) return;
    j->cell = row;
    j->check.cell = (sky_cell_facts){0};
    if (row != NL_NO_ROW) judge_cell(j, &j->check.plugin->cells[row]);
}

static void judge_navm(judging *j, uint32_t row) {
    const sky_navm *const navm = &j->check.plugin->navms[row];
    sky_record_path path;
    sky_opened opened;
    const nl_path *const item = sky_path_of(&path, "records", navm->record.number);
    const sky_request request = {&navm->record, item, SKY_MOST_NAVM_BYTES};
    enter_cell(j, navm->cell);
    if (j->check.job->budget->exhausted) return; /* perhaps before it knew the cell's name */
    name(j, "NAVM", &navm->record);
    if (sky_is_deleted(&navm->record)) return;
    const size_t mark = nl_arena_mark(j->check.job->arena);
    if (sky_open_checked(&j->check, &j->inflater, request, &opened) &&
        sky_check_fields(&j->check, &opened.body, item))
        (void)sky_check_navm(&j->check, row, &opened.body, item);
    nl_arena_release(j->check.job->arena, mark);
}

static void judge_records(judging *j) {
    judge_navi(j);
    for (uint32_t i = 0; i < j->check.plugin->navm_count && has_means(j); i++)
        judge_navm(j, i);
    j->check.kind = NULL;
    j->check.cell = (sky_cell_facts){0};
    if (has_means(j)) sky_check_cross(&j->check);
    j->check.kind = NULL;
}

/* ---- All of it ---- */

static uint64_t deleted_navms(const sky_plugin *p) {
    uint64_t count = 0;
    for (uint32_t i = 0; i < p->navm_count; i++)
        count += sky_is_deleted(&p->navms[i].record);
    return count;
}

static void state_facts(const sky_check *c) {
    const sky_plugin *const p = c->plugin;
    navlint_report *const report = c->job->report;
    nl_fact(report, "formVersion", nl_uint(p->header.form_version));
    nl_fact(report, "masters", nl_uint(p->master_count));
    nl_fact(report, "records", nl_uint(p->record_count));
    nl_fact(report, "groups", nl_uint(p->group_count));
    nl_fact(report, "navm", nl_uint(p->navm_count));
    nl_fact(report, "navmDeleted", nl_uint(deleted_navms(p)));
    sky_payload_facts(c);
}

static void tell_unresolved(const sky_check *c) {
    if (c->foreign == 0 || c->job->has_company) return;
    sky_found(c, SKYRIM_MASTERS_ABSENT, (sky_place){.length = SKY_HEADER_BYTES},
              (nl_draft){.actual = nl_uint(c->foreign)});
}

/* Room for the digests of all navmeshes, which are made while the arena holds unpacked data. */
static bool make_kept(sky_check *c) {
    const sky_plugin *const p = c->plugin;
    uint64_t fields = 0;
    for (uint32_t i = 0; i < p->navm_count; i++)
        fields += sky_unpacked_bytes(c->job->bytes, &p->navms[i].record);
    const uint64_t bytes = sky_digests_need(p->navm_count, fields, c->job->length);
    uint8_t *const memory = NL_NEW(c->job->arena, uint8_t, bytes);
    if (memory) c->kept = nl_arena_over(memory, (size_t)bytes);
    return memory != NULL;
}

static void check_plugin(nl_job *job, const sky_plugin *plugin) {
    judging j = {.check = {.job = job, .plugin = plugin},
                 .inflater = sky_inflater_of(job),
                 .cell = NL_NO_ROW};
    sky_check_twins(&j.check);
    j.check.digests = nl_alloc_zeroed(job->arena, plugin->navm_count, sky_digest_row_bytes, 16);
    if (!j.check.digests || !make_kept(&j.check)) return;
    judge_records(&j);
    sky_inflater_end(&j.inflater);
    if (!has_means(&j)) return;
    tell_unresolved(&j.check);
    state_facts(&j.check);
}

void sky_check_document(nl_job *job, const void *document) {
    const sky_document *const doc = document;
    if (doc->is_bare_nvmi)
        sky_check_bare_nvmi(job);
    else
        check_plugin(job, &doc->plugin);
}

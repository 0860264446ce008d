/* A decoded plugin to findings: the order of the checks, and the facts. */
#include "parsers/skyrim_navmesh/container/container.h"
#include "parsers/skyrim_navmesh/cross/cross.h"
#include "parsers/skyrim_navmesh/mesh/mesh.h"
#include "parsers/skyrim_navmesh/navi/navi.h"
#include "parsers/skyrim_navmesh/need.h"

/* ---- Records ---- */

/* A plugin while its records are checked one after another. */
typedef struct checking {
    sky_check check;
    sky_inflater inflater;
    sky_opened navi; /* stays open */
    uint32_t cell;   /* row of the cell that check.cell is about */
    char record_name[SKY_RECORD_BYTES];
} checking;

static bool has_means(const checking *k) {
    return !k->check.job->arena->exhausted && !k->check.job->budget->exhausted;
}

/* Opens the data of a record and checks that its fields can be followed. */
static bool open_record(checking *k, sky_request request, sky_opened *opened) {
    return sky_open_checked(&k->check, &k->inflater, request, opened) &&
           sky_check_fields(&k->check, request.record, &opened->body);
}

/* The data stay in the arena until the check ends. */
static void check_navi(checking *k) {
    const sky_record *const navi = &k->check.plugin->navi;
    if (navi->type == 0) return;
    if (open_record(k, (sky_request){navi, SKY_MOST_NAVI_BYTES}, &k->navi))
        (void)sky_check_navi(&k->check, &k->navi.body);
}

/* With navmeshes only, the walk has passed over packed cells. */
static void check_passed_cell(checking *k, const sky_cell *cell, sky_home home) {
    sky_cell_facts *const facts = &k->check.cell;
    sky_opened opened;
    nl_claim(k->check.job->report, cell->record.at, SKY_HEADER_BYTES + cell->record.data_bytes);
    if (!open_record(k, (sky_request){&cell->record, SKY_MOST_CELL_BYTES}, &opened)) return;
    sky_read_cell(&opened.body, facts);
    sky_enter_world(&k->check, home);
    if (opened.body.packed && facts->has_grid) sky_check_blocks(&k->check, cell, facts);
}

/* In a check of all records the walk has judged it. */
static void enter_record(checking *k, const sky_cell *cell, sky_home home) {
    const size_t mark = nl_arena_mark(k->check.job->arena);
    if (k->check.job->navmesh_only)
        check_passed_cell(k, cell, home);
    else
        k->check.cell = sky_facts_of(cell->note);
    nl_arena_release(k->check.job->arena, mark);
}

/* Navmeshes of one cell mostly follow each other. */
static void enter_cell(checking *k, const sky_navm *navm) {
    const uint32_t row = navm->cell;
    if (row == k->cell) return;
    k->cell = row;
    sky_leave_home(&k->check);
    if (row != NL_NO_ROW) enter_record(k, &k->check.plugin->cells[row], navm->home);
}

/* The data of the navmesh that is checked next; none behind the last one. */
static sky_body data_behind(const checking *k, uint32_t row) {
    const sky_plugin *const p = k->check.plugin;
    if (row + 1 == p->navm_count) return (sky_body){0};
    return sky_data_of(k->check.job->bytes, &p->navms[row + 1].record);
}

static void check_navm(checking *k, uint32_t row) {
    const sky_navm *const navm = &k->check.plugin->navms[row];
    sky_opened opened;
    enter_cell(k, navm);
    k->check.navm_name[0] = '\0';
    k->check.next_navm = data_behind(k, row);
    k->check.where = sky_entry_position(&k->check, navm->record.form_id);
    sky_enter_world(&k->check, navm->home);
    if (k->check.job->budget->exhausted) return; /* perhaps before it knew the cell's name */
    if (sky_is_deleted(&navm->record)) return;
    const size_t mark = nl_arena_mark(k->check.job->arena);
    if (open_record(k, (sky_request){&navm->record, SKY_MOST_NAVM_BYTES}, &opened))
        (void)sky_check_navm(&k->check, row, &opened.body);
    nl_arena_release(k->check.job->arena, mark);
}

static void check_records(checking *k) {
    check_navi(k);
    for (uint32_t i = 0; i < k->check.plugin->navm_count && has_means(k); i++)
        check_navm(k, i);
    sky_leave_home(&k->check);
    if (has_means(k)) sky_check_cross(&k->check);
}

/* ---- Facts ---- */

static void state_fact(const sky_check *c, const char *name, uint64_t value) {
    nl_fact(c->job->report, name, nl_uint(value));
}

static void state_facts(const sky_check *c) {
    const sky_plugin *const p = c->plugin;
    uint64_t deleted = 0;
    uint64_t vertices = 0;
    uint64_t triangles = 0;
    for (uint32_t i = 0; i < p->navm_count; i++) {
        deleted += sky_is_deleted(&p->navms[i].record);
        vertices += c->digests[i].vertices;
        triangles += c->digests[i].triangles;
    }
    state_fact(c, "formVersion", p->header.form_version);
    state_fact(c, "masters", p->master_count);
    state_fact(c, "records", p->record_count);
    state_fact(c, "groups", p->group_count);
    state_fact(c, "navm", p->navm_count);
    state_fact(c, "navmDeleted", deleted);
    state_fact(c, "nvmi", c->navi ? c->navi->nvmi_fields : 0);
    state_fact(c, "nvmiIslands", c->navi ? c->navi->islands : 0);
    state_fact(c, "vertices", vertices);
    state_fact(c, "triangles", triangles);
}

/* ---- All of it ---- */

/* Room for the digests of all navmeshes, which are made while the arena holds unpacked data. */
static bool make_digests(sky_check *c) {
    const sky_plugin *const p = c->plugin;
    uint64_t fields = 0;
    c->digests = NL_NEW_ZEROED(c->job->arena, sky_digest, p->navm_count);
    for (uint32_t i = 0; i < p->navm_count; i++)
        fields += sky_unpacked_bytes(c->job->bytes, &p->navms[i].record);
    const uint64_t bytes = sky_digests_need(p->navm_count, fields, c->job->length);
    uint8_t *const memory = NL_NEW(c->job->arena, uint8_t, bytes);
    if (memory) c->kept = nl_arena_over(memory, (size_t)bytes);
    return c->digests && memory;
}

static void check_plugin(nl_job *job, const sky_plugin *plugin) {
    checking k = {.check = {.job = job, .plugin = plugin},
                  .inflater = sky_inflater_of(job),
                  .cell = NL_NO_ROW};
    k.check.record_name = k.record_name;
    sky_check_twins(&k.check);
    if (!make_digests(&k.check)) return;
    check_records(&k);
    sky_inflater_end(&k.inflater);
    if (!has_means(&k)) return;
    if (!job->has_company) sky_report_absent(&k.check, NULL);
    state_facts(&k.check);
}

static void check_bare_nvmi(nl_job *job) {
    char record_name[SKY_RECORD_BYTES];
    sky_check c = {.job = job, .record_name = record_name};
    const sky_payload h = {.c = &c, .body = {.bytes = job->bytes, .length = (uint32_t)job->length}};
    const sky_nvmi entry = sky_nvmi_of(h.body);
    if (!nl_spend(job->budget, job->length)) return;
    sky_check_nvmi(&h, &entry);
    state_fact(&c, "nvmi", 1);
    state_fact(&c, "nvmiIslands", sky_nvmi_is_island(&entry));
}

void sky_check_document(nl_job *job, const void *document) {
    const sky_document *const doc = document;
    if (doc->is_bare_nvmi)
        check_bare_nvmi(job);
    else
        check_plugin(job, &doc->plugin);
}

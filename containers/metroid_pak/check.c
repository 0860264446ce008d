/* Document to findings: the order of the checks, what is true of the file as a whole, the facts. */
#include "containers/metroid_pak/checks.h"

static void check_counts(const pk_check *c) {
    if (!c->doc->is_whole) return;
    const nl_place place = pk_file_place(c, c->doc->tables.rows_in.at);
    if (c->paths == 0)
        nl_found(&place, PAK_NO_NAV, PK_ROW_LIST_COUNT,
                 &(nl_draft){.args = {nl_uint(c->doc->tables.rows)}});
    else if (c->paths != c->rooms)
        nl_found(&place, PAK_PATH_COUNT, PK_ROW_LIST_COUNT,
                 &(nl_draft){.actual = nl_uint(c->paths), .expected = nl_uint(c->rooms)});
}

static void state_facts(const pk_check *c) {
    navlint_report *const report = c->job->report;
    nl_fact(report, "resources", nl_uint(c->doc->tables.rows));
    nl_fact(report, "namedResources", nl_uint(c->doc->tables.names));
    nl_fact(report, "packedResources", nl_uint(c->packed));
    nl_fact(report, "navigation", nl_uint(c->paths));
    nl_fact(report, "rooms", nl_uint(c->rooms));
}

static bool make_tables(pk_check *c) {
    const uint32_t rows = c->doc->tables.rows;
    c->ids = NL_NEW(c->job->arena, box_hashed, rows);
    c->extents = NL_NEW(c->job->arena, box_extent, rows);
    return !c->job->arena->exhausted;
}

void pk_check_document(nl_job *job, const void *document) {
    enum { STEPS_PER_ROW = 4 };
    const pk_document *const doc = document;
    pk_check c = {.job = job, .bytes = job->bytes, .doc = doc, .shape = doc->tables.shape};
    if (doc->is_stub) return;
    if (!nl_spend(job->budget, (uint64_t)doc->tables.rows * STEPS_PER_ROW)) return;
    if (!make_tables(&c)) return;
    if (doc->tables.loss != PK_WHOLE) return; /* what is read as rows may be none */
    pk_check_rows(&c);
    pk_check_extents(&c);
    pk_check_ids(&c);
    pk_check_names(&c);
    pk_check_fills(&c);
    pk_check_streams(&c);
    check_counts(&c);
    state_facts(&c);
}

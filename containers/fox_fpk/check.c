/* Document to findings: the order of the checks, the facts. */
#include "containers/fox_fpk/checks.h"

static void state_facts(const fpk_check *c) {
    navlint_report *const report = c->job->report;
    nl_fact(report, "entries", nl_uint(c->doc->entry_count));
    nl_fact(report, "references", nl_uint(c->doc->reference_count));
    nl_fact(report, "navigationMeshes", nl_uint(c->meshes));
    nl_fact(report, "encipheredScripts", nl_uint(c->enciphered));
}

static void check_meshes(const fpk_check *c) {
    const nl_place header = fpk_header_place(c->job);
    if (c->meshes != 0 || c->is_for_scripts) return;
    nl_found(&header, FPK_NO_NAV, FPK_HEADER_ENTRIES, &(nl_draft){.length = 0});
}

void fpk_check_document(nl_job *job, const void *document) {
    const box_name name = fpk_input_name(job);
    fpk_check c = {.job = job, .doc = document};
    c.is_for_scripts = c.doc->is_fpkd || box_name_ends(name, ".fpkd");
    fpk_check_header(&c);
    if (c.doc->is_lost) return;
    c.names = NL_NEW(job->arena, box_hashed, c.doc->entry_count);
    if (!c.names || !fpk_check_rows(&c)) return;
    if (!fpk_check_twins(&c) || !fpk_check_space(&c)) return;
    check_meshes(&c);
    state_facts(&c);
}

/* Document to findings: the order of the checks, the facts. */
#include "containers/valve_vpk/findings.h"

static void state_facts(const vpk_check *c) {
    navlint_report *const report = c->job->report;
    nl_fact(report, "files", nl_uint(c->doc->file_count));
    nl_fact(report, "navigationFiles", nl_uint(c->navigation_files));
    nl_fact(report, "filesInArchives", nl_uint(c->files_elsewhere));
    if (c->doc->version == 2) nl_fact(report, "chunkHashes", nl_uint(c->doc->chunk_count));
}

void vpk_check_document(nl_job *job, const void *document) {
    vpk_check c = {.job = job, .doc = document};
    if (!vpk_check_names(&c) || !vpk_check_files(&c) || !vpk_check_hashes(&c)) return;
    state_facts(&c);
}

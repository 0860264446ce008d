/* Document to findings: the order of the checks, and the facts. */
#include "containers/gmod_gma/checks.h"

static void check_navigation(const gma_check *c) {
    const bool is_known = c->doc->last_at != GMA_NOWHERE;
    if (!is_known || c->meshes != 0 || c->maps != 0) return;
    const nl_place place = gma_place_at(c->job, c->doc->last_at);
    nl_found(&place, GMA_NO_NAVIGATION, NL_NO_FIELD, &(nl_draft){.length = GMA_LAST_BYTES});
}

static void found_packed(const nl_job *job) {
    const nl_place place = gma_place_at(job, 0);
    nl_found(&place, GMA_PACKED, NL_NO_FIELD,
             &(nl_draft){.length = job->length, .actual = nl_uint(job->length)});
}

static void state_packed(const nl_job *job) {
    const uint64_t size = nl_load_u64(job->bytes + GMA_LZMA_SIZE_AT);
    nl_fact(job->report, "dictionaryBytes",
            nl_uint(nl_load_u32(job->bytes + GMA_LZMA_DICTIONARY_AT)));
    if (size != GMA_UNKNOWN_SIZE) nl_fact(job->report, "unpackedBytes", nl_uint(size));
}

static void state_facts(const gma_check *c) {
    const gma_document *const doc = c->doc;
    navlint_report *const report = c->job->report;
    nl_fact(report, "version", nl_uint(doc->version));
    nl_fact(report, "files", nl_uint(doc->row_count));
    nl_fact(report, "navigationFiles", nl_uint(c->meshes));
    nl_fact(report, "maps", nl_uint(c->maps));
    if (doc->data_end != GMA_NOWHERE)
        nl_fact(report, "fileBytes", nl_uint(doc->data_end - doc->last_at - GMA_LAST_BYTES));
}

/* The stream of a packed addon is for those who unpack it: what is found in it is the open
 * addon's. */
void gma_check_document(nl_job *job, const void *document) {
    gma_check c = {.job = job, .doc = document};
    if (c.doc->is_packed) {
        if (c.doc->is_whole) found_packed(job);
        state_packed(job);
        return;
    }
    gma_check_files(&c);
    if (!job->budget->exhausted) gma_check_twins(&c);
    if (job->budget->exhausted || job->arena->exhausted) return;
    gma_check_end(&c);
    check_navigation(&c);
    state_facts(&c);
}

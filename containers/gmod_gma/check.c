/* Document to findings: the order of the checks, and the facts. */
#include "containers/gmod_gma/findings.h"

void gma_check_document(nl_job *job, const void *document) {
    const gma_document *const doc = document;
    if (doc->is_packed) return;
    nl_fact(job->report, "files", nl_uint(doc->row_count));
}

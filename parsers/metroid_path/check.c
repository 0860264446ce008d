/* Document to findings: the order of the checks, and the facts. */
#include "parsers/metroid_path/check.h"

void mp_check_document(nl_job *job, const void *document) {
    (void)job;
    (void)document;
}

uint64_t mp_arena_bound(uint64_t input_bytes) {
    return 2 * input_bytes + 4096;
}

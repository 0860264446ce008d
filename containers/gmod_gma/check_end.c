/* What stands behind the files' bytes: the sum of all in front of it, and nothing else. */
#include <libdeflate.h>

#include "containers/gmod_gma/checks.h"

enum { SUMMED_IN_A_STEP = 16 /* bytes */ };

static void found_tail(const gma_check *c, uint64_t bytes) {
    const bool has_sum = gma_has_sum(c->doc, c->job->length);
    const uint64_t tail_at = c->doc->data_end + (has_sum ? GMA_SUM_BYTES : 0);
    const nl_place place = gma_place_at(c->job, tail_at);
    nl_found(&place, GMA_TAIL, GMA_TAIL_REST,
             &(nl_draft){.length = c->job->length - tail_at, .args = {nl_uint(bytes)}});
}

static void check_sum(const gma_check *c) {
    const uint64_t end = c->doc->data_end;
    const uint32_t stated = nl_load_u32(c->job->bytes + end);
    if (stated == 0 || c->sum_is_wrong || c->job->length > GMA_MOST_SUMMED) return;
    if (!nl_spend(c->job->budget, end / SUMMED_IN_A_STEP)) return;
    const uint32_t crc = libdeflate_crc32(0, c->job->bytes, (size_t)end);
    const nl_place place = gma_place_at(c->job, end);
    if (crc != stated)
        nl_found(&place, GMA_CRC_ALL, GMA_SUM_CRC, &(nl_draft){.expected = nl_uint(crc)});
}

void gma_check_end(gma_check *c) {
    if (c->doc->data_end == GMA_NOWHERE) return;
    const uint64_t bytes = c->job->length - c->doc->data_end;
    const nl_place end = gma_place_at(c->job, c->doc->data_end);
    if (bytes == 0)
        nl_found(&end, GMA_CRC_ABSENT, NL_NO_FIELD, &(nl_draft){0});
    else if (bytes == GMA_SUM_BYTES)
        check_sum(c);
    else
        found_tail(c, bytes);
}

/* The sums of an addon: of each file, and of all bytes. Files lie one behind the other, and share
 * nothing. A sum of 0 was not computed, and stays. */
#include "containers/patch.h"
#include "containers/gmod_gma/layout.h"

static box_sum sum_of(const uint8_t *bytes, const gma_row *row) {
    return (box_sum){.rest = {row->data_at, row->data_at + gma_size_of(bytes, row)},
                     .at = (uint64_t)gma_data_record(row) + GMA_DATA_CRC_AT};
}

void gma_follow(const nl_job *job, const void *document, nl_patch *patch) {
    const gma_document *const doc = document;
    for (uint32_t i = 0; i < doc->row_count; i++) {
        const gma_row *const row = &doc->rows[i];
        if (row->data_at == GMA_NOWHERE) continue;
        const box_sum sum = sum_of(job->bytes, row);
        if (nl_patch_meets(patch, sum.rest)) box_patch_crc32(patch, sum);
    }
    if (gma_has_sum(doc, job->length))
        box_patch_crc32(patch, (box_sum){.rest = {0, doc->data_end}, .at = doc->data_end});
}

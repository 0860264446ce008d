/* What a map has beside the bytes of a file in its pakfile: header, other lumps, headers of files,
 * directory; and the CRC-32 of the file, in up to three places. */
#include "containers/patch.h"
#include "containers/source_bsp/entries.h"
#include "core/checked.h"

enum { DESCRIPTOR_MARK = 0x08074B50, MARK_BYTES = 4, DESCRIPTOR_BYTES = 12 };

/* Where the CRC-32 behind the data is, if one is said to be there; 0. The mark in front of it may
 * be missing: APPNOTE 4.3.9. */
static uint64_t descriptor_at(const nl_job *job, const bsp_document *doc, const bsp_entry *entry) {
    const uint64_t at = entry->data_at + entry->packed;
    const uint64_t lump_end = bsp_lump_end(&doc->lumps[BSP_PAKFILE]);
    if ((entry->flags & BSP_FLAG_DESCRIPTOR) == 0 || at + DESCRIPTOR_BYTES > lump_end) return 0;
    return nl_load_u32(job->bytes + at) == DESCRIPTOR_MARK ? at + MARK_BYTES : at;
}

static void keep_lumps(const nl_job *job, const bsp_document *doc, nl_patch *patch) {
    box_patch_keep(patch, 0, doc->shape.header_bytes);
    for (uint32_t i = 0; i < doc->shape.lump_count; i++) {
        const bsp_lump *const lump = &doc->lumps[i];
        const bool is_there = bsp_is_used(lump) && bsp_is_inside(&doc->shape, lump, job->length);
        if (is_there && i != BSP_PAKFILE) box_patch_keep(patch, lump->offset, bsp_lump_end(lump));
    }
}

static void keep_entry(const nl_job *job, const bsp_document *doc, uint32_t row, nl_patch *patch) {
    const bsp_entry entry = bsp_entry_of(job->bytes, doc, row);
    if (!entry.is_inside) return;
    const uint64_t descriptor = descriptor_at(job, doc, &entry);
    box_patch_keep(patch, entry.local_at, entry.data_at);
    if (descriptor != 0)
        box_patch_keep(patch, entry.data_at + entry.packed, descriptor + DESCRIPTOR_BYTES);
}

static void follow_entry(const nl_job *job, const bsp_document *doc, uint32_t row,
                         nl_patch *patch) {
    const bsp_entry entry = bsp_entry_of(job->bytes, doc, row);
    box_sum sum = {.rest = {entry.data_at, entry.data_at + entry.packed},
                   .at = entry.at + BSP_ENTRY_CRC_AT};
    if (!entry.is_inside || !nl_patch_meets(patch, sum.rest)) return;
    box_patch_crc32(patch, sum);
    sum.at = entry.local_at + BSP_LOCAL_CRC_AT;
    if (entry.has_local) box_patch_crc32(patch, sum);
    sum.at = descriptor_at(job, doc, &entry);
    if (sum.at != 0) box_patch_crc32(patch, sum);
}

void bsp_follow(const nl_job *job, const void *document, nl_patch *patch) {
    const bsp_document *const doc = document;
    const bsp_zip *const zip = &doc->zip;
    keep_lumps(job, doc, patch);
    box_patch_keep(patch, zip->directory_at, zip->directory_end);
    box_patch_keep(patch, zip->end_at, bsp_lump_end(&doc->lumps[BSP_PAKFILE]));
    for (uint32_t row = 0; row < zip->count; row++)
        keep_entry(job, doc, row, patch);
    for (uint32_t row = 0; row < zip->count; row++)
        follow_entry(job, doc, row, patch);
}

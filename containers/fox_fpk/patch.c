/* A pack has sums of names alone: its tables and names have to stay. */
#include "containers/patch.h"
#include "containers/fox_fpk/layout.h"

void fpk_follow(const nl_job *job, const void *document, nl_patch *patch) {
    const fpk_document *const doc = document;
    (void)job;
    box_patch_keep(patch, 0, fpk_reference_at(doc, doc->reference_count)); /* also of lost tables */
    for (uint32_t i = 0; i < doc->extent_count; i++) {
        const box_extent *const extent = &doc->extents[i];
        uint32_t index;
        if (fpk_part_of(doc, extent->row, &index) != FPK_PART_DATA)
            box_patch_keep(patch, extent->start, extent->end);
    }
}

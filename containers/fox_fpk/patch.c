/* A pack has sums of names alone: its tables and names have to stay. */
#include "containers/patch.h"
#include "containers/fox_fpk/layout.h"

static void keep_name(nl_patch *patch, const nl_job *job, const fpk_document *doc, fpk_range name) {
    if (fpk_is_inside(job, doc, name)) box_patch_keep(patch, name.at, name.at + name.length);
}

/* Of lost tables, too: there is a file where a row knows its name. */
void fpk_follow(const nl_job *job, const void *document, nl_patch *patch) {
    const fpk_document *const doc = document;
    box_patch_keep(patch, 0, fpk_reference_at(doc, doc->reference_count));
    for (uint32_t i = 0; i < doc->entry_count; i++)
        keep_name(patch, job, doc, fpk_name_of(job, i));
    for (uint32_t i = 0; i < doc->reference_count; i++)
        keep_name(patch, job, doc, fpk_reference_name_of(job, doc, i));
}

/* What the package holds. */
#include "containers/valve_vpk/layout.h"

/* What is in the tree alone is in this file, whatever archive its entry names. */
static navlint_member member_of(const vpk_document *doc, const vpk_file *file,
                                const vpk_entry *entry) {
    const uint64_t head_at = (uint64_t)file->entry_at + VPK_ENTRY_BYTES;
    navlint_member member = {
        .size = (uint64_t)entry->preload + entry->length,
        .packing = NAVLINT_STORED,
        .head_offset = head_at,
        .head_length = entry->preload,
        .has_crc32 = true,
        .crc32 = entry->crc32,
    };
    if (entry->length == 0) {
        member.offset = head_at + entry->preload;
        return member;
    }
    const bool is_here = entry->archive == VPK_HERE;
    member.offset = (is_here ? doc->at.data : 0) + entry->offset;
    member.length = entry->length;
    member.volume = is_here ? 0 : 1 + entry->archive;
    member.is_absent = !is_here || !vpk_is_inside(doc, entry);
    return member;
}

void vpk_each_member(const nl_job *job, const void *document, navlint_member_fn visit,
                     void *context) {
    char name[BOX_NAME_BYTES];
    const vpk_document *const doc = document;
    for (uint32_t row = 0; row < doc->file_count; row++) {
        const vpk_file *const file = &doc->files[row];
        const vpk_entry entry = vpk_entry_of(job->bytes, file);
        navlint_member member = member_of(doc, file, &entry);
        vpk_put_name(name, job->bytes, doc, file);
        member.name = name;
        if (!visit(context, &member)) return;
    }
}

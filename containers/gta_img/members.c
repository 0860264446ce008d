/* What the archive holds. */
#include "containers/gta_img/entry.h"
#include "core/checked.h"

/* The last file of an archive may lack a part of its last sector. */
static navlint_member member_of(const nl_job *job, const img_document *doc,
                                const img_entry *entry) {
    navlint_member member = {.offset = img_start_of(entry),
                             .length = img_end_of(entry) - img_start_of(entry),
                             .size = UINT64_MAX};
    member.is_absent = !img_is_sound(job, doc, entry) || member.offset > job->length;
    if (!member.is_absent) member.length = nl_min(member.length, job->length - member.offset);
    return member;
}

void img_each_member(const nl_job *job, const void *document, navlint_member_fn visit,
                     void *context) {
    const img_document *const doc = document;
    char name[BOX_NAME_BYTES];
    bool goes_on = true;
    for (uint32_t row = 0; row < doc->count && goes_on; row++) {
        const img_entry entry = img_entry_at(job->bytes, doc, row);
        navlint_member member = member_of(job, doc, &entry);
        (void)box_name_copy(name, entry.name);
        member.name = name;
        goes_on = visit(context, &member);
    }
}

/* What the archive holds. */
#include "containers/gta_img/entry.h"
#include "core/checked.h"

/* The last file of an archive may lack a part of its last sector. */
static navlint_member member_of(const nl_job *job, const img_document *doc,
                                const img_entry *entry) {
    const uint64_t start = img_start_of(entry);
    const uint64_t bytes = img_end_of(entry) - start;
    const bool is_there = img_is_sound(job, doc, entry) && start <= job->length;
    return (navlint_member){.offset = start,
                            .length = is_there ? nl_min(bytes, job->length - start) : bytes,
                            .size = bytes,
                            .is_absent = !is_there};
}

/* The game keeps the first file of an area that is not empty. */
static bool is_passed_over(const img_entry *entry, uint64_t *areas) {
    const uint32_t area = img_area_of(entry);
    if (area == IMG_AREAS) return false;
    const bool is_over = entry->sectors == 0 || (*areas >> area & 1) != 0;
    if (!is_over) *areas |= (uint64_t)1 << area;
    return is_over;
}

void img_each_member(const nl_job *job, const void *document, navlint_member_fn visit,
                     void *context) {
    const img_document *const doc = document;
    char name[BOX_NAME_BYTES];
    bool goes_on = true;
    uint64_t areas = 0; /* that had a file, a bit each */
    for (uint32_t row = 0; row < doc->count && goes_on; row++) {
        const img_entry entry = img_entry_at(job->bytes, doc, row);
        navlint_member member = member_of(job, doc, &entry);
        (void)box_name_copy(name, entry.name);
        member.name = name;
        member.is_passed_over = is_passed_over(&entry, &areas);
        goes_on = visit(context, &member);
    }
}

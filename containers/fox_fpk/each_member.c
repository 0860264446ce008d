/* The entries, in the order of their rows. */
#include "containers/fox_fpk/layout.h"

/* The name as paths are written that count from a folder: without its leading slash. */
static box_name without_root(box_name name) {
    const bool is_rooted = name.length != 0 && name.chars[0] == '/';
    return is_rooted ? (box_name){name.chars + 1, name.length - 1} : name;
}

/* Of an entry without a name: "#5". */
static void number_name(char *copy, uint32_t index) {
    nl_text text = nl_text_over(copy, BOX_NAME_BYTES);
    nl_put_char(&text, '#');
    nl_put_uint(&text, index);
}

/* What a row says, as far as it is true. */
static navlint_member member_of(const nl_job *job, const fpk_document *doc, uint32_t index) {
    const fpk_range data = fpk_data_of(job, index);
    const bool is_there = fpk_is_inside(job, doc, data);
    const bool is_enciphered = is_there && fpk_is_enciphered(job, data);
    return (navlint_member){
        .offset = data.at,
        .length = data.length,
        .size = is_enciphered ? UINT64_MAX : data.length,
        .packing = is_enciphered ? NAVLINT_PACKED_OTHERWISE : NAVLINT_STORED,
        .is_absent = !is_there,
    };
}

/* Of tables that do not fit, rows are those that know the MD5 of their name. */
static bool is_row(const nl_job *job, const fpk_document *doc, uint32_t index, bool has_name) {
    const fpk_range name = fpk_name_of(job, index);
    return !doc->is_lost || (has_name && name.length <= FPK_LONGEST_NAME &&
                             nl_spend(job->budget, 2 + name.length / 64) &&
                             fpk_has_digest(job, index, fpk_name_at(job, name)));
}

void fpk_each_member(const nl_job *job, const void *document, navlint_member_fn visit,
                     void *context) {
    const fpk_document *const doc = document;
    char name[BOX_NAME_BYTES];
    for (uint32_t i = 0; i < doc->entry_count; i++) {
        const fpk_range range = fpk_name_of(job, i);
        const bool has_name = fpk_is_inside(job, doc, range) && range.length != 0;
        if (!is_row(job, doc, i, has_name)) continue;
        if (has_name)
            (void)box_name_copy(name, without_root(fpk_name_at(job, range)));
        else
            number_name(name, i);
        navlint_member member = member_of(job, doc, i);
        member.name = name;
        if (!visit(context, &member)) return;
    }
}

#include "containers/fox_fpk/findings.h"

enum { LONGEST_SUBJECT = 255 }; /* a report keeps no more */

nl_place fpk_header_place(const nl_job *job) {
    return nl_place_of(job->report, job->bytes);
}

static nl_place place_of(fpk_row row) {
    const nl_place file = fpk_header_place(row.check->job);
    const uint64_t at =
        row.is_reference ? fpk_reference_at(row.check->doc, row.index) : fpk_entry_at(row.index);
    const char *const list = row.is_reference ? "references" : "entries";
    return nl_place_about(nl_place_in(file, list, row.index, at),
                          row.is_reference ? "reference" : "entry", row.index);
}

static fpk_range name_of(fpk_row row) {
    const fpk_check *const c = row.check;
    return row.is_reference ? fpk_reference_name_of(c->job, c->doc, row.index)
                            : fpk_name_of(c->job, row.index);
}

void fpk_found(fpk_row row, unsigned rule, unsigned field, const nl_draft *draft) {
    const nl_job *const job = row.check->job;
    char chars[BOX_NAME_BYTES];
    nl_place place = place_of(row);
    fpk_range name = name_of(row);
    if (fpk_is_inside(job, row.check->doc, name) && name.length != 0) {
        name.length = nl_min(name.length, LONGEST_SUBJECT);
        (void)box_name_copy(chars, fpk_name_at(job, name));
        place.subject.name = chars;
    }
    nl_found(&place, rule, field, draft);
}

#include "containers/fox_fpk/findings.h"

nl_place fpk_header_place(const nl_job *job) {
    return nl_place_of(job->report, job->bytes);
}

static void set_name(fpk_spot *spot, const nl_job *job, const fpk_document *doc, fpk_range name) {
    if (!fpk_is_inside(job, doc, name) || name.length == 0) return;
    (void)box_name_copy(spot->name, fpk_name_at(job, name));
    spot->place.subject.name = spot->name;
}

void fpk_spot_entry(fpk_spot *spot, const fpk_check *c, uint32_t index) {
    const nl_place row =
        nl_place_in(fpk_header_place(c->job), "entries", index, fpk_entry_at(index));
    spot->place = nl_place_about(row, "entry", index);
    set_name(spot, c->job, c->doc, fpk_name_of(c->job, index));
}

void fpk_spot_reference(fpk_spot *spot, const fpk_check *c, uint32_t index) {
    const nl_place row =
        nl_place_in(fpk_header_place(c->job), "references", index, fpk_reference_at(c->doc, index));
    spot->place = nl_place_about(row, "reference", index);
    set_name(spot, c->job, c->doc, fpk_reference_name_of(c->job, c->doc, index));
}

#include "parsers/metroid_path/findings.h"

nl_place mp_place_of(const mp_check *c, mp_section section, uint32_t index) {
    const mp_contents *const contents = &mp_sections[section];
    const uint32_t stride = mp_stride_of(c->doc->layout, section);
    const nl_place document = nl_place_of(c->job->report, c->bytes);
    const uint64_t at = mp_record_at(c->doc, section, index, stride);
    return nl_place_about(nl_place_in(document, contents->list, index, at), contents->subject,
                          index);
}

bool mp_check_each_float(const mp_check *c, uint32_t index, const mp_floats *floats) {
    const nl_place place = mp_place_of(c, floats->section, index);
    bool are_finite = true;
    for (unsigned field = floats->first; field < floats->first + floats->count; field++) {
        const uint32_t at = mp_file_fields.fields[field].at;
        const double value = (double)nl_load_f32be(c->bytes + place.at + at);
        const nl_draft draft = {.args = {nl_string(mp_field_name(field))}};
        if (!isfinite(value)) {
            are_finite = false;
            nl_found(&place, floats->rule, field, &draft);
        } else if (floats->is_place && fabs(value) > MP_FARTHEST) {
            nl_found(&place, PATH_FLT_HUGE, field, &draft);
        }
    }
    return are_finite;
}

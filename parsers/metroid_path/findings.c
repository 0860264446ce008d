#include "parsers/metroid_path/findings.h"

nl_place mp_place_of(const mp_check *c, mp_section section, uint32_t index) {
    const mp_contents *const contents = &mp_sections[section];
    const nl_place document = nl_place_of(c->job->report, c->bytes);
    const uint64_t at = mp_record_at(c->doc, section, index);
    return nl_place_about(nl_place_in(document, contents->list, index, at), contents->subject,
                          index);
}

/* The float that the field is, in the record at `place`. */
static double float_at(const nl_place *place, unsigned field) {
    return (double)nl_load_f32be(place->bytes + place->at + mp_fields.fields[field].at);
}

bool mp_check_each_float(const mp_check *c, uint32_t index, const mp_floats *floats) {
    const nl_place place = mp_place_of(c, floats->section, index);
    bool are_finite = true;
    for (unsigned field = floats->first; field < floats->first + floats->count; field++) {
        const double value = float_at(&place, field);
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

void mp_found_order(const nl_place *place, unsigned rule, unsigned min_x) {
    static const char *const axes[] = {"x", "y", "z"};
    for (unsigned i = 0; i < 3; i++) {
        const double min = float_at(place, min_x + i);
        if (min > float_at(place, min_x + 3 + i))
            nl_found(place, rule, min_x + 3 + i,
                     &(nl_draft){.expected = nl_real(min), .args = {nl_string(axes[i])}});
    }
}

#include "parsers/metroid_path/findings.h"

navlint_related mp_beside(const mp_check *c, mp_section section, uint32_t index, unsigned field,
                          const char *message) {
    const nl_field *const f = &mp_fields.fields[field];
    return (navlint_related){mp_record_at(c->doc, section, index) + f->at, nl_field_bytes(f),
                             message};
}

navlint_related mp_beside_run(const mp_check *c, mp_section section, uint32_t start, uint32_t count,
                              const char *message) {
    return (navlint_related){mp_record_at(c->doc, section, start),
                             (uint64_t)count * mp_stride_of(c->doc->layout, section), message};
}

/* The float that the field is, in the record at p. */
static double float_of(const uint8_t *p, unsigned field) {
    return (double)nl_load_f32be(p + mp_fields.fields[field].at);
}

bool mp_check_each_float(const mp_check *c, uint32_t index, const mp_floats *floats) {
    const uint8_t *const p = mp_record_of(c, floats->section, index);
    bool are_finite = true;
    for (unsigned field = floats->first; field < floats->first + floats->count; field++) {
        const double value = float_of(p, field);
        const bool is_finite = isfinite(value);
        are_finite &= is_finite;
        if (is_finite && !(floats->is_place && fabs(value) > MP_FARTHEST)) continue;
        const nl_place place = mp_place_of(c, floats->section, index);
        nl_found(&place, is_finite ? PATH_FLT_HUGE : floats->rule, field,
                 &(nl_draft){.args = {nl_string(mp_field_name(field))}});
    }
    return are_finite;
}

void mp_found_order(const nl_place *place, unsigned rule, unsigned min_x) {
    static const char *const axes[] = {"x", "y", "z"};
    const uint8_t *const p = place->bytes + place->at;
    for (unsigned i = 0; i < 3; i++) {
        const double min = float_of(p, min_x + i);
        if (min <= float_of(p, min_x + 3 + i)) continue;
        const uint64_t min_at = place->at + mp_fields.fields[min_x + i].at;
        nl_found(place, rule, min_x + 3 + i,
                 &(nl_draft){.expected = nl_real(min),
                             .relation = NAVLINT_AT_LEAST,
                             .args = {nl_string(axes[i])},
                             .related = {{min_at, sizeof(float), "where the box starts"}}});
    }
}

void mp_found_run(const nl_place *place, unsigned rule, mp_run_fields fields, mp_run run) {
    const bool has_start = run.start < run.total;
    const unsigned other = has_start ? fields.start : fields.count;
    const uint32_t least = run.count < run.total ? run.count : run.total;
    nl_draft draft = mp_run_draft(run.start, run.count);
    draft.args[2] = nl_uint(run.total);
    draft.expected = nl_uint(run.total - (has_start ? run.start : least));
    draft.relation = NAVLINT_AT_MOST;
    draft.related[0] = (navlint_related){place->at + mp_fields.fields[other].at, MP_WORD_BYTES,
                                         has_start ? "the first of them" : "how many there are"};
    nl_found(place, rule, has_start ? fields.count : fields.start, &draft);
}

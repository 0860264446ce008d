#include <string.h>

#include "parsers/metroid_path/fixes.h"
#include "parsers/metroid_path/sections.h"

bool mp_fix_begin(nl_fixer *fixer, const navlint_finding *finding, mp_patch *patch) {
    const nl_member *const member = &fixer->members[fixer->input];
    uint32_t index = NL_NO_INDEX;
    (void)nl_fix_numbers(finding->path, &index, 1);
    *patch = (mp_patch){fixer, member->job.bytes, member->document, index};
    return patch->doc && !patch->doc->loss.happened;
}

navlint_field mp_fix_field(const mp_patch *p, mp_section section, uint32_t index, unsigned field) {
    return nl_fix_field_at(p->fixer, field, mp_record_at(p->doc, section, index), &index);
}

navlint_field mp_fix_count_field(const mp_patch *p, mp_section section) {
    return nl_fix_field_at(p->fixer, mp_sections[section].count,
                           p->doc->lists[section].at - MP_WORD_BYTES, NULL);
}

bool mp_fix_set_word(const mp_patch *p, mp_section section, uint32_t index, unsigned field,
                     uint32_t value) {
    const navlint_field place = mp_fix_field(p, section, index, field);
    return nl_fix_set(p->fixer, &place, nl_uint(value));
}

static bool is_float(double value) {
    return isfinite((double)(float)value);
}

bool mp_fix_set_float(const mp_patch *p, mp_section section, uint32_t index, unsigned field,
                      double value) {
    const navlint_field place = mp_fix_field(p, section, index, field);
    return is_float(value) && nl_fix_set(p->fixer, &place, nl_real((double)(float)value));
}

bool mp_fix_set_vector(const mp_patch *p, mp_section section, uint32_t index, unsigned field,
                       mp_vector value) {
    const double values[3] = {value.x, value.y, value.z};
    uint8_t bytes[12];
    navlint_field place = mp_fix_field(p, section, index, field);
    for (uint32_t i = 0; i < 3; i++) {
        if (!is_float(values[i]) ||
            !nl_store_value(bytes + 4 * i, NL_F32BE, nl_real((double)(float)values[i])))
            return false;
    }
    place.type = NULL;
    place.length = sizeof bytes;
    return nl_fix_replace(p->fixer, &place, bytes, sizeof bytes);
}

bool mp_fix_ends_in_fill(const mp_patch *p) {
    const uint64_t length = p->fixer->members[p->fixer->input].job.length;
    uint64_t at = p->doc->end;
    while (at < length && p->bytes[at] == 0xFF)
        at++;
    return at == length;
}

bool mp_fix_refill(const mp_patch *p, int64_t growth) {
    uint8_t fill[MP_FILL_BYTES];
    const uint64_t length = p->fixer->members[p->fixer->input].job.length;
    const uint32_t fill_bytes = mp_fill_bytes((uint64_t)((int64_t)p->doc->end + growth));
    const navlint_field old = nl_fix_place("/fill", p->doc->end, length - p->doc->end);
    const bool is_other = p->doc->tail == MP_TAIL_OTHER && !mp_fix_ends_in_fill(p);
    if (p->doc->tail == MP_TAIL_NONE || is_other) return true;
    if (old.length == fill_bytes) return true;
    memset(fill, 0xFF, sizeof fill);
    return nl_fix_replace(p->fixer, &old, fill, fill_bytes);
}

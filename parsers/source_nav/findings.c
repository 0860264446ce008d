#include "parsers/source_nav/findings.h"

#include <math.h>

nl_place nav_file_place(const nav_check *c, uint32_t at) {
    nl_place place = nl_place_of(c->job->report, c->job->bytes);
    place.at = at;
    return place;
}

nl_place nav_area_place(const nav_check *c, uint32_t index, uint32_t at) {
    const nl_place area = nl_place_in(nav_file_place(c, 0), "areas", index, at);
    return nl_place_about(area, "area", c->doc->area_ids[index]);
}

bool nav_check_finite(const nl_place *place, unsigned field) {
    const navlint_value value = nl_field_value(&nav_fields.fields[field], place->bytes + place->at);
    if (isfinite(value.as.real)) return true;
    nl_found(place, NAV_NOT_FINITE, field,
             &(nl_draft){.expected = nl_string("a finite number"), .args = {nav_name_of(field)}});
    return false;
}

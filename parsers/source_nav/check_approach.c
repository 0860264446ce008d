/* Approach areas: where enemies come from. */
#include "core/quick.h"
#include "parsers/source_nav/check_absent.h"
#include "parsers/source_nav/checks.h"

enum { HIGHEST_TRAVERSE_TYPE = 9 }; /* the enum's own count stands for "none" */

static inline bool area_exists(const nl_index *areas, uint32_t id) {
    return id != 0 && nl_index_find(areas, id) != NL_NO_ROW;
}

/* Nothing to say about the record at p: its areas exist, and there are such ways to traverse. */
static inline bool record_is_plain(const nl_index *areas, const uint8_t *p) {
    const uint32_t previous = nl_load_u32(p + NAV_APPROACH_PREVIOUS_AT);
    return area_exists(areas, nl_load_u32(p + NAV_APPROACH_HERE_AT)) &&
           area_exists(areas, nl_load_u32(p + NAV_APPROACH_NEXT_AT)) &&
           (previous == 0 || area_exists(areas, previous)) &&
           p[NAV_APPROACH_PREVIOUS_TO_HERE_AT] <= HIGHEST_TRAVERSE_TYPE &&
           p[NAV_APPROACH_HERE_TO_NEXT_AT] <= HIGHEST_TRAVERSE_TYPE;
}

static void check_reference(const nav_check *c, const nl_place *record, unsigned field) {
    const uint8_t *const p = record->bytes + record->at + nav_fields.fields[field].at;
    if (area_exists(&c->doc->area_index, nl_load_u32(p)) || !nav_resolves(c)) return;
    nav_found_absent_area(c, record, &(nav_reference){NAV_APPROACH_AREA, field, nl_load_u32(p)},
                          &(nl_draft){.expected = nl_string("the id of an area of this file"),
                                      .args = {nav_name_of(field)}});
}

static void check_traverse_type(const nl_place *record, unsigned field) {
    const uint8_t how = record->bytes[record->at + nav_fields.fields[field].at];
    if (how > HIGHEST_TRAVERSE_TYPE)
        nl_found(record, NAV_APPROACH_HOW, field,
                 &(nl_draft){.expected = nl_uint(HIGHEST_TRAVERSE_TYPE),
                             .relation = NAVLINT_AT_MOST,
                             .args = {nav_name_of(field)}});
}

static void check_record(const nav_check *c, const nl_place *record) {
    const uint8_t *const p = record->bytes + record->at;
    check_reference(c, record, NAV_APPROACH_HERE);
    if (nl_load_u32(p + NAV_APPROACH_PREVIOUS_AT) != 0)
        check_reference(c, record, NAV_APPROACH_PREVIOUS);
    check_reference(c, record, NAV_APPROACH_NEXT);
    check_traverse_type(record, NAV_APPROACH_PREVIOUS_TO_HERE);
    check_traverse_type(record, NAV_APPROACH_HERE_TO_NEXT);
}

/* The count has the same name and width wherever it stands in the area. */
static void check_count(const nav_check *c, const nav_area *area) {
    if (area->approach.count <= NAV_MAX_APPROACH) return;
    nav_found(nav_area_place(c, area->index, area->approach.at - NAV_APPROACH_LIST_BYTES),
              NAV_APPROACH_COUNT, NAV_APPROACH_LIST_COUNT,
              &(nl_draft){.expected = nl_uint(NAV_MAX_APPROACH), .relation = NAVLINT_AT_MOST});
}

void nav_check_approach(nav_check *c, const nav_area *area) {
    const nav_list list = area->approach;
    c->approach += list.count;
    if (list.count == 0) return;
    const nl_index areas = c->doc->area_index;
    check_count(c, area);
    for (uint32_t i = 0; i < list.count; i++) {
        const uint32_t at = list.at + NAV_APPROACH_BYTES * i;
        if (NL_QUICK(record_is_plain(&areas, nav_bytes(c, at)))) continue;
        const nl_place record =
            nl_place_in(nav_area_place(c, area->index, 0), "approachAreas", i, at);
        check_record(c, &record);
    }
}

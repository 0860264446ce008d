#include "parsers/source_nav/check_loss.h"

/* ---- Where the count is that is wrong ---- */

/* Where the section starts whose bytes may be damaged. */
static uint32_t doubtful_from(const nav_check *c) {
    const nav_document *const doc = c->doc;
    const uint32_t header_end = nav_holds(&doc->layout, NAV_WITH_PLACES)
                                    ? doc->header.place_count_at
                                    : (uint32_t)NAV_HEAD_VERSION_AT;
    if (doc->loss.happened && doc->loss.part.section <= NAV_IN_AREA_COUNT) return header_end;
    const uint32_t sound = c->garbage_from < doc->area_count ? c->garbage_from : doc->area_count;
    return sound > 0 ? doc->areas[sound - 1].at : doc->area_count_at;
}

navlint_related nav_doubtful_bytes(const nav_check *c) {
    const uint64_t end = c->doc->loss.happened ? c->doc->loss.at : c->doc->end;
    const uint32_t from = doubtful_from(c);
    if (end <= from) return (navlint_related){.message = NULL};
    return (navlint_related){from, end - from, "a count in these bytes may be what is damaged"};
}

/* ---- The place of the loss ---- */

/* What stands first in the section: names the place where the file is cut off. */
static const char *section_name(const nav_check *c) {
    const nav_document *const doc = c->doc;
    const nl_field *const fields = nav_fields.fields;
    switch (doc->loss.part.section) {
    case NAV_IN_POPULATION:
        return fields[NAV_POPULATION_NAME_TEXT].name;
    case NAV_IN_AREA_COUNT:
        return fields[NAV_AREA_LIST_COUNT].name;
    case NAV_IN_LADDERS:
        return fields[NAV_LADDER_LIST_COUNT].name;
    case NAV_IN_VIEW_DISTANCE:
        return fields[NAV_VIEW_MAX_DISTANCE].name;
    default:
        break;
    }
    for (unsigned i = NAV_HEAD_MAGIC; i <= NAV_HEAD_IS_ANALYZED; i++)
        if (fields[i].at == doc->loss.at && nav_holds(&doc->layout, fields[i].when))
            return fields[i].name;
    return doc->loss.at == doc->header.place_count_at ? fields[NAV_PLACE_LIST_COUNT].name
                                                      : "places";
}

/* The area whose record follows the last one that was read. */
static nl_place lost_area_place(const nav_check *c) {
    const nav_part *const part = &c->doc->loss.part;
    const nl_place area = nl_place_in(nav_file_place(c, 0), "areas", part->item, 0);
    if (part->corners_at == 0) return area;
    const uint8_t *const id =
        nav_bytes(c, part->corners_at - c->doc->layout.attribute_bytes - NAV_AREA_ATTRIBUTES_AT);
    return nav_place_at_centre(nl_place_about(area, "area", nl_load_u32(id)), part->corners_at);
}

/* The path is that of the area that was being read; the place in the world, if it was read out of
 * step, that of the last one that was not. */
static nl_place area_place(const nav_check *c) {
    if (c->garbage_from == UINT32_MAX) return lost_area_place(c);
    const nl_place area = nl_place_in(nav_file_place(c, 0), "areas", c->doc->loss.part.item, 0);
    if (c->garbage_from == 0) return area;
    nl_place last = nav_area_place(c, c->garbage_from - 1, 0);
    memcpy(last.steps, area.steps, sizeof area.steps);
    return last;
}

static nl_place loss_place(const nav_check *c) {
    nl_place place = nav_file_place(c, 0);
    if (c->doc->loss.part.section == NAV_IN_AREAS) place = area_place(c);
    place.at = c->doc->loss.at;
    return place;
}

/* ---- A count ---- */

/* The part of an area that a list's count stands in: it names the path. */
static nl_place count_place(nl_place place, unsigned count) {
    const bool is_connection = count == NAV_NORTH_LIST_COUNT || count == NAV_EAST_LIST_COUNT ||
                               count == NAV_SOUTH_LIST_COUNT || count == NAV_WEST_LIST_COUNT;
    const bool is_ladder = count == NAV_UP_LIST_COUNT || count == NAV_DOWN_LIST_COUNT;
    if (is_connection || is_ladder)
        return nl_place_in(place, is_connection ? "connections" : "ladders", NL_NO_INDEX, place.at);
    return place;
}

bool nav_may_be_goldsrc(const nav_check *c) {
    return c->doc->loss.happened && c->doc->loss.part.section == NAV_IN_LADDERS &&
           c->doc->layout.version == NAV_NEWEST_GOLDSRC + 1;
}

static nl_draft loss_draft(const nav_check *c) {
    const nav_loss *const loss = &c->doc->loss;
    nl_draft draft = {.related = {nav_doubtful_bytes(c)}, .hint_count = 2};
    if (nav_may_be_goldsrc(c))
        draft.related[1] =
            (navlint_related){NAV_HEAD_VERSION_AT, 4, "or the version: version 5 has no ladders"};
    else if (loss->part.section >= NAV_IN_AREAS && doubtful_from(c) != c->doc->area_count_at)
        draft.related[1] =
            (navlint_related){c->doc->area_count_at, NAV_AREA_LIST_BYTES, "or the number of areas"};
    return draft;
}

/* Lists of Left 4 Dead whose meaning is not known have a count that is no field of its own. */
static void found_count(const nav_check *c) {
    const nav_loss *const loss = &c->doc->loss;
    const unsigned field = loss->part.count;
    const bool is_field = field != NL_NO_FIELD;
    const uint32_t bytes =
        is_field ? (uint32_t)nl_type_bytes((nl_type)nav_fields.fields[field].type) : 1;
    nl_place place = count_place(loss_place(c), field);
    place.at = loss->at - bytes;
    nl_draft draft = loss_draft(c);
    draft.length = bytes;
    draft.expected = nl_uint(loss->left / (loss->need / loss->count));
    draft.relation = NAVLINT_AT_MOST;
    if (!is_field) draft.actual = nl_uint(loss->count);
    draft.args[0] = nl_uint(loss->need);
    draft.args[1] = nl_uint(loss->left);
    draft.args[2] = is_field ? nav_name_of(field) : nl_string("count");
    (void)nl_found_cause(&place, NAV_COUNT, field, &draft);
}

static void found_truncation(const nav_check *c) {
    const nav_loss *const loss = &c->doc->loss;
    nl_place place = loss_place(c);
    if (loss->part.section != NAV_IN_AREAS)
        place = nl_place_in(place, section_name(c), NL_NO_INDEX, loss->at);
    nl_draft draft = loss_draft(c);
    draft.length = loss->left;
    draft.actual = nl_uint(loss->left);
    draft.expected = nl_uint(loss->need);
    draft.relation = NAVLINT_AT_LEAST;
    (void)nl_found_cause(&place, NAV_TRUNCATED, NL_NO_FIELD, &draft);
}

void nav_found_loss(const nav_check *c) {
    if (c->doc->loss.count == 0)
        found_truncation(c);
    else
        found_count(c);
}

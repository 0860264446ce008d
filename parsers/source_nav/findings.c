#include "parsers/source_nav/findings.h"

#include <math.h>

#define GOLDSRC_WORLD_UNITS 4096.0f

/* README.md, "How far a jump reaches". */
static float jump_units_of(const nav_layout *layout) {
    if (layout->version <= NAV_NEWEST_GOLDSRC) return 200;
    if (layout->family == NAV_TF || layout->family == NAV_TF2C) return 320;
    return layout->family == NAV_CS || layout->version < 10 ? 220 : 300;
}

nav_check nav_check_of(nl_job *job, const nav_document *doc, nav_absences *absences) {
    const bool is_goldsrc = doc->layout.version <= NAV_NEWEST_GOLDSRC;
    return (nav_check){
        .job = job,
        .doc = doc,
        .absences = absences,
        .world_units = is_goldsrc ? GOLDSRC_WORLD_UNITS : NAV_WORLD_UNITS,
        .jump_units = jump_units_of(&doc->layout),
        .garbage_from = UINT32_MAX,
        .serial = NAV_NOT_NAMED,
    };
}

const char *nav_direction_name(unsigned direction) {
    static const char *const names[NAV_DIRECTIONS] = {"north", "east", "south", "west"};
    return names[direction];
}

/* ---- Places ---- */

nl_place nav_file_place(const nav_check *c, uint32_t at) {
    nl_place place = nl_place_of(c->job->report, c->job->bytes);
    place.at = at;
    return place;
}

static double load(const uint8_t *record, unsigned field) {
    return (double)nl_load_f32(record + nav_fields.fields[field].at);
}

/* The mean of those of the fields that are finite; NaN if none is. */
static double mean_of(const uint8_t *record, const unsigned *fields, int count) {
    double sum = 0;
    int finite = 0;
    for (int i = 0; i < count; i++) {
        const double value = load(record, fields[i]);
        if (!isfinite(value)) continue;
        sum += value;
        finite++;
    }
    return finite ? sum / finite : (double)NAN;
}

nl_place nav_place_at_centre(nl_place area, uint32_t corners_at) {
    static const unsigned x[] = {NAV_CORNERS_WEST, NAV_CORNERS_EAST};
    static const unsigned y[] = {NAV_CORNERS_NORTH, NAV_CORNERS_SOUTH};
    static const unsigned z[] = {NAV_CORNERS_NORTH_WEST_Z, NAV_CORNERS_SOUTH_EAST_Z,
                                 NAV_CORNERS_NORTH_EAST_Z, NAV_CORNERS_SOUTH_WEST_Z};
    const uint8_t *const corners = area.bytes + corners_at;
    return nl_place_at(area, mean_of(corners, x, 2), mean_of(corners, y, 2),
                       mean_of(corners, z, 4));
}

static uint32_t corners_at(const nav_check *c, uint32_t index) {
    return c->doc->areas[index].at + NAV_AREA_ATTRIBUTES_AT + c->doc->layout.attribute_bytes;
}

nl_place nav_area_place(const nav_check *c, uint32_t index, uint32_t at) {
    const nl_place area = nl_place_in(nav_file_place(c, 0), "areas", index, at);
    return nav_place_at_centre(nl_place_about(area, "area", c->doc->area_ids[index]),
                               corners_at(c, index));
}

/* Three coordinates that follow each other, if they are any place: else where it was before. */
static nl_place at_point(nl_place place, const uint8_t *point) {
    const nl_place there =
        nl_place_at(place, (double)nl_load_f32(point), (double)nl_load_f32(point + 4),
                    (double)nl_load_f32(point + 8));
    return there.position.is_known ? there : place;
}

nl_place nav_spot_place(const nav_check *c, uint32_t area_index, uint32_t index, uint32_t at) {
    const uint8_t *const record = nav_bytes(c, at);
    const nl_place area = nav_area_place(c, area_index, 0);
    const nl_place spot = nl_place_in(area, "hidingSpots", index, at);
    if (!nav_holds(&c->doc->layout, NAV_WITH_SPOT_IDS))
        return at_point(spot, record + NAV_OLD_SPOT_POSITION_AT);
    return at_point(nl_place_about(spot, "hiding spot", nl_load_u32(record + NAV_SPOT_ID_AT)),
                    record + NAV_SPOT_POSITION_AT);
}

nl_place nav_ladder_place(const nav_check *c, uint32_t row, uint32_t at) {
    const uint8_t *const record = nav_bytes(c, nav_ladder_at(c->doc, row));
    const nl_place place = nl_place_in(nav_file_place(c, 0), "ladders", row, at);
    const nl_place ladder = nl_place_about(place, "ladder", c->doc->ladder_ids[row]);
    return at_point(at_point(ladder, record + NAV_LADDER_TOP_X_AT),
                    record + NAV_LADDER_BOTTOM_X_AT);
}

/* nav_mark takes the id of an area or, behind the word "ladder", that of a ladder (SDK
 * nav_edit.cpp, CommandNavMark). */
static void put_mark(nl_text *text, const nl_subject *subject) {
    const bool is_spot = strcmp(subject->kind, "hiding spot") == 0;
    if (is_spot || subject->id == 0 || subject->id > INT32_MAX) return; /* it reads an int */
    nl_put(text, strcmp(subject->kind, "ladder") == 0 ? "; nav_mark ladder " : "; nav_mark ");
    nl_put_uint(text, subject->id);
}

/* "setpos 1375 1875 0; nav_mark 283". Nothing for GoldSrc, whose console has no setpos, and whose
 * bot_nav_mark takes no id. */
void nav_put_jump(nl_text *text, const nl_place *place) {
    if (nl_load_u32(place->bytes + NAV_HEAD_VERSION_AT) <= NAV_NEWEST_GOLDSRC) return;
    nl_put(text, "setpos ");
    nl_put_real(text, place->position.x);
    nl_put_char(text, ' ');
    nl_put_real(text, place->position.y);
    nl_put_char(text, ' ');
    nl_put_real(text, place->position.z);
    if (place->subject.kind) put_mark(text, &place->subject);
}

navlint_related nav_related_corners(const nav_check *c, uint32_t index, const char *message) {
    return (navlint_related){corners_at(c, index), NAV_CORNERS_BYTES, message};
}

/* ---- Findings ---- */

bool nav_check_finite(const nl_place *place, unsigned field) {
    const navlint_value value = nl_field_value(&nav_fields.fields[field], place->bytes + place->at);
    if (isfinite(value.as.real)) return true;
    nl_found(place, NAV_NOT_FINITE, field,
             &(nl_draft){.expected = nl_string("a finite number"), .args = {nav_name_of(field)}});
    return false;
}

bool nav_check_coordinate(const nav_check *c, const nl_place *place, unsigned field,
                          bool is_corner) {
    const double distance = fabs(load(place->bytes + place->at, field));
    if (!nav_check_finite(place, field)) return false;
    if (distance <= (double)c->world_units) return true;
    const bool breaks_grid = distance > (double)NAV_WORLD_UNITS && is_corner;
    const bool is_mild = nav_is_goldsrc(c) && !breaks_grid;
    const double units = is_mild ? (double)c->world_units : (double)NAV_WORLD_UNITS;
    nl_found(place, is_mild ? NAV_COORD_GOLDSRC : NAV_COORD_RANGE, field,
             &(nl_draft){.expected = nl_real(-units),
                         .relation = NAVLINT_BETWEEN,
                         .others = {nl_real(units)},
                         .args = {nav_name_of(field), nl_real(units)}});
    return false;
}

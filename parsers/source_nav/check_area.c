/* An area by itself: corners, attributes, place, the analysis' numbers. */
#include <math.h>

#include "core/quick.h"
#include "parsers/source_nav/checks.h"

#define OCCUPY_SECONDS 120.0f

/* SDK nav.h:78-104 and tf_nav_area.h:58. */
#define GOLDSRC_ATTRIBUTES    0x0000000Fu
#define WORD_ATTRIBUTES       0x00000FFFu /* of versions 9 to 12: later bits came with version 13 */
#define UNASSIGNED_ATTRIBUTES 0x18000000u
#define CUSTOM_ATTRIBUTES     0x07FF0000u
#define TF_SAVED_ATTRIBUTES   0x767FF800u

/* ---- Corners ---- */

typedef struct nav_axis {
    unsigned low, high; /* fields of the corners */
    const char *name;
} nav_axis;

static inline double extent_of(const nav_area *area, unsigned low, unsigned high) {
    return (double)nav_corner(area, high) - (double)nav_corner(area, low);
}

/* Most areas are; what is not a number is not. */
static inline bool is_wide(const nav_area *area) {
    return extent_of(area, NAV_CORNERS_WEST, NAV_CORNERS_EAST) >= 1 &&
           extent_of(area, NAV_CORNERS_NORTH, NAV_CORNERS_SOUTH) >= 1;
}

static void check_extent(const nav_check *c, const nav_area *area, nav_axis axis) {
    const double extent = extent_of(area, axis.low, axis.high);
    if (!(extent < 1)) return; /* what is not a number has a finding already */
    const unsigned rule = extent < 0    ? NAV_CORNERS_INVERTED
                          : extent == 0 ? NAV_AREA_DEGENERATE
                                        : NAV_AREA_TINY;
    nav_found(nav_area_place(c, area->index, area->corners_at), rule, axis.high,
              &(nl_draft){.expected = nl_real((double)nav_corner(area, axis.low) + 1),
                          .relation = NAVLINT_AT_LEAST,
                          .args = {nl_string(axis.name), nl_real(extent)},
                          .related = {{area->corners_at + nav_fields.fields[axis.low].at, 4,
                                       "the opposite corner"}}});
}

static bool corners_are_plain(const nav_area *area, float farthest_units) {
    bool plain = true;
    for (int i = 0; i < 8; i++)
        plain &= fabsf(area->corners[i]) <= farthest_units; /* false for NaN */
    return plain;
}

static void check_corners(const nav_check *c, const nav_area *area) {
    if (!NL_QUICK(corners_are_plain(area, c->world_units))) {
        const nl_place corners = nav_area_place(c, area->index, area->corners_at);
        for (unsigned field = NAV_CORNERS_WEST; field <= NAV_CORNERS_SOUTH_WEST_Z; field++)
            (void)nav_check_coordinate(c, &corners, field, true);
    }
    if (NL_QUICK(is_wide(area))) return;
    check_extent(c, area, (nav_axis){NAV_CORNERS_WEST, NAV_CORNERS_EAST, "x"});
    check_extent(c, area, (nav_axis){NAV_CORNERS_NORTH, NAV_CORNERS_SOUTH, "y"});
}

/* ---- Attributes and the game's own fields ---- */

static unsigned attribute_field(const nav_layout *layout) {
    if (nav_holds(layout, NAV_WITH_BYTE_ATTRIBUTES)) return NAV_AREA_BYTE_ATTRIBUTES;
    return nav_holds(layout, NAV_WITH_WORD_ATTRIBUTES) ? NAV_AREA_WORD_ATTRIBUTES
                                                       : NAV_AREA_ATTRIBUTES;
}

/* mask: those bits of the attributes that the rule speaks of; none set, no finding. */
static void check_bits(const nav_check *c, const nav_area *area, unsigned rule, uint32_t mask) {
    const uint32_t odd = area->attributes & mask;
    if (odd == 0) return;
    nav_found(nav_area_place(c, area->index, area->at), rule, attribute_field(&c->doc->layout),
              &(nl_draft){.expected = nl_uint(area->attributes & ~odd), .args = {nl_uint(odd)}});
}

static void check_attributes(const nav_check *c, const nav_area *area) {
    const nav_layout *const l = &c->doc->layout;
    if (l->version <= NAV_NEWEST_GOLDSRC) {
        check_bits(c, area, NAV_ATTRIBUTE_GOLDSRC, ~GOLDSRC_ATTRIBUTES);
        return;
    }
    if (nav_holds(l, NAV_WITH_WORD_ATTRIBUTES))
        check_bits(c, area, NAV_ATTRIBUTE_LATER, ~WORD_ATTRIBUTES);
    if (l->family == NAV_BASE || l->family == NAV_TF)
        check_bits(c, area, NAV_ATTRIBUTE_UNKNOWN, UNASSIGNED_ATTRIBUTES);
    if (l->family != NAV_L4D) check_bits(c, area, NAV_ATTRIBUTE_CUSTOM, CUSTOM_ATTRIBUTES);
}

static void check_tf_attributes(const nav_check *c, const nav_area *area) {
    if (!nav_holds(&c->doc->layout, NAV_WITH_TF_DATA)) return;
    const uint32_t bits = nl_load_u32(nav_bytes(c, area->custom_at));
    const uint32_t odd = bits & ~TF_SAVED_ATTRIBUTES;
    if (odd == 0) return;
    nav_found(nav_area_place(c, area->index, area->custom_at), NAV_TF_ATTRIBUTES, NAV_TF_DATA_BITS,
              &(nl_draft){.expected = nl_uint(bits & TF_SAVED_ATTRIBUTES), .args = {nl_uint(odd)}});
}

static void check_place(nav_check *c, const nav_area *area) {
    const uint16_t number = area->place;
    c->unnamed_areas += number == 0;
    if (number == 0) return;
    if (number <= c->doc->place_count) {
        c->place_used[number - 1] = 1;
        return;
    }
    nav_found(nav_area_place(c, area->index, area->place_at), NAV_PLACE_INDEX,
              NAV_AREA_PLACE_NUMBER,
              &(nl_draft){.expected = nl_uint(c->doc->place_count),
                          .relation = NAVLINT_AT_MOST,
                          .related = {{c->doc->header.place_count_at, NAV_PLACE_LIST_BYTES,
                                       "the number of place names"}}});
}

static void check_fog(const nav_check *c, const nav_area *area) {
    if (area->fog_place <= c->doc->fog_count) return;
    nav_found(nav_area_place(c, area->index, area->fog_place_at), NAV_FOG_INDEX,
              NAV_AREA_FOG_NUMBER,
              &(nl_draft){.expected = nl_uint(c->doc->fog_count), .relation = NAVLINT_AT_MOST});
}

/* ---- What the analysis wrote ---- */

/* Floats that follow each other, and what they may be. */
typedef struct nav_numbers {
    uint32_t at;
    uint32_t bytes; /* of all */
    unsigned field; /* of the first */
    unsigned rule;
    float highest; /* the lowest is 0 */
} nav_numbers;

static inline bool numbers_are_plain(const uint8_t *p, uint32_t bytes, float highest) {
    bool plain = true;
    for (uint32_t i = 0; i < bytes / 4; i++) {
        const float value = nl_load_f32(p + 4 * (size_t)i);
        plain &= (value >= 0) & (value <= highest); /* false for NaN */
    }
    return plain;
}

/* Their fields may be in several records, one behind the other. */
static void check_each_number(const nav_check *c, const nav_area *area, nav_numbers numbers) {
    for (uint32_t i = 0; i < numbers.bytes / 4; i++) {
        const uint32_t at = numbers.at + 4 * i;
        const unsigned field = numbers.field + i;
        const float value = nl_load_f32(nav_bytes(c, at));
        if (value >= 0 && value <= numbers.highest) continue;
        const nl_place place = nav_area_place(c, area->index, at - nav_fields.fields[field].at);
        if (nav_check_finite(&place, field))
            nl_found(&place, numbers.rule, field,
                     &(nl_draft){.expected = nl_real(0),
                                 .relation = NAVLINT_BETWEEN,
                                 .others = {nl_real((double)numbers.highest)}});
    }
}

static inline void check_numbers(const nav_check *c, const nav_area *area, nav_numbers numbers) {
    const uint8_t *const p = nav_bytes(c, numbers.at);
    if (NL_QUICK(numbers_are_plain(p, numbers.bytes, numbers.highest))) return;
    check_each_number(c, area, numbers);
}

static void check_analysis(const nav_check *c, const nav_area *area) {
    const nav_layout *const l = &c->doc->layout;
    check_numbers(c, area,
                  (nav_numbers){area->occupy_at, l->occupy_bytes, NAV_OCCUPY_FIRST_TEAM,
                                NAV_OCCUPY_RANGE, OCCUPY_SECONDS});
    if (nav_holds(l, NAV_WITH_LIGHT))
        check_numbers(c, area,
                      (nav_numbers){area->light_at, NAV_LIGHT_BYTES, NAV_LIGHT_NORTH_WEST,
                                    NAV_LIGHT_RANGE, 1});
}

void nav_check_values(nav_check *c, const nav_area *area) {
    check_corners(c, area);
    check_attributes(c, area);
    check_tf_attributes(c, area);
    check_analysis(c, area);
    if (nav_holds(&c->doc->layout, NAV_WITH_PLACES)) check_place(c, area);
    check_fog(c, area);
}

/* Hiding spots: where bots take cover. */
#include <math.h>

#include "core/quick.h"
#include "parsers/source_nav/check_loss.h"
#include "parsers/source_nav/checks.h"

enum {
    USUAL_SPOTS = 4, /* one a corner */
    GOLDSRC_SPOT_BITS = 0x07,
    SOURCE_SPOT_BITS = 0x0F,
};

/* One spot of an area. */
typedef struct nav_spot {
    const nav_area *area;
    uint32_t index;
    uint32_t at;
    float x, y, z;
} nav_spot;

static nav_spot spot_at(const nav_check *c, const nav_area *area, uint32_t index) {
    const bool has_ids = nav_holds(&c->doc->layout, NAV_WITH_SPOT_IDS);
    const uint32_t at = area->spots.at + (has_ids ? NAV_SPOT_BYTES : NAV_OLD_SPOT_BYTES) * index;
    const uint8_t *const position =
        nav_bytes(c, at + (has_ids ? NAV_SPOT_POSITION_AT : NAV_OLD_SPOT_POSITION_AT));
    return (nav_spot){
        .area = area,
        .index = index,
        .at = at,
        .x = nl_load_f32(position),
        .y = nl_load_f32(position + 4),
        .z = nl_load_f32(position + 8),
    };
}

static nl_place spot_place(const nav_check *c, const nav_spot *spot) {
    return nav_spot_place(c, spot->area->index, spot->index, spot->at);
}

/* false for what is not a number. */
static bool is_in_world(const nav_check *c, const nav_spot *spot) {
    return fabsf(spot->x) <= c->world_units && fabsf(spot->y) <= c->world_units &&
           fabsf(spot->z) <= c->world_units;
}

static bool is_inside(const nav_spot *spot) {
    return spot->x >= nav_corner(spot->area, NAV_CORNERS_WEST) - 1 &&
           spot->x <= nav_corner(spot->area, NAV_CORNERS_EAST) + 1 &&
           spot->y >= nav_corner(spot->area, NAV_CORNERS_NORTH) - 1 &&
           spot->y <= nav_corner(spot->area, NAV_CORNERS_SOUTH) + 1;
}

static void check_position(const nav_check *c, const nav_spot *spot) {
    if (is_in_world(c, spot) && is_inside(spot)) return;
    const nl_place place = spot_place(c, spot);
    const unsigned position =
        nav_holds(&c->doc->layout, NAV_WITH_SPOT_IDS) ? NAV_SPOT_POSITION : NAV_OLD_SPOT_POSITION;
    bool is_sound = true;
    for (unsigned axis = position + 1; axis <= position + 3; axis++)
        is_sound &= nav_check_coordinate(c, &place, axis, false);
    if (is_sound && !is_inside(spot))
        nl_found(&place, NAV_SPOT_OUTSIDE, position,
                 &(nl_draft){
                     .args = {nl_uint(spot->area->id)},
                     .related = {nav_related_corners(c, spot->area->index, "the area's corners")}});
}

/* Spots of GoldSrc may have no flags. In a file that may be one, this follows from the version. */
static void found_no_bits(const nav_check *c, const nav_spot *spot) {
    navlint_report *const report = c->job->report;
    const bool follows = report->follows;
    nl_follow(report, follows || nav_may_be_goldsrc(c));
    nav_found(spot_place(c, spot), NAV_SPOT_NO_FLAGS, NAV_SPOT_BITS,
              &(nl_draft){.expected = nl_uint(1),
                          .relation = NAVLINT_AT_LEAST,
                          .args = {nl_uint(SOURCE_SPOT_BITS)}});
    nl_follow(report, follows);
}

static void check_bits(const nav_check *c, const nav_spot *spot) {
    const bool goldsrc = nav_is_goldsrc(c);
    const uint8_t known = goldsrc ? GOLDSRC_SPOT_BITS : SOURCE_SPOT_BITS;
    const uint8_t bits = *nav_bytes(c, spot->at + NAV_SPOT_BITS_AT);
    if (bits == 0 && !goldsrc) found_no_bits(c, spot);
    if ((bits & ~known) == 0) return;
    nav_found(spot_place(c, spot), NAV_SPOT_FLAGS, NAV_SPOT_BITS,
              &(nl_draft){.expected = nl_uint(bits & known), .args = {nl_uint(known)}});
}

/* Nothing to say about a spot's flags: some, and only known ones. */
static bool bits_are_plain(const nav_check *c, const nav_spot *spot) {
    const uint8_t bits = *nav_bytes(c, spot->at + NAV_SPOT_BITS_AT);
    return nav_is_goldsrc(c) ? bits <= GOLDSRC_SPOT_BITS : bits != 0 && bits <= SOURCE_SPOT_BITS;
}

static bool spot_is_plain(const nav_check *c, const nav_spot *spot, bool has_ids) {
    return is_in_world(c, spot) && is_inside(spot) && (!has_ids || bits_are_plain(c, spot));
}

static void check_count(const nav_check *c, const nav_area *area) {
    if (area->spots.count <= USUAL_SPOTS) return;
    nav_found(nav_area_place(c, area->index, area->spots.at - NAV_SPOT_LIST_BYTES), NAV_SPOT_COUNT,
              NAV_SPOT_LIST_COUNT,
              &(nl_draft){.expected = nl_uint(USUAL_SPOTS), .relation = NAVLINT_AT_MOST});
}

void nav_check_spots(const nav_check *c, const nav_area *area) {
    const bool has_ids = nav_holds(&c->doc->layout, NAV_WITH_SPOT_IDS);
    check_count(c, area);
    for (uint32_t i = 0; i < area->spots.count; i++) {
        const nav_spot spot = spot_at(c, area, i);
        if (NL_QUICK(spot_is_plain(c, &spot, has_ids))) continue;
        check_position(c, &spot);
        if (has_ids) check_bits(c, &spot);
    }
}

/* Ladders, and the lists of them in the areas: both ends must know each other. */
#include <math.h>

#include "core/quick.h"
#include "parsers/source_nav/checks.h"

enum { BOTTOM = NAV_ENDS - 1 };

static uint32_t end_of(const nav_check *c, uint32_t row, int which) {
    return nl_load_u32(nav_bytes(c, nav_ladder_ends_at(c->doc, row) + 4 * (uint32_t)which));
}

/* ---- The lists in an area ---- */

/* An entry of such a list. */
typedef struct nav_listed {
    const nav_area *area;
    bool up;
    uint32_t index;
    uint32_t at;
} nav_listed;

static void found_listed(const nav_check *c, unsigned rule, const nav_listed *listed,
                         const nl_draft *draft) {
    const nl_place ladders =
        nl_place_in(nav_area_place(c, listed->area->index, 0), "ladders", NL_NO_INDEX, 0);
    nav_found(nl_place_in(ladders, listed->up ? "up" : "down", listed->index, listed->at), rule,
              listed->up ? NAV_UP_LADDER : NAV_DOWN_LADDER, draft);
}

/* Notes that the area lists the ladder, at those of the ladder's ends that are this area. Returns
 * whether any is. */
static bool meet(const nav_check *c, const nav_listed *listed, uint32_t row) {
    unsigned met = 0;
    for (int i = listed->up ? BOTTOM : 0; i < (listed->up ? NAV_ENDS : BOTTOM); i++)
        if (end_of(c, row, i) == listed->area->id) met |= 1u << i;
    c->ladder_seen[row] = (uint8_t)(c->ladder_seen[row] | met);
    return met != 0;
}

static void found_id(const nav_check *c, unsigned rule, const nav_listed *listed) {
    found_listed(c, rule, listed,
                 &(nl_draft){.expected = nl_string("the id of another ladder of this file"),
                             .args = {nl_string(listed->up ? "up" : "down")}});
}

/* The ladder leads elsewhere. */
static void found_stranger(const nav_check *c, const nav_listed *listed, uint32_t row) {
    const navlint_related ends = {nav_ladder_ends_at(c->doc, row), NAV_LADDER_ENDS_BYTES,
                                  "the areas that the ladder leads to"};
    found_listed(
        c, listed->up ? NAV_AREA_LADDER_BOTTOM : NAV_AREA_LADDER_TOP, listed,
        &(nl_draft){.expected = nl_string(listed->up ? "a ladder whose bottom is this area"
                                                     : "a ladder that leads up to this area"),
                    .args = {nl_uint(end_of(c, row, BOTTOM))},
                    .related = {ends}});
}

static void check_listed(const nav_check *c, const nav_listed *listed, uint32_t row) {
    if (c->ladder_mark[row] == c->serial) found_id(c, NAV_AREA_LADDER_DUPLICATE, listed);
    c->ladder_mark[row] = c->serial;
    if (!meet(c, listed, row)) found_stranger(c, listed, row);
}

static void check_list(nav_check *c, const nav_area *area, bool up) {
    const nav_list list = area->ladders[up ? 0 : 1];
    if (list.count == 0) return;
    c->serial++;
    for (uint32_t i = 0; i < list.count; i++) {
        const nav_listed listed = {area, up, i, list.at + NAV_UP_BYTES * i};
        const uint32_t id = nl_load_u32(nav_bytes(c, listed.at));
        const uint32_t row = id ? nl_index_find(&c->doc->ladder_index, id) : NL_NO_ROW;
        if (row != NL_NO_ROW)
            check_listed(c, &listed, row);
        else
            found_id(c, id ? NAV_AREA_LADDER_UNRESOLVED : NAV_AREA_LADDER_ZERO, &listed);
    }
}

void nav_check_area_ladders(nav_check *c, const nav_area *area) {
    if (!c->doc->ladders_complete) return;
    check_list(c, area, true);
    check_list(c, area, false);
}

/* ---- The ladders ---- */

static void check_id(const nav_check *c, uint32_t row) {
    const nav_document *const doc = c->doc;
    const uint32_t id = doc->ladder_ids[row];
    const uint32_t first = nl_index_find(&doc->ladder_index, id);
    if (NL_QUICK(id != 0 && first == row)) return;
    const nl_place ladder = nav_ladder_place(c, row, nav_ladder_at(doc, row));
    if (id == 0)
        nl_found(&ladder, NAV_LADDER_ID_ZERO, NAV_LADDER_ID,
                 &(nl_draft){.expected = nl_uint(1), .relation = NAVLINT_AT_LEAST});
    if (first != row)
        nl_found(&ladder, NAV_LADDER_ID_DUPLICATE, NAV_LADDER_ID,
                 &(nl_draft){.expected = nl_string("an id that no other ladder has"),
                             .related = {{nav_ladder_at(doc, first), 4, "first used here"}}});
}

static float load(const uint8_t *ladder, unsigned field) {
    return nl_load_f32(ladder + nav_fields.fields[field].at);
}

static void check_size(const nav_check *c, uint32_t row, unsigned field) {
    const uint32_t at = nav_ladder_at(c->doc, row);
    const float size = load(nav_bytes(c, at), field);
    if (isfinite(size) && size > 0) return;
    const nl_place ladder = nav_ladder_place(c, row, at);
    if (nav_check_finite(&ladder, field))
        nl_found(&ladder, NAV_LADDER_SIZE, field,
                 &(nl_draft){.expected = nl_string("more than 0"), .args = {nav_name_of(field)}});
}

static bool is_upright(const uint8_t *ladder) {
    return load(ladder, NAV_LADDER_TOP_Z) > load(ladder, NAV_LADDER_BOTTOM_Z);
}

static bool ends_are_plain(const nav_check *c, const uint8_t *ladder) {
    bool is_in_world = true;
    for (unsigned field = NAV_LADDER_TOP_X; field <= NAV_LADDER_BOTTOM_Z; field++)
        is_in_world &= fabsf(load(ladder, field)) <= c->world_units; /* false for NaN */
    return is_in_world && is_upright(ladder);
}

static void check_ends(const nav_check *c, uint32_t row) {
    const uint32_t at = nav_ladder_at(c->doc, row);
    const float bottom = load(nav_bytes(c, at), NAV_LADDER_BOTTOM_Z);
    if (NL_QUICK(ends_are_plain(c, nav_bytes(c, at)))) return;
    const nl_place ladder = nav_ladder_place(c, row, at);
    bool is_sound = true;
    for (unsigned field = NAV_LADDER_TOP_X; field <= NAV_LADDER_BOTTOM_Z; field++)
        is_sound &= nav_check_coordinate(c, &ladder, field, false);
    if (is_sound && !is_upright(nav_bytes(c, at)))
        nl_found(&ladder, NAV_LADDER_ORDER, NAV_LADDER_TOP_Z,
                 &(nl_draft){.expected = nl_string("a height above the bottom's"),
                             .args = {nl_real((double)bottom)},
                             .related = {{at + NAV_LADDER_BOTTOM_Z_AT, 4, "the bottom"}}});
}

static void check_direction(const nav_check *c, uint32_t row) {
    const uint32_t at = nav_ladder_at(c->doc, row);
    if (nl_load_u32(nav_bytes(c, at + NAV_LADDER_FACING_AT)) < NAV_DIRECTIONS) return;
    nav_found(nav_ladder_place(c, row, at), NAV_LADDER_DIRECTION, NAV_LADDER_FACING,
              &(nl_draft){.expected = nl_uint(0),
                          .relation = NAVLINT_BETWEEN,
                          .others = {nl_uint(NAV_DIRECTIONS - 1)}});
}

static void found_end(const nav_check *c, unsigned rule, uint32_t row, int which) {
    nav_found(nav_ladder_place(c, row, nav_ladder_ends_at(c->doc, row)), rule,
              NAV_LADDER_ENDS_TOP_FORWARD + (unsigned)which,
              &(nl_draft){.expected = nl_string("the id of an area that lists the ladder"),
                          .related = {{nav_ladder_at(c->doc, row), 4, "the ladder"},
                                      {nav_ladder_ends_at(c->doc, row), NAV_LADDER_ENDS_BYTES,
                                       "the areas that it leads to"}}});
}

static void check_end(const nav_check *c, uint32_t row, int which) {
    const uint32_t id = end_of(c, row, which);
    if (id == 0) return;
    if (nav_area_row_of(c, id) == NL_NO_ROW)
        found_end(c, NAV_LADDER_AREA_UNRESOLVED, row, which);
    else if (nav_holds(&c->doc->layout, NAV_WITH_LADDER_IDS) && !(c->ladder_seen[row] >> which & 1))
        found_end(c, which == BOTTOM ? NAV_LADDER_BOTTOM_ONE_SIDED : NAV_LADDER_TOP_ONE_SIDED, row,
                  which);
}

/* The area behind the top does not count: the loader asks for one of the other three. */
static void check_areas(const nav_check *c, uint32_t row) {
    uint32_t tops = 0;
    for (int i = 0; i < 3; i++)
        tops |= end_of(c, row, i);
    if (tops == 0) found_end(c, NAV_LADDER_NO_TOP, row, 0);
    if (end_of(c, row, BOTTOM) == 0) found_end(c, NAV_LADDER_NO_BOTTOM, row, BOTTOM);
    for (int i = 0; i < NAV_ENDS; i++)
        check_end(c, row, i);
}

void nav_check_ladders(const nav_check *c) {
    if (!c->doc->ladders_complete) return;
    for (uint32_t i = 0; i < c->doc->ladders.count; i++) {
        check_id(c, i);
        check_size(c, i, NAV_LADDER_WIDTH);
        check_size(c, i, NAV_LADDER_LENGTH);
        check_ends(c, i);
        check_direction(c, i);
        check_areas(c, i);
    }
}

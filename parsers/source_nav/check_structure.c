/* Whether the file could be followed to its end: one headline, and where it went wrong. */
#include <math.h>

#include "parsers/source_nav/check_loss.h"
#include "parsers/source_nav/checks.h"

enum {
    OUT_OF_STEP = 2, /* values that no real area has: one alone is a damaged value */
    HIGHEST_TRAVERSE_TYPE = 9,
    HIGHEST_VISIBILITY = 3,
    HIGHEST_OCCUPY_S = 120,
};

/* ---- Areas that cannot be meant ---- */

/* Floats that stand one behind the other, and what they should be between. */
typedef struct nav_floats {
    uint32_t at, count;
    float low, high;
} nav_floats;

/* What is no number is not between. */
static uint32_t count_odd_floats(const nav_check *c, nav_floats floats) {
    const uint8_t *const p = nav_bytes(c, floats.at);
    uint32_t odd = 0;
    for (uint32_t i = 0; i < floats.count; i++) {
        const float value = nl_load_f32(p + 4 * (size_t)i);
        odd += !((value >= floats.low) & (value <= floats.high));
    }
    return odd;
}

/* Whole numbers read as floats are far smaller than anything that a tool writes. */
static uint32_t count_odd_coordinates(const nav_check *c, uint32_t at, uint32_t count) {
    const uint8_t *const p = nav_bytes(c, at);
    const float world_units = c->world_units;
    uint32_t odd = 0;
    for (uint32_t i = 0; i < count; i++) {
        const float units = fabsf(nl_load_f32(p + 4 * (size_t)i));
        const bool is_usual = (units >= NAV_SMALLEST_UNITS) & (units <= world_units);
        odd += !(is_usual | (units == 0)); /* what is no number is odd */
    }
    return odd;
}

static uint32_t count_odd_spots(const nav_check *c, const nav_area *area) {
    const bool has_ids = nav_holds(&c->doc->layout, NAV_WITH_SPOT_IDS);
    const uint32_t spot_bytes = has_ids ? NAV_SPOT_BYTES : NAV_OLD_SPOT_BYTES;
    const uint32_t position_at = has_ids ? NAV_SPOT_POSITION_AT : NAV_OLD_SPOT_POSITION_AT;
    uint32_t odd = 0;
    for (uint32_t i = 0; i < area->spots.count; i++) {
        const uint32_t at = area->spots.at + spot_bytes * i;
        odd += count_odd_coordinates(c, at + position_at, 3);
        odd += has_ids && *nav_bytes(c, at + NAV_SPOT_BITS_AT) > 0x0F;
    }
    return odd;
}

/* Spots that come after one that is seen later. */
static uint32_t count_disorder(const uint8_t *spots, uint32_t count) {
    uint32_t odd = 0;
    for (uint32_t i = 1; i < count; i++) {
        const uint8_t *const t = spots + NAV_PATH_SPOT_BYTES * i + NAV_PATH_SPOT_T_AT;
        odd += *t < *(t - NAV_PATH_SPOT_BYTES);
    }
    return odd;
}

static uint32_t count_odd_paths(const nav_check *c, const nav_area *area) {
    if (!nav_holds(&c->doc->layout, NAV_WITH_PATHS)) return 0;
    uint32_t odd = 0;
    uint32_t at = area->paths.at;
    for (uint32_t i = 0; i < area->paths.count; i++) {
        const uint8_t *const path = nav_bytes(c, at);
        odd += path[NAV_PATH_FROM_DIRECTION_AT] >= NAV_DIRECTIONS;
        odd += path[NAV_PATH_TO_DIRECTION_AT] >= NAV_DIRECTIONS;
        odd += nl_load_u32(path + NAV_PATH_FROM_AT) == 0;
        odd += nl_load_u32(path + NAV_PATH_TO_AT) == 0;
        odd += count_disorder(path + NAV_PATH_BYTES, path[NAV_PATH_SPOT_COUNT_AT]);
        at += NAV_PATH_BYTES + (uint32_t)NAV_PATH_SPOT_BYTES * path[NAV_PATH_SPOT_COUNT_AT];
    }
    return odd;
}

static uint32_t count_odd_approaches(const nav_check *c, const nav_area *area) {
    uint32_t odd = 0;
    for (uint32_t i = 0; i < area->approach.count; i++) {
        const uint8_t *const p = nav_bytes(c, area->approach.at + NAV_APPROACH_BYTES * i);
        odd += p[NAV_APPROACH_PREVIOUS_TO_HERE_AT] > HIGHEST_TRAVERSE_TYPE;
        odd += p[NAV_APPROACH_HERE_TO_NEXT_AT] > HIGHEST_TRAVERSE_TYPE;
    }
    return odd;
}

static uint32_t count_odd_visibilities(const nav_check *c, const nav_area *area) {
    if (!nav_holds(&c->doc->layout, NAV_WITH_VISIBLE_BITS)) return 0;
    uint32_t odd = 0;
    for (uint32_t i = 0; i < area->visible.count; i++)
        odd += *nav_bytes(c, area->visible.at + NAV_VISIBLE_BYTES * i + NAV_VISIBLE_BITS_AT) >
               HIGHEST_VISIBILITY;
    return odd;
}

static uint32_t count_odd_numbers(const nav_check *c, const nav_area *area) {
    const nav_layout *const l = &c->doc->layout;
    const uint32_t light_floats = nav_holds(l, NAV_WITH_LIGHT) ? NAV_LIGHT_BYTES / 4 : 0;
    return (uint32_t)(area->id == 0) + (area->place > c->doc->place_count) +
           count_odd_coordinates(c, area->corners_at, NAV_CORNERS_BYTES / 4) +
           count_odd_floats(
               c, (nav_floats){area->occupy_at, l->occupy_bytes / 4u, 0, HIGHEST_OCCUPY_S}) +
           count_odd_floats(c, (nav_floats){area->light_at, light_floats, 0, 1});
}

/* Values that no real area has. */
static uint32_t count_odd(const nav_check *c, uint32_t index) {
    nav_area area;
    nav_area_at(c->job, c->doc, index, &area);
    if (!nl_spend(c->job->budget, nav_records_of(&area))) return 0;
    return count_odd_numbers(c, &area) + count_odd_spots(c, &area) + count_odd_paths(c, &area) +
           count_odd_approaches(c, &area) + count_odd_visibilities(c, &area);
}

/* The first area with several odd values; of those before it that have one, the first. */
static uint32_t find_garbage(const nav_check *c) {
    uint32_t first_odd = UINT32_MAX;
    for (uint32_t i = 0; i < c->doc->area_count; i++) {
        const uint32_t odd = count_odd(c, i);
        if (odd == 0)
            first_odd = UINT32_MAX;
        else if (first_odd == UINT32_MAX)
            first_odd = i;
        if (odd >= OUT_OF_STEP) return first_odd;
    }
    return UINT32_MAX;
}

/* Whether the area that could not be read to its end makes no sense either. */
static bool is_lost_area_odd(const nav_check *c) {
    const nav_part *const part = &c->doc->loss.part;
    return c->doc->loss.happened && part->section == NAV_IN_AREAS && part->corners_at != 0 &&
           count_odd_coordinates(c, part->corners_at, NAV_CORNERS_BYTES / 4) != 0;
}

/* ---- What is said ---- */

static void found_tail(const nav_check *c) {
    const nav_document *const doc = c->doc;
    const bool is_stale = nav_has_stale_tail(c->job, doc) && c->garbage_from == UINT32_MAX;
    const uint64_t left = c->job->length - doc->end;
    const nl_place tail = nav_file_place(c, doc->end);
    nl_draft draft = {.length = left, .args = {nl_uint(left), nl_uint(doc->end)}, .hint_count = 2};
    if (c->garbage_from != UINT32_MAX) draft.related[0] = nav_doubtful_bytes(c);
    if (nav_holds(&doc->layout, NAV_WITH_LADDERS))
        draft.related[1] = (navlint_related){doc->ladder_count_at, NAV_LADDER_LIST_BYTES,
                                             "perhaps the number of ladders is damaged"};
    if (is_stale)
        nl_found(&tail, NAV_STALE_TAIL, NL_NO_FIELD, &draft);
    else
        (void)nl_found_cause(&tail, NAV_TRAILING, NL_NO_FIELD, &draft);
}

void nav_check_structure(nav_check *c) {
    const nav_document *const doc = c->doc;
    const bool ends_early = doc->loss.happened;
    if (!ends_early && doc->end == c->job->length) return;
    c->garbage_from = find_garbage(c);
    if (c->garbage_from == UINT32_MAX && is_lost_area_odd(c)) c->garbage_from = doc->area_count;
    if (ends_early)
        nav_found_loss(c);
    else
        found_tail(c);
}

/* Bounds of segments against their vertices. */
#include "parsers/mgs_nav2/segments/segments.h"

static void widen(nav2_position p, nav2_position *low, nav2_position *high) {
    low->x = p.x < low->x ? p.x : low->x;
    low->y = p.y < low->y ? p.y : low->y;
    low->z = p.z < low->z ? p.z : low->z;
    high->x = p.x > high->x ? p.x : high->x;
    high->y = p.y > high->y ? p.y : high->y;
    high->z = p.z > high->z ? p.z : high->z;
}

static nl_place place_of(const nav2_group_check *gc, uint32_t segment) {
    const uint64_t at = gc->g->segments.bounds + (uint64_t)segment * NAV2_BOUNDS_BYTES;
    return nav2_segment_place(gc, "bounds", segment, at);
}

/* Whether an axis of the bounds is the wrong way round; the first such axis is reported. */
static bool check_inverted(const nav2_group_check *gc, uint32_t segment, nav2_bounds b) {
    static const char *const axes[] = {"x", "y", "z"};
    const int32_t lows[] = {b.low.x, b.low.y, b.low.z};
    const int32_t highs[] = {b.high.x, b.high.y, b.high.z};
    for (unsigned axis = 0; axis < 3; axis++) {
        if (lows[axis] <= highs[axis]) continue;
        const nl_place bounds = place_of(gc, segment);
        gc->odd_bounds[segment] = 1;
        nl_found(&bounds, NAV2_GEO_BOUNDS, NAV2_BOUNDS_MIN_X + axis,
                 &(nl_draft){.expected = nl_int(highs[axis]),
                             .relation = NAVLINT_AT_MOST,
                             .args = {nl_string(axes[axis])},
                             .related = {nav2_related_bounds(gc, segment)}});
        return true;
    }
    return false;
}

enum { MOST_OUTSIDE = 3 /* vertices: if there are more, the bounds are wrong */ };

static bool is_outside(const nav2_group_check *gc, uint32_t vertex, nav2_bounds b) {
    const nav2_position p = nav2_position_at(gc->bytes + gc->g->mesh.positions, vertex);
    return !nav2_is_within(p, b.low, b.high);
}

static uint32_t count_outside(const nav2_group_check *gc, uint32_t segment, nav2_bounds b) {
    const nav2_segment s = nav2_segment_in(gc, segment);
    uint32_t count = 0;
    for (uint32_t i = s.vertex; i < s.vertex + s.vertices; i++)
        count += is_outside(gc, i, b);
    return count;
}

static void found_outside(const nav2_group_check *gc, uint32_t vertex, uint32_t segment) {
    const nl_place place = nav2_position_place(gc, NAV2_MESH, vertex);
    nl_found(&place, NAV2_GEO_OUTSIDE, NL_NO_FIELD,
             &(nl_draft){.length = NAV2_POSITION_BYTES,
                         .args = {nl_uint(segment)},
                         .related = {nav2_related_bounds(gc, segment)}});
}

static void check_outside(const nav2_group_check *gc, uint32_t segment, nav2_bounds b) {
    const nav2_segment s = nav2_segment_in(gc, segment);
    if (count_outside(gc, segment, b) > MOST_OUTSIDE) {
        const nl_place bounds = place_of(gc, segment);
        gc->odd_bounds[segment] =
            nl_found_cause(&bounds, NAV2_GEO_BOUNDS_SMALL, NL_NO_FIELD,
                           &(nl_draft){.length = NAV2_BOUNDS_BYTES,
                                       .actual = nl_uint(count_outside(gc, segment, b)),
                                       .args = {nl_uint(s.vertices)},
                                       .related = {{gc->g->segments.segments +
                                                        segment * (uint64_t)NAV2_SEGMENT_BYTES,
                                                    NAV2_SEGMENT_BYTES, "the segment"}}});
    }
    nav2_list(gc->c, gc->follows || gc->odd_bounds[segment]);
    for (uint32_t i = s.vertex; i < s.vertex + s.vertices; i++)
        if (is_outside(gc, i, b)) found_outside(gc, i, segment);
    nav2_list(gc->c, gc->follows);
}

static void note_extent(nav2_check *c, nav2_position low, nav2_position high) {
    const int32_t lows[] = {low.x, low.y, low.z};
    const int32_t highs[] = {high.x, high.y, high.z};
    for (uint32_t axis = 0; axis < 3; axis++) {
        if (!c->has_vertices || (uint32_t)lows[axis] < c->low[axis])
            c->low[axis] = (uint32_t)lows[axis];
        if (!c->has_vertices || (uint32_t)highs[axis] > c->high[axis])
            c->high[axis] = (uint32_t)highs[axis];
    }
    c->has_vertices = true;
}

void nav2_check_bounds(const nav2_group_check *gc, uint32_t segment) {
    const nav2_segment s = nav2_segment_in(gc, segment);
    const nav2_bounds b = nav2_bounds_in(gc, segment);
    const uint8_t *const positions = gc->bytes + gc->g->mesh.positions;
    nav2_position least = {UINT16_MAX, UINT16_MAX, UINT16_MAX};
    nav2_position most = {0, 0, 0};
    if (check_inverted(gc, segment, b) || s.vertices == 0) return;
    for (uint32_t i = s.vertex; i < s.vertex + s.vertices; i++)
        widen(nav2_position_at(positions, i), &least, &most);
    note_extent(gc->c, least, most);
    if (nav2_is_same(least, b.low) && nav2_is_same(most, b.high)) return;
    if (!nav2_is_within(least, b.low, b.high) || !nav2_is_within(most, b.low, b.high)) {
        check_outside(gc, segment, b);
        return;
    }
    const nl_place bounds = place_of(gc, segment);
    nl_found(&bounds, NAV2_GEO_BOUNDS_EXACT, NL_NO_FIELD, &(nl_draft){.length = NAV2_BOUNDS_BYTES});
}

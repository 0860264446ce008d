/* Bounds of segments against their vertices. */
#include "parsers/mgs_nav2/findings.h"

static void widen(nav2_position p, nav2_position *low, nav2_position *high) {
    low->x = p.x < low->x ? p.x : low->x;
    low->y = p.y < low->y ? p.y : low->y;
    low->z = p.z < low->z ? p.z : low->z;
    high->x = p.x > high->x ? p.x : high->x;
    high->y = p.y > high->y ? p.y : high->y;
    high->z = p.z > high->z ? p.z : high->z;
}

static nav2_place bounds_place(const nav2_here *h, uint32_t segment) {
    const uint64_t at = h->g->segments.bounds + (uint64_t)segment * NAV2_BOUNDS_BYTES;
    return nav2_record(&h->g->chunks[NAV2_SEGMENTS], "bounds", segment, at, NAV2_BOUNDS_BYTES);
}

/* Whether an axis of the bounds is the wrong way round. */
static bool is_inverted(const nav2_here *h, uint32_t segment, nav2_position low,
                        nav2_position high) {
    static const char *const axes[] = {"x", "y", "z"};
    static const char *const fields[] = {"min/x", "min/y", "min/z"};
    const int32_t lows[] = {low.x, low.y, low.z};
    const int32_t highs[] = {high.x, high.y, high.z};
    for (uint32_t axis = 0; axis < 3; axis++) {
        if (lows[axis] <= highs[axis]) continue;
        const nav2_place place =
            nav2_member(bounds_place(h, segment), fields[axis], NL_U16LE, 2 * axis);
        nav2_tell_here(h, NAV2_GEO_BOUNDS, &place,
                       (nl_draft){.actual = nl_int(lows[axis]),
                                  .expected = nl_int(highs[axis]),
                                  .args = {nl_uint(segment), nl_string(axes[axis])}});
        return true;
    }
    return false;
}

static void tell_outside(const nav2_here *h, uint32_t segment, nav2_segment s) {
    const nav2_position low = nav2_low_of(h, segment);
    const nav2_position high = nav2_high_of(h, segment);
    for (uint32_t i = s.vertex; i < s.vertex + s.vertices; i++) {
        const nav2_position p = nav2_position_at(h->bytes + h->g->mesh.positions, i);
        if (nav2_is_within(p, low, high)) continue;
        const nav2_place place = nav2_record(
            &h->g->chunks[NAV2_MESH], "positions", i,
            h->g->mesh.positions + (uint64_t)i * NAV2_POSITION_BYTES, NAV2_POSITION_BYTES);
        nav2_tell_here(h, NAV2_GEO_OUTSIDE, &place,
                       (nl_draft){.args = {nl_string("vertex"), nl_uint(i), nl_uint(segment)}});
    }
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

void nav2_check_bounds(const nav2_here *h, uint32_t segment) {
    const nav2_segment s = nav2_segment_here(h, segment);
    const nav2_position low = nav2_low_of(h, segment);
    const nav2_position high = nav2_high_of(h, segment);
    const uint8_t *const positions = h->bytes + h->g->mesh.positions;
    nav2_position least = {UINT16_MAX, UINT16_MAX, UINT16_MAX};
    nav2_position most = {0, 0, 0};
    if (is_inverted(h, segment, low, high) || s.vertices == 0) return;
    for (uint32_t i = s.vertex; i < s.vertex + s.vertices; i++)
        widen(nav2_position_at(positions, i), &least, &most);
    note_extent(h->c, least, most);
    if (nav2_is_same(least, low) && nav2_is_same(most, high)) return;
    if (!nav2_is_within(least, low, high) || !nav2_is_within(most, low, high)) {
        tell_outside(h, segment, s);
        return;
    }
    const nav2_place place = bounds_place(h, segment);
    nav2_tell_here(h, NAV2_GEO_BOUNDS_EXACT, &place, (nl_draft){.args = {nl_uint(segment)}});
}

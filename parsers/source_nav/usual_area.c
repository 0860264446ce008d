/* The quick way through an area record: the fixed fields are compared with the file's end once for
 * all, so that only lists are left to be compared. */
#include "parsers/source_nav/usual_area.h"

typedef struct nav_cursor {
    const uint8_t *bytes; /* of the input */
    uint32_t at;          /* offset of the next field */
    uint64_t spare;       /* bytes that lists may take: the fixed fields behind them are left out */
} nav_cursor;

static inline const uint8_t *pass(nav_cursor *c, uint32_t bytes) {
    const uint8_t *const p = c->bytes + c->at;
    c->at += bytes;
    return p;
}

/* ---- Lists ---- */

/* Past records of a list; false if they are not all there. */
static inline bool pass_records(nav_cursor *c, uint32_t count, uint32_t record_bytes,
                                nav_list *list) {
    const uint64_t bytes = (uint64_t)count * record_bytes;
    *list = (nav_list){c->at, count};
    if (bytes > c->spare) return false;
    c->spare -= bytes;
    c->at += (uint32_t)bytes;
    return true;
}

static inline bool pass_long_list(nav_cursor *c, uint32_t record_bytes, nav_list *list) {
    return pass_records(c, nl_load_u32(pass(c, 4)), record_bytes, list);
}

static inline bool pass_short_list(nav_cursor *c, uint32_t record_bytes, nav_list *list) {
    return pass_records(c, *pass(c, 1), record_bytes, list);
}

/* Past the spots of each path. The heads of all paths fit, so each of them may be looked at. */
static inline bool pass_path_spots(nav_cursor *c, nav_list paths) {
    c->at = paths.at;
    for (uint32_t i = 0; i < paths.count; i++) {
        const uint8_t *const head = pass(c, NAV_PATH_BYTES);
        const uint32_t bytes = (uint32_t)NAV_PATH_SPOT_BYTES * head[NAV_PATH_SPOT_COUNT_AT];
        if (bytes > c->spare) return false;
        c->spare -= bytes;
        c->at += bytes;
    }
    return true;
}

/* paths_end: of an earlier reading; else 0. */
static inline bool pass_paths(nav_cursor *c, uint32_t paths_end, nav_area *area) {
    if (!pass_long_list(c, NAV_PATH_BYTES, &area->paths)) return false;
    if (paths_end == 0 && !pass_path_spots(c, area->paths)) return false;
    if (paths_end != 0) {
        c->spare -= paths_end - c->at;
        c->at = paths_end;
    }
    area->paths_end = c->at;
    return true;
}

/* ---- The fields, in their order ---- */

/* What not every layout has: the rest is always set, which is cheaper than to clear all of it. */
static inline void leave_out(nav_area *area) {
    area->index = area->spawn_at = area->spawn_attributes = area->fog_place_at = area->inherit = 0;
    area->place = area->fog_place = 0;
    area->approach = area->visible = area->ladders[0] = area->ladders[1] = (nav_list){0, 0};
}

static inline uint32_t load_attributes(const uint8_t *p, uint8_t bytes) {
    return bytes == 4 ? nl_load_u32(p) : bytes == 2 ? nl_load_u16(p) : *p;
}

static inline void read_head(nav_cursor *c, const nav_layout *l, nav_area *area) {
    area->at = c->at;
    area->id = nl_load_u32(pass(c, NAV_AREA_ATTRIBUTES_AT) + NAV_AREA_ID_AT);
    area->attributes = load_attributes(pass(c, l->attribute_bytes), l->attribute_bytes);
    area->corners_at = c->at;
    const uint8_t *const corners = pass(c, NAV_CORNERS_BYTES);
    for (int i = 0; i < 8; i++)
        area->corners[i] = nl_load_f32(corners + 4 * i);
}

static inline bool read_lists(nav_cursor *c, const nav_layout *l, uint32_t paths_end,
                              nav_area *area) {
    for (int d = 0; d < NAV_DIRECTIONS; d++)
        if (!pass_long_list(c, NAV_NORTH_BYTES, &area->connections[d])) return false;
    if (!pass_short_list(c, NAV_SPOT_BYTES, &area->spots)) return false;
    if (nav_holds(l, NAV_WITH_APPROACH) && !pass_short_list(c, NAV_APPROACH_BYTES, &area->approach))
        return false;
    return pass_paths(c, paths_end, area);
}

static inline bool read_ladders(nav_cursor *c, const nav_layout *l, nav_area *area) {
    area->place_at = c->at;
    if (nav_holds(l, NAV_WITH_PLACES)) area->place = nl_load_u16(pass(c, NAV_AREA_PLACE_BYTES));
    return !nav_holds(l, NAV_WITH_LADDER_IDS) ||
           (pass_long_list(c, NAV_UP_BYTES, &area->ladders[0]) &&
            pass_long_list(c, NAV_DOWN_BYTES, &area->ladders[1]));
}

static inline void read_analysis(nav_cursor *c, const nav_layout *l, nav_area *area) {
    area->occupy_at = c->at;
    area->light_at = c->at + l->occupy_bytes;
    c->at = area->light_at + (nav_holds(l, NAV_WITH_LIGHT) ? NAV_LIGHT_BYTES : 0);
    if (l->family != NAV_L4D) return;
    area->spawn_at = c->at;
    area->spawn_attributes = nl_load_u32(pass(c, 4));
    area->fog_place_at = c->at;
    area->fog_place = nl_load_u16(pass(c, NAV_AREA_FOG_BYTES));
}

static inline bool read_visible(nav_cursor *c, const nav_layout *l, nav_area *area) {
    if (nav_holds(l, NAV_WITH_VISIBLE) && !pass_long_list(c, l->visible_bytes, &area->visible))
        return false;
    area->inherit_at = c->at;
    if (nav_holds(l, NAV_WITH_INHERITANCE))
        area->inherit = nl_load_u32(pass(c, NAV_INHERITANCE_BYTES));
    area->custom_at = c->at;
    if (nav_holds(l, NAV_WITH_LATE_APPROACH) &&
        !pass_short_list(c, NAV_APPROACH_BYTES, &area->approach))
        return false;
    c->at += l->custom_bytes;
    area->end = c->at;
    return true;
}

/* ---- The record ---- */

enum { NEWEST_L4D = 13 }; /* sub-versions from it on have no fields without a name */

static inline bool is_usual(const nav_layout *l) {
    return nav_holds(l, NAV_WITH_PATHS) && (l->family != NAV_L4D || l->sub_version >= NEWEST_L4D);
}

/* Of Left 4 Dead area_min_bytes is a lower bound: fog place and visible areas are not in it. */
static inline uint32_t fixed_bytes(const nav_layout *l) {
    return l->area_min_bytes + (l->family == NAV_L4D ? NAV_AREA_FOG_BYTES + NAV_VISIBLE_LIST_BYTES +
                                                           NAV_INHERITANCE_BYTES
                                                     : 0u);
}

bool nav_read_usual_area(const nl_reader *r, const nav_layout *layout, uint32_t paths_end,
                         nav_area *area) {
    const uint32_t fixed = fixed_bytes(layout);
    if (r->base != 0 || !is_usual(layout) || nl_left(r) < fixed) return false;
    nav_cursor c = {r->bytes, (uint32_t)r->at, nl_left(r) - fixed};
    leave_out(area);
    read_head(&c, layout, area);
    if (!read_lists(&c, layout, paths_end, area) || !read_ladders(&c, layout, area)) return false;
    read_analysis(&c, layout, area);
    return read_visible(&c, layout, area);
}

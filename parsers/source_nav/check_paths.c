/* Encounter paths: ways through an area, and the hiding spots that are seen on them. A quick pass
 * asks whether anything is odd about a path; only then check_path.c locates and reports it. */
#include "core/quick.h"
#include "parsers/source_nav/check_path.h"
#include "parsers/source_nav/checks.h"

static nav_path path_at(const nav_check *c, const nav_area *area, uint32_t index, uint32_t at) {
    const uint8_t *const p = nav_bytes(c, at);
    return (nav_path){.area = area,
                      .index = index,
                      .at = at,
                      .from = nl_load_u32(p + NAV_PATH_FROM_AT),
                      .to = nl_load_u32(p + NAV_PATH_TO_AT),
                      .from_direction = p[NAV_PATH_FROM_DIRECTION_AT],
                      .to_direction = p[NAV_PATH_TO_DIRECTION_AT],
                      .spot_count = p[NAV_PATH_SPOT_COUNT_AT]};
}

/* What the quick pass looks at, copied once for all paths of an area: the compiler cannot know
 * that marking a spot leaves it alone. */
typedef struct nav_view {
    nl_index areas;
    nl_index spots;
    const uint32_t *edge_mark;
    uint32_t *spot_mark;
    uint32_t owner; /* nav_edge_owner */
} nav_view;

static nav_view view_of(const nav_check *c, const nav_area *area) {
    return (nav_view){c->doc->area_index, c->doc->spot_index, c->edge_mark, c->spot_mark,
                      nav_edge_owner(area)};
}

/* Connected to this area in this direction, so it exists: what does not has no mark. */
static inline __attribute__((always_inline)) bool end_is_plain(const nav_view *v, uint32_t id,
                                                               uint8_t direction, bool is_direct) {
    const uint32_t at = is_direct ? id : nl_index_find(&v->areas, id);
    if (at >= (is_direct ? v->areas.slot_count : NL_NO_ROW) || direction >= NAV_DIRECTIONS)
        return false;
    const uint32_t directions = v->edge_mark[at] ^ v->owner;
    return directions < 1u << NAV_DIRECTIONS && (directions >> direction & 1);
}

/* Nothing to say about the spots: each exists, none twice, in order. The marks of a list that is
 * not plain are left as they are; the list is then checked again under a new serial. */
static inline __attribute__((always_inline)) bool
spots_are_plain(const nav_view *v, const uint8_t *path, uint32_t serial, bool is_direct) {
    const uint8_t *p = path + NAV_PATH_BYTES;
    const uint8_t *const end = p + NAV_PATH_SPOT_BYTES * path[NAV_PATH_SPOT_COUNT_AT];
    uint8_t previous = 0;
    for (; p != end; p += NAV_PATH_SPOT_BYTES) {
        const uint32_t id = nl_load_u32(p + NAV_PATH_SPOT_ID_AT);
        const uint32_t row =
            is_direct ? nl_index_find_direct(&v->spots, id) : nl_index_find(&v->spots, id);
        if (row == NL_NO_ROW || v->spot_mark[row] == serial || p[NAV_PATH_SPOT_T_AT] < previous)
            return false;
        v->spot_mark[row] = serial;
        previous = p[NAV_PATH_SPOT_T_AT];
    }
    return true;
}

/* How ids are looked up: constants at each call, so that the loop asks nothing twice. */
typedef struct nav_lookup {
    bool areas_are_direct; /* and marked by their ids, not by their rows */
    bool spots_are_direct;
} nav_lookup;

static inline __attribute__((always_inline)) bool
path_is_plain(const nav_view *v, const uint8_t *p, uint32_t serial, nav_lookup lookup) {
    const uint32_t from = nl_load_u32(p + NAV_PATH_FROM_AT);
    const uint32_t to = nl_load_u32(p + NAV_PATH_TO_AT);
    const bool is_direct = lookup.areas_are_direct;
    return end_is_plain(v, from, p[NAV_PATH_FROM_DIRECTION_AT], is_direct) &&
           end_is_plain(v, to, p[NAV_PATH_TO_DIRECTION_AT], is_direct) && from != to &&
           spots_are_plain(v, p, serial, lookup.spots_are_direct);
}

/* Versions 1 and 2 carry positions instead of references; the loaders skip them. */
static void count_old_paths(nav_check *c, const nav_area *area) {
    uint32_t at = area->paths.at;
    for (uint32_t i = 0; i < area->paths.count; i++) {
        const uint8_t spot_count = *nav_bytes(c, at + NAV_OLD_PATH_SPOT_COUNT_AT);
        at += NAV_OLD_PATH_BYTES + (uint32_t)NAV_OLD_PATH_SPOT_BYTES * spot_count;
        c->path_spots += spot_count;
    }
}

static inline __attribute__((always_inline)) void
check_new_paths(nav_check *c, const nav_area *area, nav_lookup lookup) {
    const nav_view view = view_of(c, area);
    uint32_t at = area->paths.at;
    uint32_t serial = c->serial;
    for (uint32_t i = 0; i < area->paths.count; i++) {
        const uint8_t *const p = nav_bytes(c, at);
        serial++;
        if (!NL_QUICK(path_is_plain(&view, p, serial, lookup))) {
            const nav_path path = path_at(c, area, i, at);
            c->serial = serial;
            nav_check_path(c, &path);
            serial = c->serial;
        }
        at += NAV_PATH_BYTES + (uint32_t)NAV_PATH_SPOT_BYTES * p[NAV_PATH_SPOT_COUNT_AT];
        c->path_spots += p[NAV_PATH_SPOT_COUNT_AT];
    }
    c->serial = serial;
}

void nav_check_paths(nav_check *c, const nav_area *area) {
    const bool areas_are_direct = nl_index_is_direct(&c->doc->area_index);
    const bool spots_are_direct = nl_index_is_direct(&c->doc->spot_index);
    c->paths += area->paths.count;
    if (nav_holds(&c->doc->layout, NAV_WITH_OLD_PATHS))
        count_old_paths(c, area);
    else if (areas_are_direct && spots_are_direct)
        check_new_paths(c, area, (nav_lookup){true, true});
    else if (areas_are_direct)
        check_new_paths(c, area, (nav_lookup){true, false});
    else
        check_new_paths(c, area, (nav_lookup){false, false});
}

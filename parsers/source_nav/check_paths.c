/* Encounter paths: ways through an area, and the hiding spots that are seen on them. */
#include "parsers/source_nav/checks.h"

typedef struct nav_path_head {
    uint32_t at;
    uint32_t from, to;
    uint8_t from_direction, to_direction;
    uint8_t spot_count;
} nav_path_head;

static nav_path_head path_head(const nav_check *c, uint32_t at) {
    const uint8_t *const p = nav_bytes(c, at);
    return (nav_path_head){.at = at,
                           .from = nl_load_u32(p + NAV_PATH_FROM_AT),
                           .to = nl_load_u32(p + NAV_PATH_TO_AT),
                           .from_direction = p[NAV_PATH_FROM_DIRECTION_AT],
                           .to_direction = p[NAV_PATH_TO_DIRECTION_AT],
                           .spot_count = p[NAV_PATH_SPOT_COUNT_AT]};
}

/* ---- The quick pass ---- */

/* What the quick pass looks at, copied once for all paths of an area: the compiler cannot
 * know that marking a spot leaves it alone. */
typedef struct nav_view {
    nl_index areas;
    nl_index spots;
    const uint32_t *edge_mark;
    uint32_t *spot_mark;
    uint32_t owner; /* what the mark of an area connected to this one holds above its directions */
} nav_view;

static nav_view view_of(const nav_check *c, const nav_area *area) {
    return (nav_view){c->doc->area_index, c->doc->spot_index, c->edge_mark, c->spot_mark,
                      area->index + 1};
}

/* Connected to this area in this direction, so it exists; an area with the id 0 is no area. */
static inline bool end_is_plain(const nav_view *v, uint32_t id, uint8_t direction) {
    const uint32_t row = nl_index_find(&v->areas, id);
    if (row == NL_NO_ROW || id == 0 || direction >= NAV_DIRECTIONS) return false;
    const uint32_t mark = v->edge_mark[row];
    return mark >> 4 == v->owner && (mark >> direction & 1);
}

/* Nothing to say about the spots: each exists, none twice, in order. The marks of a list that is
 * not plain are left as they are; the list is then checked again under a new serial. */
static inline bool spots_are_plain(const nav_view *v, const uint8_t *p, uint32_t count,
                                   uint32_t serial) {
    uint8_t previous = 0;
    for (const uint8_t *const end = p + NAV_PATH_SPOT_BYTES * count; p != end;
         p += NAV_PATH_SPOT_BYTES) {
        const uint32_t row = nl_index_find(&v->spots, nl_load_u32(p + NAV_PATH_SPOT_ID_AT));
        if (row == NL_NO_ROW || v->spot_mark[row] == serial || p[NAV_PATH_SPOT_T_AT] < previous)
            return false;
        v->spot_mark[row] = serial;
        previous = p[NAV_PATH_SPOT_T_AT];
    }
    return true;
}

static inline bool path_is_plain(const nav_view *v, const nav_path_head *head, const uint8_t *spots,
                                 uint32_t serial) {
    return end_is_plain(v, head->from, head->from_direction) &&
           end_is_plain(v, head->to, head->to_direction) && head->from != head->to &&
           spots_are_plain(v, spots, head->spot_count, serial);
}

/* ---- Paths that are not plain ---- */

typedef struct nav_path {
    const nav_area *area;
    uint32_t index;
    nav_path_head head;
} nav_path;

static nl_place path_place(const nav_check *c, const nav_path *path) {
    return nl_place_in(nav_area_place(c, path->area->index, 0), "encounterPaths", path->index,
                       path->head.at);
}

/* Whether this area is connected to `row` in `direction` (checked to be 0 to 3). */
static bool is_adjacent(const nav_check *c, const nav_area *area, uint32_t row, uint8_t direction) {
    const uint32_t mark = c->edge_mark[row];
    return mark >> 4 == area->index + 1 && (mark >> direction & 1);
}

typedef struct nav_path_end {
    unsigned area_field, direction_field;
    const char *word; /* "comes from", "leads to" */
    uint32_t id;
    uint8_t direction;
} nav_path_end;

static void found_end(const nav_check *c, unsigned rule, const nav_path *path,
                      const nav_path_end *end) {
    const nl_place place = path_place(c, path);
    nl_found(&place, rule, end->area_field,
             &(nl_draft){.expected = nl_string("the id of an adjacent area"),
                         .args = {nl_string(end->word)}});
}

static void check_end(const nav_check *c, const nav_path *path, const nav_path_end *end) {
    const uint32_t row = nav_area_row_of(c, end->id);
    const bool has_direction = end->direction < NAV_DIRECTIONS;
    if (!has_direction) {
        const nl_place place = path_place(c, path);
        nl_found(&place, NAV_PATH_DIRECTION, end->direction_field,
                 &(nl_draft){.expected = nl_string("0 to 3")});
    }
    if (row == NL_NO_ROW && nav_resolves(c))
        found_end(c, NAV_PATH_AREA, path, end);
    else if (row != NL_NO_ROW && has_direction && !is_adjacent(c, path->area, row, end->direction))
        found_end(c, NAV_PATH_NOT_ADJACENT, path, end);
}

/* A spot on a path. */
typedef struct nav_path_spot {
    const nav_path *path;
    uint32_t index;
    uint32_t at;
} nav_path_spot;

static nl_place spot_place(const nav_check *c, const nav_path_spot *spot) {
    return nl_place_in(path_place(c, spot->path), "spots", spot->index, spot->at);
}

static void found_spot(const nav_check *c, unsigned rule, const nav_path_spot *spot) {
    const nl_place place = spot_place(c, spot);
    nl_found(&place, rule, NAV_PATH_SPOT_ID,
             &(nl_draft){.expected = nl_string("the id of another hiding spot of this file")});
}

static void check_spot_id(const nav_check *c, const nav_path_spot *spot) {
    const uint32_t id = nl_load_u32(nav_bytes(c, spot->at + NAV_PATH_SPOT_ID_AT));
    const uint32_t row = nl_index_find(&c->doc->spot_index, id);
    if (row == NL_NO_ROW) {
        if (nav_resolves(c))
            found_spot(c, id == 0 ? NAV_PATH_SPOT_NULL : NAV_PATH_SPOT_UNRESOLVED, spot);
        return;
    }
    if (c->spot_mark[row] == c->serial) found_spot(c, NAV_PATH_SPOT_DUPLICATE, spot);
    c->spot_mark[row] = c->serial;
}

static void check_spots(nav_check *c, const nav_path *path) {
    uint8_t previous = 0;
    c->serial++;
    for (uint32_t i = 0; i < path->head.spot_count; i++) {
        const nav_path_spot spot = {path, i,
                                    path->head.at + NAV_PATH_BYTES + NAV_PATH_SPOT_BYTES * i};
        const uint8_t t = *nav_bytes(c, spot.at + NAV_PATH_SPOT_T_AT);
        check_spot_id(c, &spot);
        if (t < previous) {
            const nl_place place = spot_place(c, &spot);
            nl_found(&place, NAV_PATH_SPOT_ORDER, NAV_PATH_SPOT_T,
                     &(nl_draft){.expected = nl_string("not less than the one before"),
                                 .args = {nl_uint(previous)}});
        }
        previous = t;
    }
}

static void check_path(nav_check *c, const nav_path *path) {
    const nav_path_head *const head = &path->head;
    check_end(c, path,
              &(nav_path_end){NAV_PATH_FROM, NAV_PATH_FROM_DIRECTION, "comes from", head->from,
                              head->from_direction});
    check_end(c, path,
              &(nav_path_end){NAV_PATH_TO, NAV_PATH_TO_DIRECTION, "leads to", head->to,
                              head->to_direction});
    if (head->from == head->to) {
        const nl_place place = path_place(c, path);
        nl_found(&place, NAV_PATH_SAME_AREA, NAV_PATH_TO,
                 &(nl_draft){.expected = nl_string("another area")});
    }
    check_spots(c, path);
}

/* ---- All paths of an area ---- */

/* Versions 1 and 2 carry positions instead of references; the loaders skip them. */
static void count_old_paths(nav_check *c, const nav_area *area) {
    uint32_t at = area->paths.at;
    for (uint32_t i = 0; i < area->paths.count; i++) {
        const uint8_t spot_count = *nav_bytes(c, at + NAV_OLD_PATH_SPOT_COUNT_AT);
        at += NAV_OLD_PATH_BYTES + (uint32_t)NAV_OLD_PATH_SPOT_BYTES * spot_count;
        c->path_spots += spot_count;
    }
}

static void check_new_paths(nav_check *c, const nav_area *area) {
    const nav_view view = view_of(c, area);
    uint32_t at = area->paths.at;
    uint32_t serial = c->serial;
    for (uint32_t i = 0; i < area->paths.count; i++) {
        const nav_path_head head = path_head(c, at);
        const uint32_t spots_at = at + NAV_PATH_BYTES;
        if (!path_is_plain(&view, &head, nav_bytes(c, spots_at), ++serial)) {
            c->serial = serial;
            check_path(c, &(nav_path){area, i, head});
            serial = c->serial;
        }
        at = spots_at + (uint32_t)NAV_PATH_SPOT_BYTES * head.spot_count;
        c->path_spots += head.spot_count;
    }
    c->serial = serial;
}

void nav_check_paths(nav_check *c, const nav_area *area) {
    c->paths += area->paths.count;
    if (nav_holds(&c->doc->layout, NAV_WITH_OLD_PATHS))
        count_old_paths(c, area);
    else
        check_new_paths(c, area);
}

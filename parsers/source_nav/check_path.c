#include "parsers/source_nav/check_path.h"

#include "parsers/source_nav/check_absent.h"

static nl_place path_place(const nav_check *c, const nav_path *path) {
    return nl_place_in(nav_area_place(c, path->area->index, 0), "encounterPaths", path->index,
                       path->at);
}

typedef struct nav_path_end {
    unsigned area_field, direction_field;
    const char *word; /* "comes from", "leads to" */
    uint32_t id;
    uint8_t direction;
} nav_path_end;

static void found_absent_end(const nav_check *c, const nav_path *path, const nav_path_end *end) {
    const nl_place place = path_place(c, path);
    nav_found_absent_area(c, &place, &(nav_reference){NAV_PATH_AREA, end->area_field, end->id},
                          &(nl_draft){.expected = nl_string("the id of an area beside this one"),
                                      .args = {nl_uint(path->index), nl_string(end->word)}});
}

/* The directions in which the path's area is connected to the one at this end: bit i. */
static uint32_t directions_to(const nav_check *c, const nav_path *path, const nav_path_end *end,
                              uint32_t row) {
    const uint32_t directions = *nav_edge_mark(c, end->id, row) ^ nav_edge_owner(path->area);
    return directions < 1u << NAV_DIRECTIONS ? directions : 0;
}

static void found_not_adjacent(const nav_check *c, const nav_path *path, const nav_path_end *end,
                               uint32_t row) {
    /* Connected, but in another direction: then that is what is wrong. */
    const bool is_beside = directions_to(c, path, end, row) != 0;
    const nav_list side = path->area->connections[end->direction];
    const navlint_related area = {path->at + nav_fields.fields[end->area_field].at, 4, "the area"};
    const navlint_related connections = {side.at - NAV_NORTH_LIST_BYTES,
                                         NAV_NORTH_LIST_BYTES +
                                             (uint64_t)NAV_NORTH_BYTES * side.count,
                                         "the connections in that direction"};
    const nl_place place = path_place(c, path);
    nav_found_repeated(
        c, &place,
        &(nav_reference){NAV_PATH_NOT_ADJACENT, is_beside ? end->direction_field : end->area_field,
                         end->id},
        path->area->index,
        &(nl_draft){.expected = nl_string(is_beside ? "the direction of that connection"
                                                    : "the id of an area beside this one"),
                    .args = {nl_uint(path->index), nl_string(end->word), nl_uint(end->id),
                             nl_string(nav_direction_name(end->direction))},
                    .related = {connections, is_beside ? area : (navlint_related){0}}});
}

static void found_direction(const nav_check *c, const nav_path *path, const nav_path_end *end) {
    nav_found(path_place(c, path), NAV_PATH_DIRECTION, end->direction_field,
              &(nl_draft){.expected = nl_uint(0),
                          .relation = NAVLINT_BETWEEN,
                          .others = {nl_uint(NAV_DIRECTIONS - 1)},
                          .args = {nl_uint(path->index), nl_string(end->word)}});
}

static void check_end(const nav_check *c, const nav_path *path, const nav_path_end *end) {
    const uint32_t row = nav_area_row_of(c, end->id);
    const bool has_direction = end->direction < NAV_DIRECTIONS;
    if (!has_direction) found_direction(c, path, end);
    if (row == NL_NO_ROW && nav_resolves(c))
        found_absent_end(c, path, end);
    else if (row != NL_NO_ROW && has_direction &&
             !(directions_to(c, path, end, row) >> end->direction & 1))
        found_not_adjacent(c, path, end, row);
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

static void found_absent_spot(const nav_check *c, const nav_path_spot *spot, uint32_t id) {
    const nl_place place = spot_place(c, spot);
    nav_found_absent_spot(c, &place,
                          &(nav_reference){id == 0 ? NAV_PATH_SPOT_NULL : NAV_PATH_SPOT_UNRESOLVED,
                                           NAV_PATH_SPOT_ID, id},
                          &(nl_draft){.expected = nl_string("the id of a hiding spot of this file"),
                                      .args = {nl_uint(spot->path->index)}});
}

static void check_spot_id(const nav_check *c, const nav_path_spot *spot) {
    const uint32_t id = nl_load_u32(nav_bytes(c, spot->at + NAV_PATH_SPOT_ID_AT));
    const uint32_t row = nl_index_find(&c->doc->spot_index, id);
    if (row == NL_NO_ROW) {
        if (nav_resolves(c)) found_absent_spot(c, spot, id);
        return;
    }
    if (c->spot_mark[row] == c->serial)
        nav_found(
            spot_place(c, spot), NAV_PATH_SPOT_DUPLICATE, NAV_PATH_SPOT_ID,
            &(nl_draft){.expected = nl_string("a hiding spot that the path has not named yet"),
                        .args = {nl_uint(spot->path->index)}});
    c->spot_mark[row] = c->serial;
}

static void found_disorder(const nav_check *c, const nav_path_spot *spot, uint8_t previous) {
    nav_found(
        spot_place(c, spot), NAV_PATH_SPOT_ORDER, NAV_PATH_SPOT_T,
        &(nl_draft){.expected = nl_uint(previous),
                    .relation = NAVLINT_AT_LEAST,
                    .args = {nl_uint(spot->path->index), nl_uint(spot->index), nl_uint(previous)},
                    .related = {{spot->at - NAV_PATH_SPOT_BYTES + NAV_PATH_SPOT_T_AT, 1,
                                 "the spot before"}}});
}

static void check_spots(nav_check *c, const nav_path *path) {
    uint8_t previous = 0;
    c->serial++;
    for (uint32_t i = 0; i < path->spot_count; i++) {
        const nav_path_spot spot = {path, i, path->at + NAV_PATH_BYTES + NAV_PATH_SPOT_BYTES * i};
        const uint8_t t = *nav_bytes(c, spot.at + NAV_PATH_SPOT_T_AT);
        check_spot_id(c, &spot);
        if (t < previous) found_disorder(c, &spot, previous);
        previous = t;
    }
}

void nav_check_path(nav_check *c, const nav_path *path) {
    check_end(c, path,
              &(nav_path_end){NAV_PATH_FROM, NAV_PATH_FROM_DIRECTION, "comes from", path->from,
                              path->from_direction});
    check_end(c, path,
              &(nav_path_end){NAV_PATH_TO, NAV_PATH_TO_DIRECTION, "leads to", path->to,
                              path->to_direction});
    if (path->from == path->to)
        nav_found(
            path_place(c, path), NAV_PATH_SAME_AREA, NAV_PATH_TO,
            &(nl_draft){.expected = nl_string("another area"), .args = {nl_uint(path->index)}});
    check_spots(c, path);
}

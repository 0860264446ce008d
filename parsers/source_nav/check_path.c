#include "parsers/source_nav/check_path.h"

static nl_place path_place(const nav_check *c, const nav_path *path) {
    return nl_place_in(nav_area_place(c, path->area->index, 0), "encounterPaths", path->index,
                       path->at);
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
    nav_found(path_place(c, path), rule, end->area_field,
              &(nl_draft){.expected = nl_string("the id of an adjacent area"),
                          .args = {nl_string(end->word)}});
}

static void check_end(const nav_check *c, const nav_path *path, const nav_path_end *end) {
    const uint32_t row = nav_area_row_of(c, end->id);
    const bool has_direction = end->direction < NAV_DIRECTIONS;
    if (!has_direction)
        nav_found(path_place(c, path), NAV_PATH_DIRECTION, end->direction_field,
                  &(nl_draft){.expected = nl_string("0 to 3")});
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
    nav_found(spot_place(c, spot), rule, NAV_PATH_SPOT_ID,
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
    for (uint32_t i = 0; i < path->spot_count; i++) {
        const nav_path_spot spot = {path, i, path->at + NAV_PATH_BYTES + NAV_PATH_SPOT_BYTES * i};
        const uint8_t t = *nav_bytes(c, spot.at + NAV_PATH_SPOT_T_AT);
        check_spot_id(c, &spot);
        if (t < previous)
            nav_found(spot_place(c, &spot), NAV_PATH_SPOT_ORDER, NAV_PATH_SPOT_T,
                      &(nl_draft){.expected = nl_string("not less than the one before"),
                                  .args = {nl_uint(previous)}});
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
        nav_found(path_place(c, path), NAV_PATH_SAME_AREA, NAV_PATH_TO,
                  &(nl_draft){.expected = nl_string("another area")});
    check_spots(c, path);
}

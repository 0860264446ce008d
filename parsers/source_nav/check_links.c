/* Connections to other areas: who is named, and whether the geometry agrees. */
#include "core/quick.h"
#include "parsers/source_nav/check_absent.h"
#include "parsers/source_nav/checks.h"

static const unsigned side_fields[NAV_DIRECTIONS] = {NAV_NORTH_AREA, NAV_EAST_AREA, NAV_SOUTH_AREA,
                                                     NAV_WEST_AREA};

typedef struct nav_edge {
    const nav_area *area; /* that it starts from */
    int direction;
    uint32_t item; /* of the list */
    uint32_t id;
    uint32_t row; /* of the area it leads to; NL_NO_ROW if there is none */
} nav_edge;

static nl_place edge_place(const nav_check *c, const nav_edge *edge) {
    const nav_area *const area = edge->area;
    const uint32_t at = area->connections[edge->direction].at + NAV_NORTH_BYTES * edge->item;
    const nl_place owner = nav_area_place(c, area->index, area->at);
    return nl_place_in(nl_place_in(owner, "connections", NL_NO_INDEX, at),
                       nav_direction_name((unsigned)edge->direction), edge->item, at);
}

static navlint_value name_of_side(const nav_edge *edge) {
    return nl_string(nav_direction_name((unsigned)edge->direction));
}

/* {0} of the message is the direction. */
static void found_edge(const nav_check *c, unsigned rule, const nav_edge *edge,
                       const nl_draft *draft) {
    nl_draft named = *draft;
    named.args[0] = name_of_side(edge);
    nav_found(edge_place(c, edge), rule, side_fields[edge->direction], &named);
}

static void found_unresolved(const nav_check *c, const nav_edge *edge) {
    const nl_place place = edge_place(c, edge);
    nav_found_absent_area(
        c, &place, &(nav_reference){NAV_CONN_UNRESOLVED, side_fields[edge->direction], edge->id},
        &(nl_draft){.expected = nl_string("the id of another area of this file"),
                    .args = {name_of_side(edge)}});
}

/* By its id, as the loader does it (SDK nav_file.cpp:463), whichever of several areas of that id it
 * finds. */
static bool is_own(const nav_edge *edge) {
    return edge->id == edge->area->id && edge->row != NL_NO_ROW;
}

static bool check_target(const nav_check *c, const nav_edge *edge) {
    const nl_draft other = {.expected = nl_string("the id of another area of this file")};
    const bool exists = edge->row != NL_NO_ROW;
    if (edge->id == 0)
        found_edge(c, NAV_CONN_ZERO, edge, &other);
    else if (!exists && nav_resolves(c))
        found_unresolved(c, edge);
    else if (is_own(edge))
        found_edge(c, NAV_CONN_SELF, edge, &other);
    return exists && !is_own(edge);
}

/* The mark of an area remembers which area named it last, and in which directions. Returns those in
 * which this area has named it before, and adds this one. */
static uint32_t mark_edge(const nav_check *c, const nav_edge *edge) {
    uint32_t *const mark = nav_edge_mark(c, edge->id, edge->row);
    const uint32_t owner = nav_edge_owner(edge->area);
    const uint32_t before = (*mark & ~15u) == owner ? *mark & 15u : 0;
    *mark = owner | before | 1u << edge->direction;
    return before;
}

static const char *name_of_first(uint32_t directions) {
    unsigned first = 0;
    while (!(directions >> first & 1u))
        first++;
    return nav_direction_name(first);
}

static void check_repetition(const nav_check *c, const nav_edge *edge) {
    const uint32_t before = mark_edge(c, edge);
    if (before >> edge->direction & 1u)
        found_edge(c, NAV_CONN_DUPLICATE, edge,
                   &(nl_draft){.expected = nl_string("an area that this list has not named yet")});
    else if (before)
        found_edge(c, NAV_CONN_TWO_DIRECTIONS, edge,
                   &(nl_draft){.expected = nl_string("an area that lies in one direction only"),
                               .args = {[1] = nl_string(name_of_first(before))}});
}

/* How far the other area is across the edge, and how much the two overlap along it. */
typedef struct nav_spacing {
    float gap;
    float overlap;
    float ahead; /* distance of the centres in the connection's direction, doubled */
} nav_spacing;

static inline float overlap_of(float low_a, float high_a, float low_b, float high_b) {
    const float low = low_a > low_b ? low_a : low_b;
    const float high = high_a < high_b ? high_a : high_b;
    return high - low;
}

static inline __attribute__((always_inline)) nav_spacing
spacing(const nav_area_row *a, const nav_area_row *b, int direction) {
    const float along_x = overlap_of(a->west, a->east, b->west, b->east);
    const float along_y = overlap_of(a->north, a->south, b->north, b->south);
    const float dx = b->west + b->east - a->west - a->east;
    const float dy = b->north + b->south - a->north - a->south;
    switch (direction) {
    case 0:
        return (nav_spacing){a->north - b->south, along_x, -dy};
    case 1:
        return (nav_spacing){b->west - a->east, along_y, dx};
    case 2:
        return (nav_spacing){b->north - a->south, along_x, dy};
    default:
        return (nav_spacing){a->west - b->east, along_y, -dx};
    }
}

/* The direction in which the centre of area b lies from that of a. */
static const char *name_of_bearing(const nav_area_row *a, const nav_area_row *b) {
    const float dx = b->west + b->east - a->west - a->east;
    const float dy = b->north + b->south - a->north - a->south;
    if (dx * dx > dy * dy) return nav_direction_name(dx > 0 ? 1 : 3);
    return nav_direction_name(dy > 0 ? 2 : 0);
}

/* A finding about where the two areas are. */
static void found_geometry(const nav_check *c, unsigned rule, const nav_edge *edge,
                           nl_draft draft) {
    draft.related[0] = nav_related_corners(c, edge->row, "the other area's corners");
    draft.related[1] = nav_related_corners(c, edge->area->index, "this area's corners");
    found_edge(c, rule, edge, &draft);
}

static void check_geometry(const nav_check *c, const nav_edge *edge) {
    const nav_area_row *const own = &c->doc->areas[edge->area->index];
    const nav_area_row *const other = &c->doc->areas[edge->row];
    const nav_spacing s = spacing(own, other, edge->direction);
    if (s.gap > c->jump_units)
        found_geometry(
            c, NAV_CONN_FAR, edge,
            (nl_draft){.expected = nl_string("an area that a jump reaches"),
                       .args = {[1] = nl_real((double)s.gap), nl_real((double)c->jump_units)}});
    if (s.overlap < 0)
        found_geometry(c, NAV_CONN_NO_OVERLAP, edge,
                       (nl_draft){.expected = nl_string("an area that lies opposite this edge"),
                                  .args = {[1] = nl_real((double)-s.overlap)}});
    if (s.ahead < 0)
        found_geometry(c, NAV_CONN_SIDE, edge,
                       (nl_draft){.expected = nl_string("an area that lies in this direction"),
                                  .args = {[1] = nl_string(name_of_bearing(own, other))}});
}

/* What the quick pass looks at, copied once for a list: the compiler cannot know that marking an
 * area leaves it alone. */
typedef struct nav_list_view {
    nl_index areas;
    const nav_area_row *rows;
    const nav_area_row *own_row;
    uint32_t *edge_mark;
    float jump_units;
    uint32_t own_id;
    uint32_t owner; /* nav_edge_owner */
} nav_list_view;

static inline nav_list_view view_of(const nav_check *c, const nav_area *area) {
    return (nav_list_view){.areas = c->doc->area_index,
                           .rows = c->doc->areas,
                           .own_row = &c->doc->areas[area->index],
                           .edge_mark = c->edge_mark,
                           .jump_units = c->jump_units,
                           .own_id = area->id,
                           .owner = nav_edge_owner(area)};
}

/* Nothing to say: leads to another area, named for the first time, and geometry agrees. at: where
 * its mark is, if it has a row. */
static inline __attribute__((always_inline)) bool
edge_is_plain(const nav_list_view *v, uint32_t id, uint32_t row, uint32_t at, int direction) {
    if (row == NL_NO_ROW || id == 0 || id == v->own_id || v->edge_mark[at] >= v->owner)
        return false;
    const nav_spacing s = spacing(v->own_row, &v->rows[row], direction);
    return s.gap <= v->jump_units && s.overlap >= 0 && s.ahead >= 0;
}

/* A connection of an area to itself is one that its encounter paths may use: GoldSrc keeps it. */
static void check_edge(const nav_check *c, const nav_edge *edge) {
    if (is_own(edge)) (void)mark_edge(c, edge);
    if (!check_target(c, edge)) return;
    check_repetition(c, edge);
    check_geometry(c, edge);
}

/* direction: a constant at each call, so that no edge asks for it. */
static inline __attribute__((always_inline)) void
check_direction(nav_check *c, const nav_area *area, const nav_list_view *v, int direction) {
    const nav_list list = area->connections[direction];
    const uint8_t *const ids = nav_bytes(c, list.at);
    for (uint32_t i = 0; i < list.count; i++) {
        const uint32_t id = nl_load_u32(ids + (size_t)NAV_NORTH_BYTES * i);
        const uint32_t row = nl_index_find(&v->areas, id);
        const uint32_t at = nl_index_is_direct(&v->areas) ? id : row;
        if (NL_QUICK(edge_is_plain(v, id, row, at, direction)))
            v->edge_mark[at] = v->owner | 1u << direction;
        else
            check_edge(c, &(nav_edge){area, direction, i, id, nav_area_row_of(c, id)});
    }
    c->connections += list.count;
}

void nav_check_connections(nav_check *c, const nav_area *area) {
    const nav_list_view view = view_of(c, area);
    check_direction(c, area, &view, 0);
    check_direction(c, area, &view, 1);
    check_direction(c, area, &view, 2);
    check_direction(c, area, &view, 3);
}

/* Connections to other areas: who is named, and whether the geometry agrees. */
#include "core/quick.h"
#include "parsers/source_nav/checks.h"

/* The farthest jump across: 99.9 % of real connections span less. */
#define FAR_UNITS 75.5f

/* The lists of an area, and what their items are in fields.def. */
static const struct {
    const char *key;
    unsigned field;
} sides[NAV_DIRECTIONS] = {{"north", NAV_NORTH_AREA},
                           {"east", NAV_EAST_AREA},
                           {"south", NAV_SOUTH_AREA},
                           {"west", NAV_WEST_AREA}};

typedef struct nav_edge {
    const nav_area *area; /* that it starts from */
    int direction;
    uint32_t item; /* of the list */
    uint32_t id;
    uint32_t row; /* of the area it leads to; NL_NO_ROW if there is none */
} nav_edge;

static void found_edge(const nav_check *c, unsigned rule, const nav_edge *edge, double distance) {
    const nav_area *const area = edge->area;
    const uint32_t at = area->connections[edge->direction].at + NAV_NORTH_BYTES * edge->item;
    const nl_place owner = nav_area_place(c, area->index, area->at);
    nav_found(nl_place_in(nl_place_in(owner, "connections", NL_NO_INDEX, at),
                          sides[edge->direction].key, edge->item, at),
              rule, sides[edge->direction].field,
              &(nl_draft){.expected = nl_string("the id of another area of this file"),
                          .args = {nl_real(distance)}});
}

/* By its id, as the loader does it (SDK nav_file.cpp:463), whichever of several areas of that id it
 * finds. */
static bool is_own(const nav_edge *edge) {
    return edge->id == edge->area->id && edge->row != NL_NO_ROW;
}

static bool check_target(const nav_check *c, const nav_edge *edge) {
    const bool exists = edge->row != NL_NO_ROW;
    if (edge->id == 0)
        found_edge(c, NAV_CONN_ZERO, edge, 0);
    else if (!exists && nav_resolves(c))
        found_edge(c, NAV_CONN_UNRESOLVED, edge, 0);
    else if (is_own(edge))
        found_edge(c, NAV_CONN_SELF, edge, 0);
    return exists && !is_own(edge);
}

/* The mark of an area remembers which area named it last, and in which directions. */
static void check_repetition(const nav_check *c, const nav_edge *edge) {
    uint32_t *const mark = &c->edge_mark[edge->row];
    const uint32_t owner = (edge->area->index + 1) << 4;
    const uint32_t direction = 1u << edge->direction;
    if ((*mark & ~15u) != owner) *mark = owner;
    if (*mark & direction)
        found_edge(c, NAV_CONN_DUPLICATE, edge, 0);
    else if (*mark & 15u)
        found_edge(c, NAV_CONN_TWO_DIRECTIONS, edge, 0);
    *mark |= direction;
}

/* How far the other area is across the edge, and how much the two overlap along it. */
typedef struct nav_spacing {
    float gap;
    float overlap;
    float ahead; /* distance of the centres in the connection's direction, doubled */
} nav_spacing;

static float overlap_of(float low_a, float high_a, float low_b, float high_b) {
    const float low = low_a > low_b ? low_a : low_b;
    const float high = high_a < high_b ? high_a : high_b;
    return high - low;
}

static nav_spacing spacing(const nav_area_row *a, const nav_area_row *b, int direction) {
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

static void check_geometry(const nav_check *c, const nav_edge *edge) {
    const nav_area_row *const rows = c->doc->areas;
    const nav_spacing s = spacing(&rows[edge->area->index], &rows[edge->row], edge->direction);
    if (s.gap > FAR_UNITS) found_edge(c, NAV_CONN_FAR, edge, (double)s.gap);
    if (s.overlap < 0) found_edge(c, NAV_CONN_NO_OVERLAP, edge, (double)-s.overlap);
    if (s.ahead < 0) found_edge(c, NAV_CONN_SIDE, edge, 0);
}

/* Nothing to say: leads to another area, named for the first time, and geometry agrees. */
static bool edge_is_plain(const nav_check *c, const nav_edge *edge) {
    const uint32_t owner = edge->area->index;
    if (edge->row == NL_NO_ROW || edge->id == edge->area->id ||
        c->edge_mark[edge->row] >> 4 == owner + 1)
        return false;
    const nav_area_row *const rows = c->doc->areas;
    const nav_spacing s = spacing(&rows[owner], &rows[edge->row], edge->direction);
    return s.gap <= FAR_UNITS && s.overlap >= 0 && s.ahead >= 0;
}

static void check_edge(const nav_check *c, const nav_edge *edge) {
    if (!check_target(c, edge)) return;
    check_repetition(c, edge);
    check_geometry(c, edge);
}

static void check_direction(nav_check *c, const nav_area *area, int direction) {
    const nav_list list = area->connections[direction];
    const uint8_t *const ids = nav_bytes(c, list.at);
    for (uint32_t i = 0; i < list.count; i++) {
        const uint32_t id = nl_load_u32(ids + (size_t)NAV_NORTH_BYTES * i);
        const nav_edge edge = {area, direction, i, id, nav_area_row_of(c, id)};
        if (NL_QUICK(edge_is_plain(c, &edge)))
            c->edge_mark[edge.row] = (area->index + 1) << 4 | 1u << direction;
        else
            check_edge(c, &edge);
    }
    c->connections += list.count;
}

void nav_check_connections(nav_check *c, const nav_area *area) {
    for (int d = 0; d < NAV_DIRECTIONS; d++)
        check_direction(c, area, d);
}

/* Connections to other areas: who is named, and whether the geometry agrees. */
#include "parsers/source_nav/check.h"

/* The farthest jump across: 99.9 % of real connections span less (README.md, "Connections"). */
#define FAR_UNITS 75.5f

typedef struct nav_edge {
    uint32_t at; /* offset of the area id */
    uint32_t id;
    uint32_t row; /* of the area it leads to; NL_NO_ROW if there is none */
    int direction;
    nl_path path; /* /areas/N/connections/north/M */
} nav_edge;

static void found_edge(const nav_here *h, unsigned rule, const nav_edge *edge, double distance) {
    nav_found(h->check, rule,
              &(nl_draft){.path = &edge->path,
                          .field = "areaId",
                          .type = NL_U32LE,
                          .offset = edge->at,
                          .actual = nl_uint(edge->id),
                          .expected = nl_string("the id of another area of this file"),
                          .args = {nl_real(distance)}});
}

/* By its id, as the loader tells (SDK nav_file.cpp:463), whichever of several areas of that id it
 * finds. */
static bool is_own(const nav_here *h, const nav_edge *edge) {
    return edge->id == h->area.id && edge->row != NL_NO_ROW;
}

static bool check_target(const nav_here *h, const nav_edge *edge) {
    const bool found = edge->row != NL_NO_ROW;
    if (edge->id == 0)
        found_edge(h, NAV_CONN_ZERO, edge, 0);
    else if (!found && nav_resolves(h->check))
        found_edge(h, NAV_CONN_UNRESOLVED, edge, 0);
    else if (is_own(h, edge))
        found_edge(h, NAV_CONN_SELF, edge, 0);
    return found && !is_own(h, edge);
}

/* The mark of an area remembers which area named it last, and in which directions. */
static void check_repetition(const nav_here *h, const nav_edge *edge) {
    uint32_t *const mark = &h->check->edge_mark[edge->row];
    const uint32_t owner = (h->index + 1) << 4;
    const uint32_t direction = 1u << edge->direction;
    if ((*mark & ~15u) != owner) *mark = owner;
    if (*mark & direction)
        found_edge(h, NAV_CONN_DUPLICATE, edge, 0);
    else if (*mark & 15u)
        found_edge(h, NAV_CONN_TWO_DIRECTIONS, edge, 0);
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

static void check_geometry(const nav_here *h, const nav_edge *edge) {
    const nav_area_row *const rows = h->check->doc->areas;
    const nav_spacing s = spacing(&rows[h->index], &rows[edge->row], edge->direction);
    if (s.gap > FAR_UNITS) found_edge(h, NAV_CONN_FAR, edge, (double)s.gap);
    if (s.overlap < 0) found_edge(h, NAV_CONN_NO_OVERLAP, edge, (double)-s.overlap);
    if (s.ahead < 0) found_edge(h, NAV_CONN_SIDE, edge, 0);
}

/* Nothing to say: leads to another area, named for the first time, and geometry agrees. */
static bool edge_is_plain(const nav_here *h, uint32_t id, uint32_t row, int direction) {
    if (row == NL_NO_ROW || id == h->area.id || h->check->edge_mark[row] >> 4 == h->index + 1)
        return false;
    const nav_area_row *const rows = h->check->doc->areas;
    const nav_spacing s = spacing(&rows[h->index], &rows[row], direction);
    return s.gap <= FAR_UNITS && s.overlap >= 0 && s.ahead >= 0;
}

static void check_edge(const nav_here *h, const nav_edge *edge) {
    if (!check_target(h, edge)) return;
    check_repetition(h, edge);
    check_geometry(h, edge);
}

static void check_direction(nav_here *h, const nl_path *connections, int direction) {
    const nav_list list = h->area.connections[direction];
    const nl_path path = nl_key(connections, nav_direction_names[direction]);
    for (uint32_t i = 0; i < list.count; i++) {
        const uint32_t at = list.at + NAV_CONNECTION_BYTES * i;
        const uint32_t id = nl_load_u32(nav_bytes(h->check, at));
        const uint32_t row = nav_area_row_of(h->check, id);
        if (edge_is_plain(h, id, row, direction))
            h->check->edge_mark[row] = (h->index + 1) << 4 | 1u << direction;
        else
            check_edge(h, &(nav_edge){at, id, row, direction, nl_item(&path, i)});
    }
    h->check->connections += list.count;
}

void nav_check_connections(nav_here *h) {
    const nl_path connections = nl_key(&h->path, "connections");
    for (int d = 0; d < NAV_DIRECTIONS; d++)
        check_direction(h, &connections, d);
}

/* The faces of a NavmeshChunk: those that are plain, and those that are not. */
#ifndef NAVLINT_PARSERS_MGS_NAV2_CHUNKS_MESH_H
#define NAVLINT_PARSERS_MGS_NAV2_CHUNKS_MESH_H

#include "parsers/mgs_nav2/chunks/chunks.h"

/* Where the lists of a triangle's record are, and how long it is with its zeros: without and with
 * the numbers of groups and tiles. */
enum {
    NAV2_TRIANGLE_SIDES = 3,
    NAV2_TRIANGLE_CORNERS_AT = NAV2_TRIANGLE_SIDES * NAV2_NEIGHBOUR_BYTES,
    NAV2_TRIANGLE_NODES_AT = NAV2_TRIANGLE_CORNERS_AT + NAV2_TRIANGLE_SIDES * NAV2_CORNER_BYTES,
    NAV2_TRIANGLE_GROUPS_AT = NAV2_TRIANGLE_NODES_AT + NAV2_TRIANGLE_SIDES * NAV2_MIDDLE_BYTES,
    NAV2_TRIANGLE_TILES_AT = NAV2_TRIANGLE_GROUPS_AT + NAV2_TRIANGLE_SIDES * NAV2_BEYOND_BYTES,
    NAV2_TRIANGLE_END = NAV2_TRIANGLE_TILES_AT + NAV2_TRIANGLE_SIDES * NAV2_FAR_BEYOND_BYTES,
    NAV2_SHORT_TRIANGLE_BYTES = 16,
    NAV2_LONG_TRIANGLE_BYTES = 32
};

/* What the quick pass needs of a group, apart from the document, so that the compiler knows that
 * marking vertices leaves it alone. */
typedef struct nav2_mesh_view {
    const nav2_document *doc;
    const uint8_t *bytes;
    const uint8_t *faces, *records, *positions, *segments;
    const uint8_t *nodes, *node_positions, *node_faces; /* of the graph */
    const uint16_t *face_segments;
    uint8_t *marks;
    const nav2_group *g;
    nav2_ahead ahead;
    uint32_t face_count, segment_count, record_bytes;
    uint32_t number, tile;
    uint32_t node_count; /* as many as there can be if there is no graph */
    bool is_possible;    /* vertices can be resolved */
    bool has_nodes;      /* local numbers of nodes can be resolved */
} nav2_mesh_view;

nav2_mesh_view nav2_mesh_view_of(const nav2_group_check *gc);

/* Whether there is nothing to say about the face beyond what its table shows. Marks its vertices.
 */
bool nav2_face_is_plain(const nav2_mesh_view *v, uint32_t face);

/* Whether all faces are plain but for their shape, which is reported, their records in order, and
 * every node on the face that it names. Marks vertices. */
bool nav2_mesh_is_plain(nav2_group_check *gc);

/* A triangle whose corners and nodes are in their tables. */
typedef struct nav2_run_face {
    uint32_t index;
    uint32_t first_node; /* of its segment */
    const uint8_t *record;
    nav2_lanes corners[4]; /* the first one again behind the last */
} nav2_run_face;

/* Whether a side that leads to another group or tile does so in order. */
bool nav2_outward_is_plain(const nav2_mesh_view *v, const nav2_run_face *f, uint32_t side);

/* Reports what is odd about the face. Marks its vertices. */
void nav2_check_face(nav2_group_check *gc, uint32_t face);

/* The same for its shape alone; its corners can be resolved. */
void nav2_check_shape(nav2_group_check *gc, uint32_t face);

/* Twice the vector over the corners a, b, c; up has a positive y. */
typedef struct nav2_normal {
    int64_t x, y, z;
} nav2_normal;

static inline nav2_normal nav2_normal_of(nav2_position a, nav2_position b, nav2_position c) {
    const int64_t ux = b.x - a.x;
    const int64_t uy = b.y - a.y;
    const int64_t uz = b.z - a.z;
    const int64_t vx = c.x - a.x;
    const int64_t vy = c.y - a.y;
    const int64_t vz = c.z - a.z;
    return (nav2_normal){uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx};
}

/* Whether the normal points up. Differences have 17 bits, so that products fit 34. */
static inline bool nav2_looks_up(nav2_position a, nav2_position b, nav2_position c) {
    return (int64_t)(b.z - a.z) * (c.x - a.x) > (int64_t)(b.x - a.x) * (c.z - a.z);
}

/* Whether `p` is the middle of a and b, to within one step on each axis. */
static inline bool nav2_is_middle(nav2_position p, nav2_position a, nav2_position b) {
    return (((uint32_t)(2 * p.x - a.x - b.x + 2) <= 4) &
            ((uint32_t)(2 * p.y - a.y - b.y + 2) <= 4) &
            ((uint32_t)(2 * p.z - a.z - b.z + 2) <= 4)) != 0;
}

/* Whether a side from p to q is the one from a to b, in either direction. */
bool nav2_is_side_with(nav2_position p, nav2_position q, nav2_position a, nav2_position b);

#endif

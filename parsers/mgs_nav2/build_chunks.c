/* The chunks of the files that we make. */
#include "parsers/mgs_nav2/build.h"
#include "parsers/mgs_nav2/records.h"

enum { ATTRIBUTE = 1249, SIDES = 3, INTERIOR = 4 };

/* ---- The mesh of a block ----
 *
 * Nodes are numbered: those of sides along z (columns of cells + 1), then those along x, then the
 * diagonals. A square is two triangles: A has the corner (x, z), B the corner (x + 1, z + 1). */

typedef enum nav2_line_kind { ALONG_Z = 0, ALONG_X, DIAGONAL } nav2_line_kind;

static uint32_t node_number(const nav2_builder *b, nav2_line_kind kind, uint32_t i, uint32_t j) {
    const uint32_t c = b->spec->cells;
    if (kind == ALONG_Z) return j * (c + 1) + i;
    if (kind == ALONG_X) return c * (c + 1) + j * c + i;
    return 2 * c * (c + 1) + j * c + i;
}

/* One triangle of a block. */
typedef struct nav2_triangle {
    uint32_t i, j; /* of its square */
    bool is_second;
} nav2_triangle;

static nav2_triangle triangle_of(const nav2_builder *b, uint32_t face) {
    const uint32_t square = face / 2;
    return (nav2_triangle){square % b->spec->cells, square / b->spec->cells, face % 2 != 0};
}

static uint32_t face_number(const nav2_builder *b, const nav2_triangle *t) {
    return 2 * (t->j * b->spec->cells + t->i) + t->is_second;
}

static uint32_t corner_number(const nav2_builder *b, const nav2_triangle *t, uint32_t corner) {
    static const uint32_t first[SIDES][2] = {{0, 0}, {0, 1}, {1, 0}};
    static const uint32_t second[SIDES][2] = {{1, 1}, {1, 0}, {0, 1}};
    const uint32_t *const at = t->is_second ? second[corner] : first[corner];
    return (t->j + at[1]) * (b->spec->cells + 1) + t->i + at[0];
}

/* The node in the middle of a side: 0 is along z, 1 the diagonal, 2 along x. */
static uint32_t side_node(const nav2_builder *b, const nav2_triangle *t, uint32_t side) {
    const uint32_t far = t->is_second;
    if (side == 0) return node_number(b, ALONG_Z, t->i + far, t->j);
    if (side == 2) return node_number(b, ALONG_X, t->i, t->j + far);
    return node_number(b, DIAGONAL, t->i, t->j);
}

static nav2_direction side_direction(const nav2_triangle *t, uint32_t side) {
    if (side == 0) return t->is_second ? NAV2_EAST : NAV2_WEST;
    return t->is_second ? NAV2_SOUTH : NAV2_NORTH;
}

/* The triangle at the other side; false if that is in another block, at the place that is then
 * given. */
static bool neighbour_of(const nav2_builder *b, const nav2_triangle *t, uint32_t side,
                         nav2_triangle *other) {
    static const int32_t steps[NAV2_DIRECTIONS][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    const uint32_t c = b->spec->cells;
    *other = (nav2_triangle){t->i, t->j, !t->is_second};
    if (side == 1) return true;
    const nav2_direction direction = side_direction(t, side);
    const uint32_t i = t->i + (uint32_t)steps[direction][0];
    const uint32_t j = t->j + (uint32_t)steps[direction][1];
    other->i = (i + c) % c;
    other->j = (j + c) % c;
    return i < c && j < c;
}

/* A node of a block, by the lines that it is the middle of. */
typedef struct nav2_middle {
    nav2_line_kind kind;
    uint32_t i, j;
} nav2_middle;

static nav2_middle middle_of(const nav2_builder *b, uint32_t node) {
    const uint32_t c = b->spec->cells;
    const uint32_t along_x = c * (c + 1);
    if (node < along_x) return (nav2_middle){ALONG_Z, node % (c + 1), node / (c + 1)};
    const uint32_t rest = (node - along_x) % along_x;
    if (node < 2 * along_x) return (nav2_middle){ALONG_X, rest % c, rest / c};
    return (nav2_middle){DIAGONAL, (node - 2 * along_x) % c, (node - 2 * along_x) / c};
}

/* The triangles of the block that have the node, with the side: at most two. */
static uint32_t faces_of_node(const nav2_builder *b, uint32_t node, nav2_triangle found[2],
                              uint32_t *side) {
    const uint32_t c = b->spec->cells;
    const nav2_middle m = middle_of(b, node);
    const uint32_t back_i = m.kind == ALONG_Z ? m.i - 1 : m.i;
    const uint32_t back_j = m.kind == ALONG_X ? m.j - 1 : m.j;
    uint32_t count = 0;
    *side = m.kind == ALONG_Z ? 0 : m.kind == DIAGONAL ? 1 : 2;
    if (m.i < c && m.j < c) found[count++] = (nav2_triangle){m.i, m.j, false};
    if (back_i < c && back_j < c) found[count++] = (nav2_triangle){back_i, back_j, true};
    return count;
}

/* Where the node crosses to: the way, and the node there. */
static nav2_way crossing_of(const nav2_builder *b, const nav2_block *block, uint32_t node,
                            uint32_t *there) {
    const uint32_t c = b->spec->cells;
    const nav2_middle m = middle_of(b, node);
    nav2_direction direction = NAV2_DIRECTIONS;
    if (m.kind == ALONG_Z && m.i == 0) direction = NAV2_WEST;
    if (m.kind == ALONG_Z && m.i == c) direction = NAV2_EAST;
    if (m.kind == ALONG_X && m.j == 0) direction = NAV2_NORTH;
    if (m.kind == ALONG_X && m.j == c) direction = NAV2_SOUTH;
    if (direction == NAV2_DIRECTIONS) return (nav2_way){.beyond = NAV2_BEYOND_NOTHING};
    *there = m.kind == ALONG_Z ? node_number(b, ALONG_Z, c - m.i, m.j)
                               : node_number(b, ALONG_X, m.i, c - m.j);
    return nav2_way_of(b, block, direction);
}

/* ---- Positions ---- */

typedef struct nav2_point {
    uint32_t x, y, z;
} nav2_point;

static nav2_point corner_point(const nav2_builder *b, const nav2_block *block, uint32_t i,
                               uint32_t j) {
    const uint32_t c = b->spec->cells;
    return (nav2_point){nav2_block_line(b, block->x, i, true),
                        nav2_height(block->x * c + i, block->z * c + j),
                        nav2_block_line(b, block->z, j, false)};
}

static nav2_point node_point(const nav2_builder *b, const nav2_block *block, uint32_t node) {
    const nav2_middle m = middle_of(b, node);
    const uint32_t i = m.i + (m.kind == ALONG_X);
    const uint32_t j = m.j + (m.kind == ALONG_Z);
    const nav2_point p = m.kind == DIAGONAL ? corner_point(b, block, m.i, m.j + 1)
                                            : corner_point(b, block, m.i, m.j);
    const nav2_point q =
        m.kind == DIAGONAL ? corner_point(b, block, m.i + 1, m.j) : corner_point(b, block, i, j);
    return (nav2_point){(p.x + q.x) / 2, (p.y + q.y) / 2, (p.z + q.z) / 2};
}

static void write_point(nl_writer *out, nav2_point p) {
    nl_write_u16(out, p.x);
    nl_write_u16(out, p.y);
    nl_write_u16(out, p.z);
}

static uint32_t root_of(uint64_t square) {
    uint64_t root = 0;
    for (uint64_t bit = (uint64_t)1 << 31; bit != 0; bit >>= 1)
        if ((root + bit) * (root + bit) <= square) root += bit;
    return (uint32_t)root;
}

static uint64_t squared(uint32_t a, uint32_t b) {
    const int64_t d = (int64_t)a - b;
    return (uint64_t)(d * d);
}

/* Metres times 127, rounded down. */
static uint32_t weight_of(nav2_point a, nav2_point b) {
    const uint64_t square = squared(a.x, b.x) + squared(a.y, b.y) + squared(a.z, b.z);
    return root_of(square * 127 * 127 / NAV2_TILE_DIVISOR / NAV2_TILE_DIVISOR);
}

/* ---- Going through a group ---- */

typedef void (*nav2_block_fn)(const nav2_builder *b, const nav2_block *block);

static void each_block(const nav2_builder *b, const nav2_rect *group, nav2_block_fn write) {
    for (uint32_t z = group->z; z < group->z + group->h; z++)
        for (uint32_t x = group->x; x < group->x + group->w; x++) {
            const nav2_block block = nav2_block_at(b, x, z);
            write(b, &block);
        }
}

static bool has_spares(const nav2_builder *b, const nav2_rect *group) {
    return nav2_is_last(b, group);
}

static uint32_t spare(const nav2_builder *b, const nav2_rect *group, uint32_t count) {
    return has_spares(b, group) ? count : 0;
}

/* Those that have no faces. */
static uint32_t empty_of(const nav2_builder *b, const nav2_rect *group) {
    return spare(b, group, b->spec->empty_segments);
}

static uint32_t segments_of(const nav2_builder *b, const nav2_rect *group) {
    return group->w * group->h + empty_of(b, group);
}

/* Nodes of the SegmentGraph for them. */
static uint32_t empty_nodes(const nav2_builder *b, const nav2_rect *group) {
    return b->spec->lacks_empty_nodes ? 0 : empty_of(b, group);
}

/* ---- Sizes ---- */

/* How often sides of the group's blocks lead where. */
typedef struct nav2_counts {
    uint32_t ways[NAV2_BEYOND_TILE + 1];
    uint32_t outward_faces; /* with a side to another group or tile */
    uint32_t segment_links; /* bytes of the SegmentGraph's */
} nav2_counts;

static bool is_outward(const nav2_builder *b, const nav2_block *block, nav2_direction direction) {
    return nav2_way_of(b, block, direction).beyond >= NAV2_BEYOND_CHUNK;
}

static void count_block(const nav2_builder *b, const nav2_block *block, nav2_counts *n) {
    const uint32_t c = b->spec->cells;
    uint32_t bytes = 0;
    for (nav2_direction d = NAV2_WEST; d < NAV2_DIRECTIONS; d++) {
        const nav2_beyond beyond = nav2_way_of(b, block, d).beyond;
        n->ways[beyond]++;
        if (beyond >= NAV2_BEYOND_CHUNK) n->outward_faces += c;
        if (beyond != NAV2_BEYOND_NOTHING) bytes += 4 + 2 * (uint32_t)beyond + c;
    }
    if (is_outward(b, block, NAV2_WEST) && is_outward(b, block, NAV2_NORTH)) n->outward_faces--;
    if (is_outward(b, block, NAV2_EAST) && is_outward(b, block, NAV2_SOUTH)) n->outward_faces--;
    n->segment_links += (bytes + 1) / 2 * 2;
}

static nav2_counts counts_of(const nav2_builder *b, const nav2_rect *group) {
    nav2_counts counts = {.outward_faces = 0};
    for (uint32_t z = group->z; z < group->z + group->h; z++)
        for (uint32_t x = group->x; x < group->x + group->w; x++) {
            const nav2_block block = nav2_block_at(b, x, z);
            count_block(b, &block, &counts);
        }
    return counts;
}

/* Offsets of the tables, from the start of the data. */
typedef struct nav2_graph_offsets {
    uint32_t nodes, links, edges, attributes, faces, end;
    uint32_t node_count, edge_count, segment_count;
} nav2_graph_offsets;

static uint32_t behind(uint32_t at, uint32_t bytes) {
    return (uint32_t)nav2_align((uint64_t)at + bytes);
}

static nav2_graph_offsets graph_offsets(const nav2_builder *b, const nav2_rect *group) {
    const uint32_t blocks = group->w * group->h;
    const nav2_counts n = counts_of(b, group);
    const uint32_t crossings = 2 * n.ways[NAV2_BEYOND_SEGMENT] + 4 * n.ways[NAV2_BEYOND_CHUNK] +
                               6 * n.ways[NAV2_BEYOND_TILE];
    nav2_graph_offsets o = {.node_count = blocks * b->nodes + spare(b, group, b->spec->spare_nodes),
                            .edge_count = blocks * b->edges,
                            .segment_count = segments_of(b, group)};
    o.nodes = behind(48, NAV2_POSITION_BYTES * o.node_count);
    o.links = behind(o.nodes, NAV2_NODE_BYTES * o.node_count);
    o.edges = behind(o.links, 2 * NAV2_LINK_BYTES * o.edge_count + b->spec->cells * crossings);
    o.attributes = behind(o.edges, NAV2_EDGE_BYTES * o.edge_count);
    o.faces = behind(o.attributes, 2 * o.segment_count);
    o.end = behind(o.faces, 2 * o.node_count);
    return o;
}

typedef struct nav2_mesh_offsets {
    uint32_t faces, records, end;
    uint32_t face_count, vertex_count;
} nav2_mesh_offsets;

static nav2_mesh_offsets mesh_offsets(const nav2_builder *b, const nav2_rect *group) {
    const uint32_t blocks = group->w * group->h;
    nav2_mesh_offsets o = {.face_count = blocks * b->faces,
                           .vertex_count =
                               blocks * b->vertices + spare(b, group, b->spec->spare_vertices)};
    o.faces = behind(32, NAV2_POSITION_BYTES * o.vertex_count);
    o.records = o.faces + NAV2_FACE_BYTES * o.face_count;
    o.end = behind(o.records, 16 * (o.face_count + counts_of(b, group).outward_faces));
    return o;
}

typedef struct nav2_segment_offsets {
    uint32_t segments, end;           /* of a SegmentChunk */
    uint32_t nodes, links, graph_end; /* of a SegmentGraph */
} nav2_segment_offsets;

static nav2_segment_offsets segment_offsets(const nav2_builder *b, const nav2_rect *group) {
    const uint32_t count = segments_of(b, group);
    nav2_segment_offsets o = {.segments = behind(16, NAV2_BOUNDS_BYTES * count)};
    o.end = behind(o.segments, NAV2_SEGMENT_BYTES * count);
    const uint32_t nodes = group->w * group->h + empty_nodes(b, group);
    o.nodes = behind(32, NAV2_POSITION_BYTES * nodes);
    o.links = behind(o.nodes, NAV2_SEGNODE_BYTES * nodes);
    o.graph_end = behind(o.links, counts_of(b, group).segment_links);
    return o;
}

uint32_t nav2_chunk_bytes(const nav2_builder *b, const nav2_rect *group, nav2_kind kind) {
    uint32_t data = segment_offsets(b, group).end;
    if (kind == NAV2_GRAPH) data = graph_offsets(b, group).end;
    if (kind == NAV2_MESH) data = mesh_offsets(b, group).end;
    if (kind == NAV2_SEGGRAPH) data = segment_offsets(b, group).graph_end;
    return NAV2_CHUNK_HEADER_BYTES + data;
}

/* ---- NavigationGraph ---- */

static void write_node_points(const nav2_builder *b, const nav2_block *block) {
    for (uint32_t node = 0; node < b->nodes; node++)
        write_point(b->out, node_point(b, block, node));
}

static uint32_t flag_of(nav2_beyond beyond) {
    static const uint32_t flags[] = {0, NAV2_CROSS_SEGMENT, NAV2_CROSS_CHUNK, NAV2_CROSS_TILE};
    return flags[beyond];
}

/* Writes the nodes of a block, whose links start at *links. */
static void write_nodes(const nav2_builder *b, const nav2_block *block, uint32_t *links) {
    for (uint32_t node = 0; node < b->nodes; node++) {
        nav2_triangle found[2];
        uint32_t side = 0;
        uint32_t there = 0;
        const uint32_t inside = 2 * faces_of_node(b, node, found, &side);
        const uint32_t flags = flag_of(crossing_of(b, block, node, &there).beyond);
        nl_write_u16(b->out, *links / 2);
        nl_write_u16(b->out, block->rank);
        nl_write_u8(b->out, inside);
        nl_write_u8(b->out, flags);
        *links += NAV2_LINK_BYTES * inside + nav2_cross_bytes(flags);
    }
}

static void write_inside_links(const nav2_builder *b, const nav2_block *block, uint32_t node) {
    nav2_triangle found[2];
    uint32_t side = 0;
    const uint32_t faces = faces_of_node(b, node, found, &side);
    for (uint32_t i = 0; i < faces; i++)
        for (uint32_t step = 1; step < SIDES; step++) {
            const uint32_t other = (side + step) % SIDES;
            const uint32_t edge = step == 1 ? side : other; /* edge k joins sides k and k + 1 */
            nl_write_u16(b->out, block->rank * b->nodes + side_node(b, &found[i], other));
            nl_write_u16(b->out, block->rank * b->edges + SIDES * face_number(b, &found[i]) + edge);
        }
}

static void write_links(const nav2_builder *b, const nav2_block *block) {
    for (uint32_t node = 0; node < b->nodes; node++) {
        uint32_t there = 0;
        const nav2_way way = crossing_of(b, block, node, &there);
        write_inside_links(b, block, node);
        if (way.beyond == NAV2_BEYOND_NOTHING) continue;
        if (way.beyond == NAV2_BEYOND_TILE) nl_write_u16(b->out, way.tile);
        if (way.beyond >= NAV2_BEYOND_CHUNK) nl_write_u16(b->out, way.block.group.number);
        nl_write_u16(b->out, way.beyond == NAV2_BEYOND_TILE ? NAV2_TILE_NODE
                                                            : way.block.rank * b->nodes + there);
    }
}

static void write_edges(const nav2_builder *b, const nav2_block *block) {
    for (uint32_t edge = 0; edge < b->edges; edge++) {
        const nav2_triangle t = triangle_of(b, edge / SIDES);
        const uint32_t from = side_node(b, &t, edge % SIDES);
        const uint32_t to = side_node(b, &t, (edge + 1) % SIDES);
        nl_write_u16(b->out, weight_of(node_point(b, block, from), node_point(b, block, to)));
        nl_write_u16(b->out, block->rank);
        nl_write_u8(b->out, from < to ? from : to);
        nl_write_u8(b->out, from < to ? to : from);
    }
}

static void write_node_faces(const nav2_builder *b, const nav2_block *block) {
    for (uint32_t node = 0; node < b->nodes; node++) {
        nav2_triangle found[2];
        uint32_t side = 0;
        (void)faces_of_node(b, node, found, &side);
        nl_write_u16(b->out, block->rank * b->faces + face_number(b, &found[0]));
    }
}

static void write_graph_header(const nav2_builder *b, const nav2_graph_offsets *o) {
    const uint32_t words[] = {48, o->nodes, o->edges, o->links, 0, 0, o->attributes, 0, o->faces};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        nl_write_u32(b->out, words[i]);
    nl_write_u16(b->out, o->node_count);
    nl_write_u16(b->out, o->edge_count);
    nl_write_u32(b->out, 0);
    nl_write_u16(b->out, 0);
    nl_write_u16(b->out, o->segment_count);
}

static void write_spare_points(const nav2_builder *b, const nav2_rect *group, uint32_t count) {
    const nav2_block block = nav2_block_at(b, group->x + group->w - 1, group->z + group->h - 1);
    for (uint32_t i = 0; i < spare(b, group, count); i++)
        write_point(b->out, node_point(b, &block, 0));
}

static void write_all_nodes(const nav2_builder *b, const nav2_rect *group) {
    uint32_t links = 0;
    for (uint32_t z = group->z; z < group->z + group->h; z++)
        for (uint32_t x = group->x; x < group->x + group->w; x++) {
            const nav2_block block = nav2_block_at(b, x, z);
            write_nodes(b, &block, &links);
        }
    for (uint32_t i = 0; i < spare(b, group, b->spec->spare_nodes); i++) {
        nl_write_u16(b->out, links / 2);
        nl_write_u16(b->out, group->w * group->h - 1);
        nl_write_u16(b->out, 0);
    }
}

static void write_graph(const nav2_builder *b, const nav2_rect *group) {
    const size_t start = b->out->at;
    const nav2_graph_offsets o = graph_offsets(b, group);
    write_graph_header(b, &o);
    each_block(b, group, write_node_points);
    write_spare_points(b, group, b->spec->spare_nodes);
    nav2_write_fill(b->out, start);
    write_all_nodes(b, group);
    nav2_write_fill(b->out, start);
    each_block(b, group, write_links);
    nav2_write_fill(b->out, start);
    each_block(b, group, write_edges);
    nav2_write_fill(b->out, start);
    for (uint32_t i = 0; i < o.segment_count; i++)
        nl_write_u16(b->out, ATTRIBUTE);
    nav2_write_fill(b->out, start);
    each_block(b, group, write_node_faces);
    for (uint32_t i = 0; i < spare(b, group, b->spec->spare_nodes); i++)
        nl_write_u16(b->out, 0);
    nav2_write_fill(b->out, start);
}

/* ---- NavmeshChunk ---- */

static void write_vertices(const nav2_builder *b, const nav2_block *block) {
    for (uint32_t j = 0; j <= b->spec->cells; j++)
        for (uint32_t i = 0; i <= b->spec->cells; i++)
            write_point(b->out, corner_point(b, block, i, j));
}

/* What is beyond a side of a triangle, and the face there. */
static nav2_way way_of_side(const nav2_builder *b, const nav2_block *block, const nav2_triangle *t,
                            uint32_t side, uint32_t *face) {
    nav2_triangle other;
    nav2_way way = {.beyond = NAV2_BEYOND_SEGMENT, .block = *block};
    if (!neighbour_of(b, t, side, &other)) way = nav2_way_of(b, block, side_direction(t, side));
    *face = way.block.rank * b->faces + face_number(b, &other);
    return way;
}

static void write_neighbour(const nav2_builder *b, nav2_beyond beyond, uint32_t face) {
    if (beyond == NAV2_BEYOND_NOTHING)
        nl_write_u16(b->out, NAV2_NO_FACE);
    else if (beyond == NAV2_BEYOND_SEGMENT)
        nl_write_u16(b->out, face);
    else if (beyond == NAV2_BEYOND_CHUNK)
        nl_write_u16(b->out, face | NAV2_SIDE_CHUNK << 14);
    else
        nl_write_u16(b->out, NAV2_TILE_FACE | NAV2_SIDE_TILE << 14);
}

static bool face_is_outward(const nav2_builder *b, const nav2_block *block,
                            const nav2_triangle *t) {
    uint32_t face;
    return way_of_side(b, block, t, 0, &face).beyond >= NAV2_BEYOND_CHUNK ||
           way_of_side(b, block, t, 2, &face).beyond >= NAV2_BEYOND_CHUNK;
}

/* The numbers of groups and tiles behind a record. */
static void write_arrays(const nav2_builder *b, const nav2_block *block, const nav2_triangle *t) {
    uint32_t face;
    for (uint32_t side = 0; side < SIDES; side++) {
        const nav2_way way = way_of_side(b, block, t, side, &face);
        nl_write_u16(b->out, way.beyond >= NAV2_BEYOND_CHUNK ? way.block.group.number : 0xFFFF);
    }
    for (uint32_t side = 0; side < SIDES; side++) {
        const nav2_way way = way_of_side(b, block, t, side, &face);
        nl_write_u16(b->out, way.beyond == NAV2_BEYOND_TILE    ? way.tile
                             : way.beyond == NAV2_BEYOND_CHUNK ? b->uid >> 15
                                                               : 0xFFFF);
    }
    nl_write_u32(b->out, 0);
    nl_write_u32(b->out, 0);
}

static void write_records(const nav2_builder *b, const nav2_block *block) {
    for (uint32_t number = 0; number < b->faces; number++) {
        const nav2_triangle t = triangle_of(b, number);
        for (uint32_t side = 0; side < SIDES; side++) {
            uint32_t face;
            const nav2_way way = way_of_side(b, block, &t, side, &face);
            write_neighbour(b, way.beyond, face);
        }
        for (uint32_t corner = 0; corner < SIDES; corner++)
            nl_write_u8(b->out, corner_number(b, &t, corner));
        for (uint32_t side = 0; side < SIDES; side++)
            nl_write_u8(b->out, side_node(b, &t, side));
        if (face_is_outward(b, block, &t))
            write_arrays(b, block, &t);
        else
            nl_write_u32(b->out, 0);
    }
}

static void write_face_descs(const nav2_builder *b, const nav2_rect *group) {
    uint32_t at = 0;
    for (uint32_t z = group->z; z < group->z + group->h; z++)
        for (uint32_t x = group->x; x < group->x + group->w; x++) {
            const nav2_block block = nav2_block_at(b, x, z);
            for (uint32_t number = 0; number < b->faces; number++) {
                const nav2_triangle t = triangle_of(b, number);
                nl_write_u32(b->out, at / 2 | block.rank << 20);
                at += face_is_outward(b, &block, &t) ? 32 : 16;
            }
        }
}

static void write_mesh(const nav2_builder *b, const nav2_rect *group) {
    const size_t start = b->out->at;
    const nav2_mesh_offsets o = mesh_offsets(b, group);
    const uint32_t words[] = {32, o.faces, o.records, 0, 0, 0};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        nl_write_u32(b->out, words[i]);
    nl_write_u16(b->out, o.face_count);
    nl_write_u16(b->out, o.vertex_count);
    nl_write_u32(b->out, 0);
    each_block(b, group, write_vertices);
    write_spare_points(b, group, b->spec->spare_vertices);
    nav2_write_fill(b->out, start);
    write_face_descs(b, group);
    each_block(b, group, write_records);
    nav2_write_fill(b->out, start);
}

/* ---- SegmentChunk ---- */

static void write_bounds(const nav2_builder *b, const nav2_block *block) {
    const uint32_t c = b->spec->cells;
    nav2_point low = corner_point(b, block, 0, 0);
    nav2_point high = corner_point(b, block, c, c);
    for (uint32_t j = 0; j <= c; j++)
        for (uint32_t i = 0; i <= c; i++) {
            const uint32_t y = corner_point(b, block, i, j).y;
            if (y < low.y) low.y = y;
            if (y > high.y) high.y = y;
        }
    write_point(b->out, low);
    write_point(b->out, high);
}

static void write_segment_at(const nav2_builder *b, uint32_t rank, bool is_empty) {
    nl_write_u16(b->out, rank * b->vertices);
    nl_write_u16(b->out, rank * b->faces);
    nl_write_u16(b->out, rank * b->edges);
    nl_write_u16(b->out, rank * b->nodes);
    nl_write_u8(b->out, is_empty ? 0 : b->vertices);
    nl_write_u8(b->out, is_empty ? 0 : b->faces);
    nl_write_u8(b->out, is_empty ? 0 : b->edges);
    nl_write_u8(b->out, is_empty ? 0 : b->nodes);
}

static void write_segment(const nav2_builder *b, const nav2_block *block) {
    write_segment_at(b, block->rank, false);
}

static void write_segments(const nav2_builder *b, const nav2_rect *group) {
    const size_t start = b->out->at;
    const nav2_segment_offsets o = segment_offsets(b, group);
    nl_write_u32(b->out, 16);
    nl_write_u32(b->out, o.segments);
    nl_write_u32(b->out, o.end);
    nl_write_u32(b->out, segments_of(b, group));
    each_block(b, group, write_bounds);
    for (uint32_t i = 0; i < 3 * empty_of(b, group); i++)
        nl_write_u32(b->out, 0);
    nav2_write_fill(b->out, start);
    each_block(b, group, write_segment);
    for (uint32_t i = 0; i < empty_of(b, group); i++)
        write_segment_at(b, group->w * group->h, true);
    nav2_write_fill(b->out, start);
}

/* ---- SegmentGraph ---- */

/* The place of the link through `direction` among those of its kind. */
static uint32_t link_index(const nav2_builder *b, const nav2_block *block,
                           nav2_direction direction) {
    const nav2_beyond beyond = nav2_way_of(b, block, direction).beyond;
    uint32_t index = 0;
    for (nav2_direction d = NAV2_WEST; d < direction; d++)
        index += nav2_way_of(b, block, d).beyond == beyond;
    return index;
}

static nav2_point middle_point(const nav2_builder *b, const nav2_block *block) {
    return node_point(b, block, node_number(b, DIAGONAL, 0, 0));
}

static void write_seglink(const nav2_builder *b, const nav2_block *block,
                          nav2_direction direction) {
    const nav2_way way = nav2_way_of(b, block, direction);
    const bool to_tile = way.beyond == NAV2_BEYOND_TILE;
    const nav2_point from = middle_point(b, block);
    const nav2_point to = middle_point(b, to_tile ? block : &way.block);
    if (to_tile) nl_write_u16(b->out, way.tile);
    if (way.beyond >= NAV2_BEYOND_CHUNK) nl_write_u16(b->out, way.block.group.number);
    nl_write_u16(b->out, weight_of(from, to));
    nl_write_u16(b->out, to_tile ? NAV2_TILE_SEGNODE : way.block.rank);
    nl_write_u8(b->out, b->spec->cells);
    nl_write_u8(b->out, to_tile ? 0 : link_index(b, &way.block, nav2_opposite(direction)));
}

static void write_nav_nodes(const nav2_builder *b, nav2_direction direction) {
    const uint32_t c = b->spec->cells;
    for (uint32_t i = 0; i < c; i++) {
        const bool along_z = direction == NAV2_WEST || direction == NAV2_EAST;
        const uint32_t line = direction == NAV2_EAST || direction == NAV2_SOUTH ? c : 0;
        nl_write_u8(b->out,
                    along_z ? node_number(b, ALONG_Z, line, i) : node_number(b, ALONG_X, i, line));
    }
}

static void write_seglinks(const nav2_builder *b, const nav2_block *block) {
    const size_t start = b->out->at;
    for (uint32_t pass = 0; pass < 2; pass++)
        for (nav2_beyond kind = NAV2_BEYOND_SEGMENT; kind <= NAV2_BEYOND_TILE; kind++)
            for (nav2_direction d = NAV2_WEST; d < NAV2_DIRECTIONS; d++) {
                if (nav2_way_of(b, block, d).beyond != kind) continue;
                if (pass == 0)
                    write_seglink(b, block, d);
                else
                    write_nav_nodes(b, d);
            }
    if ((b->out->at - start) % 2 != 0) nl_write_u8(b->out, 0);
}

/* Returns the bytes of the node's links. */
static uint32_t write_segnode(const nav2_builder *b, const nav2_block *block, uint32_t links) {
    uint32_t counts[NAV2_BEYOND_TILE + 1] = {0};
    uint32_t bytes = 0;
    for (nav2_direction d = NAV2_WEST; d < NAV2_DIRECTIONS; d++) {
        const nav2_beyond beyond = nav2_way_of(b, block, d).beyond;
        counts[beyond]++;
        if (beyond != NAV2_BEYOND_NOTHING) bytes += 4 + 2 * (uint32_t)beyond + b->spec->cells;
    }
    nl_write_u32(b->out, links / 2 | counts[NAV2_BEYOND_SEGMENT] << 24);
    nl_write_u16(b->out, b->spec->has_islands || b->spec->is_split ? block->group.number >= INTERIOR
                                                                   : NAV2_NO_ISLAND_NODE);
    nl_write_u16(b->out, NAV2_NO_ISLAND_NODE);
    nl_write_u16(b->out, NAV2_NO_ISLAND_NODE);
    nl_write_u8(b->out, counts[NAV2_BEYOND_CHUNK]);
    nl_write_u8(b->out, counts[NAV2_BEYOND_TILE]);
    return (bytes + 1) / 2 * 2;
}

static void write_segpoint(const nav2_builder *b, const nav2_block *block) {
    write_point(b->out, middle_point(b, block));
}

static uint32_t listed_nodes(const nav2_builder *b, const nav2_rect *group) {
    const nav2_counts n = counts_of(b, group);
    return b->spec->cells *
           (n.ways[NAV2_BEYOND_SEGMENT] + n.ways[NAV2_BEYOND_CHUNK] + n.ways[NAV2_BEYOND_TILE]);
}

static void write_segnodes(const nav2_builder *b, const nav2_rect *group) {
    uint32_t links = 0;
    for (uint32_t z = group->z; z < group->z + group->h; z++)
        for (uint32_t x = group->x; x < group->x + group->w; x++) {
            const nav2_block block = nav2_block_at(b, x, z);
            links += write_segnode(b, &block, links);
        }
    for (uint32_t i = 0; i < empty_nodes(b, group); i++) {
        nl_write_u32(b->out, links / 2);
        for (int k = 0; k < NAV2_ISLAND_SLOTS; k++)
            nl_write_u16(b->out, NAV2_NO_ISLAND_NODE);
        nl_write_u16(b->out, 0);
    }
}

static void write_seggraph(const nav2_builder *b, const nav2_rect *group) {
    const size_t start = b->out->at;
    const nav2_segment_offsets o = segment_offsets(b, group);
    const uint32_t words[] = {32, o.nodes, o.links, 0, o.graph_end};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        nl_write_u32(b->out, words[i]);
    nl_write_u16(b->out, group->w * group->h + empty_nodes(b, group));
    nl_write_u32(b->out, 0);
    nl_write_u16(b->out, listed_nodes(b, group));
    nl_write_u32(b->out, 0);
    each_block(b, group, write_segpoint);
    for (uint32_t i = 0; i < empty_nodes(b, group); i++)
        write_point(b->out, (nav2_point){0, 0, 0});
    nav2_write_fill(b->out, start);
    write_segnodes(b, group);
    nav2_write_fill(b->out, start);
    each_block(b, group, write_seglinks);
    nav2_write_fill(b->out, start);
}

/* ---- Any chunk ---- */

void nav2_write_chunk(const nav2_builder *b, const nav2_rect *group, nav2_kind kind) {
    static void (*const writers[NAV2_KINDS])(const nav2_builder *, const nav2_rect *) = {
        [NAV2_GRAPH] = write_graph,
        [NAV2_MESH] = write_mesh,
        [NAV2_SEGGRAPH] = write_seggraph,
        [NAV2_SEGMENTS] = write_segments,
    };
    nl_write_u32(b->out, kind);
    nl_write_u32(b->out, nav2_chunk_bytes(b, group, kind));
    nl_write_u32(b->out, NAV2_CHUNK_HEADER_BYTES);
    nl_write_u32(b->out, b->uid | group->number);
    writers[kind](b, group);
}

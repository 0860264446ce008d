/* The mesh of a block of a file that we make, and the way from block to block. */
#include "parsers/mgs_nav2/make/builder.h"

uint32_t nav2_local_node(const nav2_builder *b, nav2_line_kind kind, uint32_t i, uint32_t j) {
    const uint32_t c = b->spec->cells;
    if (kind == NAV2_ALONG_Z) return j * (c + 1) + i;
    if (kind == NAV2_ALONG_X) return c * (c + 1) + j * c + i;
    return 2 * c * (c + 1) + j * c + i;
}

nav2_triangle nav2_triangle_of(const nav2_builder *b, uint32_t face) {
    const uint32_t square = face / 2;
    return (nav2_triangle){square % b->spec->cells, square / b->spec->cells, face % 2 != 0};
}

uint32_t nav2_local_face(const nav2_builder *b, const nav2_triangle *t) {
    return 2 * (t->j * b->spec->cells + t->i) + t->is_second;
}

uint32_t nav2_local_vertex(const nav2_builder *b, const nav2_triangle *t, uint32_t corner) {
    static const uint32_t first[NAV2_SIDES][2] = {{0, 0}, {0, 1}, {1, 0}};
    static const uint32_t second[NAV2_SIDES][2] = {{1, 1}, {1, 0}, {0, 1}};
    const uint32_t *const at = t->is_second ? second[corner] : first[corner];
    return (t->j + at[1]) * (b->spec->cells + 1) + t->i + at[0];
}

uint32_t nav2_local_side_node(const nav2_builder *b, const nav2_triangle *t, uint32_t side) {
    const uint32_t far = t->is_second;
    if (side == 0) return nav2_local_node(b, NAV2_ALONG_Z, t->i + far, t->j);
    if (side == 2) return nav2_local_node(b, NAV2_ALONG_X, t->i, t->j + far);
    return nav2_local_node(b, NAV2_DIAGONAL, t->i, t->j);
}

nav2_direction nav2_side_direction(const nav2_triangle *t, uint32_t side) {
    if (side == 0) return t->is_second ? NAV2_EAST : NAV2_WEST;
    return t->is_second ? NAV2_SOUTH : NAV2_NORTH;
}

bool nav2_neighbour_of(const nav2_builder *b, const nav2_triangle *t, uint32_t side,
                       nav2_triangle *other) {
    static const int32_t steps[NAV2_DIRECTIONS][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    const uint32_t c = b->spec->cells;
    *other = (nav2_triangle){t->i, t->j, !t->is_second};
    if (side == 1) return true;
    const nav2_direction direction = nav2_side_direction(t, side);
    const uint32_t i = t->i + (uint32_t)steps[direction][0];
    const uint32_t j = t->j + (uint32_t)steps[direction][1];
    other->i = (i + c) % c;
    other->j = (j + c) % c;
    return i < c && j < c;
}

static nav2_middle middle_of(const nav2_builder *b, uint32_t node) {
    const uint32_t c = b->spec->cells;
    const uint32_t along_x = c * (c + 1);
    if (node < along_x) return (nav2_middle){NAV2_ALONG_Z, node % (c + 1), node / (c + 1)};
    const uint32_t rest = node - along_x;
    if (node < 2 * along_x) return (nav2_middle){NAV2_ALONG_X, rest % c, rest / c};
    return (nav2_middle){NAV2_DIAGONAL, (node - 2 * along_x) % c, (node - 2 * along_x) / c};
}

uint32_t nav2_faces_of_node(const nav2_builder *b, uint32_t node, nav2_triangle found[2],
                            uint32_t *side) {
    const uint32_t c = b->spec->cells;
    const nav2_middle m = middle_of(b, node);
    const uint32_t back_i = m.kind == NAV2_ALONG_Z ? m.i - 1 : m.i;
    const uint32_t back_j = m.kind == NAV2_ALONG_X ? m.j - 1 : m.j;
    uint32_t count = 0;
    *side = m.kind == NAV2_ALONG_Z ? 0 : m.kind == NAV2_DIAGONAL ? 1 : 2;
    if (m.i < c && m.j < c) found[count++] = (nav2_triangle){m.i, m.j, false};
    if (back_i < c && back_j < c) found[count++] = (nav2_triangle){back_i, back_j, true};
    return count;
}

nav2_way nav2_crossing_of(const nav2_builder *b, const nav2_block *block, uint32_t node,
                          uint32_t *there) {
    const uint32_t c = b->spec->cells;
    const nav2_middle m = middle_of(b, node);
    nav2_direction direction = NAV2_DIRECTIONS;
    if (m.kind == NAV2_ALONG_Z && m.i == 0) direction = NAV2_WEST;
    if (m.kind == NAV2_ALONG_Z && m.i == c) direction = NAV2_EAST;
    if (m.kind == NAV2_ALONG_X && m.j == 0) direction = NAV2_NORTH;
    if (m.kind == NAV2_ALONG_X && m.j == c) direction = NAV2_SOUTH;
    if (direction == NAV2_DIRECTIONS) return (nav2_way){.beyond = NAV2_BEYOND_NOTHING};
    *there = m.kind == NAV2_ALONG_Z ? nav2_local_node(b, NAV2_ALONG_Z, c - m.i, m.j)
                                    : nav2_local_node(b, NAV2_ALONG_X, m.i, c - m.j);
    return nav2_way_of(b, block, direction);
}

/* ---- Positions ---- */

nav2_point nav2_corner_point(const nav2_builder *b, const nav2_block *block, uint32_t i,
                             uint32_t j) {
    const uint32_t c = b->spec->cells;
    return (nav2_point){nav2_block_line(b, block->x, i, true),
                        nav2_height(block->x * c + i, block->z * c + j),
                        nav2_block_line(b, block->z, j, false)};
}

nav2_point nav2_node_point(const nav2_builder *b, const nav2_block *block, uint32_t node) {
    const nav2_middle m = middle_of(b, node);
    const uint32_t i = m.i + (m.kind == NAV2_ALONG_X);
    const uint32_t j = m.j + (m.kind == NAV2_ALONG_Z);
    const nav2_point p = m.kind == NAV2_DIAGONAL ? nav2_corner_point(b, block, m.i, m.j + 1)
                                                 : nav2_corner_point(b, block, m.i, m.j);
    const nav2_point q = m.kind == NAV2_DIAGONAL ? nav2_corner_point(b, block, m.i + 1, m.j)
                                                 : nav2_corner_point(b, block, i, j);
    return (nav2_point){(p.x + q.x) / 2, (p.y + q.y) / 2, (p.z + q.z) / 2};
}

void nav2_write_point(nl_writer *out, nav2_point p) {
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

uint32_t nav2_weight_of(nav2_point a, nav2_point b) {
    const uint64_t square = squared(a.x, b.x) + squared(a.y, b.y) + squared(a.z, b.z);
    return root_of(square * 127 * 127 / NAV2_TILE_DIVISOR / NAV2_TILE_DIVISOR);
}

/* ---- Going through a group ---- */

void nav2_each_block(const nav2_builder *b, const nav2_rect *group, nav2_block_fn write) {
    for (uint32_t z = group->z; z < group->z + group->h; z++)
        for (uint32_t x = group->x; x < group->x + group->w; x++) {
            const nav2_block block = nav2_block_at(b, x, z);
            write(b, &block);
        }
}

static bool has_spares(const nav2_builder *b, const nav2_rect *group) {
    return nav2_is_last(b, group);
}

uint32_t nav2_spare(const nav2_builder *b, const nav2_rect *group, uint32_t count) {
    return has_spares(b, group) ? count : 0;
}

uint32_t nav2_empty_of(const nav2_builder *b, const nav2_rect *group) {
    return nav2_spare(b, group, b->spec->empty_segments);
}

uint32_t nav2_segments_in(const nav2_builder *b, const nav2_rect *group) {
    return group->w * group->h + nav2_empty_of(b, group);
}

uint32_t nav2_empty_nodes(const nav2_builder *b, const nav2_rect *group) {
    return b->spec->lacks_empty_nodes ? 0 : nav2_empty_of(b, group);
}

void nav2_write_spare_points(const nav2_builder *b, const nav2_rect *group, uint32_t count) {
    const nav2_block block = nav2_block_at(b, group->x + group->w - 1, group->z + group->h - 1);
    for (uint32_t i = 0; i < nav2_spare(b, group, count); i++)
        nav2_write_point(b->out, nav2_node_point(b, &block, 0));
}

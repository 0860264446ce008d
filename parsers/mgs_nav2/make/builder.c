#include "parsers/mgs_nav2/make/builder.h"

enum {
    HEIGHT = 256, /* of the lowest vertex, in steps */
    SPLIT_OFF = 5 /* group */
};

/* ---- Blocks and groups ---- */

bool nav2_is_tile(const nav2_spec *spec) {
    return spec->tile_x != 0 || spec->tile_z != 0;
}

/* Columns of the interior that are in the second file of a split set. */
static uint32_t split_columns(const nav2_spec *spec) {
    return spec->is_split ? (spec->blocks_x - 2) / 2 : 0;
}

static nav2_rect tile_rect(const nav2_spec *spec, uint32_t number) {
    const uint32_t x = spec->blocks_x;
    const uint32_t z = spec->blocks_z;
    const uint32_t split = split_columns(spec);
    const nav2_rect rects[] = {
        {0, 0, 0, x, 1},
        {1, x - 1, 1, 1, z - 2},
        {2, 0, z - 1, x, 1},
        {3, 0, 1, 1, z - 2},
        {NAV2_INTERIOR, 1, 1, x - 2 - split, z - 2},
        {SPLIT_OFF, x - 1 - split, 1, split, z - 2},
    };
    return rects[number];
}

static nav2_rect row_rect(const nav2_spec *spec, uint32_t number) {
    const uint32_t z = number * spec->rows_of_group;
    const uint32_t left = spec->blocks_z - z;
    return (nav2_rect){number, 0, z, spec->blocks_x,
                       left < spec->rows_of_group ? left : spec->rows_of_group};
}

static nav2_rect strip_rect(const nav2_spec *spec, uint32_t number) {
    const uint32_t last = spec->blocks_z - (spec->is_split ? 1 : 0);
    if (number == 0) return (nav2_rect){0, 0, 0, spec->blocks_x, 1};
    if (number == SPLIT_OFF) return (nav2_rect){SPLIT_OFF, 0, last, spec->blocks_x, 1};
    return (nav2_rect){NAV2_INTERIOR, 0, 1, spec->blocks_x, last - 1};
}

static uint32_t strip_group_at(const nav2_spec *spec, uint32_t z) {
    if (z == 0) return 0;
    return spec->is_split && z + 1 == spec->blocks_z ? SPLIT_OFF : NAV2_INTERIOR;
}

nav2_rect nav2_group_rect(const nav2_builder *b, uint32_t index) {
    const nav2_spec *const spec = b->spec;
    if (spec->plan == NAV2_PLAN_ROWS) return row_rect(spec, index);
    if (spec->plan == NAV2_PLAN_STRIP)
        return strip_rect(spec, spec->is_second ? SPLIT_OFF : index == 0 ? 0 : NAV2_INTERIOR);
    if (spec->plan == NAV2_PLAN_TILE) return tile_rect(spec, spec->is_second ? SPLIT_OFF : index);
    return (nav2_rect){NAV2_INTERIOR, 0, 0, spec->blocks_x, spec->blocks_z};
}

static uint32_t tile_group_at(const nav2_spec *spec, uint32_t x, uint32_t z) {
    if (z == 0) return 0;
    if (z + 1 == spec->blocks_z) return 2;
    if (x == 0) return 3;
    if (x + 1 == spec->blocks_x) return 1;
    return x + 1 + split_columns(spec) >= spec->blocks_x ? SPLIT_OFF : NAV2_INTERIOR;
}

nav2_block nav2_block_at(const nav2_builder *b, uint32_t x, uint32_t z) {
    const nav2_spec *const spec = b->spec;
    nav2_block block = {.x = x, .z = z};
    if (spec->plan == NAV2_PLAN_ROWS)
        block.group = row_rect(spec, z / spec->rows_of_group);
    else if (spec->plan == NAV2_PLAN_STRIP)
        block.group = strip_rect(spec, strip_group_at(spec, z));
    else if (spec->plan == NAV2_PLAN_TILE)
        block.group = tile_rect(spec, tile_group_at(spec, x, z));
    else
        block.group = nav2_group_rect(b, 0);
    block.rank = (z - block.group.z) * block.group.w + (x - block.group.x);
    return block;
}

nav2_direction nav2_opposite(nav2_direction direction) {
    static const nav2_direction opposites[NAV2_DIRECTIONS] = {NAV2_EAST, NAV2_WEST, NAV2_SOUTH,
                                                              NAV2_NORTH};
    return opposites[direction];
}

static uint32_t tile_number(uint32_t x, uint32_t z) {
    return (x & 63) | (z & 63) << 6;
}

nav2_way nav2_way_of(const nav2_builder *b, const nav2_block *block, nav2_direction direction) {
    static const int32_t steps[NAV2_DIRECTIONS][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    const nav2_spec *const spec = b->spec;
    const uint32_t x = block->x + (uint32_t)steps[direction][0];
    const uint32_t z = block->z + (uint32_t)steps[direction][1];
    nav2_way way = {.beyond = NAV2_BEYOND_NOTHING};
    if (x >= spec->blocks_x || z >= spec->blocks_z) {
        if (!nav2_is_tile(spec)) return way;
        way.beyond = NAV2_BEYOND_TILE;
        way.tile = tile_number(spec->tile_x + (uint32_t)steps[direction][0],
                               spec->tile_z + (uint32_t)steps[direction][1]);
        way.block = nav2_block_at(b, (x + spec->blocks_x) % spec->blocks_x,
                                  (z + spec->blocks_z) % spec->blocks_z);
        return way;
    }
    way.block = nav2_block_at(b, x, z);
    way.beyond =
        way.block.group.number == block->group.number ? NAV2_BEYOND_SEGMENT : NAV2_BEYOND_CHUNK;
    return way;
}

/* ---- Places ---- */

uint32_t nav2_line(const nav2_spec *spec, uint32_t index, uint32_t count) {
    const uint32_t metres = spec->metres != 0 ? spec->metres : NAV2_TILE_METRES;
    return (uint32_t)((uint64_t)index * metres * NAV2_TILE_DIVISOR / count);
}

uint32_t nav2_block_line(const nav2_builder *b, uint32_t block, uint32_t cell, bool along_x) {
    const uint32_t blocks = along_x ? b->spec->blocks_x : b->spec->blocks_z;
    return nav2_line(b->spec, block * b->spec->cells + cell, blocks * b->spec->cells);
}

uint32_t nav2_height(uint32_t x, uint32_t z) {
    return HEIGHT + 2 * ((x + 2 * z) % 4);
}

bool nav2_is_last(const nav2_builder *b, const nav2_rect *group) {
    return group->number == nav2_group_rect(b, b->group_count - 1).number;
}

static uint32_t count_groups(const nav2_spec *spec) {
    if (spec->has_no_chunks) return 0;
    if (spec->plan == NAV2_PLAN_ROWS)
        return (spec->blocks_z + spec->rows_of_group - 1) / spec->rows_of_group;
    if (spec->plan == NAV2_PLAN_ONE || spec->is_second) return 1;
    return spec->plan == NAV2_PLAN_TILE ? NAV2_TILE_GROUPS : 2;
}

nav2_builder nav2_builder_of(nl_writer *out, const nav2_spec *spec) {
    const uint32_t c = spec->cells;
    return (nav2_builder){
        .out = out,
        .spec = spec,
        .vertices = (c + 1) * (c + 1),
        .faces = 2 * c * c,
        .edges = 6 * c * c,
        .nodes = 2 * c * (c + 1) + c * c,
        .group_count = count_groups(spec),
        .uid = tile_number(spec->tile_x, spec->tile_z) << 15,
    };
}

void nav2_write_fill(nl_writer *out, size_t from) {
    while ((out->at - from) % NAV2_ALIGN != 0)
        nl_write_u8(out, 0);
}

/* The SegmentChunks and SegmentGraphs of the files that we make. */
#include "parsers/mgs_nav2/make/builder.h"

/* ---- SegmentChunk ---- */

static void write_bounds(const nav2_builder *b, const nav2_block *block) {
    const uint32_t c = b->spec->cells;
    nav2_point low = nav2_corner_point(b, block, 0, 0);
    nav2_point high = nav2_corner_point(b, block, c, c);
    for (uint32_t j = 0; j <= c; j++)
        for (uint32_t i = 0; i <= c; i++) {
            const uint32_t y = nav2_corner_point(b, block, i, j).y;
            if (y < low.y) low.y = y;
            if (y > high.y) high.y = y;
        }
    nav2_write_point(b->out, low);
    nav2_write_point(b->out, high);
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

void nav2_write_segments(const nav2_builder *b, const nav2_rect *group) {
    const size_t start = b->out->at;
    const nav2_segment_offsets o = nav2_segment_offsets_of(b, group);
    nl_write_u32(b->out, NAV2_SEGMENTS_HEADER_BYTES);
    nl_write_u32(b->out, o.segments);
    nl_write_u32(b->out, o.end);
    nl_write_u32(b->out, nav2_segments_in(b, group));
    nav2_each_block(b, group, write_bounds);
    for (uint32_t i = 0; i < 3 * nav2_empty_of(b, group); i++)
        nl_write_u32(b->out, 0);
    nav2_write_fill(b->out, start);
    nav2_each_block(b, group, write_segment);
    for (uint32_t i = 0; i < nav2_empty_of(b, group); i++)
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
    return nav2_node_point(b, block, nav2_local_node(b, NAV2_DIAGONAL, 0, 0));
}

static void write_seglink(const nav2_builder *b, const nav2_block *block,
                          nav2_direction direction) {
    const nav2_way way = nav2_way_of(b, block, direction);
    const bool to_tile = way.beyond == NAV2_BEYOND_TILE;
    const nav2_point from = middle_point(b, block);
    const nav2_point to = middle_point(b, to_tile ? block : &way.block);
    if (to_tile) nl_write_u16(b->out, way.tile);
    if (way.beyond >= NAV2_BEYOND_CHUNK) nl_write_u16(b->out, way.block.group.number);
    nl_write_u16(b->out, nav2_weight_of(from, to));
    nl_write_u16(b->out, to_tile ? NAV2_TILE_SEGNODE : way.block.rank);
    nl_write_u8(b->out, b->spec->cells);
    nl_write_u8(b->out, to_tile ? 0 : link_index(b, &way.block, nav2_opposite(direction)));
}

static void write_nav_nodes(const nav2_builder *b, nav2_direction direction) {
    const uint32_t c = b->spec->cells;
    for (uint32_t i = 0; i < c; i++) {
        const bool along_z = direction == NAV2_WEST || direction == NAV2_EAST;
        const uint32_t line = direction == NAV2_EAST || direction == NAV2_SOUTH ? c : 0;
        nl_write_u8(b->out, along_z ? nav2_local_node(b, NAV2_ALONG_Z, line, i)
                                    : nav2_local_node(b, NAV2_ALONG_X, i, line));
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
    nl_write_u16(b->out, b->spec->has_islands || b->spec->is_split
                             ? block->group.number >= NAV2_INTERIOR
                             : NAV2_NO_ISLAND_NODE);
    nl_write_u16(b->out, NAV2_NO_ISLAND_NODE);
    nl_write_u16(b->out, NAV2_NO_ISLAND_NODE);
    nl_write_u8(b->out, counts[NAV2_BEYOND_CHUNK]);
    nl_write_u8(b->out, counts[NAV2_BEYOND_TILE]);
    return (bytes + 1) / 2 * 2;
}

static void write_segpoint(const nav2_builder *b, const nav2_block *block) {
    nav2_write_point(b->out, middle_point(b, block));
}

static uint32_t listed_nodes(const nav2_builder *b, const nav2_rect *group) {
    const nav2_counts n = nav2_counts_of(b, group);
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
    for (uint32_t i = 0; i < nav2_empty_nodes(b, group); i++) {
        nl_write_u32(b->out, links / 2);
        for (int k = 0; k < NAV2_ISLAND_SLOTS; k++)
            nl_write_u16(b->out, NAV2_NO_ISLAND_NODE);
        nl_write_u16(b->out, 0);
    }
}

void nav2_write_seggraph(const nav2_builder *b, const nav2_rect *group) {
    const size_t start = b->out->at;
    const nav2_segment_offsets o = nav2_segment_offsets_of(b, group);
    const uint32_t words[] = {NAV2_SEGGRAPH_HEADER_BYTES, o.nodes, o.links, 0, o.graph_end};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        nl_write_u32(b->out, words[i]);
    nl_write_u16(b->out, group->w * group->h + nav2_empty_nodes(b, group));
    nl_write_u32(b->out, 0);
    nl_write_u16(b->out, listed_nodes(b, group));
    nl_write_u32(b->out, 0);
    nav2_each_block(b, group, write_segpoint);
    for (uint32_t i = 0; i < nav2_empty_nodes(b, group); i++)
        nav2_write_point(b->out, (nav2_point){0, 0, 0});
    nav2_write_fill(b->out, start);
    write_segnodes(b, group);
    nav2_write_fill(b->out, start);
    nav2_each_block(b, group, write_seglinks);
    nav2_write_fill(b->out, start);
}

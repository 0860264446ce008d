/* The NavigationGraphs of the files that we make. */
#include "parsers/mgs_nav2/make/builder.h"

enum { ATTRIBUTE = 1249 }; /* lets everyone pass */

static void write_node_points(const nav2_builder *b, const nav2_block *block) {
    for (uint32_t node = 0; node < b->nodes; node++)
        nav2_write_point(b->out, nav2_node_point(b, block, node));
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
        const uint32_t inside = 2 * nav2_faces_of_node(b, node, found, &side);
        const uint32_t flags = flag_of(nav2_crossing_of(b, block, node, &there).beyond);
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
    const uint32_t faces = nav2_faces_of_node(b, node, found, &side);
    for (uint32_t i = 0; i < faces; i++)
        for (uint32_t step = 1; step < NAV2_SIDES; step++) {
            const uint32_t other = (side + step) % NAV2_SIDES;
            const uint32_t edge = step == 1 ? side : other; /* edge k joins sides k and k + 1 */
            nl_write_u16(b->out,
                         block->rank * b->nodes + nav2_local_side_node(b, &found[i], other));
            nl_write_u16(b->out, block->rank * b->edges +
                                     NAV2_SIDES * nav2_local_face(b, &found[i]) + edge);
        }
}

static void write_links(const nav2_builder *b, const nav2_block *block) {
    for (uint32_t node = 0; node < b->nodes; node++) {
        uint32_t there = 0;
        const nav2_way way = nav2_crossing_of(b, block, node, &there);
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
        const nav2_triangle t = nav2_triangle_of(b, edge / NAV2_SIDES);
        const uint32_t from = nav2_local_side_node(b, &t, edge % NAV2_SIDES);
        const uint32_t to = nav2_local_side_node(b, &t, (edge + 1) % NAV2_SIDES);
        nl_write_u16(
            b->out, nav2_weight_of(nav2_node_point(b, block, from), nav2_node_point(b, block, to)));
        nl_write_u16(b->out, block->rank);
        nl_write_u8(b->out, from < to ? from : to);
        nl_write_u8(b->out, from < to ? to : from);
    }
}

static void write_node_faces(const nav2_builder *b, const nav2_block *block) {
    for (uint32_t node = 0; node < b->nodes; node++) {
        nav2_triangle found[2];
        uint32_t side = 0;
        (void)nav2_faces_of_node(b, node, found, &side);
        nl_write_u16(b->out, block->rank * b->faces + nav2_local_face(b, &found[0]));
    }
}

static void write_graph_header(const nav2_builder *b, const nav2_graph_offsets *o) {
    const uint32_t words[] = {NAV2_GRAPH_HEADER_BYTES, o->nodes, o->edges, o->links, 0, 0,
                              o->attributes,           0,        o->faces};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        nl_write_u32(b->out, words[i]);
    nl_write_u16(b->out, o->node_count);
    nl_write_u16(b->out, o->edge_count);
    nl_write_u32(b->out, 0);
    nl_write_u16(b->out, 0);
    nl_write_u16(b->out, o->segment_count);
}

static void write_all_nodes(const nav2_builder *b, const nav2_rect *group) {
    uint32_t links = 0;
    for (uint32_t z = group->z; z < group->z + group->h; z++)
        for (uint32_t x = group->x; x < group->x + group->w; x++) {
            const nav2_block block = nav2_block_at(b, x, z);
            write_nodes(b, &block, &links);
        }
    for (uint32_t i = 0; i < nav2_spare(b, group, b->spec->spare_nodes); i++) {
        nl_write_u16(b->out, links / 2);
        nl_write_u16(b->out, group->w * group->h - 1);
        nl_write_u16(b->out, 0);
    }
}

void nav2_write_graph(const nav2_builder *b, const nav2_rect *group) {
    const size_t start = b->out->at;
    const nav2_graph_offsets o = nav2_graph_offsets_of(b, group);
    write_graph_header(b, &o);
    nav2_each_block(b, group, write_node_points);
    nav2_write_spare_points(b, group, b->spec->spare_nodes);
    nav2_write_fill(b->out, start);
    write_all_nodes(b, group);
    nav2_write_fill(b->out, start);
    nav2_each_block(b, group, write_links);
    nav2_write_fill(b->out, start);
    nav2_each_block(b, group, write_edges);
    nav2_write_fill(b->out, start);
    for (uint32_t i = 0; i < o.segment_count; i++)
        nl_write_u16(b->out, ATTRIBUTE);
    nav2_write_fill(b->out, start);
    nav2_each_block(b, group, write_node_faces);
    for (uint32_t i = 0; i < nav2_spare(b, group, b->spec->spare_nodes); i++)
        nl_write_u16(b->out, 0);
    nav2_write_fill(b->out, start);
}

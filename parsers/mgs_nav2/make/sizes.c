/* Sizes of the chunks of the files that we make. */
#include "parsers/mgs_nav2/make/builder.h"

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

nav2_counts nav2_counts_of(const nav2_builder *b, const nav2_rect *group) {
    nav2_counts counts = {.outward_faces = 0};
    for (uint32_t z = group->z; z < group->z + group->h; z++)
        for (uint32_t x = group->x; x < group->x + group->w; x++) {
            const nav2_block block = nav2_block_at(b, x, z);
            count_block(b, &block, &counts);
        }
    return counts;
}

static uint32_t behind(uint32_t at, uint32_t bytes) {
    return (uint32_t)nav2_align((uint64_t)at + bytes);
}

nav2_graph_offsets nav2_graph_offsets_of(const nav2_builder *b, const nav2_rect *group) {
    const uint32_t blocks = group->w * group->h;
    const nav2_counts n = nav2_counts_of(b, group);
    const uint32_t crossings = NAV2_TO_SEGMENT_BYTES * n.ways[NAV2_BEYOND_SEGMENT] +
                               NAV2_TO_CHUNK_BYTES * n.ways[NAV2_BEYOND_CHUNK] +
                               NAV2_TO_TILE_BYTES * n.ways[NAV2_BEYOND_TILE];
    nav2_graph_offsets o = {.node_count =
                                blocks * b->nodes + nav2_spare(b, group, b->spec->spare_nodes),
                            .edge_count = blocks * b->edges,
                            .segment_count = nav2_segments_in(b, group)};
    o.nodes = behind(NAV2_GRAPH_HEADER_BYTES, NAV2_POSITION_BYTES * o.node_count);
    o.links = behind(o.nodes, NAV2_NODE_BYTES * o.node_count);
    o.edges = behind(o.links, 2 * NAV2_LINK_BYTES * o.edge_count + b->spec->cells * crossings);
    o.attributes = behind(o.edges, NAV2_EDGE_BYTES * o.edge_count);
    o.faces = behind(o.attributes, NAV2_ATTRIBUTE_BYTES * o.segment_count);
    o.end = behind(o.faces, NAV2_NODE_FACE_BYTES * o.node_count);
    return o;
}

nav2_mesh_offsets nav2_mesh_offsets_of(const nav2_builder *b, const nav2_rect *group) {
    const uint32_t blocks = group->w * group->h;
    nav2_mesh_offsets o = {.face_count = blocks * b->faces,
                           .vertex_count = blocks * b->vertices +
                                           nav2_spare(b, group, b->spec->spare_vertices)};
    o.faces = behind(NAV2_MESH_HEADER_BYTES, NAV2_POSITION_BYTES * o.vertex_count);
    o.records = o.faces + NAV2_FACE_BYTES * o.face_count;
    o.end = behind(o.records, 16 * (o.face_count + nav2_counts_of(b, group).outward_faces));
    return o;
}

nav2_segment_offsets nav2_segment_offsets_of(const nav2_builder *b, const nav2_rect *group) {
    const uint32_t count = nav2_segments_in(b, group);
    nav2_segment_offsets o = {.segments =
                                  behind(NAV2_SEGMENTS_HEADER_BYTES, NAV2_BOUNDS_BYTES * count)};
    o.end = behind(o.segments, NAV2_SEGMENT_BYTES * count);
    const uint32_t nodes = group->w * group->h + nav2_empty_nodes(b, group);
    o.nodes = behind(NAV2_SEGGRAPH_HEADER_BYTES, NAV2_POSITION_BYTES * nodes);
    o.links = behind(o.nodes, NAV2_SEGNODE_BYTES * nodes);
    o.graph_end = behind(o.links, nav2_counts_of(b, group).segment_links);
    return o;
}

uint32_t nav2_chunk_bytes(const nav2_builder *b, const nav2_rect *group, nav2_kind kind) {
    uint32_t data = nav2_segment_offsets_of(b, group).end;
    if (kind == NAV2_GRAPH) data = nav2_graph_offsets_of(b, group).end;
    if (kind == NAV2_MESH) data = nav2_mesh_offsets_of(b, group).end;
    if (kind == NAV2_SEGGRAPH) data = nav2_segment_offsets_of(b, group).graph_end;
    return NAV2_CHUNK_HEADER_BYTES + data;
}

#include "parsers/mgs_nav2/islands/islands.h"

#include "core/checked.h"

nav2_island_node nav2_island_node_of(const uint8_t *bytes, const nav2_island *g, uint32_t index) {
    const uint32_t at = g->nodes + index * NAV2_ISLAND_NODE_BYTES;
    const uint8_t *const p = bytes + at;
    return (nav2_island_node){
        .index = index,
        .at = at,
        .links = (uint64_t)g->links + nl_load_u16(p + NAV2_ISLAND_NODE_LINKS_AT),
        .chunks = p[NAV2_ISLAND_NODE_CHUNKS_AT],
        .inside = p[NAV2_ISLAND_NODE_INSIDE_AT],
        .tiles = nl_load_u16(p + NAV2_ISLAND_NODE_TILES_AT),
    };
}

uint32_t nav2_island_link_bytes(const nav2_island_node *n) {
    return n->chunks * NAV2_ISLAND_CHUNK_LINK_BYTES + n->inside * NAV2_ISLAND_INSIDE_LINK_BYTES +
           n->tiles * NAV2_ISLAND_TILE_LINK_BYTES;
}

uint32_t nav2_end_of_places(const uint8_t *bytes, const nav2_island *g) {
    uint64_t end = 0;
    for (uint32_t side = 0; side < NAV2_ISLAND_SIDES; side++) {
        const uint8_t *const p = bytes + g->sides + side * (size_t)NAV2_CONNECT_SIDE_BYTES;
        const uint32_t start = nl_load_u16(p + NAV2_CONNECT_SIDE_START_AT);
        end = nl_max(end, start + nl_load_u16(p + NAV2_CONNECT_SIDE_COUNT_AT));
    }
    return (uint32_t)end;
}

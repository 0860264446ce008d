#include "parsers/mgs_nav2/records.h"

bool nav2_crosses_inside(const uint8_t *bytes, const nav2_group *g, const nav2_node *node) {
    const uint64_t at = nav2_crossing_at(g, node, NAV2_CROSS_SEGMENT);
    const uint32_t to = at != 0 ? nl_load_u16(bytes + at) : g->graph.node_count;
    return to < g->graph.node_count &&
           nav2_node_at(bytes + g->graph.nodes, to).segment == node->segment;
}

bool nav2_crosses_back(const uint8_t *bytes, const nav2_group *g, const nav2_crossing_back *back) {
    const nav2_node node = nav2_node_at(bytes + g->graph.nodes, back->from);
    const uint64_t at = nav2_crossing_at(g, &node, back->flag);
    if (at == 0) return false;
    const uint8_t *const p = bytes + at;
    if (back->flag == NAV2_CROSS_SEGMENT)
        return nl_load_u16(p + NAV2_TO_SEGMENT_NODE_AT) == back->node;
    return nl_load_u16(p + NAV2_TO_CHUNK_GROUP_AT) == back->number &&
           nl_load_u16(p + NAV2_TO_CHUNK_NODE_AT) == back->node;
}

const char *nav2_cross_text(uint32_t flags) {
    switch (flags & NAV2_CROSS) {
    case 0:
        return "nowhere else";
    case NAV2_CROSS_SEGMENT:
        return "to another segment";
    case NAV2_CROSS_CHUNK:
        return "to another group";
    case NAV2_CROSS_TILE:
        return "to another tile";
    default:
        return "to several places";
    }
}

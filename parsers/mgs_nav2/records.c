#include "parsers/mgs_nav2/records.h"

/* ---- Nodes of a NavigationGraph ---- */

bool nav2_has_one_way(const nav2_node *node) {
    const uint32_t flags = node->flags & NAV2_CROSS;
    return flags == 0 || (flags & (flags - 1)) == 0;
}

uint64_t nav2_crossing_at(const nav2_group *g, const nav2_node *node, uint32_t flag) {
    const uint64_t links = nav2_links_of(g, node);
    if (links == 0 || !(node->flags & flag)) return 0;
    const uint32_t before = nav2_cross_bytes(node->flags & (flag - 1));
    return links + NAV2_LINK_BYTES * node->inside + before;
}

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

/* ---- Faces ---- */

const uint8_t *nav2_record_of(const uint8_t *bytes, const nav2_group *g, const nav2_face *face,
                              uint32_t *record_bytes) {
    const uint64_t at = (uint64_t)g->mesh.records + face->record;
    const uint64_t end = g->chunks[NAV2_MESH].end;
    const uint32_t short_bytes = nav2_short_record_bytes(face);
    *record_bytes = short_bytes;
    if (at + short_bytes > end) return NULL;
    bool is_outward = false;
    for (uint32_t side = 0; side < face->sides; side++)
        is_outward |= nav2_is_outward(nav2_neighbour(bytes + at, side));
    if (!is_outward) return bytes + at;
    *record_bytes = nav2_arrays_at(face) + 4 * face->sides;
    return at + *record_bytes <= end ? bytes + at : NULL;
}

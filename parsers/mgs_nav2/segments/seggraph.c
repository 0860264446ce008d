#include "parsers/mgs_nav2/segments/seggraph.h"

nl_place nav2_place_of_segnode(const nav2_group_check *gc, const char *list, uint32_t index,
                               uint64_t at) {
    const nl_place place = nl_place_in(nav2_group_place(gc, NAV2_SEGGRAPH), list, index, at);
    return nav2_place_at(nav2_place_about(place, "SegmentGraph node", index, gc->g), gc->c->doc,
                         nav2_position_at(gc->bytes + gc->g->seggraph.positions, index));
}

nl_place nav2_seglink_place(const nav2_group_check *gc, uint32_t node,
                            const nav2_seglink_check *l) {
    static const char *const lists[NAV2_LINK_KINDS] = {"inside", "crossChunk", "crossTile"};
    const nl_place links = nav2_place_of_segnode(gc, "linkData", node, 0);
    return nl_place_in(links, lists[l->kind], l->number, l->at);
}

uint64_t nav2_first_seglink(const nav2_segnode *node, uint64_t links, nav2_link_kind kind) {
    uint64_t at = links;
    for (nav2_link_kind before = NAV2_LINK_INSIDE; before < kind; before++)
        at += (uint64_t)node->counts[before] * nav2_seglink_bytes(before);
    return at;
}

nav2_seglink_check nav2_seglink_of(const uint8_t *bytes, nav2_link_kind kind, uint64_t first,
                                   uint32_t number) {
    const uint64_t at = first + (uint64_t)number * nav2_seglink_bytes(kind);
    return (nav2_seglink_check){NULL, kind, number, at, nav2_seglink_at(bytes + at, kind)};
}

uint32_t nav2_listed_of(const nav2_group_check *gc, const nav2_segnode *node, uint64_t links) {
    uint32_t listed = 0;
    for (nav2_link_kind kind = NAV2_LINK_INSIDE; kind < NAV2_LINK_KINDS; kind++) {
        const uint64_t first = nav2_first_seglink(node, links, kind);
        for (uint32_t i = 0; i < node->counts[kind]; i++)
            listed += nav2_seglink_of(gc->bytes, kind, first, i).link.listed;
    }
    return listed;
}

/* Whether a link of `node` has a finding by itself: it leads to nothing, or to the node itself. */
static bool is_astray(const nav2_peers *file, const nav2_group *g, uint32_t node,
                      nav2_link_kind kind, const nav2_seglink *link) {
    if (kind == NAV2_LINK_INSIDE) return link->node >= g->seggraph.node_count || link->node == node;
    const nav2_group *const to = nav2_group_of(file->doc, link->group);
    if (!to) return nav2_misses_group(file, link->group);
    return link->node >= to->seggraph.node_count;
}

bool nav2_seglink_leads_to(const nav2_peers *file, const nav2_group *g, uint32_t node,
                           nav2_link_kind kind, const nav2_seglink *target) {
    const nav2_segnode other = nav2_segnode_at(file->bytes + g->seggraph.nodes, node);
    const uint64_t links = nav2_seglinks_of(g, &other);
    if (links == 0) return true;
    if (target->back >= other.counts[kind]) return false;
    const uint64_t first = nav2_first_seglink(&other, links, kind);
    const nav2_seglink back = nav2_seglink_of(file->bytes, kind, first, target->back).link;
    const bool is_back =
        back.node == target->node && (kind == NAV2_LINK_INSIDE || back.group == target->group);
    return is_back || is_astray(file, g, node, kind, &back);
}

void nav2_check_seggraph_size(const nav2_group_check *gc, uint64_t end) {
    const nav2_chunk *const chunk = &gc->g->chunks[NAV2_SEGGRAPH];
    const uint32_t bytes = chunk->end - chunk->payload;
    const uint32_t size = nl_load_u32(gc->bytes + chunk->payload + NAV2_SEGGRAPH_HEADER_SIZE_AT);
    if (size == bytes) return;
    const nl_place data = nav2_data_place(gc->c->job, gc->g, NAV2_SEGGRAPH);
    nl_found(&data, size < end ? NAV2_SEGGRAPH_SIZE_SHORT : NAV2_SEGGRAPH_SIZE,
             NAV2_SEGGRAPH_HEADER_SIZE,
             &(nl_draft){.expected = nl_uint(bytes),
                         .args = {nl_uint(end)},
                         .fix = nav2_fix_of(&data, NAV2_SEGGRAPH_HEADER_SIZE, bytes)});
}

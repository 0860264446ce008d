/* Links of nodes to other segments, groups and tiles. */
#include "parsers/mgs_nav2/chunks/graph.h"

uint64_t nav2_crossing_at(const nav2_group *g, const nav2_node *node, uint32_t flag) {
    const uint64_t links = nav2_links_of(g, node);
    if (links == 0 || !(node->flags & flag)) return 0;
    const uint32_t before = nav2_cross_bytes(node->flags & (flag - 1));
    return links + NAV2_LINK_BYTES * node->inside + before;
}

bool nav2_crosses_to(const uint8_t *bytes, const nav2_group *g, uint32_t node, uint32_t flag,
                     uint32_t target_number, uint32_t target) {
    const nav2_node other = nav2_node_at(bytes + g->graph.nodes, node);
    const uint64_t at = nav2_crossing_at(g, &other, flag);
    if (at == 0) return false;
    if (flag == NAV2_CROSS_SEGMENT) return nl_load_u16(bytes + at) == target;
    return nl_load_u16(bytes + at) == target_number && nl_load_u16(bytes + at + 2) == target;
}

/* Whether the node's crossing link is wrong by itself: it leads to nothing or to its own segment,
 * or its node to several places. */
static bool crosses_astray(const nav2_peers *file, const nav2_group *g, uint32_t node,
                           uint32_t flag) {
    const nav2_node n = nav2_node_at(file->bytes + g->graph.nodes, node);
    const uint64_t at = nav2_crossing_at(g, &n, flag);
    if (nav2_links_of(g, &n) == 0 || !nav2_has_one_way(&n)) return true;
    if (at == 0) return false;
    if (flag == NAV2_CROSS_SEGMENT) {
        const uint32_t to = nl_load_u16(file->bytes + at);
        return to >= g->graph.node_count ||
               nav2_node_at(file->bytes + g->graph.nodes, to).segment == n.segment;
    }
    const uint32_t number = nl_load_u16(file->bytes + at);
    const nav2_group *const to = nav2_group_of(file->doc, number);
    if (!to) return nav2_misses_group(file, number);
    return nl_load_u16(file->bytes + at + 2) >= to->graph.node_count;
}

bool nav2_crosses_inside(const nav2_here *h, const nav2_node *node) {
    const uint64_t at = nav2_crossing_at(h->g, node, NAV2_CROSS_SEGMENT);
    const uint32_t to = at != 0 ? nav2_half_at(h, at) : h->g->graph.node_count;
    return to < h->g->graph.node_count && nav2_node_of(h, to).segment == node->segment;
}

bool nav2_has_one_way(const nav2_node *node) {
    const uint32_t flags = node->flags & NAV2_CROSS;
    return flags == 0 || (flags & (flags - 1)) == 0;
}

static const navlint_value nothing = {.kind = NAVLINT_NO_VALUE};

static void tell_to_segment(const nav2_node_here *n, unsigned rule, uint64_t at,
                            navlint_value expected) {
    nav2_tell_link(n, rule, "crossSegment", NAV2_NO_ITEM, "node", at,
                   (nl_draft){.actual = nl_uint(nav2_half_at(n->h, at)),
                              .expected = expected,
                              .args = {nl_uint(n->index), nl_uint(n->node.segment)}});
}

static void check_segment_crossing(const nav2_node_here *n) {
    const nav2_here *const h = n->h;
    const uint64_t at = nav2_crossing_at(h->g, &n->node, NAV2_CROSS_SEGMENT);
    if (at == 0) return;
    const uint32_t to = nav2_half_at(h, at);
    if (to >= h->g->graph.node_count) {
        tell_to_segment(n, NAV2_CROSS_SEGMENT_NODE, at, nl_uint(h->g->graph.node_count));
        return;
    }
    const nav2_peers file = {h->bytes, h->c->doc, NULL};
    const bool is_back = nav2_crosses_to(h->bytes, h->g, to, NAV2_CROSS_SEGMENT, 0, n->index);
    const bool is_near = nav2_is_near(nav2_node_position(h->bytes, h->g, n->index),
                                      nav2_node_position(h->bytes, h->g, to));
    if (nav2_node_of(h, to).segment == n->node.segment)
        tell_to_segment(n, NAV2_CROSS_SEGMENT_SAME, at, nothing);
    else if (!is_back && !crosses_astray(&file, h->g, to, NAV2_CROSS_SEGMENT))
        tell_to_segment(n, NAV2_CROSS_SEGMENT_BACK, at, nothing);
    else if (is_back && !is_near)
        tell_to_segment(n, NAV2_CROSS_SEGMENT_PLACE, at, nothing);
}

/* at: of the link, which starts with the group's number. */
static void tell_to_chunk(const nav2_node_here *n, unsigned rule, uint64_t at,
                          navlint_value expected) {
    nav2_tell_link(n, rule, "crossChunk", NAV2_NO_ITEM, "node", at + 2,
                   (nl_draft){.actual = nl_uint(nav2_half_at(n->h, at + 2)),
                              .expected = expected,
                              .args = {nl_uint(n->index), nl_uint(nav2_half_at(n->h, at))}});
}

/* The group is in the file. */
static void check_chunk_target(const nav2_node_here *n, uint64_t at, const nav2_group *other,
                               const nav2_peers *file) {
    const uint32_t to = nav2_half_at(n->h, at + 2);
    if (!other->chunks[NAV2_GRAPH].is_readable) return;
    if (to >= other->graph.node_count) {
        tell_to_chunk(n, NAV2_CROSS_CHUNK_NODE, at, nl_uint(other->graph.node_count));
        return;
    }
    const bool is_near = nav2_is_near(nav2_node_position(n->h->bytes, n->h->g, n->index),
                                      nav2_node_position(file->bytes, other, to));
    const bool is_back =
        nav2_crosses_to(file->bytes, other, to, NAV2_CROSS_CHUNK, n->h->number, n->index);
    if (!is_back && !crosses_astray(file, other, to, NAV2_CROSS_CHUNK))
        tell_to_chunk(n, NAV2_CROSS_CHUNK_BACK, at, nothing);
    else if (is_back && !is_near)
        tell_to_chunk(n, NAV2_CROSS_CHUNK_PLACE, at, nothing);
}

static void check_chunk_crossing(const nav2_node_here *n) {
    const nav2_here *const h = n->h;
    const uint64_t at = nav2_crossing_at(h->g, &n->node, NAV2_CROSS_CHUNK);
    if (at == 0) return;
    const uint32_t number = nav2_half_at(h, at);
    const nav2_group *const other = nav2_group_of(h->c->doc, number);
    if (other)
        check_chunk_target(n, at, other, &(nav2_peers){h->bytes, h->c->doc, NULL});
    else if (nav2_expects_group(h->c->doc))
        nav2_tell_link(n, NAV2_CROSS_CHUNK_GROUP, "crossChunk", NAV2_NO_ITEM, "dataChunkId", at,
                       (nl_draft){.actual = nl_uint(number), .args = {nl_uint(n->index)}});
}

void nav2_judge_crossing_to(nav2_here *h, uint32_t node, const nav2_group *other,
                            const nav2_peers *peers) {
    const nav2_node_here n = {.h = h, .index = node, .node = nav2_node_of(h, node)};
    const uint64_t at = nav2_crossing_at(h->g, &n.node, NAV2_CROSS_CHUNK);
    if (at == 0) return;
    if (other) {
        check_chunk_target(&n, at, other, peers);
        return;
    }
    nav2_tell_link(&n, NAV2_SET_GROUP, "crossChunk", NAV2_NO_ITEM, "dataChunkId", at,
                   (nl_draft){.actual = nl_uint(nav2_half_at(h, at)),
                              .args = {nl_string("node"), nl_uint(node)}});
}

void nav2_tell_tile_crossing(nav2_here *h, uint32_t node, unsigned rule) {
    const nav2_node_here n = {.h = h, .index = node, .node = nav2_node_of(h, node)};
    const uint64_t at = nav2_crossing_at(h->g, &n.node, NAV2_CROSS_TILE);
    nav2_tell_link(&n, rule, "crossTile", NAV2_NO_ITEM, "dataChunkId", at + 2,
                   (nl_draft){.actual = nl_uint(nav2_half_at(h, at + 2)),
                              .args = {nl_uint(node), nl_uint(nav2_half_at(h, at))}});
}

static void check_tile_crossing(const nav2_node_here *n) {
    const uint64_t at = nav2_crossing_at(n->h->g, &n->node, NAV2_CROSS_TILE);
    if (at == 0) return;
    const uint32_t tile = nav2_half_at(n->h, at);
    const uint32_t node = nav2_half_at(n->h, at + 4);
    if (tile == nav2_tile_of(n->h->c->doc->uid))
        nav2_tell_link(n, NAV2_CROSS_TILE_OWN, "crossTile", NAV2_NO_ITEM, "tileId", at,
                       (nl_draft){.actual = nl_uint(tile), .args = {nl_uint(n->index)}});
    if (node != NAV2_TILE_NODE)
        nav2_tell_link(n, NAV2_CROSS_TILE_NODE, "crossTile", NAV2_NO_ITEM, "node", at + 4,
                       (nl_draft){.actual = nl_uint(node),
                                  .expected = nl_uint(NAV2_TILE_NODE),
                                  .args = {nl_uint(n->index)},
                                  .fix = nav2_fix(at + 4, 2, NAV2_TILE_NODE)});
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

void nav2_check_crossings(const nav2_node_here *n) {
    if (!nav2_has_one_way(&n->node)) return;
    check_segment_crossing(n);
    check_chunk_crossing(n);
    check_tile_crossing(n);
}

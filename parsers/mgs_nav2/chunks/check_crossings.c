/* Links of nodes to other segments, groups and tiles. */
#include "parsers/mgs_nav2/chunks/graph.h"

/* Whether the node's crossing link is wrong by itself: it leads to nothing or to its own segment,
 * or its node to several places. */
static bool crosses_astray(const nav2_peers *file, const nav2_group *g, uint32_t node,
                           uint32_t flag) {
    const nav2_node n = nav2_node_at(file->bytes + g->graph.nodes, node);
    const uint64_t at = nav2_crossing_at(g, &n, flag);
    if (nav2_links_of(g, &n) == 0 || !nav2_has_one_way(&n)) return true;
    if (at == 0) return false;
    const uint8_t *const link = file->bytes + at;
    if (flag == NAV2_CROSS_SEGMENT) {
        const uint32_t to = nl_load_u16(link + NAV2_TO_SEGMENT_NODE_AT);
        return to >= g->graph.node_count ||
               nav2_node_at(file->bytes + g->graph.nodes, to).segment == n.segment;
    }
    const uint32_t number = nl_load_u16(link + NAV2_TO_CHUNK_GROUP_AT);
    const nav2_group *const to = nav2_group_of(file->doc, number);
    if (!to) return nav2_misses_group(file, number);
    return nl_load_u16(link + NAV2_TO_CHUNK_NODE_AT) >= to->graph.node_count;
}

static const navlint_value nothing = {.kind = NAVLINT_NO_VALUE};

/* Whether the node is where the one is that it crosses to. */
static bool is_near(const nav2_node_check *n, const uint8_t *bytes, const nav2_group *g,
                    uint32_t node) {
    return nav2_is_near(nav2_node_position(n->gc->bytes, n->gc->g, n->index),
                        nav2_node_position(bytes, g, node));
}

/* ---- To another segment ---- */

static void found_to_segment(const nav2_node_check *n, unsigned rule, uint64_t at,
                             navlint_value expected) {
    const nl_place link = nl_place_in(nav2_links_place(n), "crossSegment", NL_NO_INDEX, at);
    nl_found(
        &link, rule, NAV2_TO_SEGMENT_NODE,
        &(nl_draft){.expected = expected, .args = {nl_uint(n->index), nl_uint(n->node.segment)}});
}

static void check_to_segment(const nav2_node_check *n) {
    const nav2_group_check *const gc = n->gc;
    const uint64_t at = nav2_crossing_at(gc->g, &n->node, NAV2_CROSS_SEGMENT);
    if (at == 0) return;
    const uint32_t to = nav2_half_at(gc, at + NAV2_TO_SEGMENT_NODE_AT);
    if (to >= gc->g->graph.node_count) {
        found_to_segment(n, NAV2_CROSS_SEGMENT_NODE, at, nl_uint(gc->g->graph.node_count));
        return;
    }
    const nav2_peers file = {gc->bytes, gc->c->doc, NULL};
    const nav2_crossing_back back = {.from = to, .flag = NAV2_CROSS_SEGMENT, .node = n->index};
    const bool is_back = nav2_crosses_back(gc->bytes, gc->g, &back);
    if (nav2_node_of(gc, to).segment == n->node.segment)
        found_to_segment(n, NAV2_CROSS_SEGMENT_SAME, at, nothing);
    else if (!is_back && !crosses_astray(&file, gc->g, to, NAV2_CROSS_SEGMENT))
        found_to_segment(n, NAV2_CROSS_SEGMENT_BACK, at, nothing);
    else if (is_back && !is_near(n, gc->bytes, gc->g, to))
        found_to_segment(n, NAV2_CROSS_SEGMENT_PLACE, at, nothing);
}

/* ---- To another group ---- */

/* at: of the link. */
static void found_to_chunk(const nav2_node_check *n, unsigned rule, uint64_t at,
                           navlint_value expected) {
    const uint32_t number = nav2_half_at(n->gc, at + NAV2_TO_CHUNK_GROUP_AT);
    const nl_place link = nl_place_in(nav2_links_place(n), "crossChunk", NL_NO_INDEX, at);
    nl_found(&link, rule, NAV2_TO_CHUNK_NODE,
             &(nl_draft){.expected = expected, .args = {nl_uint(n->index), nl_uint(number)}});
}

/* The group is in the file. */
static void check_chunk_target(const nav2_node_check *n, uint64_t at, const nav2_group *other,
                               const nav2_peers *file) {
    const uint32_t to = nav2_half_at(n->gc, at + NAV2_TO_CHUNK_NODE_AT);
    if (!other->chunks[NAV2_GRAPH].is_readable) return;
    if (to >= other->graph.node_count) {
        found_to_chunk(n, NAV2_CROSS_CHUNK_NODE, at, nl_uint(other->graph.node_count));
        return;
    }
    const nav2_crossing_back back = {to, NAV2_CROSS_CHUNK, n->gc->number, n->index};
    const bool is_back = nav2_crosses_back(file->bytes, other, &back);
    if (!is_back && !crosses_astray(file, other, to, NAV2_CROSS_CHUNK))
        found_to_chunk(n, NAV2_CROSS_CHUNK_BACK, at, nothing);
    else if (is_back && !is_near(n, file->bytes, other, to))
        found_to_chunk(n, NAV2_CROSS_CHUNK_PLACE, at, nothing);
}

static void found_group(const nav2_node_check *n, unsigned rule, uint64_t at,
                        const nl_draft *draft) {
    const nl_place link = nl_place_in(nav2_links_place(n), "crossChunk", NL_NO_INDEX, at);
    nl_found(&link, rule, NAV2_TO_CHUNK_GROUP, draft);
}

static void check_to_chunk(const nav2_node_check *n) {
    const nav2_group_check *const gc = n->gc;
    const uint64_t at = nav2_crossing_at(gc->g, &n->node, NAV2_CROSS_CHUNK);
    if (at == 0) return;
    const uint32_t number = nav2_half_at(gc, at + NAV2_TO_CHUNK_GROUP_AT);
    const nav2_group *const other = nav2_group_of(gc->c->doc, number);
    if (other)
        check_chunk_target(n, at, other, &(nav2_peers){gc->bytes, gc->c->doc, NULL});
    else if (nav2_expects_group(gc->c->doc))
        found_group(n, NAV2_CROSS_CHUNK_GROUP, at, &(nl_draft){.args = {nl_uint(n->index)}});
}

void nav2_check_crossing_to(nav2_group_check *gc, uint32_t node, const nav2_group *other,
                            const nav2_peers *peers) {
    const nav2_node_check n = {.gc = gc, .index = node, .node = nav2_node_of(gc, node)};
    const uint64_t at = nav2_crossing_at(gc->g, &n.node, NAV2_CROSS_CHUNK);
    if (at == 0) return;
    if (other)
        check_chunk_target(&n, at, other, peers);
    else
        found_group(&n, NAV2_SET_GROUP, at,
                    &(nl_draft){.args = {nl_string("node"), nl_uint(node)}});
}

/* ---- To another tile ---- */

static nl_place tile_link_place(const nav2_node_check *n, uint64_t at) {
    return nl_place_in(nav2_links_place(n), "crossTile", NL_NO_INDEX, at);
}

void nav2_found_tile_crossing(nav2_group_check *gc, uint32_t node, unsigned rule) {
    const nav2_node_check n = {.gc = gc, .index = node, .node = nav2_node_of(gc, node)};
    const uint64_t at = nav2_crossing_at(gc->g, &n.node, NAV2_CROSS_TILE);
    const uint32_t tile = nav2_half_at(gc, at + NAV2_TO_TILE_TILE_AT);
    const nl_place link = tile_link_place(&n, at);
    nl_found(&link, rule, NAV2_TO_TILE_GROUP, &(nl_draft){.args = {nl_uint(node), nl_uint(tile)}});
}

static void check_to_tile(const nav2_node_check *n) {
    const nav2_group_check *const gc = n->gc;
    const uint64_t at = nav2_crossing_at(gc->g, &n->node, NAV2_CROSS_TILE);
    if (at == 0) return;
    const bool is_own =
        nav2_half_at(gc, at + NAV2_TO_TILE_TILE_AT) == nav2_tile_of(gc->c->doc->uid);
    const bool has_node = nav2_half_at(gc, at + NAV2_TO_TILE_NODE_AT) != NAV2_TILE_NODE;
    if (!is_own && !has_node) return;
    const nl_place link = tile_link_place(n, at);
    if (is_own)
        nl_found(&link, NAV2_CROSS_TILE_OWN, NAV2_TO_TILE_TILE,
                 &(nl_draft){.args = {nl_uint(n->index)}});
    if (has_node)
        nl_found(&link, NAV2_CROSS_TILE_NODE, NAV2_TO_TILE_NODE,
                 &(nl_draft){.expected = nl_uint(NAV2_TILE_NODE),
                             .args = {nl_uint(n->index)},
                             .fix = nav2_fix_of(&link, NAV2_TO_TILE_NODE, NAV2_TILE_NODE)});
}

void nav2_check_crossings(const nav2_node_check *n) {
    if (!nav2_has_one_way(&n->node)) return;
    check_to_segment(n);
    check_to_chunk(n);
    check_to_tile(n);
}

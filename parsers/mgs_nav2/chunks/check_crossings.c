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

/* Whether the node is where the one is that it crosses to. */
static bool is_near(const nav2_node_check *n, const uint8_t *bytes, const nav2_group *g,
                    uint32_t node) {
    return nav2_is_near(nav2_node_position(n->gc->bytes, n->gc->g, n->index),
                        nav2_node_position(bytes, g, node));
}

/* ---- To another segment ---- */

/* A node that a link leads to, as what else a finding names: its place, or its links. */
static navlint_related related_position(const nav2_group *g, uint32_t node) {
    return (navlint_related){g->graph.positions + (uint64_t)node * NAV2_POSITION_BYTES,
                             NAV2_POSITION_BYTES, "where the other node is"};
}

static navlint_related related_links(const uint8_t *bytes, const nav2_group *g, uint32_t node) {
    const nav2_node other = nav2_node_at(bytes + g->graph.nodes, node);
    const uint64_t links = nav2_links_of(g, &other);
    return (navlint_related){links, nav2_link_bytes(&other),
                             links ? "the other node's links" : NULL};
}

static void found_to_segment(const nav2_node_check *n, unsigned rule, uint64_t at, nl_draft draft) {
    const nl_place link = nl_place_in(nav2_links_place(n), "crossSegment", NL_NO_INDEX, at);
    draft.args[0] = nl_uint(n->gc->g->graph.node_count);
    draft.args[1] = nl_uint(n->node.segment);
    nl_found(&link, rule, NAV2_TO_SEGMENT_NODE, &draft);
}

enum { FEWEST_INWARD_CROSSINGS = 8 /* that are reported all together */ };

void nav2_count_inward_crossings(nav2_group_check *gc) {
    for (uint32_t i = 0; i < gc->g->graph.node_count; i++) {
        const nav2_node node = nav2_node_of(gc, i);
        gc->inward_crossings += nav2_crosses_inside(gc->bytes, gc->g, &node);
    }
}

/* Obj2Nav2 has many. */
static void found_same(const nav2_node_check *n, uint64_t at) {
    nav2_group_check *const gc = n->gc;
    const bool is_crowd = gc->inward_crossings >= FEWEST_INWARD_CROSSINGS;
    if (is_crowd && !gc->has_inward_crossings) {
        const nl_place nodes =
            nl_place_in(nav2_group_place(gc, NAV2_GRAPH), "nodes", NL_NO_INDEX, gc->g->graph.nodes);
        gc->has_inward_crossings = nl_found_cause(
            &nodes, NAV2_O2N_CROSSINGS, NL_NO_FIELD,
            &(nl_draft){.length = (uint64_t)gc->g->graph.node_count * NAV2_NODE_BYTES,
                        .actual = nl_uint(gc->inward_crossings)});
    }
    nav2_list(gc->c, gc->follows || gc->has_inward_crossings);
    found_to_segment(n, NAV2_CROSS_SEGMENT_SAME, at, (nl_draft){.length = 0});
    nav2_list(gc->c, gc->follows);
}

/* Whether there is a link to another segment, whose node is there. */
static bool check_segment_node(const nav2_node_check *n, uint64_t *at) {
    const uint32_t nodes = n->gc->g->graph.node_count;
    *at = nav2_crossing_at(n->gc->g, &n->node, NAV2_CROSS_SEGMENT);
    if (*at == 0) return false;
    if (nav2_half_at(n->gc, *at + NAV2_TO_SEGMENT_NODE_AT) < nodes) return true;
    found_to_segment(n, NAV2_CROSS_SEGMENT_NODE, *at, nav2_below(nodes));
    return false;
}

static void check_to_segment(const nav2_node_check *n) {
    const nav2_group_check *const gc = n->gc;
    uint64_t at;
    if (!check_segment_node(n, &at)) return;
    const uint32_t to = nav2_half_at(gc, at + NAV2_TO_SEGMENT_NODE_AT);
    const nav2_peers file = {gc->bytes, gc->c->doc, NULL};
    const nav2_crossing_back back = {.from = to, .flag = NAV2_CROSS_SEGMENT, .node = n->index};
    const bool is_back = nav2_crosses_back(gc->bytes, gc->g, &back);
    if (nav2_node_of(gc, to).segment == n->node.segment)
        found_same(n, at);
    else if (!is_back && !crosses_astray(&file, gc->g, to, NAV2_CROSS_SEGMENT))
        found_to_segment(n, NAV2_CROSS_SEGMENT_BACK, at,
                         (nl_draft){.related = {related_links(gc->bytes, gc->g, to)}});
    else if (is_back && !is_near(n, gc->bytes, gc->g, to))
        found_to_segment(n, NAV2_CROSS_SEGMENT_PLACE, at,
                         (nl_draft){.related = {related_position(gc->g, to),
                                                related_position(gc->g, n->index)}});
}

/* ---- To another group ---- */

/* at: of the link. */
static void found_to_chunk(const nav2_node_check *n, unsigned rule, uint64_t at, nl_draft draft) {
    const uint32_t number = nav2_half_at(n->gc, at + NAV2_TO_CHUNK_GROUP_AT);
    const nl_place link = nl_place_in(nav2_links_place(n), "crossChunk", NL_NO_INDEX, at);
    draft.args[0] = nl_uint(number);
    draft.related[0] = (navlint_related){at, NAV2_TO_CHUNK_BYTES, "the link"};
    nl_found(&link, rule, NAV2_TO_CHUNK_NODE, &draft);
}

/* Whether the node is there; false, too, if nobody knows. */
static bool check_chunk_node(const nav2_node_check *n, uint64_t at, const nav2_group *other) {
    const uint32_t to = nav2_half_at(n->gc, at + NAV2_TO_CHUNK_NODE_AT);
    if (!other->chunks[NAV2_GRAPH].is_readable) return false;
    if (to < other->graph.node_count) return true;
    nl_draft draft = nav2_below(other->graph.node_count);
    draft.args[1] = nl_uint(other->graph.node_count);
    found_to_chunk(n, NAV2_CROSS_CHUNK_NODE, at, draft);
    return false;
}

/* The group is in the file. */
static void check_chunk_target(const nav2_node_check *n, uint64_t at, const nav2_group *other,
                               const nav2_peers *file) {
    const uint32_t to = nav2_half_at(n->gc, at + NAV2_TO_CHUNK_NODE_AT);
    if (!check_chunk_node(n, at, other)) return;
    const nav2_crossing_back back = {to, NAV2_CROSS_CHUNK, n->gc->number, n->index};
    const bool is_back = nav2_crosses_back(file->bytes, other, &back);
    const bool is_here = file->bytes == n->gc->bytes;
    nl_draft draft = {.length = 0};
    if (!is_back && !crosses_astray(file, other, to, NAV2_CROSS_CHUNK)) {
        if (is_here) draft.related[1] = related_links(file->bytes, other, to);
        found_to_chunk(n, NAV2_CROSS_CHUNK_BACK, at, draft);
    } else if (is_back && !is_near(n, file->bytes, other, to)) {
        if (is_here) draft.related[1] = related_position(other, to);
        found_to_chunk(n, NAV2_CROSS_CHUNK_PLACE, at, draft);
    }
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
    nav2_list_of(gc, other);
    if (other)
        check_chunk_target(n, at, other, &(nav2_peers){gc->bytes, gc->c->doc, NULL});
    else if (nav2_expects_group(gc->c->doc))
        found_group(n, NAV2_CROSS_CHUNK_GROUP, at, &(nl_draft){.length = 0});
    nav2_list_of(gc, NULL);
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
                    &(nl_draft){.args = {nl_string("its crossing link"),
                                         nl_uint(nav2_half_at(gc, at + NAV2_TO_CHUNK_GROUP_AT))}});
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
    nl_found(&link, rule, NAV2_TO_TILE_GROUP,
             &(nl_draft){.args = {nl_uint(tile & 63), nl_uint(tile >> 6 & 63)}});
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
                 &(nl_draft){.args = {nl_uint(nav2_tile_of(gc->c->doc->uid) & 63),
                                      nl_uint(nav2_tile_of(gc->c->doc->uid) >> 6)},
                             .related = {{NAV2_HEADER_UID_AT, 4, "the file's own uid"}}});
    if (has_node)
        nl_found(&link, NAV2_CROSS_TILE_NODE, NAV2_TO_TILE_NODE,
                 &(nl_draft){.expected = nl_uint(NAV2_TILE_NODE),
                             .fix = nav2_fix_of(&link, NAV2_TO_TILE_NODE, NAV2_TILE_NODE)});
}

/* A node that crosses in several ways is reported; of its links only the nodes that are not there.
 */
static void check_several(const nav2_node_check *n) {
    const nav2_group_check *const gc = n->gc;
    uint64_t at;
    (void)check_segment_node(n, &at);
    at = nav2_crossing_at(gc->g, &n->node, NAV2_CROSS_CHUNK);
    if (at == 0) return;
    const nav2_group *const other =
        nav2_group_of(gc->c->doc, nav2_half_at(gc, at + NAV2_TO_CHUNK_GROUP_AT));
    nav2_list_of(gc, other);
    if (other) (void)check_chunk_node(n, at, other);
    nav2_list_of(gc, NULL);
}

void nav2_check_crossings(const nav2_node_check *n) {
    if (!nav2_has_one_way(&n->node)) {
        check_several(n);
        return;
    }
    check_to_segment(n);
    check_to_chunk(n);
    check_to_tile(n);
}

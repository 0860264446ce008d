/* A NavigationGraph that is not plain, record by record. */
#include "parsers/mgs_nav2/check.h"

#include <string.h>

#include "core/checked.h"

/* One node while it is judged. */
typedef struct nav2_node_here {
    nav2_here *h;
    uint32_t index;
    nav2_node node;
    uint64_t links; /* in the file; 0: they leave the table */
    uint32_t cost;  /* of a link */
} nav2_node_here;

nav2_place nav2_node_place(const nav2_here *h, uint32_t node) {
    const uint64_t at = h->g->graph.nodes + (uint64_t)node * NAV2_NODE_BYTES;
    return nav2_record(&h->g->chunks[NAV2_GRAPH], "nodes", node, at, NAV2_NODE_BYTES);
}

static void tell_node(const nav2_node_here *n, unsigned rule, const char *member, nl_type type,
                      uint32_t at, nl_draft draft) {
    const nav2_place place = nav2_member(nav2_node_place(n->h, n->index), member, type, at);
    nav2_tell_here(n->h, rule, &place, draft);
}

/* A field of a link of the node; link: its number, or NAV2_NO_ITEM for the crossing link. */
static void tell_link(const nav2_node_here *n, unsigned rule, const char *list, uint32_t link,
                      const char *member, uint64_t at, nl_draft draft) {
    nav2_place place = nav2_record(&n->h->g->chunks[NAV2_GRAPH], "linkData", n->index, at, 0);
    place.sub = list;
    place.sub_index = link;
    place.member = member;
    place.type = NL_U16LE;
    nav2_tell_here(n->h, rule, &place, draft);
}

static uint32_t half_at(const nav2_here *h, uint64_t at) {
    return nl_load_u16(h->bytes + at);
}

static nav2_node node_of(const nav2_here *h, uint32_t index) {
    return nav2_node_at(h->bytes + h->g->graph.nodes, index);
}

/* ---- Crossing links ---- */

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
    const uint32_t flags = n.flags & NAV2_CROSS;
    if (nav2_links_of(g, &n) == 0 || (flags & (flags - 1)) != 0) return true;
    if (at == 0) return false;
    if (flag == NAV2_CROSS_SEGMENT) {
        const uint32_t to = nl_load_u16(file->bytes + at);
        return to >= g->graph.node_count ||
               nav2_node_at(file->bytes + g->graph.nodes, to).segment == n.segment;
    }
    const nav2_group *const to = nav2_group_of(file->doc, nl_load_u16(file->bytes + at));
    return !to || nl_load_u16(file->bytes + at + 2) >= to->graph.node_count;
}

bool nav2_crosses_inside(const nav2_here *h, const nav2_node *node) {
    const uint64_t at = nav2_crossing_at(h->g, node, NAV2_CROSS_SEGMENT);
    const uint32_t to = at != 0 ? half_at(h, at) : h->g->graph.node_count;
    return to < h->g->graph.node_count && node_of(h, to).segment == node->segment;
}

bool nav2_has_one_way(const nav2_node *node) {
    const uint32_t flags = node->flags & NAV2_CROSS;
    return (flags & (flags - 1)) == 0;
}

static void check_segment_crossing(const nav2_node_here *n) {
    const nav2_here *const h = n->h;
    const uint64_t at = nav2_crossing_at(h->g, &n->node, NAV2_CROSS_SEGMENT);
    const uint32_t to = at != 0 ? half_at(h, at) : 0;
    nl_draft draft = {.actual = nl_uint(to),
                      .expected = nl_uint(h->g->graph.node_count),
                      .args = {nl_uint(n->index), nl_uint(n->node.segment)}};
    if (at == 0) return;
    if (to >= h->g->graph.node_count) {
        tell_link(n, NAV2_CROSS_SEGMENT_NODE, "crossSegment", NAV2_NO_ITEM, "node", at, draft);
        return;
    }
    const nav2_peers file = {h->bytes, h->c->doc};
    draft.expected = (navlint_value){.kind = NAVLINT_NO_VALUE};
    const bool is_back = nav2_crosses_to(h->bytes, h->g, to, NAV2_CROSS_SEGMENT, 0, n->index);
    const bool is_near = nav2_is_near(nav2_node_position(h->bytes, h->g, n->index),
                                      nav2_node_position(h->bytes, h->g, to));
    if (node_of(h, to).segment == n->node.segment)
        tell_link(n, NAV2_CROSS_SEGMENT_SAME, "crossSegment", NAV2_NO_ITEM, "node", at, draft);
    else if (!is_back && !crosses_astray(&file, h->g, to, NAV2_CROSS_SEGMENT))
        tell_link(n, NAV2_CROSS_SEGMENT_BACK, "crossSegment", NAV2_NO_ITEM, "node", at, draft);
    else if (is_back && !is_near)
        tell_link(n, NAV2_CROSS_SEGMENT_PLACE, "crossSegment", NAV2_NO_ITEM, "node", at, draft);
}

/* The group is in the file. */
static void check_chunk_target(const nav2_node_here *n, uint64_t at, const nav2_group *other,
                               const nav2_peers *file) {
    const uint32_t to = half_at(n->h, at + 2);
    nl_draft draft = {.actual = nl_uint(to),
                      .expected = nl_uint(other->graph.node_count),
                      .args = {nl_uint(n->index), nl_uint(half_at(n->h, at))}};
    const nav2_position own = nav2_node_position(n->h->bytes, n->h->g, n->index);
    if (!other->chunks[NAV2_GRAPH].is_readable) return;
    if (to >= other->graph.node_count) {
        tell_link(n, NAV2_CROSS_CHUNK_NODE, "crossChunk", NAV2_NO_ITEM, "node", at + 2, draft);
        return;
    }
    draft.expected = (navlint_value){.kind = NAVLINT_NO_VALUE};
    const nav2_position there = nav2_node_position(file->bytes, other, to);
    const bool is_back =
        nav2_crosses_to(file->bytes, other, to, NAV2_CROSS_CHUNK, n->h->number, n->index);
    if (!is_back && crosses_astray(file, other, to, NAV2_CROSS_CHUNK)) return;
    if (!is_back)
        tell_link(n, NAV2_CROSS_CHUNK_BACK, "crossChunk", NAV2_NO_ITEM, "node", at + 2, draft);
    else if (!nav2_is_near(own, there))
        tell_link(n, NAV2_CROSS_CHUNK_PLACE, "crossChunk", NAV2_NO_ITEM, "node", at + 2, draft);
}

static void check_chunk_crossing(const nav2_node_here *n) {
    const nav2_here *const h = n->h;
    const uint64_t at = nav2_crossing_at(h->g, &n->node, NAV2_CROSS_CHUNK);
    if (at == 0) return;
    const uint32_t number = half_at(h, at);
    const nav2_group *const other = nav2_group_of(h->c->doc, number);
    if (other)
        check_chunk_target(n, at, other, &(nav2_peers){h->bytes, h->c->doc});
    else if (nav2_expects_group(h->c->doc))
        tell_link(n, NAV2_CROSS_CHUNK_GROUP, "crossChunk", NAV2_NO_ITEM, "dataChunkId", at,
                  (nl_draft){.actual = nl_uint(number), .args = {nl_uint(n->index)}});
}

void nav2_judge_crossing_to(nav2_here *h, uint32_t node, const nav2_group *other,
                            const nav2_peers *peers) {
    const nav2_node_here n = {.h = h, .index = node, .node = node_of(h, node)};
    const uint64_t at = nav2_crossing_at(h->g, &n.node, NAV2_CROSS_CHUNK);
    if (at == 0) return;
    if (other) {
        check_chunk_target(&n, at, other, peers);
        return;
    }
    tell_link(
        &n, NAV2_SET_GROUP, "crossChunk", NAV2_NO_ITEM, "dataChunkId", at,
        (nl_draft){.actual = nl_uint(half_at(h, at)), .args = {nl_string("node"), nl_uint(node)}});
}

void nav2_tell_tile_crossing(nav2_here *h, uint32_t node, unsigned rule) {
    const nav2_node_here n = {.h = h, .index = node, .node = node_of(h, node)};
    const uint64_t at = nav2_crossing_at(h->g, &n.node, NAV2_CROSS_TILE);
    tell_link(&n, rule, "crossTile", NAV2_NO_ITEM, "dataChunkId", at + 2,
              (nl_draft){.actual = nl_uint(half_at(h, at + 2)),
                         .args = {nl_uint(node), nl_uint(half_at(h, at))}});
}

static void check_tile_crossing(const nav2_node_here *n) {
    const uint64_t at = nav2_crossing_at(n->h->g, &n->node, NAV2_CROSS_TILE);
    if (at == 0) return;
    const uint32_t tile = half_at(n->h, at);
    const uint32_t node = half_at(n->h, at + 4);
    if (tile == nav2_tile_of(n->h->c->doc->uid))
        tell_link(n, NAV2_CROSS_TILE_OWN, "crossTile", NAV2_NO_ITEM, "tileId", at,
                  (nl_draft){.actual = nl_uint(tile), .args = {nl_uint(n->index)}});
    if (node != NAV2_TILE_NODE)
        tell_link(n, NAV2_CROSS_TILE_NODE, "crossTile", NAV2_NO_ITEM, "node", at + 4,
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

/* ---- Links inside a segment ---- */

/* One link of a node. */
typedef struct nav2_link_here {
    uint32_t number;
    uint64_t at;
    uint32_t to, edge;
} nav2_link_here;

static void tell_inside(const nav2_node_here *n, unsigned rule, const nav2_link_here *l,
                        bool at_edge, nl_draft draft) {
    draft.args[0] = nl_uint(n->index);
    if (draft.actual.kind == NAVLINT_NO_VALUE) draft.actual = nl_uint(at_edge ? l->edge : l->to);
    tell_link(n, rule, "inside", l->number, at_edge ? "edge" : "node", l->at + (at_edge ? 2 : 0),
              draft);
}

/* A link of `node` that has a finding by itself. */
static bool is_odd_link(const nav2_here *h, uint32_t node, uint32_t to, uint32_t edge) {
    return to >= h->g->graph.node_count || edge >= h->g->graph.edge_count || to == node ||
           node_of(h, to).segment != node_of(h, node).segment;
}

/* Whether the other node's list has the link back; true if that list cannot be read, or if what
 * stands there instead has a finding. */
static bool has_link_back(const nav2_node_here *n, const nav2_link_here *l) {
    const nav2_node other = node_of(n->h, l->to);
    const uint64_t links = nav2_links_of(n->h->g, &other);
    if (links == 0 || !nl_spend(n->h->c->budget, other.inside)) return true;
    for (uint32_t k = 0; k < other.inside; k++) {
        const uint64_t at = links + NAV2_LINK_BYTES * (uint64_t)k;
        const uint32_t to = half_at(n->h, at);
        const uint32_t edge = half_at(n->h, at + 2);
        if (to == n->index && edge == l->edge) return true;
        if ((to == n->index || edge == l->edge) && is_odd_link(n->h, l->to, to, edge)) return true;
    }
    return false;
}

static bool is_listed_before(const nav2_node_here *n, const nav2_link_here *l) {
    for (uint32_t k = 0; k < l->number; k++)
        if (half_at(n->h, n->links + NAV2_LINK_BYTES * (uint64_t)k + 2) == l->edge) return true;
    return false;
}

/* Whether the edge's ends, local to its segment, are the link's. */
static void check_ends(const nav2_node_here *n, const nav2_link_here *l) {
    const nav2_here *const h = n->h;
    const uint64_t at = h->g->graph.edges + (uint64_t)l->edge * NAV2_EDGE_BYTES;
    const uint32_t segment = half_at(h, at + 2) & 0xFFF;
    if (!h->nodes_fit || !h->edges_fit || segment >= h->segment_count) return;
    const nav2_segment s = nav2_segment_here(h, segment);
    const uint32_t a = s.node + h->bytes[at + 4];
    const uint32_t b = s.node + h->bytes[at + 5];
    if (h->bytes[at + 4] >= s.nodes || h->bytes[at + 5] >= s.nodes || a == b) return;
    if ((a == n->index && b == l->to) || (b == n->index && a == l->to)) return;
    tell_inside(n, NAV2_GRAPH_LINK_ENDS, l, true,
                (nl_draft){.actual = nl_uint(l->to),
                           .args = {nl_uint(0), nl_uint(l->edge), nl_uint(a), nl_uint(b)}});
}

static void check_link(const nav2_node_here *n, const nav2_link_here *l) {
    const nav2_here *const h = n->h;
    const uint32_t nodes = h->g->graph.node_count;
    const uint32_t edges = h->g->graph.edge_count;
    if (l->to >= nodes)
        tell_inside(n, NAV2_GRAPH_LINK_NODE, l, false, (nl_draft){.expected = nl_uint(nodes)});
    if (l->edge >= edges)
        tell_inside(n, NAV2_GRAPH_LINK_EDGE, l, true, (nl_draft){.expected = nl_uint(edges)});
    if (l->to >= nodes || l->edge >= edges) return;
    h->edge_marks[l->edge] = 1;
    const uint32_t segment = node_of(h, l->to).segment;
    if (l->to == n->index)
        tell_inside(n, NAV2_GRAPH_LINK_SELF, l, false, (nl_draft){0});
    else if (is_listed_before(n, l))
        tell_inside(n, NAV2_GRAPH_LINK_TWICE, l, true, (nl_draft){0});
    else if (segment >= h->segment_count || n->node.segment >= h->segment_count)
        return; /* told with the node */
    else if (segment != n->node.segment)
        tell_inside(n, NAV2_GRAPH_LINK_SEGMENT, l, false,
                    (nl_draft){.expected = nl_uint(segment),
                               .args = {nl_uint(0), nl_uint(n->node.segment)}});
    else if (!has_link_back(n, l))
        tell_inside(n, NAV2_GRAPH_LINK_BACK, l, false,
                    (nl_draft){.args = {nl_uint(0), nl_uint(l->edge)}});
    else
        check_ends(n, l);
}

static void check_links(const nav2_node_here *n) {
    const uint64_t work = (uint64_t)n->cost * n->node.inside;
    if (n->links == 0 || !nl_spend(n->h->c->budget, work)) return;
    for (uint32_t k = 0; k < n->node.inside; k++) {
        const uint64_t at = n->links + NAV2_LINK_BYTES * (uint64_t)k;
        const nav2_link_here l = {k, at, half_at(n->h, at), half_at(n->h, at + 2)};
        check_link(n, &l);
    }
    if (!nav2_has_one_way(&n->node)) return;
    check_segment_crossing(n);
    check_chunk_crossing(n);
    check_tile_crossing(n);
}

/* ---- Nodes by themselves ---- */

static void check_flags(const nav2_node_here *n) {
    const uint32_t flags = n->node.flags & NAV2_CROSS;
    if (flags & (flags - 1))
        tell_node(n, NAV2_GRAPH_FLAGS, "flags", NL_U8, 5,
                  (nl_draft){.actual = nl_uint(flags), .args = {nl_uint(n->index)}});
    if (n->node.flags & ~(uint32_t)NAV2_CROSS)
        tell_node(n, NAV2_GRAPH_KIND, "flags", NL_U8, 5,
                  (nl_draft){.actual = nl_uint(n->node.flags & ~(uint32_t)NAV2_CROSS),
                             .args = {nl_string("node"), nl_uint(n->index)}});
    if (n->node.upper != 0)
        tell_node(n, NAV2_GRAPH_LINK_UPPER, "segmentAndUpper", NL_U16LE, 2,
                  (nl_draft){.actual = nl_uint(n->node.upper), .args = {nl_uint(n->index)}});
}

/* false if the segment does not exist. */
static bool check_segment(const nav2_node_here *n) {
    const nav2_here *const h = n->h;
    nl_draft draft = {.actual = nl_uint(n->node.segment),
                      .expected = nl_uint(h->segment_count),
                      .args = {nl_string("node"), nl_uint(n->index)}};
    if (n->node.segment >= h->segment_count) {
        tell_node(n, NAV2_GRAPH_SEGMENT, "segmentAndUpper", NL_U16LE, 2, draft);
        return false;
    }
    const uint32_t before = n->index != 0 ? node_of(h, n->index - 1).segment : 0;
    draft.expected = nl_uint(before);
    if (n->node.segment < before && before < h->segment_count)
        tell_node(n, NAV2_GRAPH_SEGMENT_ORDER, "segmentAndUpper", NL_U16LE, 2, draft);
    return true;
}

static void check_face(const nav2_node_here *n) {
    const nav2_here *const h = n->h;
    const uint64_t at = h->g->graph.faces + 2 * (uint64_t)n->index;
    const uint32_t number = half_at(h, at);
    nav2_place place = nav2_record(&h->g->chunks[NAV2_GRAPH], "navmeshIndices", n->index, at, 0);
    place.type = NL_U16LE;
    nl_draft draft = {.field = "navmeshIndex",
                      .actual = nl_uint(number),
                      .expected = nl_uint(h->g->mesh.face_count),
                      .args = {nl_uint(n->index), nl_uint(n->node.segment)}};
    if (!h->has_mesh) return;
    if (number >= h->g->mesh.face_count) {
        nav2_tell_here(h, NAV2_GRAPH_FACE, &place, draft);
        return;
    }
    draft.expected = (navlint_value){.kind = NAVLINT_NO_VALUE};
    if (!h->nodes_fit || nav2_face_has_node(h, number, n->node.segment, n->index)) return;
    nav2_tell_here(h, NAV2_GRAPH_FACE_OTHER, &place, draft);
}

static void check_position(const nav2_node_here *n) {
    const nav2_here *const h = n->h;
    const nav2_position p = nav2_node_position(h->bytes, h->g, n->index);
    const nav2_position low = nav2_low_of(h, n->node.segment);
    const nav2_position high = nav2_high_of(h, n->node.segment);
    const bool is_inverted = low.x > high.x || low.y > high.y || low.z > high.z;
    const uint64_t at = h->g->graph.positions + (uint64_t)n->index * NAV2_POSITION_BYTES;
    const nav2_place place =
        nav2_record(&h->g->chunks[NAV2_GRAPH], "positions", n->index, at, NAV2_POSITION_BYTES);
    if (is_inverted || nav2_is_within(p, low, high)) return;
    nav2_tell_here(
        h, NAV2_GEO_OUTSIDE, &place,
        (nl_draft){.args = {nl_string("node"), nl_uint(n->index), nl_uint(n->node.segment)}});
}

void nav2_check_node_faces(nav2_here *h) {
    for (uint32_t i = 0; i < h->g->graph.node_count && h->graph_is_plain; i++) {
        const nav2_node_here n = {.h = h, .index = i, .node = node_of(h, i)};
        check_face(&n);
    }
}

/* ---- The table of links ---- */

/* How far the links of the nodes so far go. */
typedef struct nav2_links {
    uint64_t end;
    bool wraps; /* offsets lost their upper bits: what they lead to is not judged */
} nav2_links;

static void tell_order(const nav2_node_here *n, unsigned rule, uint64_t end) {
    tell_node(n, rule, "linkDataOffset", NL_U16LE, 0,
              (nl_draft){.actual = nl_uint(n->node.links),
                         .expected = nl_uint(end),
                         .args = {nl_uint(n->index)}});
}

static void check_order(const nav2_node_here *n, nav2_links *links) {
    if (n->node.links == links->end || links->wraps) return;
    tell_order(n, NAV2_GRAPH_LINK_ORDER, links->end);
    links->end = n->node.links;
}

/* More than 131070 bytes of links, and the first node beyond has the lower bits of its place. */
static bool find_wrap(nav2_here *h) {
    uint64_t end = 0;
    for (uint32_t i = 0; i < h->g->graph.node_count; i++) {
        const nav2_node_here n = {.h = h, .index = i, .node = node_of(h, i)};
        if (n.node.links != (end & 0x1FFFF)) return false;
        if (end > 2 * UINT16_MAX) {
            tell_order(&n, NAV2_O2N_LINK_WRAP, end);
            return true;
        }
        end += nav2_link_bytes(&n.node);
    }
    return false;
}

static void check_link_range(const nav2_node_here *n) {
    if (n->links != 0) return;
    tell_node(n, NAV2_GRAPH_LINK_RANGE, "linkDataOffset", NL_U16LE, 0,
              (nl_draft){.actual = nl_uint(nav2_link_bytes(&n->node)),
                         .expected = nl_uint(n->h->g->graph.links_end - n->h->g->graph.links),
                         .args = {nl_uint(n->index), nl_uint(n->node.links)}});
}

static void judge_node(nav2_here *h, uint32_t index, nav2_links *links) {
    nav2_node_here n = {.h = h, .index = index, .node = node_of(h, index)};
    n.links = nav2_links_of(h->g, &n.node);
    n.cost = n.node.links < links->end ? NAV2_SHARED_COST : 1;
    check_flags(&n);
    check_order(&n, links);
    links->end += nav2_link_bytes(&n.node);
    if (!links->wraps) {
        check_link_range(&n);
        check_links(&n);
    }
    const bool has_segment = check_segment(&n);
    check_face(&n);
    if (has_segment) check_position(&n);
}

void nav2_check_links_end(const nav2_here *h, uint64_t links_end) {
    const nav2_table_place edges = {h->g, NAV2_GRAPH,        "edges", "edgesOffset",
                                    8,    h->g->graph.edges, false};
    nav2_check_table_place(h->c->job, &edges, h->g->graph.links + links_end);
}

static void judge_nodes(nav2_here *h) {
    nav2_links links = {.wraps = find_wrap(h)};
    if (links.wraps) {
        h->nodes_fit = false; /* nothing that leads over links can be told */
        memset(h->edge_marks, 1, h->g->graph.edge_count);
    }
    for (uint32_t i = 0; i < h->g->graph.node_count; i++) {
        if (!nl_spend(h->c->budget, 1)) return;
        judge_node(h, i, &links);
    }
    if (!links.wraps && h->g->graph.links + links.end <= h->g->graph.links_end)
        nav2_check_links_end(h, links.end);
}

/* ---- Attributes ---- */

static void check_attributes(const nav2_here *h) {
    const uint32_t count = h->g->graph.attribute_count;
    const nav2_place place =
        nav2_chunk_field(&h->g->chunks[NAV2_GRAPH], "attributeCount", NL_U16LE, 46);
    for (uint32_t i = 0; i < h->g->graph.node_count && count < h->segment_count; i++) {
        const uint32_t segment = node_of(h, i).segment;
        if (segment < count || segment >= h->segment_count) continue;
        nav2_tell_here(
            h, NAV2_GRAPH_ATTRIBUTES, &place,
            (nl_draft){.actual = nl_uint(count), .args = {nl_uint(i), nl_uint(segment)}});
        return;
    }
    if (count != h->segment_count)
        nav2_tell_here(h, NAV2_GRAPH_ATTRIBUTE_COUNT, &place,
                       (nl_draft){.actual = nl_uint(count), .expected = nl_uint(h->segment_count)});
}

void nav2_check_graph(nav2_here *h) {
    const uint32_t nodes = h->g->graph.node_count;
    const uint32_t edges = h->g->graph.edge_count;
    if (!nl_spend(h->c->budget, (uint64_t)nodes + edges)) return;
    check_attributes(h);
    if (nav2_scan_graph(h)) return;
    memset(h->edge_marks, 0, edges);
    judge_nodes(h);
    if (!h->c->budget->exhausted) nav2_judge_edges(h);
}

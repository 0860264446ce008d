/* A NavigationGraph that is not plain, record by record. */
#include "parsers/mgs_nav2/chunks/graph.h"

#include <string.h>

#include "core/checked.h"

nav2_place nav2_node_place(const nav2_here *h, uint32_t node) {
    const uint64_t at = h->g->graph.nodes + (uint64_t)node * NAV2_NODE_BYTES;
    return nav2_record(&h->g->chunks[NAV2_GRAPH], "nodes", node, at, NAV2_NODE_BYTES);
}

static void tell_node(const nav2_node_here *n, unsigned rule, const char *member, nl_type type,
                      uint32_t at, nl_draft draft) {
    const nav2_place place = nav2_member(nav2_node_place(n->h, n->index), member, type, at);
    nav2_tell_here(n->h, rule, &place, draft);
}

/* ---- Nodes by themselves ---- */

static void check_flags(const nav2_node_here *n) {
    const uint32_t flags = n->node.flags & NAV2_CROSS;
    if (!nav2_has_one_way(&n->node))
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

static void tell_segment(const nav2_node_here *n, unsigned rule, uint32_t expected) {
    tell_node(n, rule, "segmentAndUpper", NL_U16LE, 2,
              (nl_draft){.actual = nl_uint(n->node.segment),
                         .expected = nl_uint(expected),
                         .args = {nl_string("node"), nl_uint(n->index)}});
}

/* false if the segment does not exist. */
static bool check_segment(const nav2_node_here *n) {
    const nav2_here *const h = n->h;
    if (n->node.segment >= h->segment_count) {
        tell_segment(n, NAV2_GRAPH_SEGMENT, h->segment_count);
        return false;
    }
    const uint32_t before = n->index != 0 ? nav2_node_of(h, n->index - 1).segment : 0;
    if (n->node.segment < before && before < h->segment_count)
        tell_segment(n, NAV2_GRAPH_SEGMENT_ORDER, before);
    return true;
}

static void tell_face(const nav2_node_here *n, unsigned rule, navlint_value expected) {
    const nav2_here *const h = n->h;
    const uint64_t at = h->g->graph.faces + 2 * (uint64_t)n->index;
    nav2_place place = nav2_record(&h->g->chunks[NAV2_GRAPH], "navmeshIndices", n->index, at, 0);
    place.type = NL_U16LE;
    nav2_tell_here(h, rule, &place,
                   (nl_draft){.field = "navmeshIndex",
                              .actual = nl_uint(nav2_half_at(h, at)),
                              .expected = expected,
                              .args = {nl_uint(n->index), nl_uint(n->node.segment)}});
}

static void check_face(const nav2_node_here *n) {
    const nav2_here *const h = n->h;
    const uint32_t faces = h->g->mesh.face_count;
    const uint32_t number = nav2_half_at(h, h->g->graph.faces + 2 * (uint64_t)n->index);
    if (!h->has_mesh) return;
    if (number >= faces)
        tell_face(n, NAV2_GRAPH_FACE, nl_uint(faces));
    else if (h->nodes_fit && !nav2_face_has_node(h, number, n->node.segment, n->index))
        tell_face(n, NAV2_GRAPH_FACE_OTHER, (navlint_value){.kind = NAVLINT_NO_VALUE});
}

static void check_position(const nav2_node_here *n) {
    const nav2_here *const h = n->h;
    const nav2_position p = nav2_node_position(h->bytes, h->g, n->index);
    const nav2_position low = nav2_low_of(h, n->node.segment);
    const nav2_position high = nav2_high_of(h, n->node.segment);
    const bool is_inverted = low.x > high.x || low.y > high.y || low.z > high.z;
    if (is_inverted || nav2_is_within(p, low, high)) return;
    const uint64_t at = h->g->graph.positions + (uint64_t)n->index * NAV2_POSITION_BYTES;
    const nav2_place place =
        nav2_record(&h->g->chunks[NAV2_GRAPH], "positions", n->index, at, NAV2_POSITION_BYTES);
    nav2_tell_here(
        h, NAV2_GEO_OUTSIDE, &place,
        (nl_draft){.args = {nl_string("node"), nl_uint(n->index), nl_uint(n->node.segment)}});
}

void nav2_check_node_faces(nav2_here *h) {
    for (uint32_t i = 0; i < h->g->graph.node_count && h->graph_is_plain; i++) {
        const nav2_node_here n = {.h = h, .index = i, .node = nav2_node_of(h, i)};
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
        const nav2_node_here n = {.h = h, .index = i, .node = nav2_node_of(h, i)};
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
    nav2_node_here n = {.h = h, .index = index, .node = nav2_node_of(h, index)};
    n.links = nav2_links_of(h->g, &n.node);
    n.cost = n.node.links < links->end ? NAV2_SHARED_COST : 1;
    check_flags(&n);
    check_order(&n, links);
    links->end += nav2_link_bytes(&n.node);
    if (!links->wraps) {
        check_link_range(&n);
        nav2_check_links(&n);
        nav2_check_crossings(&n);
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
        const uint32_t segment = nav2_node_of(h, i).segment;
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
    judge_nodes(h);
    if (!h->c->budget->exhausted) nav2_judge_edges(h);
}

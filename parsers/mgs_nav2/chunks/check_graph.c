/* A NavigationGraph that is not plain, record by record. */
#include <string.h>

#include "core/checked.h"
#include "parsers/mgs_nav2/chunks/face.h"
#include "parsers/mgs_nav2/chunks/graph.h"

static nl_place place_of(const nav2_node_check *n) {
    const uint64_t at = n->gc->g->graph.nodes + (uint64_t)n->index * NAV2_NODE_BYTES;
    return nav2_node_place(n->gc, "nodes", n->index, at);
}

static void found(const nav2_node_check *n, unsigned rule, unsigned field, const nl_draft *draft) {
    const nl_place node = place_of(n);
    nl_found(&node, rule, field, draft);
}

/* ---- Nodes by themselves ---- */

static void check_flags(const nav2_node_check *n) {
    const uint32_t flags = n->node.flags & NAV2_CROSS;
    const uint32_t others = n->node.flags & ~(uint32_t)NAV2_CROSS;
    if (!nav2_has_one_way(&n->node))
        found(n, NAV2_GRAPH_FLAGS, NAV2_NODE_FLAGS, &(nl_draft){.args = {nl_uint(flags)}});
    if (others != 0)
        found(n, NAV2_GRAPH_KIND, NAV2_NODE_FLAGS,
              &(nl_draft){.expected = nl_uint(flags), .args = {nl_uint(others)}});
    if (n->node.upper != 0)
        found(n, NAV2_GRAPH_LINK_UPPER, NAV2_NODE_SEGMENT,
              &(nl_draft){.expected = nl_uint(n->node.segment), .args = {nl_uint(n->node.upper)}});
}

/* number: of segments, or of the segment of the node before. */
static void found_segment(const nav2_node_check *n, unsigned rule, uint32_t number) {
    const nl_place node = place_of(n);
    nl_draft draft = {.args = {nl_uint(n->node.segment), nl_uint(number)}};
    if (n->index != 0)
        draft.related[0] =
            (navlint_related){node.at - NAV2_NODE_BYTES, NAV2_NODE_BYTES, "the node before"};
    nl_found(&node, rule, NAV2_NODE_SEGMENT, &draft);
}

/* false if the segment does not exist. */
static bool check_segment(const nav2_node_check *n) {
    const nav2_group_check *const gc = n->gc;
    if (n->node.segment >= gc->segment_count) {
        found_segment(n, NAV2_GRAPH_SEGMENT, gc->segment_count);
        return false;
    }
    const uint32_t before = n->index != 0 ? nav2_node_of(gc, n->index - 1).segment : 0;
    if (n->node.segment < before && before < gc->segment_count)
        found_segment(n, NAV2_GRAPH_SEGMENT_ORDER, before);
    return true;
}

static void found_face(const nav2_node_check *n, unsigned rule, nl_draft draft) {
    const uint64_t at = n->gc->g->graph.faces + NAV2_NODE_FACE_BYTES * (uint64_t)n->index;
    const nl_place face = nav2_node_place(n->gc, "navmeshIndices", n->index, at);
    draft.args[0] = nl_uint(n->gc->g->mesh.face_count);
    draft.args[1] = nl_uint(n->node.segment);
    nl_found(&face, rule, NAV2_NODE_FACE_NUMBER, &draft);
}

static void check_face(const nav2_node_check *n) {
    const nav2_group_check *const gc = n->gc;
    const uint32_t faces = gc->g->mesh.face_count;
    const uint64_t at = gc->g->graph.faces + NAV2_NODE_FACE_BYTES * (uint64_t)n->index;
    const uint32_t number = nav2_half_at(gc, at);
    if (!gc->has_mesh) return;
    if (number >= faces)
        found_face(n, NAV2_GRAPH_FACE, nav2_below(faces));
    else if (gc->nodes_fit && !nav2_face_has_node(gc, number, n->node.segment, n->index))
        found_face(n, NAV2_GRAPH_FACE_OTHER,
                   (nl_draft){.related = {nav2_related_face(gc, number, "the face")}});
}

static void check_position(const nav2_node_check *n) {
    const nav2_group_check *const gc = n->gc;
    const nav2_position p = nav2_node_position(gc->bytes, gc->g, n->index);
    const nav2_bounds bounds = nav2_bounds_in(gc, n->node.segment);
    if (nav2_are_inverted(bounds) || nav2_is_within(p, bounds.low, bounds.high)) return;
    const nl_place place = nav2_position_place(gc, NAV2_GRAPH, n->index);
    if (gc->odd_bounds[n->node.segment]) nav2_list(gc->c, true);
    nl_found(&place, NAV2_GEO_OUTSIDE, NL_NO_FIELD,
             &(nl_draft){.length = NAV2_POSITION_BYTES,
                         .args = {nl_uint(n->node.segment)},
                         .related = {nav2_related_bounds(gc, n->node.segment)}});
    nav2_list(gc->c, gc->follows);
}

void nav2_check_node_faces(nav2_group_check *gc) {
    for (uint32_t i = 0; i < gc->g->graph.node_count && gc->graph_is_plain; i++) {
        const nav2_node_check n = {.gc = gc, .index = i, .node = nav2_node_of(gc, i)};
        check_face(&n);
    }
}

/* ---- The table of links ---- */

/* Offsets count halves: what of the place is in the upper bits stays there. */
static void found_order(const nav2_node_check *n, unsigned rule, uint64_t end) {
    const nl_place node = place_of(n);
    const uint64_t upper = 16 * (uint64_t)n->node.upper;
    nl_draft draft = {.args = {nl_uint(n->node.links), nl_uint(end)},
                      .related = {{0}, {node.at, NAV2_NODE_BYTES, "this node"}}};
    if (end >= upper && (end - upper) / 2 <= UINT16_MAX)
        draft.expected = nl_uint((end - upper) / 2);
    if (n->index != 0)
        draft.related[0] =
            (navlint_related){node.at - NAV2_NODE_BYTES, NAV2_NODE_BYTES, "the node before"};
    nav2_found_cause(n->gc, &node, rule, NAV2_NODE_LINKS, &draft);
}

/* next: where the links of the node behind this one start. */
static void found_count(const nav2_node_check *n, uint32_t next) {
    const nl_place node = place_of(n);
    const uint32_t crossing = nav2_cross_bytes(n->node.flags);
    const uint32_t start = n->node.links;
    nl_draft draft = {.args = {nl_uint(nav2_link_bytes(&n->node)), nl_int((int64_t)next - start)},
                      .related = {{node.at, NAV2_NODE_BYTES, "this node"},
                                  {node.at + NAV2_NODE_BYTES, NAV2_NODE_BYTES, "the next node"}}};
    const bool is_whole = next >= start + crossing &&
                          (next - start - crossing) % NAV2_LINK_BYTES == 0 &&
                          (next - start - crossing) / NAV2_LINK_BYTES <= UINT8_MAX;
    if (is_whole) draft.expected = nl_uint((next - start - crossing) / NAV2_LINK_BYTES);
    nav2_found_cause(n->gc, &node, NAV2_GRAPH_LINK_COUNT, NAV2_NODE_INSIDE, &draft);
}

/* Where the links of a node start; UINT32_MAX behind the last one. */
static uint32_t start_of(const nav2_group_check *gc, uint32_t index) {
    return index < gc->g->graph.node_count ? nav2_node_of(gc, index).links : UINT32_MAX;
}

/* Whether the next node starts elsewhere than behind this one's links, and those behind it agree.
 */
static bool has_odd_count(const nav2_node_check *n) {
    const nav2_group_check *const gc = n->gc;
    const uint32_t next = start_of(gc, n->index + 1);
    if (next == UINT32_MAX || next == n->node.links + nav2_link_bytes(&n->node)) return false;
    const nav2_node behind = nav2_node_of(gc, n->index + 1);
    const uint32_t after = start_of(gc, n->index + 2);
    return after != UINT32_MAX && after == next + nav2_link_bytes(&behind);
}

static void found_range(const nav2_node_check *n) {
    const nav2_group *const g = n->gc->g;
    const nl_place node = place_of(n);
    nav2_found_cause(
        n->gc, &node, NAV2_GRAPH_LINK_RANGE, NAV2_NODE_LINKS,
        &(nl_draft){.args = {nl_uint(nav2_link_bytes(&n->node)), nl_uint(n->node.links),
                             nl_uint(g->graph.links_end - g->graph.links)},
                    .related = {{node.at, NAV2_NODE_BYTES, "this node"}}});
}

/* Of a node that starts elsewhere than where those before end, and the next one, one is wrong.
 * Returns where the links of the next one should start. */
static uint64_t check_order(const nav2_node_check *n, uint64_t end_before) {
    const uint64_t bytes = nav2_link_bytes(&n->node);
    const uint32_t next = start_of(n->gc, n->index + 1);
    const bool is_odd = n->node.links != end_before;
    const bool has_count = is_odd || !has_odd_count(n);
    if (n->links == 0)
        found_range(n);
    else if (is_odd)
        found_order(n, NAV2_GRAPH_LINK_ORDER, end_before);
    else if (!has_count)
        found_count(n, next);
    if (!has_count || next == end_before + bytes) return next;
    return n->node.links + bytes;
}

/* Where the links of all nodes end; false if they do not follow each other. */
static bool find_links_end(const nav2_group_check *gc, uint64_t *end) {
    *end = 0;
    for (uint32_t i = 0; i < gc->g->graph.node_count; i++) {
        const nav2_node node = nav2_node_of(gc, i);
        if (node.links != *end) return false;
        *end += nav2_link_bytes(&node);
    }
    return true;
}

/* Whether the edges stand where the links of the last node end: nearly always, and then they stand
 * behind the links of all nodes, or these do not follow each other, which is found later. */
static bool follow_last_links(const nav2_group_check *gc) {
    const uint32_t count = gc->g->graph.node_count;
    const nav2_node last = count != 0 ? nav2_node_of(gc, count - 1) : (nav2_node){.links = 0};
    const uint64_t end = (uint64_t)gc->g->graph.links + last.links + nav2_link_bytes(&last);
    return gc->g->graph.edges == nav2_align(end);
}

void nav2_check_edges_place(nav2_group_check *gc) {
    uint64_t end = 0;
    if (follow_last_links(gc)) return;
    if (!nl_spend(gc->c->budget, gc->g->graph.node_count) || !find_links_end(gc, &end)) return;
    if (gc->g->graph.links + end <= gc->g->graph.links_end) nav2_check_links_end(gc, end);
}

/* More than 131070 bytes of links, and the first node beyond has the lower bits of its place. */
static bool find_wrap(nav2_group_check *gc) {
    uint64_t end = 0;
    for (uint32_t i = 0; i < gc->g->graph.node_count; i++) {
        const nav2_node_check n = {.gc = gc, .index = i, .node = nav2_node_of(gc, i)};
        if (n.node.links != (end & 0x1FFFF)) return false;
        if (end > 2 * UINT16_MAX) {
            found_order(&n, NAV2_O2N_LINK_WRAP, end);
            return true;
        }
        end += nav2_link_bytes(&n.node);
    }
    return false;
}

/* Where the links of all nodes end, as far as they follow each other. */
static uint64_t check_orders(nav2_group_check *gc) {
    uint64_t end = 0;
    for (uint32_t i = 0; i < gc->g->graph.node_count; i++) {
        nav2_node_check n = {.gc = gc, .index = i, .node = nav2_node_of(gc, i)};
        n.links = nav2_links_of(gc->g, &n.node);
        end = check_order(&n, end);
    }
    return end;
}

/* Where the links of the node before end. */
static uint64_t end_of(const nav2_group_check *gc, uint32_t index) {
    if (index == 0) return 0;
    const nav2_node before = nav2_node_of(gc, index - 1);
    return (uint64_t)before.links + nav2_link_bytes(&before);
}

/* wraps: offsets lost their upper bits: what they lead to is not checked. */
static void check_node(nav2_group_check *gc, uint32_t index, bool wraps) {
    nav2_node_check n = {.gc = gc, .index = index, .node = nav2_node_of(gc, index)};
    n.links = nav2_links_of(gc->g, &n.node);
    n.cost = n.node.links < end_of(gc, index) ? NAV2_SHARED_COST : 1;
    check_flags(&n);
    if (!wraps) {
        nav2_check_links(&n);
        nav2_check_crossings(&n);
    }
    const bool has_segment = check_segment(&n);
    check_face(&n);
    if (has_segment) check_position(&n);
}

static void check_nodes(nav2_group_check *gc) {
    const bool wraps = find_wrap(gc);
    const uint64_t end = wraps ? 0 : check_orders(gc);
    if (wraps) {
        gc->nodes_fit = false; /* nothing that leads over links is known */
        memset(gc->edge_marks, 1, gc->g->graph.edge_count);
    }
    nav2_count_inward_crossings(gc);
    for (uint32_t i = 0; i < gc->g->graph.node_count; i++) {
        if (!nl_spend(gc->c->budget, 1)) return;
        check_node(gc, i, wraps);
    }
    if (!wraps && gc->g->graph.links + end <= gc->g->graph.links_end) nav2_check_links_end(gc, end);
}

/* ---- Attributes ---- */

static void check_attributes(const nav2_group_check *gc) {
    const uint32_t count = gc->g->graph.attribute_count;
    for (uint32_t i = 0; i < gc->g->graph.node_count && count < gc->segment_count; i++) {
        const uint32_t segment = nav2_node_of(gc, i).segment;
        if (segment < count || segment >= gc->segment_count) continue;
        nav2_found_data(gc, NAV2_GRAPH_ATTRIBUTES, NAV2_GRAPH_HEADER_ATTRIBUTE_COUNT,
                        &(nl_draft){.expected = nl_uint(gc->segment_count),
                                    .args = {nl_uint(i), nl_uint(segment)}});
        return;
    }
    if (count != gc->segment_count)
        nav2_found_data(gc, NAV2_GRAPH_ATTRIBUTE_COUNT, NAV2_GRAPH_HEADER_ATTRIBUTE_COUNT,
                        &(nl_draft){.expected = nl_uint(gc->segment_count)});
}

void nav2_check_graph(nav2_group_check *gc) {
    const uint32_t nodes = gc->g->graph.node_count;
    const uint32_t edges = gc->g->graph.edge_count;
    if (!nl_spend(gc->c->budget, (uint64_t)nodes + edges)) return;
    check_attributes(gc);
    if (nav2_graph_is_plain(gc)) return;
    check_nodes(gc);
    if (!gc->c->budget->exhausted) nav2_check_edges(gc);
}

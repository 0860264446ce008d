/* Links of nodes inside their segments. */
#include "parsers/mgs_nav2/chunks/graph.h"

void nav2_tell_link(const nav2_node_here *n, unsigned rule, const char *list, uint32_t link,
                    const char *member, uint64_t at, nl_draft draft) {
    nav2_place place = nav2_record(&n->h->g->chunks[NAV2_GRAPH], "linkData", n->index, at, 0);
    place.sub = list;
    place.sub_index = link;
    place.member = member;
    place.type = NL_U16LE;
    nav2_tell_here(n->h, rule, &place, draft);
}

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
    nav2_tell_link(n, rule, "inside", l->number, at_edge ? "edge" : "node",
                   l->at + (at_edge ? 2 : 0), draft);
}

/* A link of `node` that has a finding by itself. */
static bool is_odd_link(const nav2_here *h, uint32_t node, uint32_t to, uint32_t edge) {
    return to >= h->g->graph.node_count || edge >= h->g->graph.edge_count || to == node ||
           nav2_node_of(h, to).segment != nav2_node_of(h, node).segment;
}

/* Whether the other node's list has the link back; true if that list cannot be read, or if what
 * stands there instead has a finding. */
static bool has_link_back(const nav2_node_here *n, const nav2_link_here *l) {
    const nav2_node other = nav2_node_of(n->h, l->to);
    const uint64_t links = nav2_links_of(n->h->g, &other);
    if (links == 0 || !nl_spend(n->h->c->budget, other.inside)) return true;
    for (uint32_t k = 0; k < other.inside; k++) {
        const uint64_t at = links + NAV2_LINK_BYTES * (uint64_t)k;
        const uint32_t to = nav2_half_at(n->h, at);
        const uint32_t edge = nav2_half_at(n->h, at + 2);
        if (to == n->index && edge == l->edge) return true;
        if ((to == n->index || edge == l->edge) && is_odd_link(n->h, l->to, to, edge)) return true;
    }
    return false;
}

static bool is_listed_before(const nav2_node_here *n, const nav2_link_here *l) {
    for (uint32_t k = 0; k < l->number; k++)
        if (nav2_half_at(n->h, n->links + NAV2_LINK_BYTES * (uint64_t)k + 2) == l->edge)
            return true;
    return false;
}

/* Whether the edge's ends, local to its segment, are the link's. */
static void check_ends(const nav2_node_here *n, const nav2_link_here *l) {
    const nav2_here *const h = n->h;
    const uint64_t at = h->g->graph.edges + (uint64_t)l->edge * NAV2_EDGE_BYTES;
    const uint32_t segment = nav2_half_at(h, at + 2) & 0xFFF;
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
    const uint32_t segment = nav2_node_of(h, l->to).segment;
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

void nav2_check_links(const nav2_node_here *n) {
    const uint64_t work = (uint64_t)n->cost * n->node.inside;
    if (n->links == 0 || !nl_spend(n->h->c->budget, work)) return;
    for (uint32_t k = 0; k < n->node.inside; k++) {
        const uint64_t at = n->links + NAV2_LINK_BYTES * (uint64_t)k;
        const nav2_link_here l = {k, at, nav2_half_at(n->h, at), nav2_half_at(n->h, at + 2)};
        check_link(n, &l);
    }
}

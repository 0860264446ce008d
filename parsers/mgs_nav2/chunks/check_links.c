/* Links of nodes inside their segments. */
#include "parsers/mgs_nav2/chunks/graph.h"

/* One link of a node. */
typedef struct nav2_link_check {
    const nav2_node_check *n;
    uint32_t number;
    uint64_t at;
    uint32_t to, edge;
} nav2_link_check;

/* links: those of the node `n`, or of one that it is linked to. */
static nav2_link_check link_at(const nav2_node_check *n, uint64_t links, uint32_t number) {
    const uint64_t at = links + NAV2_LINK_BYTES * (uint64_t)number;
    return (nav2_link_check){.n = n,
                             .number = number,
                             .at = at,
                             .to = nav2_half_at(n->gc, at + NAV2_LINK_NODE_AT),
                             .edge = nav2_half_at(n->gc, at + NAV2_LINK_EDGE_AT)};
}

static void found(const nav2_link_check *l, unsigned rule, unsigned field, nl_draft draft) {
    const nl_place link = nl_place_in(nav2_links_place(l->n), "inside", l->number, l->at);
    draft.args[0] = nl_uint(l->number);
    draft.related[0] = (navlint_related){l->at, NAV2_LINK_BYTES, "the link"};
    nl_found(&link, rule, field, &draft);
}

/* The same of a link to a node and an edge that are there. */
static void found_way(const nav2_link_check *l, unsigned rule, unsigned field, nl_draft draft) {
    const nav2_group *const g = l->n->gc->g;
    draft.related[1] = (navlint_related){g->graph.edges + (uint64_t)l->edge * NAV2_EDGE_BYTES,
                                         NAV2_EDGE_BYTES, "the edge"};
    found(l, rule, field, draft);
}

/* Where the other node has its links. */
static navlint_related related_node(const nav2_link_check *l) {
    const nav2_node other = nav2_node_of(l->n->gc, l->to);
    const uint64_t links = nav2_links_of(l->n->gc->g, &other);
    return (navlint_related){links, nav2_link_bytes(&other),
                             links ? "the other node's links" : NULL};
}

/* A link of `node` that has a finding by itself. */
static bool is_odd_link(const nav2_group_check *gc, uint32_t node, const nav2_link_check *l) {
    return l->to >= gc->g->graph.node_count || l->edge >= gc->g->graph.edge_count ||
           l->to == node || nav2_node_of(gc, l->to).segment != nav2_node_of(gc, node).segment;
}

/* Whether the other node's list has the link back; true if that list cannot be read, or if what
 * stands there instead has a finding. */
static bool has_link_back(const nav2_link_check *l) {
    const nav2_node_check *const n = l->n;
    const nav2_node other = nav2_node_of(n->gc, l->to);
    const uint64_t links = nav2_links_of(n->gc->g, &other);
    if (links == 0 || !nl_spend(n->gc->c->budget, other.inside)) return true;
    for (uint32_t i = 0; i < other.inside; i++) {
        const nav2_link_check back = link_at(n, links, i);
        if (back.to == n->index && back.edge == l->edge) return true;
        if ((back.to == n->index || back.edge == l->edge) && is_odd_link(n->gc, l->to, &back))
            return true;
    }
    return false;
}

static bool is_listed_before(const nav2_link_check *l) {
    const nav2_node_check *const n = l->n;
    for (uint32_t i = 0; i < l->number; i++)
        if (link_at(n, n->links, i).edge == l->edge) return true;
    return false;
}

/* Whether the edge's ends, local to its segment, are the link's. */
static void check_ends(const nav2_link_check *l) {
    const nav2_node_check *const n = l->n;
    const nav2_group_check *const gc = n->gc;
    const uint8_t *const edge = gc->bytes + gc->g->graph.edges + (size_t)l->edge * NAV2_EDGE_BYTES;
    const uint32_t segment = nl_load_u16(edge + NAV2_EDGE_SEGMENT_AT) & 0xFFF;
    if (!gc->nodes_fit || !gc->edges_fit || segment >= gc->segment_count) return;
    const nav2_segment s = nav2_segment_in(gc, segment);
    const uint32_t ends[2] = {edge[NAV2_EDGE_NODE_0_AT], edge[NAV2_EDGE_NODE_1_AT]};
    const uint32_t a = s.node + ends[0];
    const uint32_t b = s.node + ends[1];
    if (ends[0] >= s.nodes || ends[1] >= s.nodes || a == b) return;
    if ((a == n->index && b == l->to) || (b == n->index && a == l->to)) return;
    found_way(l, NAV2_GRAPH_LINK_ENDS, NAV2_LINK_EDGE,
              (nl_draft){.args = {{0}, nl_uint(l->to), nl_uint(a), nl_uint(b)}});
}

static nl_draft below(uint32_t count) {
    nl_draft draft = nav2_below(count);
    draft.args[1] = nl_uint(count);
    return draft;
}

static void check_link(const nav2_link_check *l) {
    const nav2_node_check *const n = l->n;
    const nav2_group_check *const gc = n->gc;
    const uint32_t nodes = gc->g->graph.node_count;
    const uint32_t edges = gc->g->graph.edge_count;
    if (l->to >= nodes) found(l, NAV2_GRAPH_LINK_NODE, NAV2_LINK_NODE, below(nodes));
    if (l->edge >= edges) found(l, NAV2_GRAPH_LINK_EDGE, NAV2_LINK_EDGE, below(edges));
    if (l->to >= nodes || l->edge >= edges) return;
    gc->edge_marks[l->edge] = 1;
    const uint32_t segment = nav2_node_of(gc, l->to).segment;
    if (l->to == n->index)
        found(l, NAV2_GRAPH_LINK_SELF, NAV2_LINK_NODE, (nl_draft){.length = 0});
    else if (is_listed_before(l))
        found_way(l, NAV2_GRAPH_LINK_TWICE, NAV2_LINK_EDGE, (nl_draft){.length = 0});
    else if (segment >= gc->segment_count || n->node.segment >= gc->segment_count)
        return; /* reported with the node */
    else if (segment != n->node.segment)
        found(l, NAV2_GRAPH_LINK_SEGMENT, NAV2_LINK_NODE,
              (nl_draft){.args = {{0}, nl_uint(n->node.segment), nl_uint(segment)},
                         .related = {{0}, related_node(l)}});
    else if (!has_link_back(l))
        found(l, NAV2_GRAPH_LINK_BACK, NAV2_LINK_NODE,
              (nl_draft){.args = {{0}, nl_uint(l->edge)}, .related = {{0}, related_node(l)}});
    else
        check_ends(l);
}

void nav2_check_links(const nav2_node_check *n) {
    const uint64_t work = (uint64_t)n->cost * n->node.inside;
    if (n->links == 0 || !nl_spend(n->gc->c->budget, work)) return;
    for (uint32_t i = 0; i < n->node.inside; i++) {
        const nav2_link_check l = link_at(n, n->links, i);
        check_link(&l);
    }
}

/* The usual NavigationGraph in one pass over its edges and one over its nodes: every link is one
 * end of an edge that no other link is, so every edge has two links and every link a link back.
 * Whatever is not plain is left to check_graph.c, which knows how to say it. */
#include "parsers/mgs_nav2/check.h"

/* What the loops need, apart from the document, so that the compiler knows that marking leaves it
 * alone. */
typedef struct nav2_scan {
    const nav2_document *doc;
    const nav2_group *g;
    const uint8_t *bytes;
    const uint8_t *nodes, *links, *edges, *positions, *segments, *bounds;
    uint8_t *marks;
    uint32_t node_count, edge_count, segment_count;
    uint32_t link_bytes;
    uint32_t number, tile;
    float scale[3]; /* steps to units of weight */
    bool has_scale;
} nav2_scan;

static nav2_scan scan_of(const nav2_here *h) {
    const nav2_group *const g = h->g;
    const nav2_document *const doc = h->c->doc;
    nav2_scan s = {
        .doc = doc,
        .g = g,
        .bytes = h->bytes,
        .nodes = h->bytes + g->graph.nodes,
        .links = h->bytes + g->graph.links,
        .edges = h->bytes + g->graph.edges,
        .positions = h->bytes + g->graph.positions,
        .segments = h->bytes + g->segments.segments,
        .bounds = h->bytes + g->segments.bounds,
        .marks = h->edge_marks,
        .node_count = g->graph.node_count,
        .edge_count = g->graph.edge_count,
        .segment_count = h->segment_count,
        .link_bytes = g->graph.links_end - g->graph.links,
        .number = h->number,
        .tile = nav2_tile_of(doc->uid),
    };
    s.has_scale = nav2_weight_scale(doc, s.scale);
    return s;
}

/* ---- Edges ---- */

static bool edge_is_plain(const nav2_scan *s, const uint8_t *edge, nav2_segment segment) {
    const uint32_t a = edge[4];
    const uint32_t b = edge[5];
    if (a == b || a >= segment.nodes || b >= segment.nodes) return false;
    const nav2_position from = nav2_position_at(s->positions, segment.node + a);
    const nav2_position to = nav2_position_at(s->positions, segment.node + b);
    return !s->has_scale || nav2_is_weight(nl_load_u16(edge), from, to, s->scale);
}

/* The edges are in the order of their segments, as those who name a segment were counted. */
static bool edges_are_plain(const nav2_scan *s) {
    const uint8_t *edge = s->edges;
    for (uint32_t number = 0; number < s->segment_count; number++) {
        const nav2_segment segment = nav2_segment_at(s->segments, number);
        for (uint32_t i = 0; i < segment.edges; i++, edge += NAV2_EDGE_BYTES)
            if (!edge_is_plain(s, edge, segment)) return false;
    }
    return true;
}

/* ---- Nodes ---- */

/* One node, and what is known of its segment. */
typedef struct nav2_scan_node {
    uint32_t index, local, segment_number;
    nav2_segment segment;
    nav2_position low, high;
    const uint8_t *links;
    uint32_t inside, flags;
    uint32_t forward;  /* crossing links to higher nodes so far */
    uint32_t backward; /* crossing links to lower nodes */
    uint32_t crossings; /* of all kinds */
} nav2_scan_node;

/* Each link marks its end of its edge; a mark that is there already, or an edge that does not join
 * the two in this segment, is not plain. */
static inline bool links_are_plain(const nav2_scan *s, const nav2_scan_node *n) {
    uint32_t odd = 0;
    for (uint32_t k = 0; k < n->inside; k++) {
        const uint32_t link = nl_load_u32(n->links + NAV2_LINK_BYTES * (size_t)k);
        const uint32_t to = (link & 0xFFFF) - n->segment.node;
        const uint32_t e = link >> 16;
        if (e >= s->edge_count) return false;
        const uint32_t edge = nl_load_u32(s->edges + (size_t)e * NAV2_EDGE_BYTES + 2);
        const uint32_t first = n->segment_number | n->local << 16 | to << 24;
        const uint32_t second = n->segment_number | to << 16 | n->local << 24;
        const uint32_t mark = (edge == first ? 1u : 0) | (edge == second ? 2u : 0);
        odd |= (to >= n->segment.nodes) | (mark == 0) | (s->marks[e] & mark);
        s->marks[e] = (uint8_t)(s->marks[e] | mark);
    }
    return odd == 0;
}

/* A link to a higher node has its link back there; as many as lead to lower ones must have. */
static inline bool segment_crossing_is_plain(const nav2_scan *s, nav2_scan_node *n,
                                             nav2_position at) {
    const uint32_t to = nl_load_u16(n->links + NAV2_LINK_BYTES * (size_t)n->inside);
    n->backward += to < n->index;
    if (to < n->index) return true;
    n->forward++;
    if (to >= s->node_count) return false;
    const uint8_t *const other = s->nodes + (size_t)to * NAV2_NODE_BYTES;
    const uint32_t link = 2u * nl_load_u16(other) + NAV2_LINK_BYTES * other[4];
    return other[5] == NAV2_CROSS_SEGMENT && nl_load_u16(other + 2) != n->segment_number &&
           link + 2 <= s->link_bytes && nl_load_u16(s->links + link) == n->index &&
           nav2_is_near(at, nav2_position_at(s->positions, to));
}

static bool chunk_crossing_is_plain(const nav2_scan *s, const nav2_scan_node *n,
                                    nav2_position at) {
    const uint8_t *const p = n->links + NAV2_LINK_BYTES * (size_t)n->inside;
    const uint32_t number = nl_load_u16(p);
    const uint32_t to = nl_load_u16(p + 2);
    const nav2_group *const other = nav2_group_of(s->doc, number);
    if (!other) return nav2_is_split(s->doc);
    if (!other->chunks[NAV2_GRAPH].is_readable) return true; /* it has a finding */
    return to < other->graph.node_count &&
           nav2_crosses_to(s->bytes, other, to, NAV2_CROSS_CHUNK, s->number, n->index) &&
           nav2_is_near(at, nav2_node_position(s->bytes, other, to));
}

static inline bool crossing_is_plain(const nav2_scan *s, nav2_scan_node *n, nav2_position at) {
    const uint8_t *const p = n->links + NAV2_LINK_BYTES * (size_t)n->inside;
    if (n->flags == 0) return true;
    n->crossings++;
    switch (n->flags) {
    case NAV2_CROSS_SEGMENT:
        return segment_crossing_is_plain(s, n, at);
    case NAV2_CROSS_CHUNK:
        return chunk_crossing_is_plain(s, n, at);
    case NAV2_CROSS_TILE:
        return nl_load_u16(p) != s->tile && nl_load_u16(p + 4) == NAV2_TILE_NODE;
    default:
        return false;
    }
}

/* The next segment that has nodes; they are in order, as those who name a segment were counted. */
static inline void enter_segment(const nav2_scan *s, nav2_scan_node *n) {
    do {
        n->segment_number++;
        n->segment = nav2_segment_at(s->segments, n->segment_number);
    } while (n->segment.nodes == 0);
    n->low = nav2_position_at(s->bounds, 2 * n->segment_number);
    n->high = nav2_position_at(s->bounds, 2 * n->segment_number + 1);
}

/* Node by node; `running` is where its links start. */
static inline bool node_is_plain(const nav2_scan *s, nav2_scan_node *n, uint32_t *running) {
    const uint8_t *const p = s->nodes + (size_t)n->index * NAV2_NODE_BYTES;
    const nav2_position at = nav2_position_at(s->positions, n->index);
    n->local = n->index - n->segment.node;
    n->links = s->links + *running;
    n->inside = p[4];
    n->flags = p[5];
    const uint32_t bytes = NAV2_LINK_BYTES * n->inside + nav2_cross_bytes(n->flags);
    if (2u * nl_load_u16(p) != *running || *running + bytes > s->link_bytes) return false;
    *running += bytes;
    return links_are_plain(s, n) && crossing_is_plain(s, n, at) &&
           nav2_is_within(at, n->low, n->high);
}

static bool nodes_are_plain(const nav2_scan *s, uint32_t *links_end, uint32_t *crossings) {
    nav2_scan_node n = {.segment_number = UINT32_MAX};
    uint32_t end = 0; /* of the segment's nodes */
    uint32_t links = 0;
    for (; n.index < s->node_count; n.index++) {
        if (n.index == end) {
            enter_segment(s, &n);
            end += n.segment.nodes;
        }
        if (!node_is_plain(s, &n, links_end)) return false;
        links += n.inside;
    }
    *crossings = n.crossings;
    return links == 2 * s->edge_count && n.forward == n.backward;
}

bool nav2_scan_graph(nav2_here *h) {
    if (!h->nodes_fit || !h->edges_fit || !h->is_sorted) return false;
    const nav2_scan s = scan_of(h);
    uint32_t links_end = 0;
    if (!edges_are_plain(&s) || !nodes_are_plain(&s, &links_end, &h->crossing_count)) return false;
    h->graph_is_plain = true;
    nav2_check_links_end(h, links_end);
    return true;
}

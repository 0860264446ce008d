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

/* The edges of a segment join two of its nodes, the lower one first, and weigh what their places
 * make. */
static inline bool edges_are_plain(const nav2_scan *s, const uint8_t *edge, nav2_segment segment) {
    const uint8_t *const positions = s->positions + (size_t)segment.node * NAV2_POSITION_BYTES;
    const uint8_t *const end = edge + (size_t)segment.edges * NAV2_EDGE_BYTES;
    bool plain = true;
    for (; edge < end; edge += NAV2_EDGE_BYTES) {
        const uint32_t a = edge[4];
        const uint32_t b = edge[5];
        if ((a >= b) | (b >= segment.nodes)) return false;
        plain &= nav2_is_weight(nl_load_u16(edge), nav2_position_at(positions, a),
                                nav2_position_at(positions, b), s->scale);
    }
    return plain | !s->has_scale;
}

/* ---- Nodes ---- */

/* What is counted on the way. */
typedef struct nav2_tally {
    uint32_t running;   /* bytes of links so far */
    uint32_t inside;    /* links inside segments */
    uint32_t crossings; /* nodes that cross to somewhere */
    uint32_t forward;   /* crossing links to higher nodes of the group */
    uint32_t backward;  /* to lower ones */
} nav2_tally;

/* One node: its numbers in the group and in its segment, its links. */
typedef struct nav2_scan_node {
    uint32_t index, local;
    uint32_t segment_number;
    uint32_t base, count; /* nodes of the segment */
    const uint8_t *links;
} nav2_scan_node;

/* Each link marks its end of its edge; a mark that is there already, or an edge that does not join
 * the two in this segment, is not plain. */
static inline bool links_are_plain(const nav2_scan *s, const nav2_scan_node *n, uint32_t inside) {
    uint32_t odd = 0;
    for (uint32_t k = 0; k < inside; k++) {
        const uint32_t link = nl_load_u32(n->links + NAV2_LINK_BYTES * (size_t)k);
        const uint32_t to = (link & 0xFFFF) - n->base;
        const uint32_t e = link >> 16;
        if ((e >= s->edge_count) | (to >= n->count)) return false;
        const uint32_t edge = nl_load_u32(s->edges + (size_t)e * NAV2_EDGE_BYTES + 2);
        const uint32_t low = to < n->local ? to : n->local;
        const uint32_t high = to < n->local ? n->local : to;
        const uint32_t mark = 1 + (to < n->local);
        odd |= (edge ^ (n->segment_number | low << 16 | high << 24)) | (s->marks[e] & mark);
        s->marks[e] = (uint8_t)(s->marks[e] | mark);
    }
    return odd == 0;
}

/* A link to a higher node has its link back there; as many as lead to lower ones must have. */
static inline bool segment_crossing_is_plain(const nav2_scan *s, const nav2_scan_node *n,
                                             const uint8_t *p, nav2_tally *tally) {
    const uint32_t to = nl_load_u16(p);
    tally->backward += to < n->index;
    if (to < n->index) return true;
    tally->forward++;
    if (to >= s->node_count) return false;
    const uint8_t *const other = s->nodes + (size_t)to * NAV2_NODE_BYTES;
    const uint32_t link = 2u * nl_load_u16(other) + NAV2_LINK_BYTES * other[4];
    return other[5] == NAV2_CROSS_SEGMENT && nl_load_u16(other + 2) != n->segment_number &&
           link + 2 <= s->link_bytes && nl_load_u16(s->links + link) == n->index &&
           nav2_lanes_are_near(nav2_lanes_at(s->positions, n->index),
                               nav2_lanes_at(s->positions, to));
}

static bool chunk_crossing_is_plain(const nav2_scan *s, const nav2_scan_node *n, const uint8_t *p) {
    const uint32_t number = nl_load_u16(p);
    const uint32_t to = nl_load_u16(p + 2);
    const nav2_group *const other = nav2_group_of(s->doc, number);
    if (!other) return nav2_is_split(s->doc);
    if (!other->chunks[NAV2_GRAPH].is_readable) return true; /* it has a finding */
    return to < other->graph.node_count &&
           nav2_crosses_to(s->bytes, other, to, NAV2_CROSS_CHUNK, s->number, n->index) &&
           nav2_is_near(nav2_position_at(s->positions, n->index),
                        nav2_node_position(s->bytes, other, to));
}

static inline bool crossing_is_plain(const nav2_scan *s, const nav2_scan_node *n, uint32_t flags,
                                     uint32_t inside, nav2_tally *tally) {
    const uint8_t *const p = n->links + NAV2_LINK_BYTES * (size_t)inside;
    tally->crossings++;
    if (flags == NAV2_CROSS_SEGMENT) return segment_crossing_is_plain(s, n, p, tally);
    if (flags == NAV2_CROSS_CHUNK) return chunk_crossing_is_plain(s, n, p);
    return flags == NAV2_CROSS_TILE && nl_load_u16(p) != s->tile &&
           nl_load_u16(p + 4) == NAV2_TILE_NODE;
}

/* The nodes of one segment, from the place where the links of those before end. */
static inline bool segment_is_plain(const nav2_scan *s, uint32_t number, nav2_segment segment,
                                    nav2_tally *tally) {
    const nav2_lanes low = nav2_lanes_at(s->bounds, 2 * number);
    const nav2_lanes high = nav2_lanes_at(s->bounds, 2 * number + 1);
    const uint8_t *p = s->nodes + (size_t)segment.node * NAV2_NODE_BYTES;
    nav2_scan_node n = {segment.node, 0, number, segment.node, segment.nodes, NULL};
    for (; n.local < n.count; n.local++, n.index++, p += NAV2_NODE_BYTES) {
        const uint32_t inside = p[4];
        const uint32_t flags = p[5];
        const uint32_t bytes = NAV2_LINK_BYTES * inside + nav2_cross_bytes(flags);
        n.links = s->links + tally->running;
        if (2u * nl_load_u16(p) != tally->running || tally->running + bytes > s->link_bytes ||
            !nav2_lanes_are_within(nav2_lanes_at(s->positions, n.index), low, high))
            return false;
        tally->running += bytes;
        tally->inside += inside;
        if (!links_are_plain(s, &n, inside)) return false;
        if (flags != 0 && !crossing_is_plain(s, &n, flags, inside, tally)) return false;
    }
    return true;
}

static bool nodes_are_plain(const nav2_scan *s, nav2_tally *tally) {
    const uint8_t *edge = s->edges; /* those of the segments follow each other */
    for (uint32_t number = 0; number < s->segment_count; number++) {
        const nav2_segment segment = nav2_segment_at(s->segments, number);
        if (!edges_are_plain(s, edge, segment) || !segment_is_plain(s, number, segment, tally))
            return false;
        edge += (size_t)segment.edges * NAV2_EDGE_BYTES;
    }
    return tally->inside == 2 * s->edge_count && tally->forward == tally->backward;
}

bool nav2_scan_graph(nav2_here *h) {
    if (!h->nodes_fit || !h->edges_fit || !h->is_sorted) return false;
    const nav2_scan s = scan_of(h);
    nav2_tally tally = {0};
    if (!nodes_are_plain(&s, &tally)) return false;
    h->graph_is_plain = true;
    h->crossing_count = tally.crossings;
    nav2_check_links_end(h, tally.running);
    return true;
}

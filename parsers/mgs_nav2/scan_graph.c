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
    const uint8_t *nodes, *links, *edges, *positions, *segments, *bounds, *node_faces;
    const uint8_t *faces, *records;
    const uint16_t *face_segments;
    uint8_t *marks;
    uint32_t node_count, edge_count, face_count, segment_count;
    uint32_t link_bytes, record_bytes;
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
        .node_faces = h->bytes + g->graph.faces,
        .faces = h->bytes + g->mesh.faces,
        .records = h->bytes + g->mesh.records,
        .face_segments = h->face_segments,
        .marks = h->edge_marks,
        .node_count = g->graph.node_count,
        .edge_count = g->graph.edge_count,
        .face_count = g->mesh.face_count,
        .segment_count = h->segment_count,
        .link_bytes = g->graph.links_end - g->graph.links,
        .record_bytes = g->chunks[NAV2_MESH].end - g->mesh.records,
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

static bool edges_are_plain(const nav2_scan *s) {
    nav2_segment segment = {0};
    uint32_t current = UINT32_MAX;
    for (uint32_t i = 0; i < s->edge_count; i++) {
        const uint8_t *const edge = s->edges + (size_t)i * NAV2_EDGE_BYTES;
        const uint32_t number = nl_load_u16(edge + 2);
        if (number != current) {
            if (number >= s->segment_count || number > 0xFFF ||
                (current != UINT32_MAX && number < current))
                return false;
            segment = nav2_segment_at(s->segments, number);
            current = number;
        }
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
} nav2_scan_node;

/* Each link marks its end of its edge; a mark that is there already, or an edge that does not join
 * the two, is not plain. */
static inline bool links_are_plain(const nav2_scan *s, const nav2_scan_node *n) {
    for (uint32_t k = 0; k < n->inside; k++) {
        const uint32_t to = nl_load_u16(n->links + 4 * (size_t)k) - n->segment.node;
        const uint32_t e = nl_load_u16(n->links + 4 * (size_t)k + 2);
        if (e >= s->edge_count || to >= n->segment.nodes) return false;
        const uint8_t *const edge = s->edges + (size_t)e * NAV2_EDGE_BYTES;
        const uint32_t ends = nl_load_u16(edge + 4);
        const uint32_t mark = ends == (n->local | to << 8) ? 1 : ends == (to | n->local << 8) ? 2 : 0;
        if (mark == 0 || (s->marks[e] & mark) || nl_load_u16(edge + 2) != n->segment_number)
            return false;
        s->marks[e] = (uint8_t)(s->marks[e] | mark);
    }
    return true;
}

static inline bool segment_crossing_is_plain(const nav2_scan *s, const nav2_scan_node *n) {
    const uint32_t to = nl_load_u16(n->links + NAV2_LINK_BYTES * (size_t)n->inside);
    if (to >= s->node_count) return false;
    const nav2_node other = nav2_node_at(s->nodes, to);
    const uint32_t at = other.links + NAV2_LINK_BYTES * other.inside;
    return other.flags == NAV2_CROSS_SEGMENT && other.segment != n->segment_number &&
           at + 2 <= s->link_bytes && nl_load_u16(s->links + at) == n->index &&
           nav2_is_near(nav2_position_at(s->positions, n->index),
                        nav2_position_at(s->positions, to));
}

static bool chunk_crossing_is_plain(const nav2_scan *s, const nav2_scan_node *n) {
    const uint8_t *const p = n->links + NAV2_LINK_BYTES * (size_t)n->inside;
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

static inline bool crossing_is_plain(const nav2_scan *s, const nav2_scan_node *n) {
    const uint8_t *const p = n->links + NAV2_LINK_BYTES * (size_t)n->inside;
    switch (n->flags) {
    case 0:
        return true;
    case NAV2_CROSS_SEGMENT:
        return segment_crossing_is_plain(s, n);
    case NAV2_CROSS_CHUNK:
        return chunk_crossing_is_plain(s, n);
    case NAV2_CROSS_TILE:
        return nl_load_u16(p) != s->tile && nl_load_u16(p + 4) == NAV2_TILE_NODE;
    default:
        return false;
    }
}

static inline bool face_is_plain(const nav2_scan *s, const nav2_scan_node *n) {
    const uint32_t number = nl_load_u16(s->node_faces + 2 * (size_t)n->index);
    if (number >= s->face_count || s->face_segments[number] != n->segment_number) return false;
    const nav2_face face = nav2_face_at(s->faces, number);
    if (face.sides != 3 || face.nodes != 3 || face.record + 12 > s->record_bytes) return false;
    const uint8_t *const nodes = s->records + face.record + 9;
    return nodes[0] == n->local || nodes[1] == n->local || nodes[2] == n->local;
}

static inline bool enter_segment(const nav2_scan *s, nav2_scan_node *n, uint32_t number) {
    const bool is_sorted = n->index == 0 || number > n->segment_number;
    if (number >= s->segment_count || number > 0xFFF || !is_sorted) return false;
    n->segment_number = number;
    n->segment = nav2_segment_at(s->segments, number);
    n->low = nav2_position_at(s->bounds, 2 * number);
    n->high = nav2_position_at(s->bounds, 2 * number + 1);
    return true;
}

static bool nodes_are_plain(const nav2_scan *s, uint32_t *links_end) {
    nav2_scan_node n = {.segment_number = UINT32_MAX};
    uint32_t running = 0;
    uint32_t links = 0;
    for (; n.index < s->node_count; n.index++) {
        const uint8_t *const p = s->nodes + (size_t)n.index * NAV2_NODE_BYTES;
        const uint32_t number = nl_load_u16(p + 2);
        if (number != n.segment_number && !enter_segment(s, &n, number)) return false;
        n.local = n.index - n.segment.node;
        n.links = s->links + running;
        n.inside = p[4];
        n.flags = p[5];
        const uint32_t bytes = NAV2_LINK_BYTES * n.inside + nav2_cross_bytes(n.flags);
        if (2u * nl_load_u16(p) != running || running + bytes > s->link_bytes) return false;
        running += bytes;
        links += n.inside;
        if (!links_are_plain(s, &n) || !crossing_is_plain(s, &n) || !face_is_plain(s, &n) ||
            !nav2_is_within(nav2_position_at(s->positions, n.index), n.low, n.high))
            return false;
    }
    *links_end = running;
    return links == 2 * s->edge_count;
}

bool nav2_scan_graph(nav2_here *h) {
    if (!h->nodes_fit || !h->edges_fit || !h->has_mesh) return false;
    const nav2_scan s = scan_of(h);
    uint32_t links_end = 0;
    if (!edges_are_plain(&s) || !nodes_are_plain(&s, &links_end)) return false;
    nav2_check_links_end(h, links_end);
    return true;
}

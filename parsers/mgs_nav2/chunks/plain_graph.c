/* The usual NavigationGraph, segment by segment: every link is one end of an edge that no other
 * link is, so every edge has two links and every link a link back. Whatever is not plain is left to
 * check_graph.c, which knows how to say it. */
#include "core/quick.h"
#include "parsers/mgs_nav2/chunks/graph.h"

/* What the loops need of the group. */
typedef struct nav2_graph_view {
    const nav2_document *doc;
    const nav2_group *g;
    const uint8_t *bytes;
    const uint8_t *nodes, *links, *edges, *positions, *segments, *bounds;
    uint32_t node_count, segment_count;
    uint32_t link_bytes;
    uint32_t number, tile;
    nav2_ahead ahead;
    nav2_reals scale; /* steps to units of weight */
    bool has_scale;
} nav2_graph_view;

static nav2_graph_view view_of(const nav2_group_check *gc) {
    const nav2_group *const g = gc->g;
    const nav2_document *const doc = gc->c->doc;
    nav2_graph_view v = {
        .doc = doc,
        .g = g,
        .bytes = gc->bytes,
        .nodes = gc->bytes + g->graph.nodes,
        .links = gc->bytes + g->graph.links,
        .edges = gc->bytes + g->graph.edges,
        .positions = gc->bytes + g->graph.positions,
        .segments = gc->bytes + g->segments.segments,
        .bounds = gc->bytes + g->segments.bounds,
        .node_count = g->graph.node_count,
        .segment_count = gc->segment_count,
        .link_bytes = g->graph.links_end - g->graph.links,
        .number = gc->number,
        .tile = nav2_tile_of(doc->uid),
        .ahead = gc->beside_graph,
    };
    float scale[3] = {0};
    v.has_scale = nav2_weight_scale(doc, scale);
    v.scale = (nav2_reals){scale[0], scale[1], scale[2], 0};
    return v;
}

/* One segment at a time. Its edges and nodes are those that name it: they are sorted. */
typedef struct nav2_segment_run {
    uint32_t number;
    nav2_segment has;
    uint32_t first_edge; /* those of the segments follow each other */
    const uint8_t *edges;
} nav2_segment_run;

/* ---- Edges ---- */

enum {
    MOST_EDGES = UINT8_MAX, /* of a segment; nodes too */
    AT_ONCE = 4,            /* links of a node, which nearly always has two or four */
    MET = UINT16_MAX
};

/* A link, and which end of which edge of the segment should await it. */
typedef struct nav2_gathered_link {
    uint32_t way;
    uint32_t end; /* of edge 0 the lower and the higher, of edge 1 ... */
} nav2_gathered_link;

/* What the edges and nodes of a segment have, put together, so that the loops over it need not
 * guess how much of it each node has. */
typedef struct nav2_gathered {
    uint32_t link_count, crossing_count;
    nav2_vector places[MOST_EDGES]; /* of the nodes */
    nav2_gathered_link links[2 * MOST_EDGES + AT_ONCE];
    uint8_t crossings[MOST_EDGES + 1]; /* nodes that cross to somewhere */
    uint16_t awaited[2 * MOST_EDGES];  /* the links at the lower and the higher end of each edge,
                                          owner and target; MET once they have been seen */
    uint16_t weights[MOST_EDGES];
    float squares[MOST_EDGES]; /* what the edges' ways make, squared */
} nav2_gathered;

/* A link, by numbers in the segment. */
static inline uint32_t way_of(uint32_t owner, uint32_t target) {
    return owner | target << 8;
}

/* nav2_weight_squared of vectors: the same sums of the same products. */
static inline float weight_squared(nav2_vector a, nav2_vector b, nav2_reals scale) {
    const nav2_reals way = __builtin_convertvector(a - b, nav2_reals) * scale;
    const nav2_reals squares = way * way;
    return squares[0] + squares[1] + squares[2];
}

/* Several at once. */
static inline bool weights_fit(const nav2_gathered *all, uint32_t count) {
    uint32_t fit = 1;
    for (uint32_t i = 0; i < count; i++)
        fit &= nav2_fits_weight(all->weights[i], all->squares[i]);
    return fit;
}

/* The edges of a segment join two of its nodes, the lower one first, and weigh what their places
 * make. */
static inline bool edges_are_plain(const nav2_graph_view *v, const nav2_segment_run *in,
                                   nav2_gathered *all) {
    const nav2_reals scale = v->scale;
    const uint8_t *edge = in->edges;
    for (uint32_t i = 0; i < in->has.edges; i++, edge += NAV2_EDGE_BYTES) {
        const uint32_t ends = nl_load_u16(edge + NAV2_EDGE_NODE_0_AT);
        const uint32_t a = ends & 0xFF;
        const uint32_t b = ends >> 8;
        if ((a >= b) | (b >= in->has.nodes)) return false;
        all->awaited[2 * i] = (uint16_t)ends;
        all->awaited[2 * i + 1] = (uint16_t)way_of(b, a);
        all->weights[i] = nl_load_u16(edge + NAV2_EDGE_WEIGHT_AT);
        all->squares[i] = weight_squared(all->places[a], all->places[b], scale);
    }
    return !v->has_scale || weights_fit(all, in->has.edges);
}

/* ---- Links ---- */

/* Whether the links of one more node fit: more than the edges may have ends are not plain. */
static inline bool has_room(const nav2_gathered *all, uint32_t count) {
    return all->link_count + count <= 2 * MOST_EDGES;
}

/* base: the first node and the first edge of the segment, as a link has them. A node below it
 * borrows from the edge, and becomes a number that no node of the segment has. */
static inline nav2_gathered_link link_of(uint32_t owner, const uint8_t *link, uint32_t base) {
    const uint32_t local = nl_load_u32(link) - base;
    const uint32_t to = local & 0xFFFF;
    return (nav2_gathered_link){way_of(owner, to), 2 * (local >> 16) + (to < owner)};
}

/* A node whose links are gathered. */
typedef struct nav2_owner {
    uint32_t local; /* number in the segment */
    uint32_t inside;
    uint32_t base;
} nav2_owner;

/* `room` of the table, in bytes. */
static inline void gather_links(nav2_gathered *all, const nav2_owner *owner, const uint8_t *links,
                                uint32_t room) {
    const uint32_t count = owner->inside;
    const bool at_once = count <= AT_ONCE && room >= AT_ONCE * NAV2_LINK_BYTES;
    nav2_gathered_link *const to = all->links + all->link_count;
    for (uint32_t i = 0; i < AT_ONCE && at_once; i++)
        to[i] = link_of(owner->local, links + NAV2_LINK_BYTES * (size_t)i, owner->base);
    for (uint32_t i = 0; i < count && !at_once; i++)
        to[i] = link_of(owner->local, links + NAV2_LINK_BYTES * (size_t)i, owner->base);
    all->link_count += count;
}

/* Each link is what an end of its edge awaits, which no other link has met: where there are as many
 * as ends, every end has one. */
static inline bool links_are_plain(const nav2_segment_run *in, nav2_gathered *all) {
    const uint32_t ends = 2 * in->has.edges;
    uint32_t odd = all->link_count ^ ends;
    for (uint32_t i = 0; i < all->link_count; i++) {
        const nav2_gathered_link link = all->links[i];
        if (link.end >= ends) return false;
        odd |= all->awaited[link.end] ^ link.way;
        all->awaited[link.end] = MET;
    }
    return odd == 0;
}

/* ---- Crossing links ---- */

/* A node that crosses to somewhere: its numbers in the group and of its segment, its link. */
typedef struct nav2_crossing_node {
    uint32_t index;
    uint32_t segment_number;
    const uint8_t *link;
} nav2_crossing_node;

static inline bool segment_crossing_is_plain(const nav2_graph_view *v,
                                             const nav2_crossing_node *n) {
    const uint32_t to = nl_load_u16(n->link + NAV2_TO_SEGMENT_NODE_AT);
    if (to >= v->node_count) return false;
    const uint8_t *const other = v->nodes + (size_t)to * NAV2_NODE_BYTES;
    const uint32_t back =
        2u * nl_load_u16(other + NAV2_NODE_LINKS_AT) + NAV2_LINK_BYTES * other[NAV2_NODE_INSIDE_AT];
    return other[NAV2_NODE_FLAGS_AT] == NAV2_CROSS_SEGMENT &&
           nl_load_u16(other + NAV2_NODE_SEGMENT_AT) != n->segment_number &&
           back + NAV2_TO_SEGMENT_BYTES <= v->link_bytes &&
           nl_load_u16(v->links + back) == n->index &&
           nav2_lanes_are_near(nav2_lanes_at(v->positions, n->index),
                               nav2_lanes_at(v->positions, to));
}

static bool chunk_crossing_is_plain(const nav2_graph_view *v, const nav2_crossing_node *n) {
    const uint32_t number = nl_load_u16(n->link + NAV2_TO_CHUNK_GROUP_AT);
    const uint32_t to = nl_load_u16(n->link + NAV2_TO_CHUNK_NODE_AT);
    const nav2_group *const other = nav2_group_of(v->doc, number);
    if (!other) return nav2_is_split(v->doc);
    if (!other->chunks[NAV2_GRAPH].is_readable) return true; /* it has a finding */
    const nav2_crossing_back back = {to, NAV2_CROSS_CHUNK, v->number, n->index};
    return to < other->graph.node_count && nav2_crosses_back(v->bytes, other, &back) &&
           nav2_is_near(nav2_position_at(v->positions, n->index),
                        nav2_node_position(v->bytes, other, to));
}

static bool tile_crossing_is_plain(const nav2_graph_view *v, const nav2_crossing_node *n) {
    return nl_load_u16(n->link + NAV2_TO_TILE_TILE_AT) != v->tile &&
           nl_load_u16(n->link + NAV2_TO_TILE_NODE_AT) == NAV2_TILE_NODE;
}

static bool crossings_are_plain(const nav2_graph_view *v, const nav2_segment_run *in,
                                const nav2_gathered *all) {
    for (uint32_t i = 0; i < all->crossing_count; i++) {
        const uint32_t index = in->has.node + all->crossings[i];
        const uint8_t *const p = v->nodes + (size_t)index * NAV2_NODE_BYTES;
        const uint8_t *const links = v->links + 2 * (size_t)nl_load_u16(p + NAV2_NODE_LINKS_AT);
        const size_t inside = p[NAV2_NODE_INSIDE_AT];
        const uint32_t flags = p[NAV2_NODE_FLAGS_AT];
        const nav2_crossing_node n = {index, in->number, links + NAV2_LINK_BYTES * inside};
        const bool plain = flags == NAV2_CROSS_SEGMENT ? segment_crossing_is_plain(v, &n)
                           : flags == NAV2_CROSS_CHUNK ? chunk_crossing_is_plain(v, &n)
                           : flags == NAV2_CROSS_TILE  ? tile_crossing_is_plain(v, &n)
                                                       : false;
        if (!plain) return false;
    }
    return true;
}

/* ---- Nodes ---- */

/* What is counted on the way. */
typedef struct nav2_tally {
    uint32_t running;   /* bytes of links so far */
    uint32_t crossings; /* nodes that cross to somewhere */
} nav2_tally;

/* Whether the nodes' places, which are put together, are inside the segment's bounds. */
static inline bool gather_places(const nav2_graph_view *v, const nav2_segment_run *in,
                                 nav2_gathered *all) {
    const nav2_vector low = nav2_vector_at(v->bounds, 2 * in->number);
    const nav2_vector high = nav2_vector_at(v->bounds, 2 * in->number + 1);
    nav2_vector outside = {0};
    for (uint32_t local = 0; local < in->has.nodes; local++) {
        all->places[local] = nav2_vector_at(v->positions, in->has.node + local);
        outside |= nav2_vector_outside(all->places[local], low, high);
    }
    return (outside[0] | outside[1] | outside[2]) >= 0;
}

/* Goes through the nodes of a segment, from the place where the links of those before end. */
static inline bool gather(const nav2_graph_view *v, const nav2_segment_run *in, nav2_tally *tally,
                          nav2_gathered *all) {
    const uint8_t *p = v->nodes + (size_t)in->has.node * NAV2_NODE_BYTES;
    const uint32_t base = in->has.node | in->first_edge << 16;
    uint32_t running = tally->running;
    all->link_count = all->crossing_count = 0;
    for (uint32_t local = 0; local < in->has.nodes; local++, p += NAV2_NODE_BYTES) {
        const uint32_t start = running;
        const uint32_t inside = p[NAV2_NODE_INSIDE_AT];
        const uint32_t flags = p[NAV2_NODE_FLAGS_AT];
        running += NAV2_LINK_BYTES * inside + nav2_cross_bytes(flags);
        if (2u * nl_load_u16(p + NAV2_NODE_LINKS_AT) != start || running > v->link_bytes ||
            !has_room(all, inside))
            return false;
        const nav2_owner owner = {local, inside, base};
        gather_links(all, &owner, v->links + start, v->link_bytes - start);
        all->crossings[all->crossing_count] = (uint8_t)local;
        all->crossing_count += flags != 0;
    }
    tally->running = running;
    tally->crossings += all->crossing_count;
    return gather_places(v, in, all);
}

static bool segments_are_plain(const nav2_graph_view *v, nav2_tally *tally) {
    nav2_gathered all;
    nav2_segment_run in = {.edges = v->edges};
    nav2_ahead ahead = v->ahead;
    for (; in.number < v->segment_count; in.number++) {
        nav2_fetch_share(&ahead);
        in.has = nav2_segment_at(v->segments, in.number);
        if (!gather(v, &in, tally, &all) || !edges_are_plain(v, &in, &all) ||
            !links_are_plain(&in, &all) || !crossings_are_plain(v, &in, &all))
            return false;
        in.first_edge += in.has.edges;
        in.edges += (size_t)in.has.edges * NAV2_EDGE_BYTES;
    }
    return true;
}

bool nav2_graph_is_plain(nav2_group_check *gc) {
    if (!gc->nodes_fit || !gc->edges_fit || !gc->is_sorted) return false;
    const nav2_graph_view v = view_of(gc);
    nav2_tally tally = {0};
    /* Rough: the ends of an edge may be in any order. */
    if (!NL_QUICK_ROUGH(segments_are_plain(&v, &tally))) return false;
    gc->graph_is_plain = true;
    gc->crossing_count = tally.crossings;
    nav2_check_links_end(gc, tally.running);
    return true;
}

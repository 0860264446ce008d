/* The usual NavigationGraph, segment by segment: every link is one end of an edge that no other
 * link is, so every edge has two links and every link a link back. Whatever is not plain is left to
 * check_graph.c, which knows how to say it. */
#include <string.h>

#include "core/checked.h"
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
    WEIGHTS_AT_ONCE = 8,
    AT_ONCE_BYTES = AT_ONCE * NAV2_LINK_BYTES,
    MOST_LINK_BYTES = 2 * NAV2_LINK_BYTES * MOST_EDGES + NAV2_TO_TILE_BYTES * MOST_EDGES,
    HIGHER = 256, /* from what awaits the lower end of an edge to what awaits the higher one */
    MET = UINT16_MAX
};

/* Links of a node, by numbers in its segment: a byte each, from the lowest on, of target, owner and
 * edge, and HIGHER for the edge if the owner is the higher one. */
typedef uint32_t nav2_links __attribute__((vector_size(16)));

/* What the edges and nodes of a segment have, put together, so that the loops over it need not
 * guess how much of it each node has. */
typedef struct nav2_gathered {
    uint32_t link_count, crossing_count;
    nav2_vector places[MOST_EDGES]; /* of the nodes */
    nav2_links beyond;              /* bits of links that lead to no node or edge of a segment */
    uint32_t links[MOST_LINK_BYTES / NAV2_LINK_BYTES + AT_ONCE];
    uint8_t crossings[MOST_EDGES + 1]; /* nodes that cross to somewhere */
    uint16_t awaited[2 * HIGHER];      /* the link at each end of each edge, target and owner; MET
                                          once it has been seen, and where there is no edge */
    uint16_t weights[MOST_EDGES + WEIGHTS_AT_ONCE];
    float squares[MOST_EDGES + WEIGHTS_AT_ONCE]; /* what the edges' ways make, squared */
} nav2_gathered;

/* A link, by numbers in the segment. */
static inline uint32_t way_of(uint32_t owner, uint32_t target) {
    return target | owner << 8;
}

/* nav2_weight_squared of vectors: the same sums of the same products. */
static inline float weight_squared(nav2_vector a, nav2_vector b, nav2_reals scale) {
    const nav2_reals way = __builtin_convertvector(a - b, nav2_reals) * scale;
    const nav2_reals squares = way * way;
    return squares[0] + squares[1] + squares[2];
}

/* Several at once: zeros, which fit, fill up the last ones. */
static inline bool weights_fit(nav2_gathered *all, uint32_t count) {
    const uint32_t end = (count + WEIGHTS_AT_ONCE - 1) / WEIGHTS_AT_ONCE * WEIGHTS_AT_ONCE;
    uint32_t fit = 1;
    memset(all->weights + count, 0, WEIGHTS_AT_ONCE * sizeof *all->weights);
    memset(all->squares + count, 0, WEIGHTS_AT_ONCE * sizeof *all->squares);
    for (uint32_t i = 0; i < end; i++)
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
        all->awaited[i] = (uint16_t)way_of(a, b);
        all->awaited[i + HIGHER] = (uint16_t)ends;
        all->weights[i] = nl_load_u16(edge + NAV2_EDGE_WEIGHT_AT);
        all->squares[i] = weight_squared(all->places[a], all->places[b], scale);
    }
    return !v->has_scale || weights_fit(all, in->has.edges);
}

/* ---- Links ---- */

/* base: the first node and the first edge of the segment, as a link has them. A node below it
 * borrows from the edge, and becomes a number that no node of the segment has. */
static inline nav2_links link_of(nav2_links links, uint32_t owner, uint32_t base) {
    const nav2_links local = links - base;
    const nav2_links owners = {owner, owner, owner, owner};
    const nav2_links is_higher = (nav2_links)((nav2_vector)(local & 0xFFFF) < (nav2_vector)owners);
    return local | owners << 8 | (is_higher & HIGHER << 16);
}

/* Bits of the first so many links that no link inside a segment has. */
static inline nav2_links beyond_of(nav2_links links, uint32_t base, uint32_t count) {
    enum { UPPER = 0xFF00FF00 };
    static const nav2_links upper[AT_ONCE + 1] = {
        {0}, {UPPER}, {UPPER, UPPER}, {UPPER, UPPER, UPPER}, {UPPER, UPPER, UPPER, UPPER}};
    return (links - base) & upper[count];
}

static inline nav2_links links_at(const uint8_t *p) {
    return (nav2_links){nl_load_u32(p), nl_load_u32(p + NAV2_LINK_BYTES),
                        nl_load_u32(p + 2 * NAV2_LINK_BYTES), nl_load_u32(p + 3 * NAV2_LINK_BYTES)};
}

/* A node whose links are gathered. */
typedef struct nav2_owner {
    uint32_t local; /* number in the segment */
    uint32_t inside;
    uint32_t base;
} nav2_owner;

/* Bits of those that no link inside a segment has. */
static inline nav2_links put_links(uint32_t *to, const nav2_owner *owner, nav2_links links,
                                   uint32_t count) {
    const nav2_links gathered = link_of(links, owner->local, owner->base);
    for (uint32_t i = 0; i < AT_ONCE; i++)
        to[i] = gathered[i];
    return beyond_of(links, owner->base, count);
}

/* The same for all of the owner's. `room` of the table, in bytes. */
static inline nav2_links gather_links(uint32_t *to, const nav2_owner *owner, const uint8_t *links,
                                      uint32_t room) {
    const uint32_t count = owner->inside;
    nav2_links beyond = {0};
    if (count <= AT_ONCE && room >= AT_ONCE_BYTES)
        return put_links(to, owner, links_at(links), count);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t link = nl_load_u32(links + NAV2_LINK_BYTES * (size_t)i);
        beyond |= put_links(to + i, owner, (nav2_links){link}, 1);
    }
    return beyond;
}

static inline uint32_t meet(nav2_gathered *all, uint32_t link) {
    const uint32_t odd = all->awaited[link >> 16] ^ (link & 0xFFFF);
    all->awaited[link >> 16] = MET;
    return odd;
}

/* Each link is what an end of its edge awaits, which no other link has met: where there are as many
 * as ends, every end has one. */
static inline bool links_are_plain(const nav2_segment_run *in, nav2_gathered *all) {
    const nav2_links beyond = all->beyond;
    uint32_t odd = 0;
    if (all->link_count != 2 * in->has.edges) return false;
    if ((beyond[0] | beyond[1] | beyond[2] | beyond[3]) != 0) return false;
    for (uint32_t i = 0; i < all->link_count; i += 2)
        odd |= meet(all, all->links[i]) | meet(all, all->links[i + 1]);
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
    const uint32_t most = 2 * NAV2_LINK_BYTES * in->has.edges + NAV2_TO_TILE_BYTES * in->has.nodes;
    const uint32_t end = (uint32_t)nl_min(v->link_bytes, tally->running + (uint64_t)most);
    uint32_t running = tally->running;
    uint32_t link_count = 0;
    uint32_t crossing_count = 0;
    nav2_links beyond = {0};
    for (uint32_t local = 0; local < in->has.nodes; local++, p += NAV2_NODE_BYTES) {
        const uint32_t start = running;
        const uint32_t inside = p[NAV2_NODE_INSIDE_AT];
        const uint32_t flags = p[NAV2_NODE_FLAGS_AT];
        running += NAV2_LINK_BYTES * inside + nav2_cross_bytes(flags);
        if (2u * nl_load_u16(p + NAV2_NODE_LINKS_AT) != start || running > end) return false;
        const nav2_owner owner = {local, inside, base};
        beyond |=
            gather_links(all->links + link_count, &owner, v->links + start, v->link_bytes - start);
        link_count += inside;
        all->crossings[crossing_count] = (uint8_t)local;
        crossing_count += flags != 0;
    }
    all->beyond = beyond;
    all->link_count = link_count;
    all->crossing_count = crossing_count;
    tally->running = running;
    tally->crossings += crossing_count;
    return gather_places(v, in, all);
}

static bool segments_are_plain(const nav2_graph_view *v, nav2_tally *tally) {
    nav2_gathered all;
    memset(all.awaited, 0xFF, sizeof all.awaited);
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

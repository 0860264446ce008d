/* The usual SegmentGraph in one pass: every link has its link back, and the nodes that links list
 * are all that cross, each listed once by the link that leads where it does. */
#include "core/checked.h"
#include "core/quick.h"
#include "parsers/mgs_nav2/segments/seggraph.h"

/* What the loops need, apart from the document, so that the compiler knows that marking leaves it
 * alone. */
typedef struct nav2_seggraph_view {
    const nav2_document *doc;
    const nav2_group *g;
    const uint8_t *bytes;
    const uint8_t *nodes, *links, *positions, *segments, *bounds;
    const uint8_t *nav_nodes, *nav_links;
    uint8_t *marks;
    uint32_t count;
    uint32_t link_bytes;
    uint32_t number, tile;
    uint32_t
        island_counts[NAV2_ISLAND_SLOTS]; /* nodes of each; as many as there can be if unknown */
    bool has_island[NAV2_ISLAND_SLOTS];   /* there are some: every node belongs to one */
} nav2_seggraph_view;

/* One node of the graph. */
typedef struct nav2_segnode_run {
    uint32_t index;
    nav2_segnode node;
    nav2_segment segment;
    uint32_t listed; /* nodes, so far */
    const uint8_t *list;
} nav2_segnode_run;

static nav2_seggraph_view view_of(const nav2_group_check *gc) {
    const nav2_group *const g = gc->g;
    nav2_seggraph_view v = {
        .doc = gc->c->doc,
        .g = g,
        .bytes = gc->bytes,
        .nodes = gc->bytes + g->seggraph.nodes,
        .links = gc->bytes + g->seggraph.links,
        .positions = gc->bytes + g->seggraph.positions,
        .segments = gc->bytes + g->segments.segments,
        .bounds = gc->bytes + g->segments.bounds,
        .nav_nodes = gc->bytes + g->graph.nodes,
        .nav_links = gc->bytes + g->graph.links,
        .marks = gc->node_marks,
        .count = g->seggraph.node_count,
        .link_bytes = g->seggraph.links_end - g->seggraph.links,
        .number = gc->number,
        .tile = nav2_tile_of(gc->c->doc->uid),
    };
    for (uint32_t i = 0; i < NAV2_ISLAND_SLOTS; i++) {
        const bool is_known = i < gc->c->doc->island_count && gc->c->doc->islands[i].is_readable;
        v.island_counts[i] = is_known ? gc->c->doc->islands[i].node_count : UINT16_MAX + 1;
        v.has_island[i] = is_known && v.island_counts[i] != 0;
    }
    return v;
}

/* ---- Links ---- */

/* The target's list of inside links has this node where the link says. */
static inline bool leads_back(const nav2_seggraph_view *v, uint32_t from,
                              const nav2_seglink *link) {
    if (link->node >= v->count || link->node == from) return false;
    const uint8_t *const to = v->nodes + (size_t)link->node * NAV2_SEGNODE_BYTES;
    const uint32_t word = nl_load_u32(to + NAV2_SEGNODE_LINKS_AT);
    const uint32_t at = 2 * (word & 0xFFFFF) + NAV2_SEGLINK_BYTES * link->back;
    return link->back < word >> 24 && at + NAV2_SEGLINK_BYTES <= v->link_bytes &&
           nl_load_u16(v->links + at + NAV2_SEGLINK_NODE_AT) == from;
}

static bool chunk_is_plain(const nav2_seggraph_view *v, uint32_t from, const nav2_seglink *link) {
    const nav2_group *const other = nav2_group_of(v->doc, link->group);
    const nav2_seglink back = {.group = v->number, .node = from, .back = link->back};
    const nav2_peers file = {v->bytes, v->doc, NULL};
    if (!other) return nav2_is_split(v->doc);
    return other->chunks[NAV2_SEGGRAPH].is_readable && link->node < other->seggraph.node_count &&
           nav2_seglink_leads_to(&file, other, link->node, NAV2_LINK_CHUNK, &back);
}

static inline bool link_is_plain(const nav2_seggraph_view *v, uint32_t from, nav2_link_kind kind,
                                 const nav2_seglink *link) {
    if (kind == NAV2_LINK_INSIDE) return leads_back(v, from, link);
    if (kind == NAV2_LINK_CHUNK) return chunk_is_plain(v, from, link);
    return link->tile != v->tile && link->node == NAV2_TILE_SEGNODE;
}

/* ---- Listed nodes ---- */

/* Whether the crossing link at `p` leads where the link between segments does. */
static inline bool crosses_with(const nav2_seggraph_view *v, const uint8_t *p, nav2_link_kind kind,
                                const nav2_seglink *link) {
    if (kind == NAV2_LINK_INSIDE) {
        const size_t node = nl_load_u16(p + NAV2_TO_SEGMENT_NODE_AT);
        const uint8_t *const there = v->nav_nodes + node * NAV2_NODE_BYTES;
        return nl_load_u16(there + NAV2_NODE_SEGMENT_AT) == link->node;
    }
    if (kind == NAV2_LINK_TILE)
        return nl_load_u16(p + NAV2_TO_TILE_TILE_AT) == link->tile &&
               nl_load_u16(p + NAV2_TO_TILE_GROUP_AT) == link->group;
    const uint32_t node = nl_load_u16(p + NAV2_TO_CHUNK_NODE_AT);
    const nav2_group *const other = nav2_group_of(v->doc, link->group);
    if (nl_load_u16(p + NAV2_TO_CHUNK_GROUP_AT) != link->group) return false;
    return !other || node >= other->graph.node_count ||
           nav2_node_at(v->bytes + other->graph.nodes, node).segment == link->node;
}

/* The graph is plain: its crossing links are inside and lead to nodes of the group. */
static inline bool listed_are_plain(const nav2_seggraph_view *v, nav2_segnode_run *n,
                                    nav2_link_kind kind, const nav2_seglink *link) {
    const uint32_t flag = 1u << kind;
    for (uint32_t i = 0; i < link->listed; i++, n->listed++) {
        const uint32_t local = n->list[n->listed];
        const uint32_t node = n->segment.node + local;
        if (local >= n->segment.nodes || v->marks[node]) return false;
        v->marks[node] = 1;
        const uint8_t *const p = v->nav_nodes + (size_t)node * NAV2_NODE_BYTES;
        const uint8_t *const links = v->nav_links + 2u * nl_load_u16(p + NAV2_NODE_LINKS_AT);
        const uint8_t *const crossing = links + NAV2_LINK_BYTES * p[NAV2_NODE_INSIDE_AT];
        if (p[NAV2_NODE_FLAGS_AT] != flag || !crosses_with(v, crossing, kind, link)) return false;
    }
    return true;
}

/* ---- Nodes ---- */

static inline bool islands_are_plain(const nav2_seggraph_view *v, const nav2_segnode *node) {
    bool plain = true;
    for (uint32_t i = 0; i < NAV2_ISLAND_SLOTS; i++)
        plain &= node->islands[i] == NAV2_NO_ISLAND_NODE ? !v->has_island[i]
                                                         : node->islands[i] < v->island_counts[i];
    return plain;
}

/* How many nodes the links of this node list; UINT32_MAX if that leaves the table. */
static uint32_t count_listed(const nav2_seggraph_view *v, const nav2_segnode *node) {
    const uint8_t *p = v->links + node->links;
    uint32_t listed = 0;
    for (nav2_link_kind kind = NAV2_LINK_INSIDE; kind < NAV2_LINK_KINDS; kind++)
        for (uint32_t i = 0; i < node->counts[kind]; i++, p += nav2_seglink_bytes(kind))
            listed += p[2 * kind + NAV2_SEGLINK_LISTED_AT];
    const uint64_t end = (uint64_t)node->links + nav2_seglinks_bytes(node) + listed;
    return end <= v->link_bytes ? listed : UINT32_MAX;
}

static bool links_are_plain(const nav2_seggraph_view *v, nav2_segnode_run *n) {
    const uint8_t *p = v->links + n->node.links;
    n->list = p + nav2_seglinks_bytes(&n->node);
    for (nav2_link_kind kind = NAV2_LINK_INSIDE; kind < NAV2_LINK_KINDS; kind++)
        for (uint32_t i = 0; i < n->node.counts[kind]; i++, p += nav2_seglink_bytes(kind)) {
            const nav2_seglink link = nav2_seglink_at(p, kind);
            if (!link_is_plain(v, n->index, kind, &link) || !listed_are_plain(v, n, kind, &link))
                return false;
        }
    return true;
}

/* One node; *end is where the links before end, then where its own do. */
static bool node_is_plain(const nav2_seggraph_view *v, uint32_t index, uint32_t *end,
                          uint32_t *listed) {
    nav2_segnode_run n = {.index = index, .node = nav2_segnode_at(v->nodes, index)};
    const nav2_position at = nav2_position_at(v->positions, index);
    const uint32_t bytes = nav2_seglinks_bytes(&n.node);
    const uint32_t start = (*end + 1) / 2 * 2;
    if (n.node.links != start || n.node.unused != 0 || start + bytes > v->link_bytes ||
        (start != *end && v->links[*end] != 0) || !islands_are_plain(v, &n.node) ||
        !nav2_is_within(at, nav2_position_at(v->bounds, 2 * index),
                        nav2_position_at(v->bounds, 2 * index + 1)))
        return false;
    const uint32_t count = count_listed(v, &n.node);
    if (count == UINT32_MAX) return false;
    n.segment = nav2_segment_at(v->segments, index);
    *end = start + bytes + count;
    *listed += count;
    return links_are_plain(v, &n);
}

/* end: of the links of all. Links that list nothing are those of a file without lists. */
static bool nodes_are_plain(const nav2_group_check *gc, uint32_t *end) {
    const nav2_seggraph_view v = view_of(gc);
    uint32_t listed = 0;
    for (uint32_t i = 0; i < v.count; i++)
        if (!node_is_plain(&v, i, end, &listed)) return false;
    if (listed == 0 && *end != 0) return false;
    return listed == gc->crossing_count && listed == gc->g->seggraph.total;
}

bool nav2_seggraph_is_plain(nav2_group_check *gc) {
    const uint32_t count = gc->g->seggraph.node_count;
    uint32_t end = 0;
    if (!gc->graph_is_plain || count != gc->segment_count) return false;
    if (!nl_spend(gc->c->budget, count)) return false;
    if (!NL_QUICK(nodes_are_plain(gc, &end))) return false;
    const uint64_t links_end = (uint64_t)gc->g->seggraph.links + end;
    nav2_check_seggraph_size(gc, links_end - gc->g->chunks[NAV2_SEGGRAPH].payload);
    nav2_check_end(gc->c->job, gc->g, NAV2_SEGGRAPH, links_end);
    return true;
}

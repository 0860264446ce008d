/* The SegmentGraph: one node for each segment, links to others with the nodes at which one can
 * cross. */
#include <string.h>

#include "core/checked.h"
#include "parsers/mgs_nav2/check.h"

enum { GRID_CELLS = 100 }; /* of Obj2Nav2 */

/* The graph while it is judged. */
typedef struct nav2_seggraph_here {
    nav2_here *h;
    uint32_t count;     /* of nodes */
    uint32_t links_sum; /* of all kinds */
    uint64_t listed_sum;
    bool is_cut;      /* links leave the chunk */
    bool is_shared;   /* links stand where those of another node do */
    uint32_t dropped; /* links past the last node, in a graph that lacks some */
    bool is_whole;    /* node i is segment i */
    bool has_lists;   /* links list their crossing nodes, as they should */
} nav2_seggraph_here;

/* One node of it. */
typedef struct nav2_segnode_here {
    const nav2_seggraph_here *s;
    uint32_t index;
    nav2_segnode node;
    uint64_t links; /* in the file; 0: they leave the chunk */
    uint64_t lists; /* behind the links */
} nav2_segnode_here;

/* One link of it. */
typedef struct nav2_seglink_here {
    nav2_link_kind kind;
    uint32_t number; /* among those of its kind */
    uint64_t at;
    nav2_seglink link;
} nav2_seglink_here;

static const char *const kind_lists[NAV2_LINK_KINDS] = {"inside", "crossChunk", "crossTile"};
static const char *const kind_texts[NAV2_LINK_KINDS] = {"to another segment", "to another group",
                                                        "to another tile"};
static const uint32_t kind_flags[NAV2_LINK_KINDS] = {NAV2_CROSS_SEGMENT, NAV2_CROSS_CHUNK,
                                                     NAV2_CROSS_TILE};

static nav2_segnode node_of(const nav2_here *h, uint32_t index) {
    return nav2_segnode_at(h->bytes + h->g->seggraph.nodes, index);
}

static nav2_place node_place(const nav2_here *h, uint32_t index) {
    const uint64_t at = h->g->seggraph.nodes + (uint64_t)index * NAV2_SEGNODE_BYTES;
    return nav2_record(&h->g->chunks[NAV2_SEGGRAPH], "nodes", index, at, NAV2_SEGNODE_BYTES);
}

static void tell_node(const nav2_segnode_here *n, unsigned rule, const char *member, nl_type type,
                      uint32_t at, nl_draft draft) {
    const nav2_place place = nav2_member(node_place(n->s->h, n->index), member, type, at);
    draft.args[0] = nl_uint(n->index);
    nav2_tell_here(n->s->h, rule, &place, draft);
}

static void tell_link(const nav2_segnode_here *n, unsigned rule, const nav2_seglink_here *l,
                      const char *member, nl_type type, uint32_t at, nl_draft draft) {
    nav2_place place =
        nav2_record(&n->s->h->g->chunks[NAV2_SEGGRAPH], "linkData", n->index, l->at + at, 0);
    place.sub = kind_lists[l->kind];
    place.sub_index = l->number;
    place.member = member;
    place.type = type;
    draft.args[0] = nl_uint(n->index);
    nav2_tell_here(n->s->h, rule, &place, draft);
}

/* Where the link's node is, behind the numbers of tile and group. */
static uint32_t node_at(nav2_link_kind kind) {
    return 2u * kind + 2;
}

/* ---- Links in a table ---- */

static uint64_t link_at(const nav2_segnode *node, uint64_t links, nav2_link_kind kind,
                        uint32_t number) {
    uint64_t at = links;
    for (nav2_link_kind before = NAV2_LINK_INSIDE; before < kind; before++)
        at += (uint64_t)node->counts[before] * nav2_seglink_bytes(before);
    return at + (uint64_t)number * nav2_seglink_bytes(kind);
}

/* Bytes of the lists of all links; the links are in the chunk. */
static uint32_t listed_of(const nav2_here *h, const nav2_segnode *node, uint64_t links) {
    uint32_t listed = 0;
    for (nav2_link_kind kind = NAV2_LINK_INSIDE; kind < NAV2_LINK_KINDS; kind++)
        for (uint32_t i = 0; i < node->counts[kind]; i++)
            listed += nav2_seglink_at(h->bytes + link_at(node, links, kind, i), kind).listed;
    return listed;
}

/* Whether a link of `node` has a finding by itself: it leads to nothing, or to the node itself. */
static bool is_astray(const nav2_peers *file, const nav2_group *g, uint32_t node,
                      nav2_link_kind kind, const nav2_seglink *link) {
    if (kind == NAV2_LINK_INSIDE) return link->node >= g->seggraph.node_count || link->node == node;
    const nav2_group *const to = nav2_group_of(file->doc, link->group);
    return !to || link->node >= to->seggraph.node_count;
}

bool nav2_seglink_leads_to(const nav2_peers *file, const nav2_group *g, uint32_t node,
                           nav2_link_kind kind, const nav2_seglink *target) {
    const nav2_segnode other = nav2_segnode_at(file->bytes + g->seggraph.nodes, node);
    const uint64_t links = nav2_seglinks_of(g, &other);
    if (links == 0) return true;
    if (target->back >= other.counts[kind]) return false;
    const nav2_seglink back =
        nav2_seglink_at(file->bytes + link_at(&other, links, kind, target->back), kind);
    const bool is_back =
        back.node == target->node && (kind == NAV2_LINK_INSIDE || back.group == target->group);
    return is_back || is_astray(file, g, node, kind, &back);
}

/* ---- Inside links ---- */

static void check_inside(const nav2_segnode_here *n, const nav2_seglink_here *l) {
    const nav2_here *const h = n->s->h;
    const uint32_t to = l->link.node;
    const uint32_t at = node_at(l->kind);
    nl_draft draft = {.actual = nl_uint(to), .expected = nl_uint(n->s->count)};
    if (to >= n->s->count) {
        if (n->s->dropped == 0)
            tell_link(n, NAV2_SEGGRAPH_LINK_NODE, l, "node", NL_U16LE, at, draft);
        return;
    }
    draft.expected = (navlint_value){.kind = NAVLINT_NO_VALUE};
    if (to == n->index) {
        tell_link(n, NAV2_SEGGRAPH_LINK_SELF, l, "node", NL_U16LE, at, draft);
        return;
    }
    const nav2_seglink here = {.node = n->index, .back = l->link.back};
    draft.args[1] = nl_uint(l->link.back);
    const nav2_peers file = {h->bytes, h->c->doc};
    if (n->s->has_lists && !nav2_seglink_leads_to(&file, h->g, to, NAV2_LINK_INSIDE, &here))
        tell_link(n, NAV2_SEGGRAPH_LINK_BACK, l, "linkIndex", NL_U8, at + 3, draft);
}

/* ---- Links to other groups and tiles ---- */

static void check_target(const nav2_segnode_here *n, const nav2_seglink_here *l,
                         const nav2_group *other, const nav2_peers *file) {
    const uint32_t at = node_at(l->kind);
    const nav2_seglink here = {.group = n->s->h->number, .node = n->index, .back = l->link.back};
    nl_draft draft = {.actual = nl_uint(l->link.node),
                      .expected = nl_uint(other->seggraph.node_count),
                      .args = {{0}, nl_uint(l->link.group), nl_uint(l->link.back)}};
    if (!other->chunks[NAV2_SEGGRAPH].is_readable) return;
    if (l->link.node >= other->seggraph.node_count) {
        tell_link(n, NAV2_SEGGRAPH_CHUNK_NODE, l, "node", NL_U16LE, at, draft);
        return;
    }
    draft.expected = (navlint_value){.kind = NAVLINT_NO_VALUE};
    if (!nav2_seglink_leads_to(file, other, l->link.node, NAV2_LINK_CHUNK, &here))
        tell_link(n, NAV2_SEGGRAPH_CHUNK_BACK, l, "linkIndex", NL_U8, at + 3, draft);
}

static void check_chunk(const nav2_segnode_here *n, const nav2_seglink_here *l) {
    const nav2_document *const doc = n->s->h->c->doc;
    const nav2_group *const other = nav2_group_of(doc, l->link.group);
    if (other)
        check_target(n, l, other, &(nav2_peers){n->s->h->bytes, doc});
    else if (nav2_expects_group(doc))
        tell_link(n, NAV2_SEGGRAPH_CHUNK_GROUP, l, "dataChunkId", NL_U16LE, 0,
                  (nl_draft){.actual = nl_uint(l->link.group)});
}

static void check_tile(const nav2_segnode_here *n, const nav2_seglink_here *l) {
    const uint32_t own = nav2_tile_of(n->s->h->c->doc->uid);
    const uint32_t at = node_at(l->kind);
    if (l->link.tile == own)
        tell_link(n, NAV2_SEGGRAPH_TILE_OWN, l, "tileId", NL_U16LE, 0,
                  (nl_draft){.actual = nl_uint(own)});
    if (l->link.node != NAV2_TILE_SEGNODE)
        tell_link(n, NAV2_SEGGRAPH_TILE_NODE, l, "node", NL_U16LE, at,
                  (nl_draft){.actual = nl_uint(l->link.node),
                             .expected = nl_uint(NAV2_TILE_SEGNODE),
                             .fix = nav2_fix(l->at + at, 2, NAV2_TILE_SEGNODE)});
}

/* ---- Listed nodes ---- */

/* The segment of a node of a group; the link's own if that is not there. */
static uint32_t segment_of(const nav2_here *h, const nav2_group *g, uint32_t node,
                           const nav2_seglink *link) {
    if (!g || node >= g->graph.node_count || link->node >= g->seggraph.node_count)
        return link->node;
    return nav2_node_at(h->bytes + g->graph.nodes, node).segment;
}

/* Whether the node crosses to where the link leads. Where either leads to nothing, that has a
 * finding of its own. */
static bool crosses_with(const nav2_segnode_here *n, uint32_t index, const nav2_seglink_here *l) {
    const nav2_here *const h = n->s->h;
    const nav2_document *const doc = h->c->doc;
    const nav2_node node = nav2_node_at(h->bytes + h->g->graph.nodes, index);
    const uint64_t at = nav2_crossing_at(h->g, &node, kind_flags[l->kind]);
    if (at == 0) return nav2_links_of(h->g, &node) == 0;
    const uint32_t first = nl_load_u16(h->bytes + at);
    if (l->kind == NAV2_LINK_INSIDE)
        return l->link.node == n->index || nav2_crosses_inside(h, &node) ||
               segment_of(h, h->g, first, &l->link) == l->link.node;
    const uint32_t second = nl_load_u16(h->bytes + at + 2);
    if (l->kind == NAV2_LINK_TILE) {
        const uint32_t own = nav2_tile_of(doc->uid);
        return (first == l->link.tile && second == l->link.group) || first == own ||
               l->link.tile == own;
    }
    const nav2_group *const other = nav2_group_of(doc, l->link.group);
    if (first != l->link.group) return !other || !nav2_group_of(doc, first);
    return segment_of(h, other, second, &l->link) == l->link.node;
}

/* Whether the node crosses to another segment, group or tile, and to no two of them. */
static bool crosses_out(const nav2_here *h, uint32_t index) {
    const nav2_node node = nav2_node_at(h->bytes + h->g->graph.nodes, index);
    return (node.flags & NAV2_CROSS) != 0 && nav2_has_one_way(&node) &&
           !nav2_crosses_inside(h, &node);
}

static void check_listed(const nav2_segnode_here *n, const nav2_seglink_here *l, uint32_t item,
                         nav2_segment segment) {
    nav2_here *const h = n->s->h;
    const uint32_t local = h->bytes[n->lists + item];
    const uint32_t node = segment.node + local;
    nav2_place place =
        nav2_record(&h->g->chunks[NAV2_SEGGRAPH], "linkData", n->index, n->lists + item, 0);
    place.sub = "navNodes";
    place.sub_index = item;
    place.type = NL_U8;
    nl_draft draft = {.field = "navNode",
                      .actual = nl_uint(local),
                      .expected = nl_uint(segment.nodes),
                      .args = {nl_uint(n->index)}};
    if (local >= segment.nodes) {
        h->lists_are_odd = true;
        nav2_tell_here(h, NAV2_SEGGRAPH_NAV_NODE, &place, draft);
        return;
    }
    const uint32_t flags = nav2_node_at(h->bytes + h->g->graph.nodes, node).flags;
    draft.expected = (navlint_value){.kind = NAVLINT_NO_VALUE};
    draft.args[2] = nl_string(kind_texts[l->kind]);
    draft.args[3] =
        nl_string(flags & kind_flags[l->kind] ? "to another one" : nav2_cross_text(flags));
    const bool is_twice = h->node_marks[node];
    h->node_marks[node] = 1;
    if (!is_twice && crosses_with(n, node, l)) return;
    h->lists_are_odd = true;
    nav2_tell_here(h, is_twice ? NAV2_SEGGRAPH_NAV_TWICE : NAV2_SEGGRAPH_NAV_FLAG, &place, draft);
}

/* Nodes that cross and are in no list. */
static void check_unlisted(const nav2_segnode_here *n, nav2_segment segment) {
    const nav2_here *const h = n->s->h;
    uint32_t first = 0;
    uint32_t count = 0;
    for (uint32_t local = 0; local < segment.nodes; local++) {
        const uint32_t node = segment.node + local;
        if (h->node_marks[node] || !crosses_out(h, node)) continue;
        if (count++ == 0) first = local;
    }
    if (count == 0) return;
    const nav2_place place = node_place(h, n->index);
    nav2_tell_here(
        h, NAV2_SEGGRAPH_NAV_ALL, &place,
        (nl_draft){.actual = nl_uint(first), .args = {nl_uint(n->index), nl_uint(count)}});
}

/* ---- Nodes ---- */

static uint32_t check_lists(const nav2_segnode_here *n, const nav2_seglink_here *l, uint32_t item) {
    const nav2_here *const h = n->s->h;
    const uint32_t end = item + l->link.listed;
    if (!h->nodes_fit || !n->s->is_whole) return end;
    const nav2_segment segment = nav2_segment_here(h, n->index);
    for (; item < end; item++)
        check_listed(n, l, item, segment);
    return end;
}

static void check_links(const nav2_segnode_here *n) {
    static void (*const checks[NAV2_LINK_KINDS])(
        const nav2_segnode_here *, const nav2_seglink_here *) = {check_inside, check_chunk,
                                                                 check_tile};
    uint32_t item = 0;
    for (nav2_link_kind kind = NAV2_LINK_INSIDE; kind < NAV2_LINK_KINDS; kind++)
        for (uint32_t i = 0; i < n->node.counts[kind]; i++) {
            nav2_seglink_here l = {.kind = kind, .number = i};
            l.at = link_at(&n->node, n->links, kind, i);
            l.link = nav2_seglink_at(n->s->h->bytes + l.at, kind);
            checks[kind](n, &l);
            item = check_lists(n, &l, item);
        }
}

/* doc: whose island graphs are meant; a split set has them in its first file. */
static void check_islands(const nav2_segnode_here *n, const nav2_document *doc) {
    static const char *const members[NAV2_ISLAND_SLOTS] = {"islandNodes/0", "islandNodes/1",
                                                           "islandNodes/2"};
    for (uint32_t k = 0; k < NAV2_ISLAND_SLOTS && k < doc->island_count; k++) {
        const uint32_t node = n->node.islands[k];
        const uint32_t count = doc->islands[k].node_count;
        if (node == NAV2_NO_ISLAND_NODE || node < count || !doc->islands[k].is_readable) continue;
        tell_node(n, count != 0 ? NAV2_SEGGRAPH_ISLAND : NAV2_SEGGRAPH_ISLAND_EMPTY, members[k],
                  NL_U16LE, 4 + 2 * k,
                  (nl_draft){.actual = nl_uint(node),
                             .expected = nl_uint(count),
                             .args = {{0}, nl_uint(k)}});
    }
}

static void check_position(const nav2_segnode_here *n) {
    const nav2_here *const h = n->s->h;
    const nav2_position p = nav2_position_at(h->bytes + h->g->seggraph.positions, n->index);
    const uint64_t at = h->g->seggraph.positions + (uint64_t)n->index * NAV2_POSITION_BYTES;
    const nav2_place place =
        nav2_record(&h->g->chunks[NAV2_SEGGRAPH], "positions", n->index, at, NAV2_POSITION_BYTES);
    const nav2_position low = nav2_low_of(h, n->index);
    const nav2_position high = nav2_high_of(h, n->index);
    const bool is_inverted = low.x > high.x || low.y > high.y || low.z > high.z;
    if (!is_inverted && !nav2_is_within(p, low, high))
        nav2_tell_here(h, NAV2_SEGGRAPH_POSITION, &place, (nl_draft){.args = {nl_uint(n->index)}});
}

static void judge_node(const nav2_seggraph_here *s, uint32_t index) {
    nav2_here *const h = s->h;
    nav2_segnode_here n = {.s = s, .index = index, .node = node_of(h, index)};
    n.links = nav2_seglinks_of(h->g, &n.node);
    n.lists = n.links + nav2_seglinks_bytes(&n.node);
    check_islands(&n, h->c->doc);
    if (n.node.unused != 0)
        tell_node(&n, NAV2_SEGGRAPH_KIND, "linkDataAndCount", NL_U32LE, 0,
                  (nl_draft){.actual = nl_uint(n.node.unused)});
    if (s->is_whole) check_position(&n);
    if (n.links == 0) return;
    const uint32_t listed = listed_of(h, &n.node, n.links);
    if (n.lists + listed > h->g->seggraph.links_end) return;
    const uint32_t links = n.node.counts[0] + n.node.counts[1] + n.node.counts[2];
    const uint64_t cost = s->is_shared ? NAV2_SHARED_COST : 1;
    if (!nl_spend(h->c->budget, cost * (links + listed))) return;
    h->lists_are_odd = false;
    check_links(&n);
    if (h->nodes_fit && s->is_whole && s->has_lists && !h->lists_are_odd)
        check_unlisted(&n, nav2_segment_here(h, index));
}

/* ---- What leads to the other file of a split set ---- */

/* Links of one kind to groups that the file does not have. */
static void check_links_to(const nav2_segnode_here *n, const nav2_peers *peers) {
    const nav2_here *const h = n->s->h;
    for (uint32_t i = 0; i < n->node.counts[NAV2_LINK_CHUNK]; i++) {
        nav2_seglink_here l = {.kind = NAV2_LINK_CHUNK, .number = i};
        l.at = link_at(&n->node, n->links, NAV2_LINK_CHUNK, i);
        l.link = nav2_seglink_at(h->bytes + l.at, NAV2_LINK_CHUNK);
        if (nav2_group_of(h->c->doc, l.link.group)) continue;
        const nav2_group *const other = nav2_group_of(peers->doc, l.link.group);
        if (other)
            check_target(n, &l, other, peers);
        else
            tell_link(
                n, NAV2_SET_GROUP, &l, "dataChunkId", NL_U16LE, 0,
                (nl_draft){.actual = nl_uint(l.link.group), .args = {{0}, nl_uint(n->index)}});
    }
}

void nav2_judge_seggraph_to(nav2_here *h, const nav2_peers *peers) {
    const nav2_seggraph_here s = {.h = h, .count = h->g->seggraph.node_count};
    for (uint32_t i = 0; i < s.count; i++) {
        nav2_segnode_here n = {.s = &s, .index = i, .node = node_of(h, i)};
        n.links = nav2_seglinks_of(h->g, &n.node);
        if (h->c->doc->island_count == 0) check_islands(&n, peers->doc);
        if (!nl_spend(h->c->budget, 1 + (uint64_t)n.node.counts[NAV2_LINK_CHUNK])) return;
        if (n.links != 0) check_links_to(&n, peers);
    }
}

/* ---- The table of links ---- */

static void tell_place(const nav2_segnode_here *n, unsigned rule, nl_draft draft) {
    tell_node(n, rule, "linkDataAndCount", NL_U32LE, 0, draft);
}

/* One node's place in the table; returns where its links end. */
static uint64_t measure_node(nav2_seggraph_here *s, uint32_t index, uint64_t end_before) {
    nav2_here *const h = s->h;
    nav2_segnode_here n = {.s = s, .index = index, .node = node_of(h, index)};
    const uint64_t room = h->g->seggraph.links_end - h->g->seggraph.links;
    n.links = nav2_seglinks_of(h->g, &n.node);
    const uint32_t listed = n.links != 0 ? listed_of(h, &n.node, n.links) : 0;
    const uint64_t bytes = (uint64_t)nav2_seglinks_bytes(&n.node) + listed;
    s->links_sum += n.node.counts[0] + n.node.counts[1] + n.node.counts[2];
    s->listed_sum += listed;
    if (n.node.links != end_before)
        tell_place(&n, NAV2_SEGGRAPH_LINK_ORDER,
                   (nl_draft){.actual = nl_uint(n.node.links), .expected = nl_uint(end_before)});
    const bool is_cut = n.links == 0 || n.node.links + bytes > room;
    s->is_cut |= is_cut;
    s->is_shared |= n.node.links < end_before;
    if (is_cut)
        tell_place(&n, NAV2_SEGGRAPH_LINK_RANGE,
                   (nl_draft){.actual = nl_uint(bytes),
                              .expected = nl_uint(room),
                              .args = {{0}, nl_uint(n.node.links)}});
    return n.node.links + bytes;
}

/* Links past the last node, where nodes of empty segments are missing. */
static void count_dropped(nav2_seggraph_here *s) {
    nav2_here *const h = s->h;
    nav2_segnode_here first = {.s = s};
    nav2_seglink_here first_link = {.kind = NAV2_LINK_INSIDE};
    for (uint32_t i = 0; i < s->count && s->count < h->segment_count; i++) {
        const nav2_segnode node = node_of(h, i);
        const uint64_t links = nav2_seglinks_of(h->g, &node);
        for (uint32_t k = 0; k < node.counts[0] && links != 0; k++) {
            const uint64_t at = link_at(&node, links, NAV2_LINK_INSIDE, k);
            const nav2_seglink link = nav2_seglink_at(h->bytes + at, NAV2_LINK_INSIDE);
            if (link.node < s->count || s->dropped++ != 0) continue;
            first.index = i;
            first_link = (nav2_seglink_here){NAV2_LINK_INSIDE, k, at, link};
        }
    }
    if (s->dropped == 0) return;
    nav2_place place =
        nav2_record(&h->g->chunks[NAV2_SEGGRAPH], "linkData", first.index, first_link.at + 2, 0);
    place.sub = kind_lists[NAV2_LINK_INSIDE];
    place.sub_index = first_link.number;
    place.member = "node";
    place.type = NL_U16LE;
    nav2_tell_here(h, NAV2_O2N_DROPPED_CELLS, &place,
                   (nl_draft){.actual = nl_uint(first_link.link.node),
                              .expected = nl_uint(s->count),
                              .args = {nl_uint(s->dropped), nl_uint(h->segment_count - s->count)}});
}

static bool measure(nav2_seggraph_here *s, uint64_t *end) {
    const nav2_here *const h = s->h;
    for (uint32_t i = 0; i < s->count; i++) {
        const nav2_segnode node = node_of(h, i);
        const uint32_t links = node.counts[0] + node.counts[1] + node.counts[2];
        const uint64_t cost = node.links < *end ? NAV2_SHARED_COST : 1;
        if (!nl_spend(h->c->budget, 1 + cost * links)) return false;
        const uint64_t links_end = measure_node(s, i, (*end + 1) / 2 * 2);
        *end = links_end;
    }
    return true;
}

/* ---- All of it ---- */

static uint32_t empty_segments(const nav2_here *h) {
    uint32_t empty = 0;
    for (uint32_t i = 0; i < h->segment_count; i++) {
        const nav2_segment s = nav2_segment_here(h, i);
        empty += s.faces == 0 && s.vertices == 0;
    }
    return empty;
}

static void check_count(const nav2_seggraph_here *s) {
    const nav2_here *const h = s->h;
    const nav2_place place =
        nav2_chunk_field(&h->g->chunks[NAV2_SEGGRAPH], "nodeCount", NL_U16LE, 20);
    if (s->is_whole || s->dropped != 0) return;
    const bool is_grid = h->segment_count == GRID_CELLS;
    if (is_grid && s->count + empty_segments(h) == h->segment_count) return; /* told */
    nav2_tell_here(h, NAV2_SEGGRAPH_COUNT, &place,
                   (nl_draft){.actual = nl_uint(s->count), .expected = nl_uint(h->segment_count)});
}

static void check_total(nav2_seggraph_here *s) {
    const nav2_here *const h = s->h;
    const nav2_place place = nav2_chunk_field(&h->g->chunks[NAV2_SEGGRAPH],
                                              "totalNavigationGraphNodeIndexCount", NL_U16LE, 26);
    const uint32_t total = h->g->seggraph.total;
    if (!s->has_lists)
        nav2_tell_here(h, NAV2_O2N_NO_NODES, &place, (nl_draft){.actual = nl_uint(s->links_sum)});
    else if (total != s->listed_sum && !s->is_cut)
        nav2_tell_here(h, NAV2_SEGGRAPH_TOTAL, &place,
                       (nl_draft){.actual = nl_uint(total), .expected = nl_uint(s->listed_sum)});
}

void nav2_check_seggraph_size(const nav2_here *h, uint64_t end) {
    const nav2_chunk *const chunk = &h->g->chunks[NAV2_SEGGRAPH];
    const uint32_t size = nl_load_u32(h->bytes + chunk->payload + 16);
    const uint64_t expected = chunk->end - chunk->payload;
    const nav2_place place = nav2_chunk_field(chunk, "selfSize", NL_U32LE, 16);
    if (size == expected) return;
    nav2_tell_here(
        h, size < end ? NAV2_SEGGRAPH_SIZE_SHORT : NAV2_SEGGRAPH_SIZE, &place,
        (nl_draft){.actual = nl_uint(size),
                   .expected = nl_uint(size < end ? end : expected),
                   .fix = nav2_fix((uint64_t)chunk->payload + 16, 4, (uint32_t)expected)});
}

void nav2_check_seggraph(nav2_here *h) {
    if (nav2_scan_seggraph(h)) return;
    nav2_seggraph_here s = {.h = h, .count = h->g->seggraph.node_count};
    uint64_t end = 0;
    s.is_whole = s.count == h->segment_count;
    if (!measure(&s, &end)) return;
    s.has_lists = s.listed_sum != 0 || s.links_sum == 0 || s.is_cut;
    memset(h->node_marks, 0, h->g->graph.node_count);
    const uint64_t links_end = h->g->seggraph.links + end;
    if (links_end <= h->g->seggraph.links_end) {
        nav2_check_seggraph_size(h, links_end - h->g->chunks[NAV2_SEGGRAPH].payload);
        nav2_check_end(h->c->job, h->g, NAV2_SEGGRAPH, links_end);
    }
    count_dropped(&s);
    check_count(&s);
    check_total(&s);
    for (uint32_t i = 0; i < s.count && !h->c->budget->exhausted; i++)
        judge_node(&s, i);
}

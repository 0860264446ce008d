/* Links of the nodes of a SegmentGraph, and the crossing nodes that they list. */
#include "parsers/mgs_nav2/segments/seggraph.h"

const char *const nav2_seglink_lists[NAV2_LINK_KINDS] = {"inside", "crossChunk", "crossTile"};
static const char *const kind_texts[NAV2_LINK_KINDS] = {"to another segment", "to another group",
                                                        "to another tile"};
static const uint32_t kind_flags[NAV2_LINK_KINDS] = {NAV2_CROSS_SEGMENT, NAV2_CROSS_CHUNK,
                                                     NAV2_CROSS_TILE};

static void nav2_tell_seglink(const nav2_segnode_here *n, unsigned rule, const nav2_seglink_here *l,
                              const char *member, nl_type type, uint32_t at, nl_draft draft) {
    nav2_place place =
        nav2_record(&n->s->h->g->chunks[NAV2_SEGGRAPH], "linkData", n->index, l->at + at, 0);
    place.sub = nav2_seglink_lists[l->kind];
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

uint64_t nav2_seglink_place(const nav2_segnode *node, uint64_t links, nav2_link_kind kind,
                            uint32_t number) {
    uint64_t at = links;
    for (nav2_link_kind before = NAV2_LINK_INSIDE; before < kind; before++)
        at += (uint64_t)node->counts[before] * nav2_seglink_bytes(before);
    return at + (uint64_t)number * nav2_seglink_bytes(kind);
}

uint32_t nav2_listed_of(const nav2_here *h, const nav2_segnode *node, uint64_t links) {
    uint32_t listed = 0;
    for (nav2_link_kind kind = NAV2_LINK_INSIDE; kind < NAV2_LINK_KINDS; kind++)
        for (uint32_t i = 0; i < node->counts[kind]; i++)
            listed +=
                nav2_seglink_at(h->bytes + nav2_seglink_place(node, links, kind, i), kind).listed;
    return listed;
}

/* Whether a link of `node` has a finding by itself: it leads to nothing, or to the node itself. */
static bool is_astray(const nav2_peers *file, const nav2_group *g, uint32_t node,
                      nav2_link_kind kind, const nav2_seglink *link) {
    if (kind == NAV2_LINK_INSIDE) return link->node >= g->seggraph.node_count || link->node == node;
    const nav2_group *const to = nav2_group_of(file->doc, link->group);
    if (!to) return nav2_misses_group(file, link->group);
    return link->node >= to->seggraph.node_count;
}

bool nav2_seglink_leads_to(const nav2_peers *file, const nav2_group *g, uint32_t node,
                           nav2_link_kind kind, const nav2_seglink *target) {
    const nav2_segnode other = nav2_segnode_at(file->bytes + g->seggraph.nodes, node);
    const uint64_t links = nav2_seglinks_of(g, &other);
    if (links == 0) return true;
    if (target->back >= other.counts[kind]) return false;
    const nav2_seglink back =
        nav2_seglink_at(file->bytes + nav2_seglink_place(&other, links, kind, target->back), kind);
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
            nav2_tell_seglink(n, NAV2_SEGGRAPH_LINK_NODE, l, "node", NL_U16LE, at, draft);
        return;
    }
    draft.expected = (navlint_value){.kind = NAVLINT_NO_VALUE};
    if (to == n->index) {
        nav2_tell_seglink(n, NAV2_SEGGRAPH_LINK_SELF, l, "node", NL_U16LE, at, draft);
        return;
    }
    const nav2_seglink here = {.node = n->index, .back = l->link.back};
    draft.args[1] = nl_uint(l->link.back);
    const nav2_peers file = {h->bytes, h->c->doc, NULL};
    if (n->s->has_lists && !nav2_seglink_leads_to(&file, h->g, to, NAV2_LINK_INSIDE, &here))
        nav2_tell_seglink(n, NAV2_SEGGRAPH_LINK_BACK, l, "linkIndex", NL_U8, at + 3, draft);
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
        nav2_tell_seglink(n, NAV2_SEGGRAPH_CHUNK_NODE, l, "node", NL_U16LE, at, draft);
        return;
    }
    draft.expected = (navlint_value){.kind = NAVLINT_NO_VALUE};
    if (!nav2_seglink_leads_to(file, other, l->link.node, NAV2_LINK_CHUNK, &here))
        nav2_tell_seglink(n, NAV2_SEGGRAPH_CHUNK_BACK, l, "linkIndex", NL_U8, at + 3, draft);
}

static void check_chunk(const nav2_segnode_here *n, const nav2_seglink_here *l) {
    const nav2_document *const doc = n->s->h->c->doc;
    const nav2_group *const other = nav2_group_of(doc, l->link.group);
    if (other)
        check_target(n, l, other, &(nav2_peers){n->s->h->bytes, doc, NULL});
    else if (nav2_expects_group(doc))
        nav2_tell_seglink(n, NAV2_SEGGRAPH_CHUNK_GROUP, l, "dataChunkId", NL_U16LE, 0,
                          (nl_draft){.actual = nl_uint(l->link.group)});
}

static void check_tile(const nav2_segnode_here *n, const nav2_seglink_here *l) {
    const uint32_t own = nav2_tile_of(n->s->h->c->doc->uid);
    const uint32_t at = node_at(l->kind);
    if (l->link.tile == own)
        nav2_tell_seglink(n, NAV2_SEGGRAPH_TILE_OWN, l, "tileId", NL_U16LE, 0,
                          (nl_draft){.actual = nl_uint(own)});
    if (l->link.node != NAV2_TILE_SEGNODE)
        nav2_tell_seglink(n, NAV2_SEGGRAPH_TILE_NODE, l, "node", NL_U16LE, at,
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
    const bool are_here = other && nav2_group_of(doc, first);
    if (first != l->link.group) return !are_here && nav2_expects_group(doc); /* is told of them */
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

void nav2_check_unlisted(const nav2_segnode_here *n, nav2_segment segment) {
    const nav2_here *const h = n->s->h;
    uint32_t first = 0;
    uint32_t count = 0;
    for (uint32_t local = 0; local < segment.nodes; local++) {
        const uint32_t node = segment.node + local;
        if (h->node_marks[node] || !crosses_out(h, node)) continue;
        if (count++ == 0) first = local;
    }
    if (count == 0) return;
    const nav2_place place = nav2_segnode_place(h, n->index);
    nav2_tell_here(
        h, NAV2_SEGGRAPH_NAV_ALL, &place,
        (nl_draft){.actual = nl_uint(first), .args = {nl_uint(n->index), nl_uint(count)}});
}

/* ---- All of a node's links ---- */

static uint32_t check_lists(const nav2_segnode_here *n, const nav2_seglink_here *l, uint32_t item) {
    const nav2_here *const h = n->s->h;
    const uint32_t end = item + l->link.listed;
    if (!h->nodes_fit || !n->s->is_whole) return end;
    const nav2_segment segment = nav2_segment_here(h, n->index);
    for (; item < end; item++)
        check_listed(n, l, item, segment);
    return end;
}

void nav2_check_seglinks(const nav2_segnode_here *n) {
    static void (*const checks[NAV2_LINK_KINDS])(
        const nav2_segnode_here *, const nav2_seglink_here *) = {check_inside, check_chunk,
                                                                 check_tile};
    uint32_t item = 0;
    for (nav2_link_kind kind = NAV2_LINK_INSIDE; kind < NAV2_LINK_KINDS; kind++)
        for (uint32_t i = 0; i < n->node.counts[kind]; i++) {
            nav2_seglink_here l = {.kind = kind, .number = i};
            l.at = nav2_seglink_place(&n->node, n->links, kind, i);
            l.link = nav2_seglink_at(n->s->h->bytes + l.at, kind);
            checks[kind](n, &l);
            item = check_lists(n, &l, item);
        }
}

void nav2_check_seglinks_to(const nav2_segnode_here *n, const nav2_peers *peers) {
    const nav2_here *const h = n->s->h;
    for (uint32_t i = 0; i < n->node.counts[NAV2_LINK_CHUNK]; i++) {
        nav2_seglink_here l = {.kind = NAV2_LINK_CHUNK, .number = i};
        l.at = nav2_seglink_place(&n->node, n->links, NAV2_LINK_CHUNK, i);
        l.link = nav2_seglink_at(h->bytes + l.at, NAV2_LINK_CHUNK);
        if (nav2_group_of(h->c->doc, l.link.group)) continue;
        const nav2_group *const other = nav2_group_of(peers->doc, l.link.group);
        if (other)
            check_target(n, &l, other, peers);
        else
            nav2_tell_seglink(
                n, NAV2_SET_GROUP, &l, "dataChunkId", NL_U16LE, 0,
                (nl_draft){.actual = nl_uint(l.link.group), .args = {{0}, nl_uint(n->index)}});
    }
}

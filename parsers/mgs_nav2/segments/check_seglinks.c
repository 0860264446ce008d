/* Links of the nodes of a SegmentGraph, and the crossing nodes that they list. */
#include "parsers/mgs_nav2/segments/seggraph.h"

static const char *const kind_texts[NAV2_LINK_KINDS] = {"to another segment", "to another group",
                                                        "to another tile"};
static const uint32_t kind_flags[NAV2_LINK_KINDS] = {NAV2_CROSS_SEGMENT, NAV2_CROSS_CHUNK,
                                                     NAV2_CROSS_TILE};

static navlint_related related_link(const nav2_seglink_check *l) {
    return (navlint_related){l->at, nav2_seglink_bytes(l->kind), "the link"};
}

static void found(const nav2_seglink_check *l, unsigned rule, unsigned field, nl_draft draft) {
    const nav2_segnode_check *const n = l->n;
    const nl_place link = nav2_seglink_place(n->s->gc, n->index, l);
    draft.args[0] = nl_uint(l->number);
    draft.related[0] = related_link(l);
    nl_found(&link, rule, field, &draft);
}

/* Where a node of a group has its links. */
static navlint_related related_links(const uint8_t *bytes, const nav2_group *g, uint32_t node) {
    const nav2_segnode other = nav2_segnode_at(bytes + g->seggraph.nodes, node);
    const uint64_t links = nav2_seglinks_of(g, &other);
    const uint32_t length = nav2_seglinks_bytes(&other);
    return (navlint_related){links, length, links && length ? "the other node's links" : NULL};
}

/* ---- Inside links ---- */

static void check_inside(const nav2_seglink_check *l) {
    const nav2_segnode_check *const n = l->n;
    const nav2_group_check *const gc = n->s->gc;
    const uint32_t to = l->link.node;
    if (to >= n->s->count) {
        nl_draft draft = nav2_below(n->s->count);
        draft.args[1] = nl_uint(n->s->count);
        if (n->s->dropped == 0) found(l, NAV2_SEGGRAPH_LINK_NODE, NAV2_SEGLINK_NODE, draft);
        return;
    }
    if (to == n->index) {
        found(l, NAV2_SEGGRAPH_LINK_SELF, NAV2_SEGLINK_NODE, (nl_draft){.length = 0});
        return;
    }
    const nav2_seglink back = {.node = n->index, .back = l->link.back};
    const nav2_peers file = {gc->bytes, gc->c->doc, NULL};
    if (n->s->has_lists && !nav2_seglink_leads_to(&file, gc->g, to, NAV2_LINK_INSIDE, &back))
        found(l, NAV2_SEGGRAPH_LINK_BACK, NAV2_SEGLINK_BACK,
              (nl_draft){.args = {{0}, nl_uint(to)},
                         .related = {{0}, related_links(gc->bytes, gc->g, to)}});
}

/* ---- Links to other groups and tiles ---- */

static void check_target(const nav2_seglink_check *l, const nav2_group *other,
                         const nav2_peers *file) {
    const nav2_segnode_check *const n = l->n;
    const nav2_seglink back = {.group = n->s->gc->number, .node = n->index, .back = l->link.back};
    const uint32_t count = other->seggraph.node_count;
    nl_draft draft = nav2_below(count);
    draft.args[1] = nl_uint(l->link.group);
    draft.args[2] = nl_uint(count);
    if (!other->chunks[NAV2_SEGGRAPH].is_readable) return;
    if (l->link.node >= count) {
        found(l, NAV2_SEGGRAPH_CHUNK_NODE, NAV2_CHUNK_SEGLINK_NODE, draft);
    } else if (!nav2_seglink_leads_to(file, other, l->link.node, NAV2_LINK_CHUNK, &back)) {
        draft = (nl_draft){.args = {{0}, nl_uint(l->link.group), nl_uint(l->link.node)}};
        if (file->bytes == n->s->gc->bytes)
            draft.related[1] = related_links(file->bytes, other, l->link.node);
        found(l, NAV2_SEGGRAPH_CHUNK_BACK, NAV2_CHUNK_SEGLINK_BACK, draft);
    }
}

static void check_chunk(const nav2_seglink_check *l) {
    const nav2_segnode_check *const n = l->n;
    const nav2_document *const doc = n->s->gc->c->doc;
    const nav2_group *const other = nav2_group_of(doc, l->link.group);
    nav2_list_of(n->s->gc, other);
    if (other)
        check_target(l, other, &(nav2_peers){n->s->gc->bytes, doc, NULL});
    else if (nav2_expects_group(doc))
        found(l, NAV2_SEGGRAPH_CHUNK_GROUP, NAV2_CHUNK_SEGLINK_GROUP, (nl_draft){.length = 0});
    nav2_list_of(n->s->gc, NULL);
}

static void check_tile(const nav2_seglink_check *l) {
    const nav2_segnode_check *const n = l->n;
    if (l->link.tile == nav2_tile_of(n->s->gc->c->doc->uid))
        found(l, NAV2_SEGGRAPH_TILE_OWN, NAV2_TILE_SEGLINK_TILE,
              (nl_draft){.args = {{0}, nl_uint(l->link.tile & 63), nl_uint(l->link.tile >> 6)},
                         .related = {{0}, {NAV2_HEADER_UID_AT, 4, "the file's own uid"}}});
    if (l->link.node == NAV2_TILE_SEGNODE) return;
    const nl_place link = nav2_seglink_place(n->s->gc, n->index, l);
    found(l, NAV2_SEGGRAPH_TILE_NODE, NAV2_TILE_SEGLINK_NODE,
          (nl_draft){.expected = nl_uint(NAV2_TILE_SEGNODE),
                     .fix = nav2_fix_of(&link, NAV2_TILE_SEGLINK_NODE, NAV2_TILE_SEGNODE)});
}

/* ---- Listed nodes ---- */

/* The segment of a node of a group; the link's own if that is not there. */
static uint32_t segment_of(const nav2_group_check *gc, const nav2_group *g, uint32_t node,
                           const nav2_seglink *link) {
    if (!g || node >= g->graph.node_count || link->node >= g->seggraph.node_count)
        return link->node;
    return nav2_node_at(gc->bytes + g->graph.nodes, node).segment;
}

/* Whether the node crosses to where the link leads. Where either leads to nothing, that has a
 * finding of its own. */
static bool crosses_with(const nav2_segnode_check *n, uint32_t index, const nav2_seglink_check *l) {
    const nav2_group_check *const gc = n->s->gc;
    const nav2_document *const doc = gc->c->doc;
    const nav2_node node = nav2_node_at(gc->bytes + gc->g->graph.nodes, index);
    const uint64_t at = nav2_crossing_at(gc->g, &node, kind_flags[l->kind]);
    if (at == 0) return nav2_links_of(gc->g, &node) == 0;
    const uint32_t first = nl_load_u16(gc->bytes + at);
    if (l->kind == NAV2_LINK_INSIDE)
        return l->link.node == n->index || nav2_crosses_inside(gc->bytes, gc->g, &node) ||
               segment_of(gc, gc->g, first, &l->link) == l->link.node;
    const uint32_t second = nl_load_u16(gc->bytes + at + 2);
    if (l->kind == NAV2_LINK_TILE) {
        const uint32_t own = nav2_tile_of(doc->uid);
        return (first == l->link.tile && second == l->link.group) || first == own ||
               l->link.tile == own;
    }
    const nav2_group *const other = nav2_group_of(doc, l->link.group);
    const bool are_here = other && nav2_group_of(doc, first);
    if (first != l->link.group) return !are_here && nav2_expects_group(doc); /* has a finding */
    return segment_of(gc, other, second, &l->link) == l->link.node;
}

/* Whether the node crosses to another segment, group or tile, and to no two of them. */
static bool crosses_out(const nav2_group_check *gc, uint32_t index) {
    const nav2_node node = nav2_node_at(gc->bytes + gc->g->graph.nodes, index);
    return (node.flags & NAV2_CROSS) != 0 && nav2_has_one_way(&node) &&
           !nav2_crosses_inside(gc->bytes, gc->g, &node);
}

/* The links of a node and what they list. */
static navlint_related related_lists(const nav2_segnode_check *n) {
    const uint64_t length = n->end - n->links;
    return (navlint_related){n->links, length, length ? "its links and their lists" : NULL};
}

static void found_listed(const nav2_seglink_check *l, unsigned rule, uint32_t item,
                         nl_draft draft) {
    const nav2_segnode_check *const n = l->n;
    const nl_place links = nav2_place_of_segnode(n->s->gc, "linkData", n->index, n->links);
    const nl_place place = nl_place_in(links, "navNodes", item, n->lists + item);
    n->s->gc->lists_are_odd = true;
    draft.args[0] = nl_uint(l->number);
    draft.args[1] = nl_string(kind_texts[l->kind]);
    draft.related[0] = related_lists(n);
    nl_found(&place, rule, NAV2_LISTED_NODE, &draft);
}

/* Where a node's own crossing link is, or the node, if it has none. */
static navlint_related related_crossing(const nav2_group_check *gc, uint32_t index) {
    const nav2_node node = nav2_node_at(gc->bytes + gc->g->graph.nodes, index);
    const uint64_t links = nav2_links_of(gc->g, &node);
    const uint32_t crossing = nav2_cross_bytes(node.flags);
    if (links == 0 || crossing == 0)
        return (navlint_related){gc->g->graph.nodes + (uint64_t)index * NAV2_NODE_BYTES,
                                 NAV2_NODE_BYTES, "the node"};
    return (navlint_related){links + NAV2_LINK_BYTES * (uint64_t)node.inside, crossing,
                             "the node's own link"};
}

static void check_listed(const nav2_seglink_check *l, uint32_t item, nav2_segment segment) {
    const nav2_segnode_check *const n = l->n;
    nav2_group_check *const gc = n->s->gc;
    const uint32_t local = gc->bytes[n->lists + item];
    const uint32_t node = segment.node + local;
    if (local >= segment.nodes) {
        nl_draft draft = nav2_below(segment.nodes);
        draft.args[2] = nl_uint(segment.nodes);
        found_listed(l, NAV2_SEGGRAPH_NAV_NODE, item, draft);
        return;
    }
    const bool is_twice = gc->node_marks[node];
    gc->node_marks[node] = 1;
    if (!is_twice && crosses_with(n, node, l)) return;
    const uint32_t flags = nav2_node_at(gc->bytes + gc->g->graph.nodes, node).flags;
    const char *const way = flags & kind_flags[l->kind] ? "somewhere else" : nav2_cross_text(flags);
    found_listed(l, is_twice ? NAV2_SEGGRAPH_NAV_TWICE : NAV2_SEGGRAPH_NAV_FLAG, item,
                 (nl_draft){.args = {{0}, {0}, nl_string(way)},
                            .related = {{0}, related_crossing(gc, node)}});
}

void nav2_check_unlisted(const nav2_segnode_check *n, nav2_segment segment) {
    const nav2_group_check *const gc = n->s->gc;
    uint32_t first = 0;
    uint32_t count = 0;
    for (uint32_t local = 0; local < segment.nodes; local++) {
        const uint32_t node = segment.node + local;
        if (gc->node_marks[node] || !crosses_out(gc, node)) continue;
        if (count++ == 0) first = local;
    }
    if (count == 0) return;
    const nl_place place = nav2_segnode_place(gc, n->index);
    nl_found(
        &place, NAV2_SEGGRAPH_NAV_ALL, NL_NO_FIELD,
        &(nl_draft){.length = NAV2_SEGNODE_BYTES,
                    .actual = nl_uint(count),
                    .args = {nl_uint(first)},
                    .related = {related_lists(n), related_crossing(gc, segment.node + first)}});
}

/* ---- All of a node's links ---- */

static uint32_t check_lists(const nav2_seglink_check *l, uint32_t item) {
    const nav2_segnode_check *const n = l->n;
    const nav2_group_check *const gc = n->s->gc;
    const uint32_t end = item + l->link.listed;
    if (!gc->nodes_fit || !n->s->is_whole) return end;
    const nav2_segment segment = nav2_segment_in(gc, n->index);
    nav2_list_of(gc, l->kind == NAV2_LINK_CHUNK ? nav2_group_of(gc->c->doc, l->link.group) : NULL);
    for (; item < end; item++)
        check_listed(l, item, segment);
    nav2_list_of(gc, NULL);
    return end;
}

void nav2_check_seglinks(const nav2_segnode_check *n) {
    static void (*const checks[NAV2_LINK_KINDS])(const nav2_seglink_check *) = {
        check_inside, check_chunk, check_tile};
    uint32_t item = 0;
    for (nav2_link_kind kind = NAV2_LINK_INSIDE; kind < NAV2_LINK_KINDS; kind++) {
        const uint64_t first = nav2_first_seglink(&n->node, n->links, kind);
        for (uint32_t i = 0; i < n->node.counts[kind]; i++) {
            nav2_seglink_check l = nav2_seglink_of(n->s->gc->bytes, kind, first, i);
            l.n = n;
            checks[kind](&l);
            item = check_lists(&l, item);
        }
    }
}

static void found_set_group(const nav2_seglink_check *l) {
    char chars[32];
    nl_text what = nl_text_over(chars, sizeof chars);
    nl_put(&what, "link ");
    nl_put_uint(&what, l->number);
    nl_put(&what, " to other groups");
    const nl_place link = nav2_seglink_place(l->n->s->gc, l->n->index, l);
    nl_found(&link, NAV2_SET_GROUP, NAV2_CHUNK_SEGLINK_GROUP,
             &(nl_draft){.args = {nl_string(what.chars), nl_uint(l->link.group)}});
}

void nav2_check_seglinks_to(const nav2_segnode_check *n, const nav2_peers *peers) {
    const nav2_group_check *const gc = n->s->gc;
    const uint64_t first = nav2_first_seglink(&n->node, n->links, NAV2_LINK_CHUNK);
    for (uint32_t i = 0; i < n->node.counts[NAV2_LINK_CHUNK]; i++) {
        nav2_seglink_check l = nav2_seglink_of(gc->bytes, NAV2_LINK_CHUNK, first, i);
        l.n = n;
        if (nav2_group_of(gc->c->doc, l.link.group)) continue;
        const nav2_group *const other = nav2_group_of(peers->doc, l.link.group);
        if (other)
            check_target(&l, other, peers);
        else
            found_set_group(&l);
    }
}

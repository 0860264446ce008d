#include <string.h>

#include "core/checked.h"
#include "parsers/mgs_nav2/segments/seggraph.h"

static void found(const nav2_segnode_check *n, unsigned rule, unsigned field, nl_draft draft) {
    const nl_place node = nav2_segnode_place(n->s->gc, n->index);
    nl_found(&node, rule, field, &draft);
}

/* ---- Nodes ---- */

/* doc: whose island graphs are meant; a split set has them in its first file. */
static void check_islands(const nav2_segnode_check *n, const nav2_document *doc) {
    for (unsigned i = 0; i < NAV2_ISLAND_SLOTS && i < doc->island_count; i++) {
        const uint32_t node = n->node.islands[i];
        const uint32_t count = doc->islands[i].node_count;
        nl_draft draft = nav2_below(count);
        draft.args[0] = nl_uint(i);
        draft.args[1] = nl_uint(count);
        if (node < count || !doc->islands[i].is_readable) continue;
        if (doc == n->s->gc->c->doc && n->s->gc->c->odd_islands[i]) nav2_list(n->s->gc->c, true);
        if (node != NAV2_NO_ISLAND_NODE)
            found(n, count != 0 ? NAV2_SEGGRAPH_ISLAND : NAV2_SEGGRAPH_ISLAND_EMPTY,
                  NAV2_SEGNODE_ISLAND_0 + i, draft);
        else if (count != 0)
            found(n, NAV2_SEGGRAPH_ISLAND_NONE, NAV2_SEGNODE_ISLAND_0 + i, draft);
        nav2_list(n->s->gc->c, n->s->gc->follows);
    }
}

static void check_position(const nav2_segnode_check *n) {
    const nav2_group_check *const gc = n->s->gc;
    const nav2_position p = nav2_position_at(gc->bytes + gc->g->seggraph.positions, n->index);
    const nav2_bounds bounds = nav2_bounds_in(gc, n->index);
    if (nav2_are_inverted(bounds) || nav2_is_within(p, bounds.low, bounds.high)) return;
    const nl_place place = nav2_position_place(gc, NAV2_SEGGRAPH, n->index);
    if (gc->odd_bounds[n->index]) nav2_list(gc->c, true);
    nl_found(
        &place, NAV2_SEGGRAPH_POSITION, NL_NO_FIELD,
        &(nl_draft){.length = NAV2_POSITION_BYTES, .related = {nav2_related_bounds(gc, n->index)}});
    nav2_list(gc->c, gc->follows);
}

static uint32_t link_count(const nav2_segnode *node) {
    return node->counts[NAV2_LINK_INSIDE] + node->counts[NAV2_LINK_CHUNK] +
           node->counts[NAV2_LINK_TILE];
}

static void check_node(const nav2_seggraph_check *s, uint32_t index) {
    nav2_group_check *const gc = s->gc;
    nav2_segnode_check n = {.s = s, .index = index, .node = nav2_segnode_of(gc, index)};
    n.links = nav2_seglinks_of(gc->g, &n.node);
    n.lists = n.links + nav2_seglinks_bytes(&n.node);
    check_islands(&n, gc->c->doc);
    if (n.node.unused != 0)
        found(&n, NAV2_SEGGRAPH_KIND, NAV2_SEGNODE_LINKS,
              (nl_draft){.args = {nl_uint(n.node.unused)}});
    if (s->is_whole) check_position(&n);
    if (n.links == 0) return;
    const uint32_t listed = nav2_listed_of(gc, &n.node, n.links);
    n.end = n.lists + listed;
    if (n.end > gc->g->seggraph.links_end) return;
    const uint32_t links = link_count(&n.node);
    const uint64_t cost = s->is_shared ? NAV2_SHARED_COST : 1;
    if (!nl_spend(gc->c->budget, cost * (links + listed))) return;
    gc->lists_are_odd = false;
    nav2_check_seglinks(&n);
    if (gc->nodes_fit && s->is_whole && s->has_lists && !gc->lists_are_odd)
        nav2_check_unlisted(&n, nav2_segment_in(gc, index));
}

/* ---- What leads to the other file of a split set ---- */

void nav2_check_seggraph_to(nav2_group_check *gc, const nav2_peers *peers) {
    const nav2_seggraph_check s = {.gc = gc, .count = gc->g->seggraph.node_count};
    for (uint32_t i = 0; i < s.count; i++) {
        nav2_segnode_check n = {.s = &s, .index = i, .node = nav2_segnode_of(gc, i)};
        n.links = nav2_seglinks_of(gc->g, &n.node);
        if (gc->c->doc->island_count == 0) check_islands(&n, peers->doc);
        if (!nl_spend(gc->c->budget, 1 + (uint64_t)n.node.counts[NAV2_LINK_CHUNK])) return;
        if (n.links != 0) nav2_check_seglinks_to(&n, peers);
    }
}

/* ---- The table of links ---- */

/* The links of a node in the table of the graph. */
typedef struct nav2_span {
    uint64_t start, end; /* bytes from the start of the table */
    bool is_there;       /* its links are in the chunk; what they list may not be */
} nav2_span;

static nav2_span span_of(const nav2_group_check *gc, uint32_t index) {
    const nav2_segnode node = nav2_segnode_of(gc, index);
    const uint64_t links = nav2_seglinks_of(gc->g, &node);
    const uint32_t listed = links != 0 ? nav2_listed_of(gc, &node, links) : 0;
    return (nav2_span){node.links, (uint64_t)node.links + nav2_seglinks_bytes(&node) + listed,
                       links != 0};
}

static uint64_t behind(uint64_t end) {
    return (end + 1) / 2 * 2;
}

/* The links start elsewhere than behind those before. */
static void found_order(const nav2_segnode_check *n, uint64_t expected) {
    const nl_place node = nav2_segnode_place(n->s->gc, n->index);
    const uint32_t word = nl_load_u32(n->s->gc->bytes + node.at);
    nl_draft draft = {.args = {nl_uint(n->node.links), nl_uint(expected)}};
    if (expected / 2 <= 0xFFFFF)
        draft.expected = nl_uint((word & 0xFFF00000) | (uint32_t)(expected / 2));
    if (n->index != 0)
        draft.related[0] =
            (navlint_related){node.at - NAV2_SEGNODE_BYTES, NAV2_SEGNODE_BYTES, "the node before"};
    nav2_found_cause(n->s->gc, &node, NAV2_SEGGRAPH_LINK_ORDER, NAV2_SEGNODE_LINKS, &draft);
}

/* The links or their lists leave the chunk. */
static void found_range(const nav2_segnode_check *n, const nav2_span *span) {
    const nav2_group *const g = n->s->gc->g;
    const nl_place node = nav2_segnode_place(n->s->gc, n->index);
    const uint64_t table = g->seggraph.links;
    nl_draft draft = {.args = {nl_uint(span->end - span->start), nl_uint(span->start),
                               nl_uint(g->seggraph.links_end - table)},
                      .related = {{node.at, NAV2_SEGNODE_BYTES, "the node"}}};
    if (span->is_there)
        draft.related[1] = (navlint_related){
            table + span->start, g->seggraph.links_end - table - span->start, "its links"};
    nav2_found_cause(n->s->gc, &node, NAV2_SEGGRAPH_LINK_RANGE, NAV2_SEGNODE_LINKS, &draft);
}

/* The links of the next node start elsewhere than behind this one's. */
static void found_count(const nav2_segnode_check *n, const nav2_span *span, uint64_t next) {
    const nl_place node = nav2_segnode_place(n->s->gc, n->index);
    nl_draft draft = {.length = NAV2_SEGNODE_BYTES,
                      .actual = nl_uint(span->end - span->start),
                      .args = {nl_int((int64_t)next - (int64_t)span->start)}};
    if (next > span->start)
        draft.related[0] = (navlint_related){n->s->gc->g->seggraph.links + span->start,
                                             next - span->start, "its links"};
    nav2_found_cause(n->s->gc, &node, NAV2_SEGGRAPH_LINK_COUNT, NL_NO_FIELD, &draft);
}

/* Whether there is a node behind the next one, and it starts behind the next one's links. */
static bool next_is_in_order(const nav2_seggraph_check *s, uint32_t next) {
    if (next + 1 >= s->count) return false;
    const nav2_span span = span_of(s->gc, next);
    return span.is_there && nav2_segnode_of(s->gc, next + 1).links == behind(span.end);
}

/* Of a node that does not start behind the one before, and that one, one is wrong. Returns where
 * the next node should start. */
static uint64_t check_order(const nav2_segnode_check *n, const nav2_span *span, uint64_t expected) {
    const nav2_seggraph_check *const s = n->s;
    const bool has_next = n->index + 1 < s->count;
    const uint64_t next = has_next ? nav2_segnode_of(s->gc, n->index + 1).links : 0;
    const uint64_t bytes = span->end - span->start;
    const bool is_reported = !span->is_there;
    if (n->node.links != expected) {
        if (!is_reported) found_order(n, expected);
        return has_next && next == behind(expected + bytes) ? next : behind(span->end);
    }
    if (!has_next || next == behind(span->end) || !next_is_in_order(s, n->index + 1))
        return behind(span->end);
    found_count(n, span, next);
    return next;
}

/* One node's place in the table, which should be `expected`; returns where the next one's is. */
static uint64_t measure_node(nav2_seggraph_check *s, uint32_t index, uint64_t expected) {
    nav2_group_check *const gc = s->gc;
    nav2_segnode_check n = {.s = s, .index = index, .node = nav2_segnode_of(gc, index)};
    const uint64_t room = gc->g->seggraph.links_end - gc->g->seggraph.links;
    n.links = nav2_seglinks_of(gc->g, &n.node);
    const nav2_span span = span_of(gc, index);
    const uint64_t bytes = span.end - span.start;
    s->links_sum += link_count(&n.node);
    s->listed_sum += bytes - nav2_seglinks_bytes(&n.node);
    const bool is_cut = n.links == 0 || span.end > room;
    if (is_cut) found_range(&n, &span);
    const uint64_t next = check_order(&n, &span, expected);
    s->is_cut |= is_cut;
    s->is_shared |= n.node.links < expected;
    return next;
}

/* Links past the last node, where nodes of empty segments are missing. */
static void count_dropped(nav2_seggraph_check *s) {
    const nav2_group_check *const gc = s->gc;
    nav2_seglink_check first_link = {.number = 0};
    uint32_t first_node = 0;
    for (uint32_t i = 0; i < s->count && s->count < gc->segment_count; i++) {
        const nav2_segnode node = nav2_segnode_of(gc, i);
        const uint64_t links = nav2_seglinks_of(gc->g, &node);
        for (uint32_t k = 0; k < node.counts[NAV2_LINK_INSIDE] && links != 0; k++) {
            const nav2_seglink_check l = nav2_seglink_of(gc->bytes, NAV2_LINK_INSIDE, links, k);
            if (l.link.node < s->count || s->dropped++ != 0) continue;
            first_node = i;
            first_link = l;
        }
    }
    if (s->dropped == 0) return;
    const nl_place place = nav2_seglink_place(gc, first_node, &first_link);
    nl_found(&place, NAV2_O2N_DROPPED_CELLS, NAV2_SEGLINK_NODE,
             &(nl_draft){.expected = nl_uint(s->count - 1),
                         .relation = NAVLINT_AT_MOST,
                         .args = {nl_uint(s->dropped), nl_uint(gc->segment_count - s->count),
                                  nl_uint(s->count)}});
}

/* Links start on even offsets: the byte before may be padding. end: of the links before. */
static void check_padding(const nav2_group_check *gc, uint64_t end, uint64_t start) {
    const uint64_t links = gc->g->seggraph.links;
    if (start == behind(end) && links + start <= gc->g->seggraph.links_end)
        nav2_check_zeros(gc->c->job, &gc->g->chunks[NAV2_SEGGRAPH], links + end, links + start);
}

/* *end: where the links of the last node end. */
static bool measure(nav2_seggraph_check *s, uint64_t *end) {
    const nav2_group_check *const gc = s->gc;
    uint64_t expected = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        const nav2_segnode node = nav2_segnode_of(gc, i);
        const uint64_t cost = node.links < expected ? NAV2_SHARED_COST : 3;
        if (!nl_spend(gc->c->budget, 1 + cost * link_count(&node))) return false;
        check_padding(gc, *end, node.links);
        expected = measure_node(s, i, expected);
        *end = span_of(gc, i).end;
    }
    return true;
}

/* ---- All of it ---- */

static uint32_t empty_segments(const nav2_group_check *gc) {
    uint32_t empty = 0;
    for (uint32_t i = 0; i < gc->segment_count; i++) {
        const nav2_segment s = nav2_segment_in(gc, i);
        empty += s.faces == 0 && s.vertices == 0;
    }
    return empty;
}

static void found_node_count(const nav2_seggraph_check *s) {
    nav2_group_check *const gc = s->gc;
    const nl_place data = nav2_group_place(gc, NAV2_SEGGRAPH);
    nav2_found_cause(gc, &data, NAV2_SEGGRAPH_COUNT, NAV2_SEGGRAPH_HEADER_NODE_COUNT,
                     &(nl_draft){.expected = nl_uint(gc->segment_count)});
}

/* Fewer nodes than segments. */
static void check_count(const nav2_seggraph_check *s) {
    const nav2_group_check *const gc = s->gc;
    if (s->count >= gc->segment_count || s->dropped != 0) return;
    const bool is_grid = gc->segment_count == NAV2_GRID_CELLS;
    if (is_grid && s->count + empty_segments(gc) == gc->segment_count) return; /* has a finding */
    found_node_count(s);
}

static void check_total(const nav2_seggraph_check *s) {
    const nav2_group_check *const gc = s->gc;
    if (!s->has_lists)
        nav2_found_data(gc, NAV2_O2N_NO_NODES, NAV2_SEGGRAPH_HEADER_TOTAL,
                        &(nl_draft){.args = {nl_uint(s->links_sum)}});
    else if (gc->g->seggraph.total != s->listed_sum && !s->is_cut)
        nav2_found_data(gc, NAV2_SEGGRAPH_TOTAL, NAV2_SEGGRAPH_HEADER_TOTAL,
                        &(nl_draft){.expected = nl_uint(s->listed_sum)});
}

void nav2_check_seggraph(nav2_group_check *gc) {
    if (nav2_seggraph_is_plain(gc)) return;
    nav2_seggraph_check s = {.gc = gc, .count = gc->g->seggraph.node_count};
    uint64_t end = 0;
    s.is_whole = s.count == gc->segment_count;
    if (s.count > gc->segment_count) found_node_count(&s); /* before what it explains */
    if (!measure(&s, &end)) return;
    s.has_lists = s.listed_sum != 0 || s.links_sum == 0 || s.is_cut;
    memset(gc->node_marks, 0, gc->g->graph.node_count);
    const uint64_t links_end = gc->g->seggraph.links + end;
    if (links_end <= gc->g->seggraph.links_end) {
        nav2_check_seggraph_size(gc, links_end - gc->g->chunks[NAV2_SEGGRAPH].payload);
        nav2_check_end(gc->c->job, gc->g, NAV2_SEGGRAPH, links_end);
    }
    count_dropped(&s);
    check_count(&s);
    check_total(&s);
    for (uint32_t i = 0; i < s.count && !gc->c->budget->exhausted; i++)
        check_node(&s, i);
}

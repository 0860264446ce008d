/* The SegmentGraph: one node for each segment, links to others with the nodes at which one can
 * cross. */
#include <string.h>

#include "core/checked.h"
#include "parsers/mgs_nav2/segments/seggraph.h"

enum { GRID_CELLS = 100 }; /* of Obj2Nav2 */

static void tell_node(const nav2_segnode_here *n, unsigned rule, const char *member, nl_type type,
                      uint32_t at, nl_draft draft) {
    const nav2_place place = nav2_member(nav2_segnode_place(n->s->h, n->index), member, type, at);
    draft.args[0] = nl_uint(n->index);
    nav2_tell_here(n->s->h, rule, &place, draft);
}

/* ---- Nodes ---- */

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
    nav2_segnode_here n = {.s = s, .index = index, .node = nav2_segnode_of(h, index)};
    n.links = nav2_seglinks_of(h->g, &n.node);
    n.lists = n.links + nav2_seglinks_bytes(&n.node);
    check_islands(&n, h->c->doc);
    if (n.node.unused != 0)
        tell_node(&n, NAV2_SEGGRAPH_KIND, "linkDataAndCount", NL_U32LE, 0,
                  (nl_draft){.actual = nl_uint(n.node.unused)});
    if (s->is_whole) check_position(&n);
    if (n.links == 0) return;
    const uint32_t listed = nav2_listed_of(h, &n.node, n.links);
    if (n.lists + listed > h->g->seggraph.links_end) return;
    const uint32_t links = n.node.counts[0] + n.node.counts[1] + n.node.counts[2];
    const uint64_t cost = s->is_shared ? NAV2_SHARED_COST : 1;
    if (!nl_spend(h->c->budget, cost * (links + listed))) return;
    h->lists_are_odd = false;
    nav2_check_seglinks(&n);
    if (h->nodes_fit && s->is_whole && s->has_lists && !h->lists_are_odd)
        nav2_check_unlisted(&n, nav2_segment_here(h, index));
}

/* ---- What leads to the other file of a split set ---- */

void nav2_judge_seggraph_to(nav2_here *h, const nav2_peers *peers) {
    const nav2_seggraph_here s = {.h = h, .count = h->g->seggraph.node_count};
    for (uint32_t i = 0; i < s.count; i++) {
        nav2_segnode_here n = {.s = &s, .index = i, .node = nav2_segnode_of(h, i)};
        n.links = nav2_seglinks_of(h->g, &n.node);
        if (h->c->doc->island_count == 0) check_islands(&n, peers->doc);
        if (!nl_spend(h->c->budget, 1 + (uint64_t)n.node.counts[NAV2_LINK_CHUNK])) return;
        if (n.links != 0) nav2_check_seglinks_to(&n, peers);
    }
}

/* ---- The table of links ---- */

static void tell_place(const nav2_segnode_here *n, unsigned rule, nl_draft draft) {
    tell_node(n, rule, "linkDataAndCount", NL_U32LE, 0, draft);
}

/* One node's place in the table; returns where its links end. */
static uint64_t measure_node(nav2_seggraph_here *s, uint32_t index, uint64_t end_before) {
    nav2_here *const h = s->h;
    nav2_segnode_here n = {.s = s, .index = index, .node = nav2_segnode_of(h, index)};
    const uint64_t room = h->g->seggraph.links_end - h->g->seggraph.links;
    n.links = nav2_seglinks_of(h->g, &n.node);
    const uint32_t listed = n.links != 0 ? nav2_listed_of(h, &n.node, n.links) : 0;
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
        const nav2_segnode node = nav2_segnode_of(h, i);
        const uint64_t links = nav2_seglinks_of(h->g, &node);
        for (uint32_t k = 0; k < node.counts[0] && links != 0; k++) {
            const uint64_t at = nav2_seglink_place(&node, links, NAV2_LINK_INSIDE, k);
            const nav2_seglink link = nav2_seglink_at(h->bytes + at, NAV2_LINK_INSIDE);
            if (link.node < s->count || s->dropped++ != 0) continue;
            first.index = i;
            first_link = (nav2_seglink_here){NAV2_LINK_INSIDE, k, at, link};
        }
    }
    if (s->dropped == 0) return;
    nav2_place place =
        nav2_record(&h->g->chunks[NAV2_SEGGRAPH], "linkData", first.index, first_link.at + 2, 0);
    place.sub = nav2_seglink_lists[NAV2_LINK_INSIDE];
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
        const nav2_segnode node = nav2_segnode_of(h, i);
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

/* The edges of a NavigationGraph that is not plain. */
#include "parsers/mgs_nav2/chunks/graph.h"

/* One edge while it is checked. */
typedef struct nav2_edge_check {
    const nav2_group_check *gc;
    uint32_t index;
    uint32_t weight;
    uint32_t segment, upper;
    uint32_t ends[2];
} nav2_edge_check;

static nav2_edge_check edge_of(const nav2_group_check *gc, uint32_t index) {
    const uint8_t *const p = gc->bytes + gc->g->graph.edges + (size_t)index * NAV2_EDGE_BYTES;
    const uint32_t word = nl_load_u16(p + NAV2_EDGE_SEGMENT_AT);
    return (nav2_edge_check){.gc = gc,
                             .index = index,
                             .weight = nl_load_u16(p + NAV2_EDGE_WEIGHT_AT),
                             .segment = word & 0xFFF,
                             .upper = word >> 12,
                             .ends = {p[NAV2_EDGE_NODE_0_AT], p[NAV2_EDGE_NODE_1_AT]}};
}

static void found(const nav2_edge_check *e, unsigned rule, unsigned field, const nl_draft *draft) {
    const uint64_t at = e->gc->g->graph.edges + (uint64_t)e->index * NAV2_EDGE_BYTES;
    const nl_place edge = nl_place_in(nav2_group_place(e->gc, NAV2_GRAPH), "edges", e->index, at);
    nl_found(&edge, rule, field, draft);
}

static void found_segment(const nav2_edge_check *e, unsigned rule, uint32_t expected) {
    found(e, rule, NAV2_EDGE_SEGMENT,
          &(nl_draft){.actual = nl_uint(e->segment),
                      .expected = nl_uint(expected),
                      .args = {nl_string("edge"), nl_uint(e->index)}});
}

static bool check_segment(const nav2_edge_check *e) {
    const nav2_group_check *const gc = e->gc;
    if (e->segment >= gc->segment_count) {
        found_segment(e, NAV2_GRAPH_SEGMENT, gc->segment_count);
        return false;
    }
    const uint32_t before = e->index != 0 ? edge_of(gc, e->index - 1).segment : 0;
    if (e->segment < before && before < gc->segment_count)
        found_segment(e, NAV2_GRAPH_SEGMENT_ORDER, before);
    return true;
}

static void found_end(const nav2_edge_check *e, unsigned rule, uint32_t end, nl_draft draft) {
    draft.args[0] = nl_uint(e->index);
    draft.args[1] = nl_uint(e->segment);
    found(e, rule, NAV2_EDGE_NODE_0 + end, &draft);
}

static void check_end(const nav2_edge_check *e, uint32_t end, nav2_segment segment) {
    const nav2_group_check *const gc = e->gc;
    const uint32_t local = e->ends[end];
    const uint32_t node = segment.node + local;
    const uint32_t total = gc->g->graph.node_count;
    if (node >= total)
        found_end(e, NAV2_GRAPH_EDGE_NODE, end,
                  (nl_draft){.actual = nl_uint(node), .expected = nl_uint(total)});
    else if (gc->nodes_fit && gc->edges_fit && local >= segment.nodes)
        found_end(e, NAV2_GRAPH_EDGE_LOCAL, end, (nl_draft){.expected = nl_uint(segment.nodes)});
}

static bool has_ends(const nav2_edge_check *e, nav2_segment segment) {
    return e->gc->nodes_fit && e->gc->edges_fit && e->ends[0] < segment.nodes &&
           e->ends[1] < segment.nodes && e->ends[0] != e->ends[1];
}

/* The square root, cut off. */
static uint64_t root_of(float square) {
    const uint64_t whole = square < 1e18F ? (uint64_t)square : (uint64_t)1e18F;
    uint64_t root = 0;
    for (uint64_t bit = (uint64_t)1 << 31; bit != 0; bit >>= 1)
        if ((root + bit) * (root + bit) <= whole) root += bit;
    return root;
}

static void check_weight(const nav2_edge_check *e, nav2_segment segment, const float scale[3]) {
    const nav2_group_check *const gc = e->gc;
    const nav2_position a = nav2_node_position(gc->bytes, gc->g, segment.node + e->ends[0]);
    const nav2_position b = nav2_node_position(gc->bytes, gc->g, segment.node + e->ends[1]);
    if (nav2_is_weight(e->weight, a, b, scale)) return;
    const float square = nav2_weight_squared(a, b, scale);
    found(e, NAV2_GEO_WEIGHT, NAV2_EDGE_WEIGHT,
          &(nl_draft){.expected = nl_uint(root_of(square)), .args = {nl_uint(e->index)}});
}

/* Edges by themselves, in order. */
static void check_edge(const nav2_group_check *gc, uint32_t index) {
    const nav2_edge_check e = edge_of(gc, index);
    if (e.upper != 0)
        found(&e, NAV2_GRAPH_KIND, NAV2_EDGE_SEGMENT,
              &(nl_draft){.actual = nl_uint(e.upper << 12),
                          .args = {nl_string("edge"), nl_uint(index)}});
    if (check_segment(&e)) {
        const nav2_segment segment = nav2_segment_in(gc, e.segment);
        check_end(&e, 0, segment);
        check_end(&e, 1, segment);
    }
    if (e.ends[0] == e.ends[1])
        found(&e, NAV2_GRAPH_EDGE_LOOP, NAV2_EDGE_NODE_1, &(nl_draft){.args = {nl_uint(index)}});
    if (gc->edge_marks[index] == 0)
        found(&e, NAV2_GRAPH_EDGE_UNUSED, NL_NO_FIELD,
              &(nl_draft){.length = NAV2_EDGE_BYTES, .args = {nl_uint(index)}});
}

/* ---- Weights ---- */

/* Obj2Nav2's weights are ten times the length, whatever the header says. Its segments have no first
 * nodes: those that the nodes themselves show are taken. */
static bool is_obj2nav2_weight(const nav2_edge_check *e, uint32_t base, const float scale[3]) {
    const nav2_group_check *const gc = e->gc;
    const uint32_t total = gc->g->graph.node_count;
    if (base + e->ends[0] >= total || base + e->ends[1] >= total) return false;
    const nav2_position a = nav2_node_position(gc->bytes, gc->g, base + e->ends[0]);
    const nav2_position b = nav2_node_position(gc->bytes, gc->g, base + e->ends[1]);
    return nav2_is_weight(e->weight, a, b, scale);
}

/* Whether the weights are tens, which is reported. Ways so short that their weights are those of
 * the header, too, show nothing. */
static bool check_tens(const nav2_group_check *gc, const float scale[3]) {
    const float tenth = 10 / (float)gc->c->doc->weight_divisor;
    const float tens[3] = {scale[0] * tenth, scale[1] * tenth, scale[2] * tenth};
    const uint32_t edges = gc->g->graph.edge_count;
    uint32_t base = 0;
    uint32_t current = 0;
    uint32_t count = 0;
    uint32_t odd = 0; /* of them: not what the header makes */
    for (uint32_t i = 0; i < edges; i++) {
        const nav2_edge_check e = edge_of(gc, i);
        for (; current < e.segment && current < gc->segment_count; current++)
            base += gc->is_sorted ? nav2_segment_in(gc, current).nodes : gc->nodes_in[current];
        if (e.segment != current || !is_obj2nav2_weight(&e, base, tens)) continue;
        odd += !is_obj2nav2_weight(&e, base, scale);
        count++;
    }
    if (odd == 0 || count < edges / 2 || gc->c->doc->weight_divisor <= 20) return false;
    nav2_found_data(gc, NAV2_O2N_WEIGHT, NAV2_GRAPH_HEADER_EDGES,
                    &(nl_draft){.actual = nl_uint(count), .expected = nl_uint(edges)});
    return true;
}

static void check_weights(const nav2_group_check *gc) {
    float scale[3];
    if (!nav2_weight_scale(gc->c->doc, scale) || check_tens(gc, scale)) return;
    for (uint32_t i = 0; i < gc->g->graph.edge_count; i++) {
        const nav2_edge_check e = edge_of(gc, i);
        if (e.segment >= gc->segment_count) continue;
        const nav2_segment segment = nav2_segment_in(gc, e.segment);
        if (has_ends(&e, segment)) check_weight(&e, segment, scale);
    }
}

void nav2_check_edges(const nav2_group_check *gc) {
    if (!nl_spend(gc->c->budget, 2 * (uint64_t)gc->g->graph.edge_count)) return;
    for (uint32_t i = 0; i < gc->g->graph.edge_count; i++)
        check_edge(gc, i);
    check_weights(gc);
}

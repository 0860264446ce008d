/* The edges of a NavigationGraph that is not plain. */
#include "core/checked.h"
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

/* Between its ends, or in the middle of its segment. */
static nl_place place_of(const nav2_edge_check *e) {
    const nav2_group_check *const gc = e->gc;
    const uint64_t at = gc->g->graph.edges + (uint64_t)e->index * NAV2_EDGE_BYTES;
    const nl_place edge =
        nav2_place_about(nl_place_in(nav2_group_place(gc, NAV2_GRAPH), "edges", e->index, at),
                         "edge", e->index, gc->g);
    if (e->segment >= gc->segment_count) return edge;
    const nav2_segment s = nav2_segment_in(gc, e->segment);
    const nav2_bounds bounds = nav2_bounds_in(gc, e->segment);
    if (!gc->nodes_fit || e->ends[0] >= s.nodes || e->ends[1] >= s.nodes)
        return nav2_place_at(edge, gc->c->doc, nav2_middle_of(bounds.low, bounds.high));
    const nav2_position a = nav2_node_position(gc->bytes, gc->g, s.node + e->ends[0]);
    const nav2_position b = nav2_node_position(gc->bytes, gc->g, s.node + e->ends[1]);
    return nav2_place_at(edge, gc->c->doc, nav2_middle_of(a, b));
}

static void found(const nav2_edge_check *e, unsigned rule, unsigned field, const nl_draft *draft) {
    const nl_place edge = place_of(e);
    nl_found(&edge, rule, field, draft);
}

/* number: of segments, or of the segment of the edge before. */
static void found_segment(const nav2_edge_check *e, unsigned rule, uint32_t number) {
    const nl_place edge = place_of(e);
    nl_draft draft = {.args = {nl_uint(e->segment), nl_uint(number)}};
    if (e->index != 0)
        draft.related[0] =
            (navlint_related){edge.at - NAV2_EDGE_BYTES, NAV2_EDGE_BYTES, "the edge before"};
    nl_found(&edge, rule, NAV2_EDGE_SEGMENT, &draft);
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

static void check_end(const nav2_edge_check *e, uint32_t end, nav2_segment segment) {
    const nav2_group_check *const gc = e->gc;
    const uint32_t local = e->ends[end];
    const uint32_t node = segment.node + local;
    const uint32_t total = gc->g->graph.node_count;
    nl_draft draft = nav2_below(segment.node < total ? total - segment.node : 0);
    draft.args[0] = nl_uint(e->segment);
    draft.args[1] = nl_uint(node >= total ? total : segment.nodes);
    draft.args[2] = nl_uint(node);
    if (node >= total) {
        found(e, NAV2_GRAPH_EDGE_NODE, NAV2_EDGE_NODE_0 + end, &draft);
    } else if (gc->nodes_fit && gc->edges_fit && local >= segment.nodes) {
        draft.expected = nav2_below(segment.nodes).expected;
        found(e, NAV2_GRAPH_EDGE_LOCAL, NAV2_EDGE_NODE_0 + end, &draft);
    }
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

static void found_weight(const nav2_edge_check *e, nav2_segment segment, const float scale[3]) {
    const nav2_group_check *const gc = e->gc;
    const nav2_position a = nav2_node_position(gc->bytes, gc->g, segment.node + e->ends[0]);
    const nav2_position b = nav2_node_position(gc->bytes, gc->g, segment.node + e->ends[1]);
    const float square = nav2_weight_squared(a, b, scale);
    found(e, NAV2_GEO_WEIGHT, NAV2_EDGE_WEIGHT,
          &(nl_draft){.expected = nl_uint(nl_min(root_of(square), UINT16_MAX)),
                      .related = {{NAV2_HEADER_DIVISOR_X_AT, 8, "the denominators"}}});
}

static void found_loop(const nav2_edge_check *e) {
    const nl_place edge = place_of(e);
    nl_found(&edge, NAV2_GRAPH_EDGE_LOOP, NAV2_EDGE_NODE_1,
             &(nl_draft){
                 .related = {nav2_related_field(&edge, NAV2_EDGE_NODE_0, "the edge's other end")}});
}

/* Edges by themselves, in order. */
static void check_edge(const nav2_group_check *gc, uint32_t index) {
    const nav2_edge_check e = edge_of(gc, index);
    if (e.upper != 0)
        found(&e, NAV2_GRAPH_KIND, NAV2_EDGE_SEGMENT,
              &(nl_draft){.expected = nl_uint(e.segment), .args = {nl_uint(e.upper << 12)}});
    if (check_segment(&e)) {
        const nav2_segment segment = nav2_segment_in(gc, e.segment);
        check_end(&e, 0, segment);
        check_end(&e, 1, segment);
    }
    if (e.ends[0] == e.ends[1]) found_loop(&e);
    if (gc->edge_marks[index] == 0)
        found(&e, NAV2_GRAPH_EDGE_UNUSED, NL_NO_FIELD, &(nl_draft){.length = NAV2_EDGE_BYTES});
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

static nl_place edges_place(const nav2_group_check *gc) {
    return nl_place_in(nav2_group_place(gc, NAV2_GRAPH), "edges", NL_NO_INDEX, gc->g->graph.edges);
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
    const nl_place place = edges_place(gc);
    nl_found(&place, NAV2_O2N_WEIGHT, NL_NO_FIELD,
             &(nl_draft){.length = (uint64_t)edges * NAV2_EDGE_BYTES,
                         .actual = nl_uint(count),
                         .args = {nl_uint(edges)}});
    return true;
}

/* Whether the edge's weight has a finding by itself. */
static bool has_odd_weight(const nav2_group_check *gc, uint32_t index, const float scale[3]) {
    const nav2_edge_check e = edge_of(gc, index);
    if (e.segment >= gc->segment_count) return false;
    const nav2_segment segment = nav2_segment_in(gc, e.segment);
    return has_ends(&e, segment) && !is_obj2nav2_weight(&e, segment.node, scale);
}

enum { FEWEST_ODD_WEIGHTS = 16 };

/* Whether so many weights are odd that it is what they are counted in. */
static bool check_unit(const nav2_group_check *gc, const float scale[3]) {
    uint32_t odd = 0;
    for (uint32_t i = 0; i < gc->g->graph.edge_count; i++)
        odd += has_odd_weight(gc, i, scale);
    if (odd < FEWEST_ODD_WEIGHTS) return false;
    if (gc->c->has_odd_weights) return true;
    const nl_place file = nav2_file_place(gc->c->job);
    gc->c->has_odd_weights = nl_found_cause(
        &file, NAV2_HDR_WEIGHTS, NAV2_HEADER_WEIGHT_DIVISOR,
        &(nl_draft){.args = {nl_uint(odd), nl_uint(gc->g->graph.edge_count), nl_uint(gc->number)},
                    .related = {{NAV2_HEADER_DIVISOR_X_AT, 6, "the denominators of positions"}}});
    return gc->c->has_odd_weights;
}

static void check_weights(const nav2_group_check *gc) {
    float scale[3];
    if (!nav2_weight_scale(gc->c->doc, scale) || check_tens(gc, scale)) return;
    nav2_list(gc->c, check_unit(gc, scale) || gc->follows);
    for (uint32_t i = 0; i < gc->g->graph.edge_count; i++) {
        const nav2_edge_check e = edge_of(gc, i);
        if (has_odd_weight(gc, i, scale)) found_weight(&e, nav2_segment_in(gc, e.segment), scale);
    }
    nav2_list(gc->c, gc->follows);
}

void nav2_check_edges(const nav2_group_check *gc) {
    if (!nl_spend(gc->c->budget, 4 * (uint64_t)gc->g->graph.edge_count)) return;
    for (uint32_t i = 0; i < gc->g->graph.edge_count; i++)
        check_edge(gc, i);
    check_weights(gc);
}

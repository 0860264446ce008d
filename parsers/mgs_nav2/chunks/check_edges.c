/* The edges of a NavigationGraph that is not plain. */
#include "parsers/mgs_nav2/findings.h"

/* One edge while it is judged. */
typedef struct nav2_edge_here {
    const nav2_here *h;
    uint32_t index;
    uint32_t weight;
    uint32_t segment, upper;
    uint32_t ends[2];
} nav2_edge_here;

static const char *const end_names[2] = {"node0", "node1"};

nav2_place nav2_edge_place(const nav2_here *h, uint32_t edge) {
    const uint64_t at = h->g->graph.edges + (uint64_t)edge * NAV2_EDGE_BYTES;
    return nav2_record(&h->g->chunks[NAV2_GRAPH], "edges", edge, at, NAV2_EDGE_BYTES);
}

static nav2_edge_here edge_of(const nav2_here *h, uint32_t index) {
    const uint8_t *const p = h->bytes + h->g->graph.edges + (size_t)index * NAV2_EDGE_BYTES;
    const uint32_t word = nl_load_u16(p + 2);
    return (nav2_edge_here){h, index, nl_load_u16(p), word & 0xFFF, word >> 12, {p[4], p[5]}};
}

static void tell_edge(const nav2_edge_here *e, unsigned rule, const char *member, nl_type type,
                      uint32_t at, nl_draft draft) {
    nav2_place place = nav2_edge_place(e->h, e->index);
    if (member) place = nav2_member(place, member, type, at);
    nav2_tell_here(e->h, rule, &place, draft);
}

static void tell_segment(const nav2_edge_here *e, unsigned rule, uint32_t expected) {
    tell_edge(e, rule, "segmentAndKind", NL_U16LE, 2,
              (nl_draft){.actual = nl_uint(e->segment),
                         .expected = nl_uint(expected),
                         .args = {nl_string("edge"), nl_uint(e->index)}});
}

static bool check_segment(const nav2_edge_here *e) {
    const nav2_here *const h = e->h;
    if (e->segment >= h->segment_count) {
        tell_segment(e, NAV2_GRAPH_SEGMENT, h->segment_count);
        return false;
    }
    const uint32_t before = e->index != 0 ? edge_of(h, e->index - 1).segment : 0;
    if (e->segment < before && before < h->segment_count)
        tell_segment(e, NAV2_GRAPH_SEGMENT_ORDER, before);
    return true;
}

static void tell_end(const nav2_edge_here *e, unsigned rule, uint32_t end, nl_draft draft) {
    draft.args[0] = nl_uint(e->index);
    draft.args[1] = nl_uint(e->segment);
    tell_edge(e, rule, end_names[end], NL_U8, 4 + end, draft);
}

static void check_end(const nav2_edge_here *e, uint32_t end, nav2_segment segment) {
    const nav2_here *const h = e->h;
    const uint32_t local = e->ends[end];
    const uint32_t node = segment.node + local;
    const uint32_t total = h->g->graph.node_count;
    if (node >= total)
        tell_end(e, NAV2_GRAPH_EDGE_NODE, end,
                 (nl_draft){.actual = nl_uint(node), .expected = nl_uint(total)});
    else if (h->nodes_fit && h->edges_fit && local >= segment.nodes)
        tell_end(e, NAV2_GRAPH_EDGE_LOCAL, end,
                 (nl_draft){.actual = nl_uint(local), .expected = nl_uint(segment.nodes)});
}

static bool has_ends(const nav2_edge_here *e, nav2_segment segment) {
    return e->h->nodes_fit && e->h->edges_fit && e->ends[0] < segment.nodes &&
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

static void check_weight(const nav2_edge_here *e, nav2_segment segment, const float scale[3]) {
    const nav2_here *const h = e->h;
    const nav2_position a = nav2_node_position(h->bytes, h->g, segment.node + e->ends[0]);
    const nav2_position b = nav2_node_position(h->bytes, h->g, segment.node + e->ends[1]);
    if (nav2_is_weight(e->weight, a, b, scale)) return;
    const float square = nav2_weight_squared(a, b, scale);
    tell_edge(e, NAV2_GEO_WEIGHT, "weight", NL_U16LE, 0,
              (nl_draft){.actual = nl_uint(e->weight),
                         .expected = nl_uint(root_of(square)),
                         .args = {nl_uint(e->index)}});
}

/* Edges by themselves, in order. */
static void judge_edge(const nav2_here *h, uint32_t index) {
    const nav2_edge_here e = edge_of(h, index);
    if (e.upper != 0)
        tell_edge(&e, NAV2_GRAPH_KIND, "segmentAndKind", NL_U16LE, 2,
                  (nl_draft){.actual = nl_uint(e.upper << 12),
                             .args = {nl_string("edge"), nl_uint(index)}});
    if (check_segment(&e)) {
        const nav2_segment segment = nav2_segment_here(h, e.segment);
        check_end(&e, 0, segment);
        check_end(&e, 1, segment);
    }
    if (e.ends[0] == e.ends[1])
        tell_edge(&e, NAV2_GRAPH_EDGE_LOOP, "node1", NL_U8, 5,
                  (nl_draft){.actual = nl_uint(e.ends[0]), .args = {nl_uint(index)}});
    if (h->edge_marks[index] == 0)
        tell_edge(&e, NAV2_GRAPH_EDGE_UNUSED, NULL, NL_NO_TYPE, 0,
                  (nl_draft){.args = {nl_uint(index)}});
}

/* ---- Weights ---- */

/* Obj2Nav2's weights are ten times the length, whatever the header says. Its segments have no first
 * nodes: those that the nodes themselves show are taken. */
static bool is_obj2nav2_weight(const nav2_edge_here *e, uint32_t base, const float tens[3]) {
    const nav2_here *const h = e->h;
    const uint32_t total = h->g->graph.node_count;
    if (base + e->ends[0] >= total || base + e->ends[1] >= total) return false;
    const nav2_position a = nav2_node_position(h->bytes, h->g, base + e->ends[0]);
    const nav2_position b = nav2_node_position(h->bytes, h->g, base + e->ends[1]);
    return nav2_is_weight(e->weight, a, b, tens);
}

static bool tell_tens(const nav2_here *h, const float scale[3]) {
    const float tenth = 10 / (float)h->c->doc->weight_divisor;
    const float tens[3] = {scale[0] * tenth, scale[1] * tenth, scale[2] * tenth};
    const uint32_t edges = h->g->graph.edge_count;
    uint32_t base = 0;
    uint32_t current = 0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < edges; i++) {
        const nav2_edge_here e = edge_of(h, i);
        for (; current < e.segment && current < h->segment_count; current++)
            base += h->is_sorted ? nav2_segment_here(h, current).nodes : h->nodes_in[current];
        count += e.segment == current && is_obj2nav2_weight(&e, base, tens);
    }
    if (count == 0 || count < edges / 2 || h->c->doc->weight_divisor <= 20) return false;
    const nav2_place place =
        nav2_chunk_field(&h->g->chunks[NAV2_GRAPH], "edgesOffset", NL_U32LE, 8);
    nav2_tell_here(h, NAV2_O2N_WEIGHT, &place,
                   (nl_draft){.actual = nl_uint(count), .expected = nl_uint(edges)});
    return true;
}

bool nav2_weight_scale(const nav2_document *doc, float scale[3]) {
    for (uint32_t axis = 0; axis < 3; axis++) {
        if (doc->divisor[axis] == 0 || doc->weight_divisor == 0) return false;
        scale[axis] = (float)doc->weight_divisor / (float)doc->divisor[axis];
    }
    return true;
}

static void judge_weights(const nav2_here *h) {
    float scale[3];
    if (!nav2_weight_scale(h->c->doc, scale) || tell_tens(h, scale)) return;
    for (uint32_t i = 0; i < h->g->graph.edge_count; i++) {
        const nav2_edge_here e = edge_of(h, i);
        if (e.segment >= h->segment_count) continue;
        const nav2_segment segment = nav2_segment_here(h, e.segment);
        if (has_ends(&e, segment)) check_weight(&e, segment, scale);
    }
}

void nav2_judge_edges(const nav2_here *h) {
    if (!nl_spend(h->c->budget, 2 * (uint64_t)h->g->graph.edge_count)) return;
    for (uint32_t i = 0; i < h->g->graph.edge_count; i++)
        judge_edge(h, i);
    judge_weights(h);
}

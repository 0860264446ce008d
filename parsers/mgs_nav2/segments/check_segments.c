/* Segments: their first numbers and counts against the tables of the other chunks, and their bounds
 * against what they hold. */
#include <string.h>

#include "core/quick.h"
#include "parsers/mgs_nav2/segments/segments.h"

/* What segments have a range of. */
typedef enum nav2_member_kind { VERTICES = 0, FACES, EDGES, NODES, MEMBER_KINDS } nav2_member_kind;

typedef struct nav2_member_field {
    const char *name;
    unsigned base, count;       /* the fields of the first one and of their number */
    unsigned total;             /* the field of their number in the header of their table */
    uint32_t base_at, count_at; /* where these are */
    bool of_graph;
} nav2_member_field;

static const nav2_member_field members[MEMBER_KINDS] = {
    {"vertices", NAV2_SEGMENT_VERTEX, NAV2_SEGMENT_VERTICES, NAV2_MESH_HEADER_POSITION_COUNT,
     NAV2_SEGMENT_VERTEX_AT, NAV2_SEGMENT_VERTICES_AT, false},
    {"faces", NAV2_SEGMENT_FACE, NAV2_SEGMENT_FACES, NAV2_MESH_HEADER_FACE_COUNT,
     NAV2_SEGMENT_FACE_AT, NAV2_SEGMENT_FACES_AT, false},
    {"edges", NAV2_SEGMENT_EDGE, NAV2_SEGMENT_EDGES, NAV2_GRAPH_HEADER_EDGE_COUNT,
     NAV2_SEGMENT_EDGE_AT, NAV2_SEGMENT_EDGES_AT, true},
    {"nodes", NAV2_SEGMENT_NODE, NAV2_SEGMENT_NODES, NAV2_GRAPH_HEADER_NODE_COUNT,
     NAV2_SEGMENT_NODE_AT, NAV2_SEGMENT_NODES_AT, true},
};

/* What is known of the ranges of one kind. */
typedef struct nav2_range {
    uint32_t total; /* of the group's table */
    uint32_t sum;   /* of the counts so far */
    bool has_table;
    bool fits;     /* no range leaves the table */
    bool is_tiled; /* each starts where the one before ended */
    bool wraps;    /* a count lost its upper bits, or has a finding */
} nav2_range;

typedef struct nav2_ranges {
    nav2_group_check *gc;
    nav2_range of[MEMBER_KINDS];
    bool has_no_bases; /* Obj2Nav2: edges and nodes start at 0 in every segment */
    bool by_formula;   /* and has another number of nodes than its shape makes */
} nav2_ranges;

static uint32_t base_of(const nav2_group_check *gc, uint32_t segment, nav2_member_kind kind) {
    const uint8_t *const p = nav2_segments_of(gc->bytes, gc->g);
    return nl_load_u16(p + (size_t)segment * NAV2_SEGMENT_BYTES + members[kind].base_at);
}

static uint32_t count_of(const nav2_group_check *gc, uint32_t segment, nav2_member_kind kind) {
    const uint8_t *const p = nav2_segments_of(gc->bytes, gc->g);
    return p[(size_t)segment * NAV2_SEGMENT_BYTES + members[kind].count_at];
}

static nl_place place_of(const nav2_group_check *gc, uint32_t segment) {
    const uint64_t at = gc->g->segments.segments + (uint64_t)segment * NAV2_SEGMENT_BYTES;
    return nav2_segment_place(gc, "segments", segment, at);
}

/* The number of all of them, in the header of their table. */
static navlint_related related_total(const nav2_group_check *gc, nav2_member_kind kind) {
    const nl_place data = nav2_group_place(gc, members[kind].of_graph ? NAV2_GRAPH : NAV2_MESH);
    return nav2_related_field(&data, members[kind].total, "how many there are");
}

/* ---- Ranges ---- */

static void found_base(const nav2_ranges *r, uint32_t segment, nav2_member_kind kind) {
    const nl_place place = place_of(r->gc, segment);
    nl_draft draft = {.expected = nl_uint(r->of[kind].sum),
                      .args = {nl_string(members[kind].name)}};
    if (segment != 0)
        draft.related[0] =
            (navlint_related){place.at - NAV2_SEGMENT_BYTES, NAV2_SEGMENT_BYTES, "the one before"};
    nav2_found_cause(r->gc, &place, NAV2_SEGMENTS_BASE, members[kind].base, &draft);
}

/* The segment's own count: the one behind it starts elsewhere. */
static void found_count(const nav2_ranges *r, uint32_t segment, nav2_member_kind kind) {
    const nl_place place = place_of(r->gc, segment);
    const nl_place next = place_of(r->gc, segment + 1);
    const uint32_t base = base_of(r->gc, segment, kind);
    const uint32_t end = base_of(r->gc, segment + 1, kind);
    nl_draft draft = {
        .args = {nl_string(members[kind].name), nl_uint(base), nl_uint(end)},
        .related = {nav2_related_field(&next, members[kind].base, "where the next one starts")}};
    if (end >= base && end - base <= UINT8_MAX) draft.expected = nl_uint(end - base);
    nav2_found_cause(r->gc, &place, NAV2_SEGMENTS_COUNT, members[kind].count, &draft);
}

static void found_range(const nav2_ranges *r, uint32_t segment, nav2_member_kind kind) {
    const nav2_member_field *const m = &members[kind];
    const nl_place place = place_of(r->gc, segment);
    nav2_found_cause(
        r->gc, &place, m->of_graph ? NAV2_SEGMENTS_GRAPH_RANGE : NAV2_SEGMENTS_MESH_RANGE, m->base,
        &(nl_draft){.args = {nl_string(m->name), nl_uint(count_of(r->gc, segment, kind)),
                             nl_uint(r->of[kind].total)},
                    .related = {nav2_related_field(&place, m->count, "their number"),
                                related_total(r->gc, kind)}});
}

static void found_wrap(const nav2_group_check *gc, uint32_t segment, nav2_member_kind kind,
                       uint32_t true_count) {
    const nl_place place = place_of(gc, segment);
    nl_found(&place, NAV2_O2N_COUNT_WRAP, members[kind].count,
             &(nl_draft){.args = {nl_string(members[kind].name), nl_uint(true_count)}});
}

/* More than 255: where the next one starts shows it. */
static uint32_t wrapped_count(const nav2_ranges *r, uint32_t segment, nav2_member_kind kind) {
    const uint32_t base = base_of(r->gc, segment, kind);
    const uint32_t count = count_of(r->gc, segment, kind);
    const bool is_last = segment + 1 == r->gc->segment_count;
    const uint32_t next = is_last ? r->of[kind].total : base_of(r->gc, segment + 1, kind);
    const bool wraps =
        next > base + count && next <= r->of[kind].total && ((next - base) & 0xFF) == count;
    return wraps ? next - base : count;
}

/* Of a segment that starts elsewhere than those before end, one is wrong: its start, or the count
 * of the one before, which the segment behind it tells. */
static void check_base(nav2_ranges *r, uint32_t segment, nav2_member_kind kind) {
    nav2_range *const range = &r->of[kind];
    const uint32_t base = base_of(r->gc, segment, kind);
    const uint32_t count = count_of(r->gc, segment, kind);
    const bool is_last = segment + 1 == r->gc->segment_count;
    const uint32_t next = is_last ? range->total : base_of(r->gc, segment + 1, kind);
    range->is_tiled = false;
    if (r->has_no_bases && members[kind].of_graph) return;
    if (segment != 0 && next == base + count && next != range->sum + count) {
        found_count(r, segment - 1, kind);
        range->sum = base;
    } else {
        found_base(r, segment, kind);
    }
}

static void check_range(nav2_ranges *r, uint32_t segment, nav2_member_kind kind) {
    nav2_range *const range = &r->of[kind];
    const uint32_t base = base_of(r->gc, segment, kind);
    const uint32_t count = count_of(r->gc, segment, kind);
    if (base != range->sum) check_base(r, segment, kind);
    if (range->has_table && base + count > range->total) {
        const bool by_formula = kind == NODES && r->by_formula;
        const bool is_reported = by_formula && (r->has_no_bases || base == range->sum);
        range->fits = false;
        if (!is_reported) found_range(r, segment, kind);
    }
    const uint32_t true_count = kind <= FACES && range->has_table && base == range->sum
                                    ? wrapped_count(r, segment, kind)
                                    : count;
    if (true_count != count) {
        range->wraps = true;
        found_wrap(r->gc, segment, kind, true_count);
    }
    range->sum += true_count;
}

static bool has_quads(const nav2_group_check *gc, uint32_t segment) {
    const uint32_t first = base_of(gc, segment, FACES);
    const uint32_t end = first + count_of(gc, segment, FACES);
    for (uint32_t i = first; i < end && i < gc->g->mesh.face_count; i++)
        if (nav2_face_at(gc->bytes + gc->g->mesh.faces, i).sides != 3) return true;
    return false;
}

/* Three edges for each triangle; what quads have is not known. A face too many, or too few, shifts
 * the numbers of those behind it. */
static void check_edges(nav2_ranges *r, uint32_t segment) {
    const uint32_t expected = 3 * count_of(r->gc, segment, FACES);
    const uint32_t edges = count_of(r->gc, segment, EDGES);
    if (edges == expected || !r->of[FACES].has_table || r->of[FACES].wraps) return;
    if (has_quads(r->gc, segment)) return;
    r->of[EDGES].wraps = true;
    if (edges == (expected & 0xFF)) {
        found_wrap(r->gc, segment, EDGES, expected);
        return;
    }
    const nl_place place = place_of(r->gc, segment);
    nav2_found_cause(
        r->gc, &place, NAV2_SEGMENTS_EDGES, NAV2_SEGMENT_EDGES,
        &(nl_draft){.expected = nl_uint(expected),
                    .related = {nav2_related_field(&place, NAV2_SEGMENT_FACES, "its faces")}});
}

/* ---- Who names the segments ---- */

/* false if one of them names a segment that is not there, which has a finding of its own. */
static bool count_members(const nav2_group_check *gc) {
    uint32_t outside = 0;
    const uint8_t *const nodes = gc->bytes + gc->g->graph.nodes;
    const uint8_t *const edges = gc->bytes + gc->g->graph.edges;
    for (uint32_t i = 0; i < gc->g->graph.node_count; i++) {
        const uint32_t segment =
            nl_load_u16(nodes + (size_t)i * NAV2_NODE_BYTES + NAV2_NODE_SEGMENT_AT) & 0xFFF;
        if (segment < gc->segment_count)
            gc->nodes_in[segment]++;
        else
            outside++;
    }
    for (uint32_t i = 0; i < gc->g->graph.edge_count; i++) {
        const uint32_t segment =
            nl_load_u16(edges + (size_t)i * NAV2_EDGE_BYTES + NAV2_EDGE_SEGMENT_AT) & 0xFFF;
        if (segment < gc->segment_count)
            gc->edges_in[segment]++;
        else
            outside++;
    }
    return outside == 0;
}

_Static_assert((int)NAV2_NODE_BYTES == (int)NAV2_EDGE_BYTES &&
                   (int)NAV2_NODE_SEGMENT_AT == (int)NAV2_EDGE_SEGMENT_AT,
               "is_sorted goes through nodes and edges alike");

/* Whether the nodes or edges from `at` on name the segments that have them in order, and all other
 * bits of that field are 0. */
static bool is_sorted(const nav2_group_check *gc, nav2_member_kind kind, uint32_t at,
                      uint32_t total) {
    const uint8_t *p = gc->bytes + at + NAV2_NODE_SEGMENT_AT;
    uint32_t count = 0;
    for (uint32_t i = 0; i < gc->segment_count; i++) {
        const uint32_t members_of = count_of(gc, i, kind);
        uint32_t odd = i > 0xFFF;
        count += members_of;
        if (count > total) return false;
        for (uint32_t k = 0; k < members_of; k++, p += NAV2_NODE_BYTES)
            odd |= nl_load_u16(p) ^ i;
        if (odd != 0 && members_of != 0) return false;
    }
    return count == total;
}

void nav2_look_at_members(nav2_group_check *gc) {
    gc->is_sorted = NL_QUICK(is_sorted(gc, NODES, gc->g->graph.nodes, gc->g->graph.node_count) &&
                             is_sorted(gc, EDGES, gc->g->graph.edges, gc->g->graph.edge_count));
    gc->all_have_segments = gc->is_sorted || count_members(gc);
}

/* false, and a finding for each segment, if its count is not theirs. */
static bool check_members(const nav2_group_check *gc, nav2_member_kind kind,
                          const uint16_t *counts) {
    bool all = gc->all_have_segments;
    const bool is_reported = gc->is_sorted || !all;
    for (uint32_t i = 0; i < gc->segment_count && !is_reported; i++) {
        if (counts[i] == count_of(gc, i, kind)) continue;
        all = false;
        const nl_place place = place_of(gc, i);
        nl_found(
            &place, NAV2_SEGMENTS_MEMBERS, members[kind].count,
            &(nl_draft){.expected = nl_uint(counts[i]), .args = {nl_string(members[kind].name)}});
    }
    return all;
}

/* ---- Sums ---- */

/* The number of nodes that Obj2Nav2 writes, whatever the segment's shape. */
static bool has_formula_counts(const nav2_group_check *gc) {
    for (uint32_t i = 0; i < gc->segment_count; i++)
        if (count_of(gc, i, NODES) != ((2 * count_of(gc, i, FACES) + 1) & 0xFF)) return false;
    return true;
}

static navlint_related related_last(const nav2_group_check *gc) {
    if (gc->segment_count == 0) return (navlint_related){.message = NULL};
    const uint64_t at = gc->g->segments.segments;
    return (navlint_related){at + (gc->segment_count - 1) * (uint64_t)NAV2_SEGMENT_BYTES,
                             NAV2_SEGMENT_BYTES, "the last segment"};
}

/* Whether the ranges are all of the table, as far as is known. */
static bool check_sum(nav2_ranges *r, nav2_member_kind kind) {
    nav2_group_check *const gc = r->gc;
    const nav2_range *const range = &r->of[kind];
    const bool by_formula = kind == NODES && r->by_formula;
    if (!range->has_table || (!range->fits && !by_formula) || range->wraps) return false;
    if (range->sum == range->total) return true;
    const unsigned rule = by_formula               ? NAV2_O2N_NODE_COUNTS
                          : members[kind].of_graph ? NAV2_SEGMENTS_GRAPH_SUM
                                                   : NAV2_SEGMENTS_MESH_SUM;
    const nl_place data = nav2_group_place(gc, NAV2_SEGMENTS);
    const nl_draft draft = {
        .args = {nl_string(members[kind].name), nl_uint(range->sum), nl_uint(range->total)},
        .related = {related_total(gc, kind), related_last(gc)}};
    if (by_formula)
        nl_found(&data, rule, NAV2_SEGMENTS_HEADER_COUNT, &draft);
    else
        nav2_found_cause(gc, &data, rule, NAV2_SEGMENTS_HEADER_COUNT, &draft);
    return false;
}

/* Edges and nodes start at 0 everywhere, though the segments before have some. */
static bool lacks_bases(const nav2_group_check *gc) {
    uint32_t before = 0;
    for (uint32_t i = 0; i < gc->segment_count; i++) {
        if (base_of(gc, i, EDGES) != 0 || base_of(gc, i, NODES) != 0) return false;
        if (i + 1 < gc->segment_count) before += count_of(gc, i, EDGES) + count_of(gc, i, NODES);
    }
    return before != 0;
}

static void check_empty_cells(const nav2_group_check *gc) {
    uint32_t empty = 0;
    for (uint32_t i = 0; i < gc->segment_count; i++)
        empty += count_of(gc, i, FACES) == 0 && count_of(gc, i, VERTICES) == 0;
    if (empty == 0 || gc->segment_count != NAV2_GRID_CELLS) return;
    nav2_found_data(gc, NAV2_O2N_EMPTY_CELLS, NAV2_SEGMENTS_HEADER_COUNT,
                    &(nl_draft){.args = {nl_uint(empty)}});
}

static nav2_ranges ranges_of(nav2_group_check *gc) {
    const nav2_range mesh = {.has_table = gc->has_mesh, .fits = true, .is_tiled = true};
    const nav2_range graph = {.has_table = gc->has_graph, .fits = true, .is_tiled = true};
    nav2_ranges r = {.gc = gc, .of = {mesh, mesh, graph, graph}, .has_no_bases = lacks_bases(gc)};
    r.of[VERTICES].total = gc->g->mesh.position_count;
    r.of[FACES].total = gc->g->mesh.face_count;
    r.of[EDGES].total = gc->g->graph.edge_count;
    r.of[NODES].total = gc->g->graph.node_count;
    r.by_formula = gc->segment_count > 1 && has_formula_counts(gc);
    return r;
}

static void found_no_bases(const nav2_group_check *gc) {
    const nl_place segments = nl_place_in(nav2_group_place(gc, NAV2_SEGMENTS), "segments",
                                          NL_NO_INDEX, gc->g->segments.segments);
    nl_found(&segments, NAV2_O2N_BASES, NL_NO_FIELD,
             &(nl_draft){.length = (uint64_t)gc->segment_count * NAV2_SEGMENT_BYTES,
                         .actual = nl_uint(gc->segment_count)});
}

static void check_ranges(nav2_group_check *gc) {
    nav2_ranges r = ranges_of(gc);
    if (r.has_no_bases) found_no_bases(gc);
    for (uint32_t i = 0; i < gc->segment_count; i++) {
        for (nav2_member_kind kind = VERTICES; kind < MEMBER_KINDS; kind++)
            check_range(&r, i, kind);
        check_edges(&r, i);
    }
    (void)check_sum(&r, VERTICES);
    gc->faces_fit = check_sum(&r, FACES) && r.of[FACES].is_tiled;
    gc->edges_fit = check_sum(&r, EDGES) && check_members(gc, EDGES, gc->edges_in);
    gc->nodes_fit =
        check_sum(&r, NODES) && check_members(gc, NODES, gc->nodes_in) && r.of[NODES].is_tiled;
    gc->vertices_fit = gc->has_mesh && r.of[VERTICES].fits && !r.of[VERTICES].wraps;
    gc->faces_wrap = r.of[FACES].wraps;
}

/* Which segment has which face. A range may be longer than its 8-bit count says. */
static void map_faces(const nav2_group_check *gc) {
    const uint32_t faces = gc->g->mesh.face_count;
    memset(gc->face_segments, 0xFF, faces * sizeof *gc->face_segments);
    for (uint32_t i = 0; i < gc->segment_count && i < NAV2_NO_SEGMENT; i++) {
        const uint32_t first = base_of(gc, i, FACES);
        uint32_t end = first + count_of(gc, i, FACES);
        if (!nl_spend(gc->c->budget, 1)) return;
        if (gc->faces_wrap) end = i + 1 < gc->segment_count ? base_of(gc, i + 1, FACES) : faces;
        if (end > first && !nl_spend(gc->c->budget, end - first)) return;
        for (uint32_t face = first; face < end && face < faces; face++)
            gc->face_segments[face] = (uint16_t)i;
    }
}

/* ---- All of it ---- */

static void check_size(const nav2_group_check *gc) {
    const nav2_chunk *const chunk = &gc->g->chunks[NAV2_SEGMENTS];
    const uint32_t bytes = chunk->end - chunk->payload;
    if (nl_load_u32(gc->bytes + chunk->payload + NAV2_SEGMENTS_HEADER_SIZE_AT) != bytes)
        nav2_found_data(gc, NAV2_SEGMENTS_SIZE, NAV2_SEGMENTS_HEADER_SIZE,
                        &(nl_draft){.expected = nl_uint(bytes)});
    if (gc->segment_count > NAV2_MOST_SEGMENTS)
        nav2_found_data(
            gc, NAV2_SEGMENTS_MANY, NAV2_SEGMENTS_HEADER_COUNT,
            &(nl_draft){.expected = nl_uint(NAV2_MOST_SEGMENTS), .relation = NAVLINT_AT_MOST});
}

void nav2_check_segments(nav2_group_check *gc) {
    check_size(gc);
    check_empty_cells(gc);
    check_ranges(gc);
    if (gc->has_mesh) map_faces(gc);
    for (uint32_t i = 0; i < gc->segment_count && gc->vertices_fit; i++) {
        if (!nl_spend(gc->c->budget, nav2_segment_in(gc, i).vertices)) return;
        nav2_check_bounds(gc, i);
    }
}

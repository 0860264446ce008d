/* Segments: their first numbers and counts against the tables of the other chunks, and their bounds
 * against what they hold. */
#include "parsers/mgs_nav2/findings.h"

#include <string.h>

enum { GRID_CELLS = 100 }; /* of Obj2Nav2 */

/* What segments have a range of. */
typedef enum nav2_member_kind { VERTICES = 0, FACES, EDGES, NODES, MEMBER_KINDS } nav2_member_kind;

typedef struct nav2_member_field {
    const char *name;
    const char *base; /* the field of the first one */
    const char *count;
    uint32_t base_at, count_at;
    bool of_graph;
} nav2_member_field;

static const nav2_member_field members[MEMBER_KINDS] = {
    {"vertices", "baseNavmeshPositionIndex", "navmeshPositionCount", 0, 8, false},
    {"faces", "baseNavmeshIndex", "navmeshCount", 2, 9, false},
    {"edges", "baseNavigationGraphEdgeIndex", "navigationGraphEdgeCount", 4, 10, true},
    {"nodes", "baseNavigationGraphNodeIndex", "navigationGraphNodeCount", 6, 11, true},
};

/* What is known of the ranges of one kind. */
typedef struct nav2_range {
    uint32_t total; /* of the group's table */
    uint32_t sum;   /* of the counts so far */
    bool has_table;
    bool fits;     /* no range leaves the table */
    bool is_tiled; /* each starts where the one before ended */
    bool wraps;    /* a count lost its upper bits, or is told to be wrong */
} nav2_range;

typedef struct nav2_ranges {
    nav2_here *h;
    nav2_range of[MEMBER_KINDS];
    bool has_no_bases; /* Obj2Nav2: edges and nodes start at 0 in every segment */
    bool by_formula;   /* and has another number of nodes than its shape makes */
} nav2_ranges;

static uint32_t base_of(const nav2_here *h, uint32_t segment, nav2_member_kind kind) {
    const uint8_t *const p = nav2_segments_of(h->bytes, h->g);
    return nl_load_u16(p + (size_t)segment * NAV2_SEGMENT_BYTES + members[kind].base_at);
}

static uint32_t count_of(const nav2_here *h, uint32_t segment, nav2_member_kind kind) {
    const uint8_t *const p = nav2_segments_of(h->bytes, h->g);
    return p[(size_t)segment * NAV2_SEGMENT_BYTES + members[kind].count_at];
}

nav2_place nav2_segment_place(const nav2_here *h, uint32_t segment) {
    const uint64_t at = h->g->segments.segments + (uint64_t)segment * NAV2_SEGMENT_BYTES;
    return nav2_record(&h->g->chunks[NAV2_SEGMENTS], "segments", segment, at, NAV2_SEGMENT_BYTES);
}

static void tell(const nav2_here *h, unsigned rule, uint32_t segment, const char *member,
                 nl_type type, uint32_t at, nl_draft draft) {
    const nav2_place place = nav2_member(nav2_segment_place(h, segment), member, type, at);
    nav2_tell_here(h, rule, &place, draft);
}

/* ---- Ranges ---- */

static void tell_base(const nav2_ranges *r, uint32_t segment, nav2_member_kind kind) {
    const nav2_member_field *const m = &members[kind];
    tell(r->h, NAV2_SEGMENTS_BASE, segment, m->base, NL_U16LE, m->base_at,
         (nl_draft){.actual = nl_uint(base_of(r->h, segment, kind)),
                    .expected = nl_uint(r->of[kind].sum),
                    .args = {nl_uint(segment), nl_string(m->name)}});
}

static void tell_range(const nav2_ranges *r, uint32_t segment, nav2_member_kind kind) {
    const nav2_member_field *const m = &members[kind];
    tell(r->h, m->of_graph ? NAV2_SEGMENTS_GRAPH_RANGE : NAV2_SEGMENTS_MESH_RANGE, segment, m->base,
         NL_U16LE, m->base_at,
         (nl_draft){.actual = nl_uint(base_of(r->h, segment, kind)),
                    .expected = nl_uint(r->of[kind].total),
                    .args = {nl_uint(segment), nl_string(m->name),
                             nl_uint(count_of(r->h, segment, kind))}});
}

static void tell_wrap(const nav2_here *h, uint32_t segment, nav2_member_kind kind,
                      uint32_t true_count) {
    const nav2_member_field *const m = &members[kind];
    tell(h, NAV2_O2N_COUNT_WRAP, segment, m->count, NL_U8, m->count_at,
         (nl_draft){.actual = nl_uint(true_count),
                    .expected = nl_uint(count_of(h, segment, kind)),
                    .args = {nl_uint(segment), nl_string(m->name)}});
}

/* More than 255: where the next one starts tells. */
static uint32_t wrapped_count(const nav2_ranges *r, uint32_t segment, nav2_member_kind kind) {
    const uint32_t base = base_of(r->h, segment, kind);
    const uint32_t count = count_of(r->h, segment, kind);
    const bool is_last = segment + 1 == r->h->segment_count;
    const uint32_t next = is_last ? r->of[kind].total : base_of(r->h, segment + 1, kind);
    const bool wraps = next > base + count && ((next - base) & 0xFF) == count;
    return wraps ? next - base : count;
}

static void check_range(nav2_ranges *r, uint32_t segment, nav2_member_kind kind) {
    nav2_range *const range = &r->of[kind];
    const uint32_t base = base_of(r->h, segment, kind);
    const uint32_t count = count_of(r->h, segment, kind);
    if (base != range->sum) {
        range->is_tiled = false;
        if (!(r->has_no_bases && members[kind].of_graph)) tell_base(r, segment, kind);
    }
    if (range->has_table && base + count > range->total) {
        const bool by_formula = kind == NODES && r->by_formula;
        const bool is_told = by_formula && (r->has_no_bases || base == range->sum);
        range->fits = false;
        if (!is_told) tell_range(r, segment, kind);
    }
    const uint32_t true_count = kind <= FACES && range->has_table && base == range->sum
                                    ? wrapped_count(r, segment, kind)
                                    : count;
    if (true_count != count) {
        range->wraps = true;
        tell_wrap(r->h, segment, kind, true_count);
    }
    range->sum += true_count;
}

static bool has_quads(const nav2_here *h, uint32_t segment) {
    const uint32_t first = base_of(h, segment, FACES);
    const uint32_t end = first + count_of(h, segment, FACES);
    for (uint32_t i = first; i < end && i < h->g->mesh.face_count; i++)
        if (nav2_face_at(h->bytes + h->g->mesh.faces, i).sides != 3) return true;
    return false;
}

/* Three edges for each triangle; what quads have is not known. */
static void check_edges(nav2_ranges *r, uint32_t segment) {
    const uint32_t expected = 3 * count_of(r->h, segment, FACES);
    const uint32_t edges = count_of(r->h, segment, EDGES);
    if (edges == expected || !r->of[FACES].has_table || r->of[FACES].wraps) return;
    if (has_quads(r->h, segment)) return;
    r->of[EDGES].wraps = true;
    if (edges == (expected & 0xFF)) {
        tell_wrap(r->h, segment, EDGES, expected);
        return;
    }
    tell(r->h, NAV2_SEGMENTS_EDGES, segment, members[EDGES].count, NL_U8, members[EDGES].count_at,
         (nl_draft){
             .actual = nl_uint(edges), .expected = nl_uint(expected), .args = {nl_uint(segment)}});
}

/* ---- Who names the segments ---- */

/* false if one of them names a segment that is not there, which is told with it. */
static bool count_members(const nav2_here *h) {
    uint32_t outside = 0;
    const uint8_t *const nodes = h->bytes + h->g->graph.nodes;
    const uint8_t *const edges = h->bytes + h->g->graph.edges;
    for (uint32_t i = 0; i < h->g->graph.node_count; i++) {
        const uint32_t segment = nl_load_u16(nodes + (size_t)i * NAV2_NODE_BYTES + 2) & 0xFFF;
        if (segment < h->segment_count)
            h->nodes_in[segment]++;
        else
            outside++;
    }
    for (uint32_t i = 0; i < h->g->graph.edge_count; i++) {
        const uint32_t segment = nl_load_u16(edges + (size_t)i * NAV2_EDGE_BYTES + 2) & 0xFFF;
        if (segment < h->segment_count)
            h->edges_in[segment]++;
        else
            outside++;
    }
    return outside == 0;
}

/* Whether the records from `at` on, 6 bytes each, name the segments that have them in order, and
 * all other bits of that field are 0. */
static bool is_sorted(const nav2_here *h, nav2_member_kind kind, uint32_t at, uint32_t total) {
    const uint8_t *p = h->bytes + at + 2;
    uint32_t count = 0;
    for (uint32_t i = 0; i < h->segment_count; i++) {
        const uint32_t members_of = count_of(h, i, kind);
        uint32_t odd = i > 0xFFF;
        count += members_of;
        if (count > total) return false;
        for (uint32_t k = 0; k < members_of; k++, p += 6)
            odd |= nl_load_u16(p) ^ i;
        if (odd != 0 && members_of != 0) return false;
    }
    return count == total;
}

static void look_at_members(nav2_here *h) {
    h->is_sorted = is_sorted(h, NODES, h->g->graph.nodes, h->g->graph.node_count) &&
                   is_sorted(h, EDGES, h->g->graph.edges, h->g->graph.edge_count);
    h->all_have_segments = h->is_sorted || count_members(h);
}

/* false, and a finding for each segment, if its count is not theirs. */
static bool check_members(const nav2_here *h, nav2_member_kind kind, const uint16_t *counts) {
    bool all = h->all_have_segments;
    const bool is_told = h->is_sorted || !all;
    for (uint32_t i = 0; i < h->segment_count && !is_told; i++) {
        if (counts[i] == count_of(h, i, kind)) continue;
        all = false;
        tell(h, NAV2_SEGMENTS_MEMBERS, i, members[kind].count, NL_U8, members[kind].count_at,
             (nl_draft){.actual = nl_uint(counts[i]),
                        .expected = nl_uint(count_of(h, i, kind)),
                        .args = {nl_uint(i), nl_string(members[kind].name)}});
    }
    return all;
}

/* ---- Sums ---- */

/* The number of nodes that Obj2Nav2 writes, whatever the segment's shape. */
static bool has_formula_counts(const nav2_here *h) {
    for (uint32_t i = 0; i < h->segment_count; i++)
        if (count_of(h, i, NODES) != ((2 * count_of(h, i, FACES) + 1) & 0xFF)) return false;
    return true;
}

/* Whether the ranges are all of the table, as far as can be told. */
static bool check_sum(nav2_ranges *r, nav2_member_kind kind) {
    nav2_here *const h = r->h;
    const nav2_range *const range = &r->of[kind];
    const bool by_formula = kind == NODES && r->by_formula;
    if (!range->has_table || (!range->fits && !by_formula) || range->wraps) return false;
    if (range->sum == range->total) return true;
    const nav2_chunk *const chunk = &h->g->chunks[members[kind].of_graph ? NAV2_GRAPH : NAV2_MESH];
    const nav2_chunk *const segments = &h->g->chunks[NAV2_SEGMENTS];
    const unsigned rule = by_formula               ? NAV2_O2N_NODE_COUNTS
                          : members[kind].of_graph ? NAV2_SEGMENTS_GRAPH_SUM
                                                   : NAV2_SEGMENTS_MESH_SUM;
    const nav2_place place = nav2_chunk_field(segments, "segmentCount", NL_U32LE, 12);
    nav2_tell_here(
        h, rule, &place,
        (nl_draft){.actual = nl_uint(range->sum),
                   .expected = nl_uint(range->total),
                   .args = {nl_string(members[kind].name)},
                   .related = {{chunk->at, NAV2_CHUNK_HEADER_BYTES, "the other chunk"}}});
    if (by_formula) h->node_counts_hold = false;
    return false;
}

/* Edges and nodes start at 0 everywhere, though the segments before have some. */
static bool lacks_bases(const nav2_here *h) {
    uint32_t before = 0;
    for (uint32_t i = 0; i < h->segment_count; i++) {
        if (base_of(h, i, EDGES) != 0 || base_of(h, i, NODES) != 0) return false;
        if (i + 1 < h->segment_count) before += count_of(h, i, EDGES) + count_of(h, i, NODES);
    }
    return before != 0;
}

static void tell_missing_bases(const nav2_here *h) {
    const nav2_place place =
        nav2_chunk_field(&h->g->chunks[NAV2_SEGMENTS], "segmentsOffset", NL_U32LE, 4);
    nav2_tell_here(h, NAV2_O2N_BASES, &place, (nl_draft){.actual = nl_uint(h->segment_count)});
}

static void check_empty_cells(const nav2_here *h) {
    uint32_t empty = 0;
    for (uint32_t i = 0; i < h->segment_count; i++)
        empty += count_of(h, i, FACES) == 0 && count_of(h, i, VERTICES) == 0;
    if (empty == 0 || h->segment_count != GRID_CELLS) return;
    const nav2_place place =
        nav2_chunk_field(&h->g->chunks[NAV2_SEGMENTS], "segmentCount", NL_U32LE, 12);
    nav2_tell_here(h, NAV2_O2N_EMPTY_CELLS, &place,
                   (nl_draft){.actual = nl_uint(empty), .expected = nl_uint(h->segment_count)});
}

static nav2_ranges ranges_of(nav2_here *h) {
    const nav2_range mesh = {.has_table = h->has_mesh, .fits = true, .is_tiled = true};
    const nav2_range graph = {.has_table = h->has_graph, .fits = true, .is_tiled = true};
    nav2_ranges r = {.h = h, .of = {mesh, mesh, graph, graph}, .has_no_bases = lacks_bases(h)};
    r.of[VERTICES].total = h->g->mesh.position_count;
    r.of[FACES].total = h->g->mesh.face_count;
    r.of[EDGES].total = h->g->graph.edge_count;
    r.of[NODES].total = h->g->graph.node_count;
    r.by_formula = h->segment_count > 1 && has_formula_counts(h);
    return r;
}

static void check_ranges(nav2_here *h) {
    nav2_ranges r = ranges_of(h);
    h->node_counts_hold = true;
    if (r.has_no_bases) tell_missing_bases(h);
    for (uint32_t i = 0; i < h->segment_count; i++) {
        for (nav2_member_kind kind = VERTICES; kind < MEMBER_KINDS; kind++)
            check_range(&r, i, kind);
        check_edges(&r, i);
    }
    (void)check_sum(&r, VERTICES);
    h->faces_fit = check_sum(&r, FACES) && r.of[FACES].is_tiled;
    h->edges_fit = check_sum(&r, EDGES) && check_members(h, EDGES, h->edges_in);
    h->nodes_fit =
        check_sum(&r, NODES) && check_members(h, NODES, h->nodes_in) && r.of[NODES].is_tiled;
    h->vertices_fit = h->has_mesh && r.of[VERTICES].fits && !r.of[VERTICES].wraps;
    h->node_counts_hold &= r.of[NODES].fits;
    h->faces_wrap = r.of[FACES].wraps;
}

/* Which segment has which face. A range may be longer than its 8-bit count says. */
static void map_faces(const nav2_here *h) {
    const uint32_t faces = h->g->mesh.face_count;
    memset(h->face_segments, 0xFF, faces * sizeof *h->face_segments);
    for (uint32_t i = 0; i < h->segment_count && i < NAV2_NO_SEGMENT; i++) {
        const uint32_t first = base_of(h, i, FACES);
        uint32_t end = first + count_of(h, i, FACES);
        if (!nl_spend(h->c->budget, 1)) return;
        if (h->faces_wrap) end = i + 1 < h->segment_count ? base_of(h, i + 1, FACES) : faces;
        if (end > first && !nl_spend(h->c->budget, end - first)) return;
        for (uint32_t face = first; face < end && face < faces; face++)
            h->face_segments[face] = (uint16_t)i;
    }
}

/* ---- All of it ---- */

static void check_size(const nav2_here *h) {
    const nav2_chunk *const chunk = &h->g->chunks[NAV2_SEGMENTS];
    const uint32_t size = nl_load_u32(h->bytes + chunk->payload + 8);
    const nav2_place place = nav2_chunk_field(chunk, "selfSize", NL_U32LE, 8);
    if (size != chunk->end - chunk->payload)
        nav2_tell_here(
            h, NAV2_SEGMENTS_SIZE, &place,
            (nl_draft){.actual = nl_uint(size), .expected = nl_uint(chunk->end - chunk->payload)});
    const nav2_place count = nav2_chunk_field(chunk, "segmentCount", NL_U32LE, 12);
    if (h->segment_count > NAV2_MOST_SEGMENTS)
        nav2_tell_here(h, NAV2_SEGMENTS_MANY, &count,
                       (nl_draft){.actual = nl_uint(h->segment_count),
                                  .expected = nl_uint(NAV2_MOST_SEGMENTS)});
}

void nav2_check_segments(nav2_here *h) {
    check_size(h);
    check_empty_cells(h);
    if (h->has_graph) look_at_members(h);
    check_ranges(h);
    if (h->has_mesh) map_faces(h);
    for (uint32_t i = 0; i < h->segment_count && h->vertices_fit; i++) {
        if (!nl_spend(h->c->budget, nav2_segment_here(h, i).vertices)) return;
        nav2_check_bounds(h, i);
    }
}

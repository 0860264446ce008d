/* Segments: what they have a range of, and their bounds. */
#include <string.h>

#include "core/arena.h"
#include "core/checked.h"
#include "core/writer.h"
#include "parsers/mgs_nav2/fixes/fixes.h"

/* ---- Ranges ---- */

/* What segments have: the field of the first one, of their number, and how many there are. */
typedef struct nav2_member_range {
    unsigned base, count;
    uint32_t base_at, count_at;
    uint32_t total;
} nav2_member_range;

/* The range that a field of a segment is of, by its place in the segment. */
static bool range_of(const nav2_repair *m, uint64_t field_at, nav2_member_range *range) {
    const nav2_group *const g = m->g;
    const nav2_member_range ranges[] = {
        {NAV2_SEGMENT_VERTEX, NAV2_SEGMENT_VERTICES, NAV2_SEGMENT_VERTEX_AT,
         NAV2_SEGMENT_VERTICES_AT, g->mesh.position_count},
        {NAV2_SEGMENT_FACE, NAV2_SEGMENT_FACES, NAV2_SEGMENT_FACE_AT, NAV2_SEGMENT_FACES_AT,
         g->mesh.face_count},
        {NAV2_SEGMENT_EDGE, NAV2_SEGMENT_EDGES, NAV2_SEGMENT_EDGE_AT, NAV2_SEGMENT_EDGES_AT,
         g->graph.edge_count},
        {NAV2_SEGMENT_NODE, NAV2_SEGMENT_NODES, NAV2_SEGMENT_NODE_AT, NAV2_SEGMENT_NODES_AT,
         g->graph.node_count}};
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if (ranges[i].base_at == field_at || ranges[i].count_at == field_at) {
            *range = ranges[i];
            return true;
        }
    return false;
}

static uint64_t segment_at(const nav2_repair *m, uint32_t segment) {
    return m->g->segments.segments + (uint64_t)segment * NAV2_SEGMENT_BYTES;
}

/* A range ends where that of the next segment starts, the last one at the end of the table. */
bool nav2_fix_range(nl_fixer *fixer, const navlint_finding *finding) {
    nav2_repair m;
    nav2_member_range r;
    if (!nav2_repair_in(fixer, finding, &m) || m.kind != NAV2_SEGMENTS || m.number_count < 2)
        return false;
    const uint32_t segment = m.numbers[1];
    if (segment >= m.g->segments.count) return false;
    const uint64_t at = segment_at(&m, segment);
    if (!range_of(&m, finding->offset - at, &r)) return false;
    const bool is_last = segment + 1 == m.g->segments.count;
    const uint32_t first = nl_load_u16(m.bytes + at + r.base_at);
    const uint32_t end =
        is_last ? r.total : nl_load_u16(m.bytes + segment_at(&m, segment + 1) + r.base_at);
    return end >= first && end <= r.total && nav2_repair_set(&m, r.count, at, end - first);
}

/* ---- Who names which segment ---- */

/* The segment whose range has the node or edge; NL_NO_INDEX: none. */
static uint32_t owner_of(const nav2_repair *m, uint32_t index, bool is_node) {
    for (uint32_t i = 0; i < m->g->segments.count; i++) {
        const nav2_segment s = nav2_segment_at(nav2_segments_of(m->bytes, m->g), i);
        const uint32_t first = is_node ? s.node : s.edge;
        if (index >= first && index < first + (is_node ? s.nodes : s.edges)) return i;
    }
    return NL_NO_INDEX;
}

/* Nodes and edges have the word at the same place. */
static bool name_segment(const nav2_repair *m, uint32_t index, uint32_t segment, bool is_node) {
    const uint64_t table = is_node ? m->g->graph.nodes : m->g->graph.edges;
    const uint64_t at = table + (uint64_t)index * NAV2_NODE_BYTES;
    const uint32_t word = nl_load_u16(m->bytes + at + NAV2_NODE_SEGMENT_AT);
    const nav2_spot spot = {is_node ? NAV2_NODE_SEGMENT : NAV2_EDGE_SEGMENT,
                            at,
                            {m->g->chunks[NAV2_GRAPH].number, index}};
    return nav2_fix_set(m->fixer, &spot, (word & 0xF000) | segment);
}

bool nav2_fix_member_segment(nl_fixer *fixer, const navlint_finding *finding) {
    nav2_repair m;
    const bool is_node = strstr(finding->path, "/nodes/") != NULL;
    if (!nav2_repair_in(fixer, finding, &m) || m.kind != NAV2_GRAPH || m.number_count < 2)
        return false;
    if (!m.g->chunks[NAV2_SEGMENTS].is_readable) return false;
    if (!nl_fix_spend(fixer, m.g->segments.count)) return false;
    const uint32_t owner = owner_of(&m, m.numbers[1], is_node);
    return owner != NL_NO_INDEX && name_segment(&m, m.numbers[1], owner, is_node);
}

/* Nodes or edges in the range of the segment that name another one. */
bool nav2_fix_members(nl_fixer *fixer, const navlint_finding *finding) {
    nav2_repair m;
    if (!nav2_repair_in(fixer, finding, &m) || m.kind != NAV2_SEGMENTS || m.number_count < 2)
        return false;
    const uint32_t segment = m.numbers[1];
    if (segment >= m.g->segments.count || !m.g->chunks[NAV2_GRAPH].is_readable) return false;
    const nav2_segment s = nav2_segment_at(nav2_segments_of(m.bytes, m.g), segment);
    const bool is_node = finding->offset - segment_at(&m, segment) == NAV2_SEGMENT_NODES_AT;
    const uint32_t first = is_node ? s.node : s.edge;
    const uint32_t total = is_node ? m.g->graph.node_count : m.g->graph.edge_count;
    const uint32_t end = (uint32_t)nl_min(first + (is_node ? s.nodes : s.edges), total);
    const uint64_t table = is_node ? m.g->graph.nodes : m.g->graph.edges;
    bool is_ok = end < first || nl_fix_spend(fixer, end - first);
    for (uint32_t i = first; i < end && is_ok; i++) {
        const uint8_t *const p = m.bytes + table + (uint64_t)i * NAV2_NODE_BYTES;
        if ((nl_load_u16(p + NAV2_NODE_SEGMENT_AT) & 0xFFF) == segment) continue;
        is_ok = name_segment(&m, i, segment, is_node);
    }
    return is_ok;
}

/* ---- First edges and nodes, as Obj2Nav2 leaves them out ---- */

/* How many of the nodes or edges name the segment; they are sorted. */
static uint32_t named_by(const nav2_repair *m, uint32_t *from, uint32_t segment, bool is_node) {
    const uint64_t table = is_node ? m->g->graph.nodes : m->g->graph.edges;
    const uint32_t total = is_node ? m->g->graph.node_count : m->g->graph.edge_count;
    const uint32_t first = *from;
    for (; *from < total; (*from)++) {
        const uint8_t *const p = m->bytes + table + (uint64_t)*from * NAV2_NODE_BYTES;
        if ((nl_load_u16(p + NAV2_NODE_SEGMENT_AT) & 0xFFF) != segment) break;
    }
    return *from - first;
}

/* Writes first ones and counts as the nodes and edges make them. */
bool nav2_fix_graph_ranges(nl_fixer *fixer, const navlint_finding *finding) {
    nav2_repair m;
    if (!nav2_repair_in(fixer, finding, &m) || m.kind != NAV2_SEGMENTS ||
        !m.g->chunks[NAV2_GRAPH].is_readable ||
        !nl_fix_spend(fixer, (uint64_t)m.g->segments.count + m.g->graph.node_count +
                                 m.g->graph.edge_count))
        return false;
    const uint64_t length = (uint64_t)m.g->segments.count * NAV2_SEGMENT_BYTES;
    uint8_t *const bytes = nl_fix_alloc(fixer, length);
    if (!bytes) return false;
    memcpy(bytes, m.bytes + m.g->segments.segments, (size_t)length);
    uint32_t edge = 0;
    uint32_t node = 0;
    for (uint32_t i = 0; i < m.g->segments.count; i++) {
        nl_writer out =
            nl_writer_over(bytes + (uint64_t)i * NAV2_SEGMENT_BYTES, NAV2_SEGMENT_BYTES);
        out.at = NAV2_SEGMENT_EDGE_AT;
        nl_write_u16(&out, edge);
        nl_write_u16(&out, node);
        const uint32_t edges = named_by(&m, &edge, i, false);
        const uint32_t nodes = named_by(&m, &node, i, true);
        out.at = NAV2_SEGMENT_EDGES_AT;
        nl_write_u8(&out, edges);
        nl_write_u8(&out, nodes);
        if (edges > UINT8_MAX || nodes > UINT8_MAX) return false;
    }
    const bool is_all = edge == m.g->graph.edge_count && node == m.g->graph.node_count;
    const navlint_range old = {m.g->segments.segments, length};
    return is_all && nav2_fix_swap(&m, finding->path, old, bytes, length);
}

/* ---- Bounds ---- */

static int32_t lower(int32_t a, int32_t b) {
    return a < b ? a : b;
}

static int32_t higher(int32_t a, int32_t b) {
    return a > b ? a : b;
}

static void widen(nav2_position p, nav2_bounds *b) {
    b->low = (nav2_position){lower(b->low.x, p.x), lower(b->low.y, p.y), lower(b->low.z, p.z)};
    b->high =
        (nav2_position){higher(b->high.x, p.x), higher(b->high.y, p.y), higher(b->high.z, p.z)};
}

static void write_position(nl_writer *out, nav2_position p) {
    nl_write_u16(out, (uint32_t)p.x);
    nl_write_u16(out, (uint32_t)p.y);
    nl_write_u16(out, (uint32_t)p.z);
}

/* The segment whose bounds the finding names. */
static uint64_t bounds_named(const nav2_repair *m, const navlint_finding *finding) {
    const uint64_t from = m->g->segments.bounds;
    const uint64_t end = from + (uint64_t)m->g->segments.count * NAV2_BOUNDS_BYTES;
    if (finding->offset >= from && finding->offset < end) return finding->offset;
    for (size_t i = 0; i < finding->related_count; i++)
        if (finding->related[i].offset >= from && finding->related[i].offset < end)
            return finding->related[i].offset;
    return 0;
}

/* Writes the smallest and largest coordinates of the segment's vertices. */
bool nav2_fix_bounds(nl_fixer *fixer, const navlint_finding *finding) {
    nav2_repair m;
    if (!nav2_repair_in(fixer, finding, &m) || !m.g->chunks[NAV2_SEGMENTS].is_readable ||
        !m.g->chunks[NAV2_MESH].is_readable)
        return false;
    const uint64_t named = bounds_named(&m, finding);
    if (named == 0) return false;
    const uint32_t segment = (uint32_t)((named - m.g->segments.bounds) / NAV2_BOUNDS_BYTES);
    const nav2_segment s = nav2_segment_at(nav2_segments_of(m.bytes, m.g), segment);
    nav2_bounds b = {{UINT16_MAX, UINT16_MAX, UINT16_MAX}, {0, 0, 0}};
    if (s.vertices == 0 || s.vertex + s.vertices > m.g->mesh.position_count ||
        !nl_fix_spend(fixer, s.vertices))
        return false;
    for (uint32_t i = s.vertex; i < s.vertex + s.vertices; i++)
        widen(nav2_position_at(m.bytes + m.g->mesh.positions, i), &b);
    uint8_t bytes[NAV2_BOUNDS_BYTES];
    nl_writer out = nl_writer_over(bytes, sizeof bytes);
    write_position(&out, b.low);
    write_position(&out, b.high);
    const navlint_range old = {m.g->segments.bounds + (uint64_t)segment * NAV2_BOUNDS_BYTES,
                               sizeof bytes};
    return nav2_fix_swap(&m, finding->path, old, bytes, sizeof bytes);
}

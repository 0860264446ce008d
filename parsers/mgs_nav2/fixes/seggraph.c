/* SegmentGraphs: nodes that are missing, links whose places are wrong. */
#include <string.h>

#include "core/arena.h"
#include "core/checked.h"
#include "core/writer.h"
#include "parsers/mgs_nav2/fixes/fixes.h"
#include "parsers/mgs_nav2/segments/seggraph.h"

bool nav2_fix_seggraph_kind(nl_fixer *fixer, const navlint_finding *finding) {
    enum { UNUSED_BITS = 0xF << 20 };
    const navlint_field word = nl_fix_field_of(finding);
    return finding->type &&
           nl_fix_set(fixer, &word, nl_uint(finding->actual.as.uint & ~(uint64_t)UNUSED_BITS));
}

/* ---- Nodes of empty segments ---- */

static bool is_empty(const nav2_repair *m, uint32_t segment) {
    const nav2_segment s = nav2_segment_at(nav2_segments_of(m->bytes, m->g), segment);
    return s.faces == 0 && s.vertices == 0;
}

/* Whether the graph has a node for each segment but the empty ones. */
static bool lacks_empty(const nav2_repair *m) {
    const uint32_t segments = m->g->segments.count;
    uint32_t empty = 0;
    if (!m->g->chunks[NAV2_SEGMENTS].is_readable || segments > UINT16_MAX) return false;
    for (uint32_t i = 0; i < segments; i++)
        empty += is_empty(m, i);
    return empty != 0 && m->g->seggraph.node_count + empty == segments;
}

/* A row for each segment: the graph's own one after the other, and for the empty ones what
 * `write_empty` makes. Filled up with zeros. */
typedef struct nav2_new_table {
    const char *path;
    uint64_t at, end; /* of the old one with what fills it up */
    uint32_t row_bytes;
    void (*write_empty)(const nav2_repair *m, nl_writer *out, uint32_t segment, uint32_t node);
} nav2_new_table;

static bool replace_table(const nav2_repair *m, const nav2_new_table *t) {
    const uint32_t segments = m->g->segments.count;
    const uint64_t length = nav2_align((uint64_t)segments * t->row_bytes);
    uint8_t *const bytes = nl_fix_alloc(m->fixer, length);
    nl_writer out = nl_writer_over(bytes, (size_t)length);
    if (!bytes || t->end < t->at) return false;
    for (uint32_t i = 0, node = 0; i < segments; i++) {
        if (is_empty(m, i))
            t->write_empty(m, &out, i, node);
        else
            nl_write_bytes(&out, m->bytes + t->at + (uint64_t)t->row_bytes * node++, t->row_bytes);
    }
    return nl_writer_ok(&out) &&
           nav2_fix_swap(m, t->path, (navlint_range){t->at, t->end - t->at}, bytes, length);
}

/* In a corner of its bounds. */
static void write_position(const nav2_repair *m, nl_writer *out, uint32_t segment, uint32_t node) {
    (void)node;
    nl_write_bytes(out, m->bytes + m->g->segments.bounds + (uint64_t)segment * NAV2_BOUNDS_BYTES,
                   NAV2_POSITION_BYTES);
}

/* Without links, where those of the next node start; of no island. */
static void write_node(const nav2_repair *m, nl_writer *out, uint32_t segment, uint32_t node) {
    (void)segment;
    const nav2_group *const g = m->g;
    uint32_t place = 0;
    if (node < g->seggraph.node_count)
        place = nav2_segnode_at(m->bytes + g->seggraph.nodes, node).links / 2;
    else if (node != 0)
        place = (uint32_t)(m->numbers[2] / 2);
    nl_write_u32(out, place);
    for (uint32_t i = 0; i < NAV2_ISLAND_SLOTS; i++)
        nl_write_u16(out, NAV2_NO_ISLAND_NODE);
    nl_write_u16(out, 0);
}

/* Where the links of the last node end, with their lists. */
static uint32_t links_end(const nav2_repair *m) {
    const nav2_group *const g = m->g;
    if (g->seggraph.node_count == 0) return 0;
    nav2_check c = {.bytes = m->bytes, .doc = m->doc};
    const nav2_group_check gc = nav2_group_check_of(&c, g);
    const nav2_segnode last =
        nav2_segnode_at(m->bytes + g->seggraph.nodes, g->seggraph.node_count - 1);
    const uint64_t links = nav2_seglinks_of(g, &last);
    const uint32_t listed = links != 0 ? nav2_listed_of(&gc, &last, links) : 0;
    return (last.links + nav2_seglinks_bytes(&last) + listed + 1) / 2 * 2;
}

/* Obj2Nav2 leaves out the nodes of empty segments and counts them in its links: with them node i is
 * segment i again. */
bool nav2_fix_seggraph_nodes(nl_fixer *fixer, const navlint_finding *finding) {
    nav2_repair m;
    if (!nav2_repair_in(fixer, finding, &m) || m.kind != NAV2_SEGGRAPH || !lacks_empty(&m))
        return false;
    const nav2_group *const g = m.g;
    m.numbers[2] = links_end(&m);
    const nav2_new_table positions = {finding->path, g->seggraph.positions, g->seggraph.nodes,
                                      NAV2_POSITION_BYTES, write_position};
    const nav2_new_table nodes = {finding->path, g->seggraph.nodes, g->seggraph.links,
                                  NAV2_SEGNODE_BYTES, write_node};
    return replace_table(&m, &positions) && replace_table(&m, &nodes) &&
           nav2_repair_set(&m, NAV2_SEGGRAPH_HEADER_NODE_COUNT, g->chunks[NAV2_SEGGRAPH].payload,
                           g->segments.count);
}

/* ---- The link back ---- */

/* The place in the other node's list of the link that leads to `node`. */
static bool find_back(const nav2_repair *m, const nav2_group *other, uint32_t to,
                      nav2_link_kind kind, uint32_t *place) {
    if (to >= other->seggraph.node_count || !other->chunks[NAV2_SEGGRAPH].is_readable) return false;
    const nav2_segnode node = nav2_segnode_at(m->bytes + other->seggraph.nodes, to);
    const uint64_t links = nav2_seglinks_of(other, &node);
    const uint64_t first = nav2_first_seglink(&node, links, kind);
    for (uint32_t i = 0; i < node.counts[kind] && links != 0; i++) {
        const nav2_seglink back = nav2_seglink_of(m->bytes, kind, first, i).link;
        const bool is_group = kind == NAV2_LINK_INSIDE || back.group == nav2_number_of(m->g->uid);
        *place = i;
        if (back.node == m->numbers[1] && is_group) return true;
    }
    return false;
}

bool nav2_fix_seglink_back(nl_fixer *fixer, const navlint_finding *finding) {
    nav2_repair m;
    const navlint_field back = nl_fix_field_of(finding);
    uint32_t place = 0;
    if (!nav2_repair_in(fixer, finding, &m) || m.number_count < 3 || !finding->type) return false;
    const bool is_chunk = strstr(finding->path, "/crossChunk/") != NULL;
    const nav2_link_kind kind = is_chunk ? NAV2_LINK_CHUNK : NAV2_LINK_INSIDE;
    const uint64_t at = finding->offset + 1 - nav2_seglink_bytes(kind);
    const nav2_seglink link = nav2_seglink_at(m.bytes + at, kind);
    const nav2_group *const other = is_chunk ? nav2_group_of(m.doc, link.group) : m.g;
    return other && find_back(&m, other, link.node, kind, &place) &&
           nl_fix_set(fixer, &back, nl_uint(place));
}

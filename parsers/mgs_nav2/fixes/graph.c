/* NavigationGraphs: numbers in links, edges and nodes that their other ends know. */
#include <string.h>

#include "core/arena.h"
#include "core/checked.h"
#include "parsers/mgs_nav2/fixes/fixes.h"

static nav2_node node_of(const nav2_repair *m, uint32_t index) {
    return nav2_node_at(m->bytes + m->g->graph.nodes, index);
}

static bool is_node(const nav2_repair *m) {
    return m->kind == NAV2_GRAPH && m->number_count >= 2 &&
           m->numbers[1] < m->g->graph.node_count && m->g->chunks[NAV2_SEGMENTS].is_readable;
}

/* ---- Links ---- */

/* The ends of an edge as nodes of the group; false if its segment is not there. */
static bool ends_of(const nav2_repair *m, uint32_t edge, uint32_t ends[2]) {
    if (edge >= m->g->graph.edge_count) return false;
    const uint8_t *const p = m->bytes + m->g->graph.edges + (uint64_t)edge * NAV2_EDGE_BYTES;
    const uint32_t segment = nl_load_u16(p + NAV2_EDGE_SEGMENT_AT) & 0xFFF;
    if (segment >= m->g->segments.count) return false;
    const uint32_t first = nav2_segment_at(nav2_segments_of(m->bytes, m->g), segment).node;
    ends[0] = first + p[NAV2_EDGE_NODE_0_AT];
    ends[1] = first + p[NAV2_EDGE_NODE_1_AT];
    return ends[0] != ends[1];
}

/* The other end of the link's edge. */
bool nav2_fix_link_node(nl_fixer *fixer, const navlint_finding *finding) {
    nav2_repair m;
    uint32_t ends[2];
    const navlint_field to = nl_fix_field_of(finding);
    if (!nav2_repair_in(fixer, finding, &m) || !is_node(&m) || !finding->type) return false;
    const uint32_t edge = nl_load_u16(m.bytes + finding->offset + NAV2_LINK_EDGE_AT);
    if (!ends_of(&m, edge, ends) || (ends[0] != m.numbers[1] && ends[1] != m.numbers[1]))
        return false;
    return nl_fix_set(fixer, &to, nl_uint(ends[ends[0] == m.numbers[1]]));
}

/* The edge that joins the two nodes. */
bool nav2_fix_link_edge(nl_fixer *fixer, const navlint_finding *finding) {
    nav2_repair m;
    uint32_t ends[2];
    const navlint_field edge = nl_fix_field_of(finding);
    if (!nav2_repair_in(fixer, finding, &m) || !is_node(&m) || !finding->type) return false;
    const uint32_t to = nl_load_u16(m.bytes + finding->offset - NAV2_LINK_EDGE_AT);
    if (!nl_fix_spend(fixer, m.g->graph.edge_count)) return false;
    for (uint32_t i = 0; i < m.g->graph.edge_count; i++) {
        if (!ends_of(&m, i, ends)) continue;
        const bool is_there = (ends[0] == m.numbers[1] && ends[1] == to) ||
                              (ends[1] == m.numbers[1] && ends[0] == to);
        if (is_there) return nl_fix_set(fixer, &edge, nl_uint(i));
    }
    return false;
}

/* The nodes that have links by an edge. */
typedef struct nav2_users {
    uint32_t nodes[2];
    uint32_t count;
} nav2_users;

static void note_user(const nav2_repair *m, uint32_t index, uint32_t edge, nav2_users *users) {
    const nav2_node node = node_of(m, index);
    const uint64_t links = nav2_links_of(m->g, &node);
    for (uint32_t i = 0; i < node.inside && links != 0; i++) {
        const uint64_t at = links + (uint64_t)i * NAV2_LINK_BYTES;
        if (nl_load_u16(m->bytes + at + NAV2_LINK_EDGE_AT) != edge) continue;
        if (users->count < 2) users->nodes[users->count] = index;
        users->count++;
    }
}

/* Writes the nodes that have links by the edge; what of the two is right stays. */
bool nav2_fix_edge_ends(nl_fixer *fixer, const navlint_finding *finding) {
    nav2_repair m;
    nav2_users users = {.count = 0};
    if (!nav2_repair_in(fixer, finding, &m) || m.kind != NAV2_GRAPH || m.number_count < 2)
        return false;
    const uint32_t edge = m.numbers[1];
    if (edge >= m.g->graph.edge_count || !m.g->chunks[NAV2_SEGMENTS].is_readable) return false;
    for (uint32_t i = 0; i < m.g->graph.node_count; i++) {
        if (!nl_fix_spend(fixer, 1 + node_of(&m, i).inside)) return false;
        note_user(&m, i, edge, &users);
    }
    const uint64_t at = m.g->graph.edges + (uint64_t)edge * NAV2_EDGE_BYTES;
    const uint32_t segment = nl_load_u16(m.bytes + at + NAV2_EDGE_SEGMENT_AT) & 0xFFF;
    if (users.count != 2 || segment >= m.g->segments.count) return false;
    const uint32_t first = nav2_segment_at(nav2_segments_of(m.bytes, m.g), segment).node;
    if (users.nodes[0] < first || users.nodes[1] < first) return false;
    const uint32_t a = users.nodes[0] - first;
    const uint32_t b = users.nodes[1] - first;
    const bool turns =
        m.bytes[at + NAV2_EDGE_NODE_0_AT] == b || m.bytes[at + NAV2_EDGE_NODE_1_AT] == a;
    return nav2_repair_set(&m, NAV2_EDGE_NODE_0, at, turns ? b : a) &&
           nav2_repair_set(&m, NAV2_EDGE_NODE_1, at, turns ? a : b);
}

/* ---- The place of links ---- */

/* What the upper bits add to the place goes into the place. */
bool nav2_fix_link_upper(nl_fixer *fixer, const navlint_finding *finding) {
    nav2_repair m;
    if (!nav2_repair_in(fixer, finding, &m) || !is_node(&m)) return false;
    const uint64_t at = m.g->graph.nodes + (uint64_t)m.numbers[1] * NAV2_NODE_BYTES;
    const nav2_node node = node_of(&m, m.numbers[1]);
    return nav2_repair_set(&m, NAV2_NODE_SEGMENT, at, node.segment) &&
           nav2_repair_set(&m, NAV2_NODE_LINKS, at, node.links / 2);
}

/* ---- Faces of nodes ---- */

static bool has_node(const nav2_repair *m, uint32_t index, uint32_t first, uint32_t node) {
    const nav2_face face = nav2_face_at(m->bytes + m->g->mesh.faces, index);
    uint32_t record_bytes;
    const uint8_t *const record = nav2_record_of(m->bytes, m->g, &face, &record_bytes);
    bool has = false;
    for (uint32_t side = 0; side < face.nodes && record; side++)
        has |= first + nav2_side_node(&face, record, side) == node;
    return has;
}

/* The first face of the node's segment that has the node at a side. */
bool nav2_fix_node_face(nl_fixer *fixer, const navlint_finding *finding) {
    nav2_repair m;
    const navlint_field face = nl_fix_field_of(finding);
    if (!nav2_repair_in(fixer, finding, &m) || !is_node(&m) || !finding->type) return false;
    const uint32_t segment = node_of(&m, m.numbers[1]).segment;
    if (!m.g->chunks[NAV2_MESH].is_readable || segment >= m.g->segments.count) return false;
    const nav2_segment s = nav2_segment_at(nav2_segments_of(m.bytes, m.g), segment);
    for (uint32_t i = s.face; i < s.face + s.faces && i < m.g->mesh.face_count; i++)
        if (has_node(&m, i, s.node, m.numbers[1])) return nl_fix_set(fixer, &face, nl_uint(i));
    return false;
}

/* ---- Crossing links ---- */

/* What crosses to a node from elsewhere. */
typedef struct nav2_crossing_from {
    uint32_t group, node; /* number of the group */
    uint32_t count;       /* of such nodes; the first is kept */
} nav2_crossing_from;

/* A safe fix takes the only one, an unsafe one the first. */
static bool is_enough(const nav2_crossing_from *from, const navlint_finding *finding,
                      const nl_fixer *fixer) {
    const nl_fix_row *const rows = fixer->format->fixes->rows;
    const bool is_safe = rows[finding->rule - fixer->format->info.rules].safety == NAVLINT_SAFE;
    return is_safe ? from->count == 1 : from->count != 0;
}

static void note_crossing(nav2_crossing_from *from, uint32_t group, uint32_t node) {
    if (from->count++ == 0) from->group = group, from->node = node;
}

/* The node of another segment that crosses to this one. */
bool nav2_fix_crossing(nl_fixer *fixer, const navlint_finding *finding) {
    nav2_repair m;
    nav2_crossing_from from = {.count = 0};
    const navlint_field to = nl_fix_field_of(finding);
    if (!nav2_repair_in(fixer, finding, &m) || !is_node(&m) || !finding->type) return false;
    const nav2_node own = node_of(&m, m.numbers[1]);
    if (!nl_fix_spend(fixer, m.g->graph.node_count)) return false;
    for (uint32_t i = 0; i < m.g->graph.node_count; i++) {
        const nav2_crossing_back back = {i, NAV2_CROSS_SEGMENT, 0, m.numbers[1]};
        const bool is_other = node_of(&m, i).segment != own.segment;
        if (is_other && nav2_crosses_back(m.bytes, m.g, &back)) note_crossing(&from, 0, i);
    }
    return is_enough(&from, finding, fixer) && nl_fix_set(fixer, &to, nl_uint(from.node));
}

static void note_crossings_of(const nav2_repair *m, const nav2_group *other,
                              nav2_crossing_from *from) {
    const uint32_t number = nav2_number_of(m->g->uid);
    for (uint32_t i = 0; i < other->graph.node_count; i++) {
        const nav2_crossing_back back = {i, NAV2_CROSS_CHUNK, number, m->numbers[1]};
        if (nav2_crosses_back(m->bytes, other, &back))
            note_crossing(from, nav2_number_of(other->uid), i);
    }
}

/* The node of another group that crosses to this one. */
bool nav2_fix_chunk_crossing(nl_fixer *fixer, const navlint_finding *finding) {
    nav2_repair m;
    nav2_crossing_from from = {.count = 0};
    if (!nav2_repair_in(fixer, finding, &m) || !is_node(&m)) return false;
    const nav2_node own = node_of(&m, m.numbers[1]);
    const uint64_t at = nav2_crossing_at(m.g, &own, NAV2_CROSS_CHUNK);
    for (uint32_t k = 0; k < m.doc->group_count && at != 0; k++) {
        const nav2_group *const other = &m.doc->groups[k];
        if (other == m.g || !other->chunks[NAV2_GRAPH].is_readable) continue;
        if (!nl_fix_spend(fixer, other->graph.node_count)) return false;
        note_crossings_of(&m, other, &from);
    }
    return is_enough(&from, finding, fixer) &&
           nav2_repair_set(&m, NAV2_TO_CHUNK_GROUP, at, from.group) &&
           nav2_repair_set(&m, NAV2_TO_CHUNK_NODE, at, from.node);
}

/* The chain of chunks, and the places of their tables. */
#include "core/arena.h"
#include "core/checked.h"
#include "parsers/mgs_nav2/chunks/chunks.h"
#include "parsers/mgs_nav2/fixes/fixes.h"

/* ---- Headers ---- */

/* The header of a chunk of the file's tile. */
static bool is_header(const nav2_repair *m, uint64_t at) {
    if (at + NAV2_SMALLEST_CHUNK_BYTES > m->length) return false;
    const uint8_t *const p = m->bytes + at;
    const uint32_t next = nl_load_u32(p + NAV2_CHUNK_HEADER_NEXT_AT);
    return nl_load_u32(p + NAV2_CHUNK_HEADER_TYPE_AT) < NAV2_KINDS &&
           nl_load_u32(p + NAV2_CHUNK_HEADER_DATA_AT) == NAV2_CHUNK_HEADER_BYTES &&
           nav2_tile_of(nl_load_u32(p + NAV2_CHUNK_HEADER_UID_AT)) == nav2_tile_of(m->doc->uid) &&
           next >= NAV2_SMALLEST_CHUNK_BYTES && next % NAV2_ALIGN == 0;
}

/* The offset is wrong, or zeros stand in front of the first chunk. */
bool nav2_fix_chunks_start(nl_fixer *fixer, const navlint_finding *finding) {
    nav2_repair m;
    if (!nav2_repair_of(fixer, finding, &m) || m.doc->descs_at == 0) return false;
    const uint64_t expected = nav2_align(nav2_descs_end(m.doc));
    const nav2_spot start = {NAV2_HEADER_CHUNKS, 0, {0}};
    if (is_header(&m, expected)) return nav2_fix_set(fixer, &start, expected);
    return nav2_fix_remove_zeros(&m, "/chunksPadding", expected, m.doc->chunks_at);
}

/* A chunk ends where the next one starts, the last one in front of the next part. */
bool nav2_fix_chunk_end(nl_fixer *fixer, const navlint_finding *finding) {
    nav2_repair m;
    const navlint_field next = nl_fix_field_of(finding);
    if (!nav2_repair_of(fixer, finding, &m) || !finding->type || m.doc->has_chain) return false;
    const uint64_t at = m.doc->chain_end;
    const uint64_t end = nav2_fix_next_part(&m, at + 1);
    uint64_t to = nav2_align(at + NAV2_SMALLEST_CHUNK_BYTES);
    while (to < end && !is_header(&m, to))
        to += NAV2_ALIGN;
    return finding->offset == at + NAV2_CHUNK_HEADER_NEXT_AT && to <= end &&
           nl_fix_set(fixer, &next, nl_uint(to - at));
}

bool nav2_fix_chunk_data_gap(nl_fixer *fixer, const navlint_finding *finding) {
    nav2_repair m;
    if (!nav2_repair_of(fixer, finding, &m) || !m.g) return false;
    const nav2_chunk *const chunk = &m.g->chunks[m.kind];
    if (is_header(&m, chunk->at) || chunk->payload == 0) return false;
    return nav2_fix_remove_zeros(&m, finding->path, chunk->at + NAV2_CHUNK_HEADER_BYTES,
                                 chunk->payload);
}

/* ---- Groups ---- */

static uint32_t kinds_of(const nav2_group *group) {
    uint32_t count = 0;
    for (uint32_t kind = 0; kind < NAV2_KINDS; kind++)
        count += group->chunks[kind].at != 0;
    return count;
}

/* The group that lacks this kind of chunk and no other; NULL: none, or several. */
static const nav2_group *group_without(const nav2_document *doc, uint32_t kind) {
    const nav2_group *found = NULL;
    for (uint32_t i = 0; i < doc->group_count; i++) {
        const nav2_group *const group = &doc->groups[i];
        if (group->chunks[kind].at != 0 || kinds_of(group) + 1 != NAV2_CHUNKS_OF_GROUP) continue;
        if (found) return NULL;
        found = group;
    }
    return found;
}

/* The chunk whose type is none gets the one that its group lacks. */
bool nav2_fix_chunk_type(nl_fixer *fixer, const navlint_finding *finding) {
    nav2_repair m;
    const navlint_field type = nl_fix_field_of(finding);
    if (!nav2_repair_of(fixer, finding, &m) || !finding->type) return false;
    const uint32_t uid = nl_load_u32(m.bytes + finding->offset + NAV2_CHUNK_HEADER_UID_AT);
    const nav2_group *const group = nav2_group_of(m.doc, nav2_number_of(uid));
    if (!group || kinds_of(group) + 1 != NAV2_CHUNKS_OF_GROUP) return false;
    uint32_t kind = 0;
    while (kind < NAV2_KINDS && (kind == NAV2_UNKNOWN_KIND || group->chunks[kind].at != 0))
        kind++;
    return kind < NAV2_KINDS && nl_fix_set(fixer, &type, nl_uint(kind));
}

static bool join(const nav2_repair *m, uint64_t at, uint32_t number) {
    const uint32_t type = nl_load_u32(m->bytes + at + NAV2_CHUNK_HEADER_TYPE_AT);
    const nav2_group *const group = type < NAV2_KINDS ? group_without(m->doc, type) : NULL;
    const nav2_spot uid = {NAV2_CHUNK_HEADER_UID, at, {number}};
    return group && nav2_fix_set(m->fixer, &uid, group->uid);
}

/* A chunk that its group has twice, or that is alone, belongs to the group that lacks it. */
bool nav2_fix_chunk_group(nl_fixer *fixer, const navlint_finding *finding) {
    nav2_repair m;
    if (!nav2_repair_of(fixer, finding, &m) || m.number_count == 0) return false;
    const uint64_t at = finding->offset - NAV2_CHUNK_HEADER_UID_AT;
    if (!m.g || kinds_of(m.g) == 1) return join(&m, at, m.numbers[0]);
    for (uint32_t i = 0; i < m.doc->group_count; i++) {
        const nav2_group *const group = &m.doc->groups[i];
        for (uint32_t kind = 0; kind < NAV2_KINDS && kinds_of(group) == 1; kind++)
            if (group->chunks[kind].at != 0)
                return join(&m, group->chunks[kind].at, group->chunks[kind].number);
    }
    return false;
}

/* ---- Tables ---- */

typedef struct nav2_layout_plan {
    unsigned fields[6];
    uint64_t bytes[6]; /* of each table */
    uint32_t count;
} nav2_layout_plan;

static uint32_t number_at(const nav2_repair *m, unsigned field) {
    const uint8_t *const header = m->bytes + m->g->chunks[m->kind].payload;
    return (uint32_t)nl_field_value(&nav2_fields.fields[field], header).as.uint;
}

/* Bytes of all links of nodes that stand behind the positions. */
static uint64_t links_bytes(const nav2_repair *m, uint64_t nodes, uint32_t count) {
    uint64_t bytes = 0;
    if (nodes + (uint64_t)count * NAV2_NODE_BYTES > m->g->chunks[m->kind].end) return 0;
    for (uint32_t i = 0; i < count; i++) {
        const nav2_node node = nav2_node_at(m->bytes + nodes, i);
        bytes = nl_max(bytes, (uint64_t)node.links + nav2_link_bytes(&node));
    }
    return bytes;
}

static nav2_layout_plan plan_graph(const nav2_repair *m) {
    const uint32_t nodes = number_at(m, NAV2_GRAPH_HEADER_NODE_COUNT);
    const uint64_t positions = (uint64_t)nodes * NAV2_POSITION_BYTES;
    const uint64_t nodes_at =
        m->g->chunks[m->kind].payload + nav2_align(NAV2_GRAPH_HEADER_BYTES + positions);
    return (nav2_layout_plan){
        {NAV2_GRAPH_HEADER_POSITIONS, NAV2_GRAPH_HEADER_NODES, NAV2_GRAPH_HEADER_LINKS,
         NAV2_GRAPH_HEADER_EDGES, NAV2_GRAPH_HEADER_ATTRIBUTES, NAV2_GRAPH_HEADER_FACES},
        {positions, (uint64_t)nodes * NAV2_NODE_BYTES, links_bytes(m, nodes_at, nodes),
         (uint64_t)number_at(m, NAV2_GRAPH_HEADER_EDGE_COUNT) * NAV2_EDGE_BYTES,
         (uint64_t)number_at(m, NAV2_GRAPH_HEADER_ATTRIBUTE_COUNT) * NAV2_ATTRIBUTE_BYTES},
        6};
}

static nav2_layout_plan plan_of(const nav2_repair *m) {
    const uint64_t p = NAV2_POSITION_BYTES;
    switch (m->kind) {
    case NAV2_GRAPH:
        return plan_graph(m);
    case NAV2_MESH:
        return (nav2_layout_plan){
            {NAV2_MESH_HEADER_POSITIONS, NAV2_MESH_HEADER_FACES, NAV2_MESH_HEADER_RECORDS},
            {p * number_at(m, NAV2_MESH_HEADER_POSITION_COUNT),
             (uint64_t)NAV2_FACE_BYTES * number_at(m, NAV2_MESH_HEADER_FACE_COUNT)},
            3};
    case NAV2_SEGMENTS:
        return (nav2_layout_plan){
            {NAV2_SEGMENTS_HEADER_BOUNDS, NAV2_SEGMENTS_HEADER_SEGMENTS},
            {(uint64_t)NAV2_BOUNDS_BYTES * number_at(m, NAV2_SEGMENTS_HEADER_COUNT)},
            2};
    default:
        return (nav2_layout_plan){
            {NAV2_SEGGRAPH_HEADER_POSITIONS, NAV2_SEGGRAPH_HEADER_NODES,
             NAV2_SEGGRAPH_HEADER_LINKS},
            {p * number_at(m, NAV2_SEGGRAPH_HEADER_NODE_COUNT),
             (uint64_t)NAV2_SEGNODE_BYTES * number_at(m, NAV2_SEGGRAPH_HEADER_NODE_COUNT)},
            3};
    }
}

/* The records of faces may stand right behind the faces, or at the next multiple of 16. */
static bool is_in_place(const nav2_repair *m, unsigned field, uint64_t end_before) {
    const uint32_t at = number_at(m, field);
    return at == nav2_align(end_before) || (field == NAV2_MESH_HEADER_RECORDS && at == end_before);
}

/* Tables follow each other: the offsets that say otherwise are written. */
bool nav2_fix_blocks(nl_fixer *fixer, const navlint_finding *finding) {
    nav2_repair m;
    if (!nav2_repair_of(fixer, finding, &m) || !m.g || m.g->chunks[m.kind].payload == 0)
        return false;
    const nav2_layout_plan plan = plan_of(&m);
    uint64_t end = nav2_data_header_bytes(m.kind);
    bool is_ok = true;
    for (uint32_t i = 0; i < plan.count && is_ok; i++) {
        const uint64_t at = nav2_align(end);
        const bool is_right = is_in_place(&m, plan.fields[i], end);
        if (!is_right) is_ok = nav2_repair_set(&m, plan.fields[i], m.g->chunks[m.kind].payload, at);
        end = (is_right ? number_at(&m, plan.fields[i]) : at) + plan.bytes[i];
    }
    return is_ok;
}

/* Zeros in front of a table, or at the end of the chunk. */
bool nav2_fix_layout(nl_fixer *fixer, const navlint_finding *finding) {
    nav2_repair m;
    if (!nav2_repair_in(fixer, finding, &m) || finding->relation != NAVLINT_EQUAL) return false;
    const nav2_chunk *const chunk = &m.g->chunks[m.kind];
    const bool is_end = finding->offset < chunk->payload;
    const uint64_t start = is_end ? chunk->at : chunk->payload;
    return nav2_fix_remove_zeros(&m, finding->path, start + finding->expected.as.uint,
                                 start + finding->actual.as.uint);
}

bool nav2_fix_padding(nl_fixer *fixer, const navlint_finding *finding) {
    const navlint_field padding = nl_fix_field_of(finding);
    uint8_t *const zeros = nl_fix_alloc(fixer, padding.length);
    return zeros && nl_fix_replace(fixer, &padding, zeros, padding.length);
}

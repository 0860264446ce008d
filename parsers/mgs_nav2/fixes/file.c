/* The header, the descriptors, and what stands between the parts of the file. */
#include <string.h>

#include "core/arena.h"
#include "core/checked.h"
#include "core/writer.h"
#include "parsers/mgs_nav2/chunks/graph.h"
#include "parsers/mgs_nav2/fixes/fixes.h"

static bool set_header(const nav2_repair *m, unsigned field, uint64_t value) {
    const nav2_spot spot = {field, 0, {0}};
    return nav2_fix_set(m->fixer, &spot, value);
}

/* ---- The size ---- */

/* What the parts of the file do not reach goes; else the size is wrong. */
bool nav2_fix_trail(nl_fixer *fixer, const navlint_finding *finding) {
    nav2_repair m;
    if (!nav2_repair_of(fixer, finding, &m)) return false;
    const uint32_t said = nl_load_u32(m.bytes + NAV2_HEADER_FILE_SIZE_AT);
    const navlint_field trail = nav2_fix_bytes("/tail", said, m.length);
    if (nav2_fix_end_of_parts(m.doc) > said) return nl_fix_write_expected(fixer, finding);
    return said < m.length && nl_fix_remove(fixer, &trail);
}

bool nav2_fix_size_align(nl_fixer *fixer, const navlint_finding *finding) {
    static const uint8_t zeros[NAV2_ALIGN];
    nav2_repair m;
    if (!nav2_repair_of(fixer, finding, &m)) return false;
    const uint64_t end = nav2_align(nav2_fix_end_of_parts(m.doc));
    const navlint_field tail = nav2_fix_bytes("/tail", end, m.length);
    const navlint_field behind = nav2_fix_bytes("/tail", m.length, m.length);
    if (end < m.length) return nav2_fix_are_zeros(&m, end, m.length) && nl_fix_remove(fixer, &tail);
    return nl_fix_insert(fixer, &behind, "/tail", zeros, nav2_align(m.length) - m.length);
}

/* ---- Flags and origin ---- */

bool nav2_fix_flags(nl_fixer *fixer, const navlint_finding *finding) {
    nav2_repair m;
    return nav2_repair_of(fixer, finding, &m) &&
           set_header(&m, NAV2_HEADER_FLAGS, m.doc->flags & NAV2_FLAGS_KNOWN);
}

/* SearchSpace starts where the file does. */
bool nav2_fix_tile_origin(nl_fixer *fixer, const navlint_finding *finding) {
    nav2_repair m;
    if (!nav2_repair_of(fixer, finding, &m) || !nl_fix_write_expected(fixer, finding)) return false;
    const uint64_t at = m.doc->search.at + (finding->offset - NAV2_HEADER_ORIGIN_X_AT);
    const char *const path = finding->offset == NAV2_HEADER_ORIGIN_X_AT ? "/searchSpace/origin/x"
                                                                        : "/searchSpace/origin/z";
    const navlint_field origin = {.path = path, .type = "f32le", .offset = at, .length = 4};
    const bool agrees =
        m.doc->search.at != 0 && memcmp(m.bytes + at, m.bytes + finding->offset, 4) == 0;
    return !agrees || nl_fix_set(fixer, &origin, finding->expected);
}

/* ---- Divisors ---- */

/* Whether the edges weigh what their lengths make with these divisors: nearly all of the first
 * group that can be read. */
static bool fit_weights(const nav2_repair *m, const nav2_document *doc) {
    float scale[3];
    const nav2_group *const g = doc->groups;
    uint32_t fit = 0;
    if (doc->group_count == 0 || !g->chunks[NAV2_GRAPH].is_readable ||
        !g->chunks[NAV2_SEGMENTS].is_readable || !nav2_weight_scale(doc, scale))
        return false;
    for (uint32_t i = 0; i < g->graph.edge_count; i++) {
        const uint8_t *const p = m->bytes + g->graph.edges + (uint64_t)i * NAV2_EDGE_BYTES;
        const uint32_t segment = nl_load_u16(p + NAV2_EDGE_SEGMENT_AT) & 0xFFF;
        if (segment >= g->segments.count) continue;
        const uint32_t first = nav2_segment_at(nav2_segments_of(m->bytes, g), segment).node;
        const uint32_t a = first + p[NAV2_EDGE_NODE_0_AT];
        const uint32_t b = first + p[NAV2_EDGE_NODE_1_AT];
        if (a >= g->graph.node_count || b >= g->graph.node_count) continue;
        fit +=
            nav2_is_weight(nl_load_u16(p + NAV2_EDGE_WEIGHT_AT), nav2_node_position(m->bytes, g, a),
                           nav2_node_position(m->bytes, g, b), scale);
    }
    return fit != 0 && fit >= g->graph.edge_count - g->graph.edge_count / 16;
}

static bool has_faces(const nav2_document *doc) {
    bool has = false;
    for (uint32_t i = 0; i < doc->group_count; i++)
        has |= doc->groups[i].mesh.face_count != 0;
    return has;
}

/* The divisor of another axis, or that of tiles, if it makes the weights of the edges; of a mesh
 * without faces any is right. */
static uint32_t divisor_for(const nav2_repair *m, uint32_t axis) {
    const uint32_t candidates[] = {m->doc->divisor[(axis + 2) % 3], m->doc->divisor[(axis + 1) % 3],
                                   NAV2_TILE_DIVISOR};
    if (!has_faces(m->doc)) return NAV2_TILE_DIVISOR;
    for (size_t i = 0; i < sizeof candidates / sizeof candidates[0]; i++) {
        nav2_document doc = *m->doc;
        doc.divisor[axis] = candidates[i];
        if (candidates[i] != 0 && fit_weights(m, &doc)) return candidates[i];
    }
    return 0;
}

bool nav2_fix_weight_divisor(nl_fixer *fixer, const navlint_finding *finding) {
    enum { USUAL_DIVISOR = 127 };
    nav2_repair m;
    if (!nav2_repair_of(fixer, finding, &m)) return false;
    nav2_document doc = *m.doc;
    doc.weight_divisor = USUAL_DIVISOR;
    return (fit_weights(&m, &doc) || !has_faces(&doc)) &&
           set_header(&m, NAV2_HEADER_WEIGHT_DIVISOR, USUAL_DIVISOR);
}

bool nav2_fix_divisor(nl_fixer *fixer, const navlint_finding *finding) {
    nav2_repair m;
    if (finding->offset == NAV2_HEADER_WEIGHT_DIVISOR_AT)
        return nav2_fix_weight_divisor(fixer, finding);
    if (!nav2_repair_of(fixer, finding, &m)) return false;
    const uint32_t axis = (uint32_t)(finding->offset - NAV2_HEADER_DIVISOR_X_AT) / 2;
    const uint32_t divisor = axis < 3 ? divisor_for(&m, axis) : 0;
    return divisor != 0 && set_header(&m, NAV2_HEADER_DIVISOR_X + axis, divisor);
}

/* ---- Descriptors ---- */

bool nav2_fix_descs_range(nl_fixer *fixer, const navlint_finding *finding) {
    nav2_repair m;
    if (!nav2_repair_of(fixer, finding, &m)) return false;
    const uint32_t chunks = nl_load_u32(m.bytes + NAV2_HEADER_CHUNK_COUNT_AT);
    const navlint_field count = nl_fix_field_of(finding);
    return finding->type && chunks % NAV2_CHUNKS_OF_GROUP == 0 &&
           nl_fix_set(fixer, &count, nl_uint(chunks / NAV2_CHUNKS_OF_GROUP));
}

bool nav2_fix_descs_gap(nl_fixer *fixer, const navlint_finding *finding) {
    nav2_repair m;
    return nav2_repair_of(fixer, finding, &m) &&
           nav2_fix_remove_zeros(&m, "/headerPadding", NAV2_HEADER_BYTES, m.doc->descs_at);
}

/* The groups in the order of their numbers. */
static const nav2_group *next_group(const nav2_document *doc, uint32_t *number) {
    while (*number < doc->row_count && !nav2_group_of(doc, *number))
        (*number)++;
    return nav2_group_of(doc, (*number)++);
}

/* Descriptors while they are written; the chunks are about to move. */
typedef struct nav2_desc_writer {
    nl_writer out;
    int64_t shift;
} nav2_desc_writer;

static void write_desc(nav2_desc_writer *w, const nav2_group *group, nav2_kind kind) {
    const nav2_chunk *const chunk = &group->chunks[kind];
    nl_writer *const out = &w->out;
    nl_write_u32(out, group->uid);
    nl_write_u32(out, (uint32_t)(chunk->payload + w->shift));
    nl_write_u32(out, (uint32_t)kind | (chunk->end - chunk->at) << 8);
}

static void write_kind(const nav2_document *doc, nav2_desc_writer *out, nav2_kind kind) {
    uint32_t number = 0;
    for (const nav2_group *g = next_group(doc, &number); g; g = next_group(doc, &number))
        write_desc(out, g, kind);
}

static bool is_complete(const nav2_document *doc) {
    bool is = doc->has_chain && doc->group_count != 0 && doc->descs_at != 0 &&
              doc->chunk_count == NAV2_CHUNKS_OF_GROUP * doc->group_count;
    for (uint32_t i = 0; i < doc->group_count; i++)
        for (uint32_t kind = 0; kind < NAV2_KINDS; kind++)
            if (kind != NAV2_UNKNOWN_KIND) is &= doc->groups[i].chunks[kind].payload != 0;
    return is;
}

/* The descriptors as the chunks make them; NULL if groups are incomplete. */
static uint8_t *make_descs(const nav2_repair *m, int64_t shift, uint64_t *length) {
    *length = (uint64_t)m->doc->group_count * NAV2_DESCS_OF_GROUP * NAV2_DESC_BYTES;
    if (!is_complete(m->doc)) return NULL;
    uint8_t *const bytes = nl_fix_alloc(m->fixer, *length);
    if (!bytes) return NULL;
    nav2_desc_writer out = {nl_writer_over(bytes, (size_t)*length), shift};
    write_kind(m->doc, &out, NAV2_GRAPH);
    write_kind(m->doc, &out, NAV2_SEGGRAPH);
    write_kind(m->doc, &out, NAV2_MESH);
    return bytes;
}

/* Descriptors that differ are written anew. */
bool nav2_fix_descs(nl_fixer *fixer, const navlint_finding *finding) {
    nav2_repair m;
    uint64_t length = 0;
    if (!nav2_repair_of(fixer, finding, &m)) return false;
    if (!nl_fix_spend(fixer, 4 * (uint64_t)m.doc->row_count)) return false;
    const uint8_t *const descs = make_descs(&m, 0, &length);
    if (!descs || m.doc->desc_groups != m.doc->group_count) return false;
    const navlint_range old = {m.doc->descs_at + (uint64_t)NAV2_MANIFEST_BYTES, length};
    return nav2_fix_swap(&m, "/chunkDescs", old, descs, length);
}

/* What the bytes of `count` groups' descriptors are filled up with. */
static uint64_t descs_pad(const nav2_repair *m, uint32_t count) {
    const uint64_t end = m->doc->descs_at + (uint64_t)NAV2_MANIFEST_BYTES +
                         (uint64_t)count * NAV2_DESCS_OF_GROUP * NAV2_DESC_BYTES;
    return nav2_align(end) - end;
}

/* Descriptors of all groups take the place of those that are there, with their padding. */
static bool replace_descs(const nav2_repair *m) {
    uint64_t length = (uint64_t)m->doc->group_count * NAV2_DESCS_OF_GROUP * NAV2_DESC_BYTES;
    const uint64_t pad = descs_pad(m, m->doc->group_count);
    const uint64_t first = m->doc->descs_at + (uint64_t)NAV2_MANIFEST_BYTES;
    const int64_t room = (int64_t)m->doc->chunks_at - (int64_t)first;
    const uint8_t *const descs = make_descs(m, (int64_t)(length + pad) - room, &length);
    uint8_t *const bytes = nl_fix_alloc(m->fixer, length + pad);
    const nav2_spot count = {NAV2_MANIFEST_GROUPS, m->doc->descs_at, {0}};
    if (!descs || !bytes || room < 0) return false;
    memcpy(bytes, descs, (size_t)length);
    const navlint_field old = nav2_fix_bytes("/chunkDescs", first, m->doc->chunks_at);
    return nl_fix_replace(m->fixer, &old, bytes, length + pad) &&
           nav2_fix_set(m->fixer, &count, m->doc->group_count) &&
           set_header(m, NAV2_HEADER_DESCS_SIZE, NAV2_MANIFEST_BYTES + length);
}

/* Chunks that are all there and are not described get descriptors; else there are fewer. */
bool nav2_fix_descs_count(nl_fixer *fixer, const navlint_finding *finding) {
    nav2_repair m;
    if (!nav2_repair_of(fixer, finding, &m)) return false;
    if (is_complete(m.doc) && m.doc->chain_end <= nav2_fix_next_part(&m, m.doc->chunks_at))
        return replace_descs(&m);
    return nl_fix_write_expected(fixer, finding);
}

/* ---- Between the parts ---- */

bool nav2_fix_gap(nl_fixer *fixer, const navlint_finding *finding) {
    nav2_repair m;
    const uint64_t from = finding->offset;
    if (!nav2_repair_of(fixer, finding, &m)) return false;
    const uint64_t first = nav2_align(from);
    return nav2_fix_are_zeros(&m, from, first) &&
           nav2_fix_remove_zeros(&m, finding->path, first, from + finding->length);
}

static bool is_search(const nav2_repair *m, uint64_t at) {
    if (at + NAV2_SEARCH_HEADER_BYTES > m->length) return false;
    const uint8_t *const p = m->bytes + at;
    const uint32_t size = nl_load_u32(p + NAV2_SEARCH_HEADER_SIZE_AT);
    return nl_load_u32(p + NAV2_SEARCH_HEADER_BUCKETS_AT) == NAV2_SEARCH_HEADER_BYTES &&
           size >= NAV2_SEARCH_HEADER_BYTES && size <= m->length - at;
}

/* SearchSpace is looked for behind the parts that are known; ConnectTileInfo, which no known file
 * has, is taken not to be there. */
bool nav2_fix_section(nl_fixer *fixer, const navlint_finding *finding) {
    nav2_repair m;
    if (!nav2_repair_of(fixer, finding, &m)) return false;
    if (finding->offset == NAV2_HEADER_TILES_AT) return set_header(&m, NAV2_HEADER_TILES, 0);
    if (finding->offset != NAV2_HEADER_SEARCH_AT || !m.doc->has_chain) return false;
    uint64_t at = nav2_align(nl_max(m.doc->chain_end, m.doc->islands_end));
    return is_search(&m, at) && set_header(&m, NAV2_HEADER_SEARCH, at);
}

/* The zeros that are too many in front of the section go, and come back behind it. */
bool nav2_fix_section_align(nl_fixer *fixer, const navlint_finding *finding) {
    static const uint8_t zeros[NAV2_ALIGN];
    nav2_repair m;
    if (!nav2_repair_of(fixer, finding, &m)) return false;
    const uint64_t at = nl_load_u32(m.bytes + finding->offset);
    const uint64_t odd = at % NAV2_ALIGN;
    const navlint_field front = nav2_fix_bytes(finding->path, at - odd, at);
    const navlint_field behind = nav2_fix_bytes("/tail", m.length, m.length);
    return at <= m.length && nav2_fix_next_part(&m, at + 1) == m.length &&
           nav2_fix_are_zeros(&m, at - odd, at) && nl_fix_remove(fixer, &front) &&
           nl_fix_insert(fixer, &behind, "/tail", zeros, odd);
}

/* As many graphs as follow each other up to the next part. */
bool nav2_fix_island_count(nl_fixer *fixer, const navlint_finding *finding) {
    nav2_repair m;
    if (!nav2_repair_of(fixer, finding, &m)) return false;
    uint64_t at = nl_load_u32(m.bytes + NAV2_HEADER_ISLANDS_AT);
    const uint64_t end = nav2_fix_next_part(&m, at + 1);
    uint32_t count = 0;
    if (at == 0) return set_header(&m, NAV2_HEADER_ISLAND_COUNT, 0);
    for (; at + NAV2_ISLAND_HEADER_BYTES <= end && count < NAV2_ISLAND_SLOTS; count++) {
        const uint32_t next = nl_load_u16(m.bytes + at + NAV2_ISLAND_HEADER_NEXT_AT);
        if (next < NAV2_ISLAND_HEADER_BYTES || next > end - at) break;
        at += next;
    }
    return count != 0 && at == end && set_header(&m, NAV2_HEADER_ISLAND_COUNT, count);
}

/* What follows bytes that come or go: the offsets of what is behind them and the sizes of what is
 * around them. What stands in front of a part belongs to the part before. */
#include "core/checked.h"
#include "parsers/mgs_nav2/fixes/fixes.h"

typedef struct nav2_follow {
    nl_fixer *fixer;
    const uint8_t *bytes;
    uint64_t length;
    const nav2_document *doc;
    uint64_t at, end;
    int64_t delta;
} nav2_follow;

static bool is_behind(const nav2_follow *f, uint64_t place) {
    return place >= f->end && place <= f->length;
}

static bool is_around(const nav2_follow *f, uint64_t from, uint64_t to) {
    if (f->at == f->end) return f->at > from && f->at <= to;
    return f->at >= from && f->end <= to;
}

static bool add(const nav2_follow *f, unsigned field, uint64_t at, uint32_t number, int64_t delta) {
    const nav2_spot spot = {field, at, {number}};
    return nav2_fix_add(f->fixer, &spot, delta);
}

static uint32_t value_at(const nav2_follow *f, unsigned field, uint64_t at) {
    return (uint32_t)nl_field_value(&nav2_fields.fields[field], f->bytes + at).as.uint;
}

/* An offset that counts `unit` bytes from the place `from`, in the record at `at`. */
typedef struct nav2_offset {
    unsigned field;
    uint64_t at, from;
    uint32_t number, unit;
} nav2_offset;

static bool move(const nav2_follow *f, const nav2_offset *o) {
    const uint32_t value = value_at(f, o->field, o->at);
    const bool moves = is_behind(f, o->from + (uint64_t)value * o->unit) && !is_behind(f, o->from);
    if (value == 0 || !moves) return true;
    if (f->delta % (int64_t)o->unit != 0) return false;
    return add(f, o->field, o->at, o->number, f->delta / (int64_t)o->unit);
}

static bool move_all(const nav2_follow *f, const unsigned *fields, size_t count,
                     const nav2_offset *like) {
    bool is_ok = true;
    for (size_t i = 0; i < count && is_ok; i++) {
        nav2_offset o = *like;
        o.field = fields[i];
        is_ok = move(f, &o);
    }
    return is_ok;
}

#define MOVE_ALL(f, fields, ...)                                                                   \
    move_all(f, fields, sizeof(fields) / sizeof(fields)[0], &(nav2_offset){__VA_ARGS__})

/* ---- Header and descriptors ---- */

static bool follow_header(const nav2_follow *f) {
    static const unsigned fields[] = {NAV2_HEADER_CHUNKS, NAV2_HEADER_SEARCH, NAV2_HEADER_ISLANDS,
                                      NAV2_HEADER_TILES, NAV2_HEADER_DESCS};
    const uint32_t size = nl_load_u32(f->bytes + NAV2_HEADER_FILE_SIZE_AT);
    const bool is_counted = f->at < size || (f->at == f->end && f->at == size);
    return MOVE_ALL(f, fields, .unit = 1) &&
           (!is_counted || add(f, NAV2_HEADER_FILE_SIZE, 0, 0, f->delta));
}

/* Descriptors that are written anew are not followed. */
static bool follow_desc(const nav2_follow *f, uint32_t index) {
    const uint64_t at =
        (uint64_t)f->doc->descs_at + NAV2_MANIFEST_BYTES + (uint64_t)index * NAV2_DESC_BYTES;
    const uint32_t offset = nl_load_u32(f->bytes + at + NAV2_DESC_DATA_OFFSET_AT);
    const uint32_t word = nl_load_u32(f->bytes + at + NAV2_DESC_TYPE_AND_SIZE_AT);
    const uint32_t uid = nl_load_u32(f->bytes + at + NAV2_DESC_CHUNK_UID_AT);
    const nav2_group *const group = nav2_group_of(f->doc, nav2_number_of(uid));
    const nav2_chunk *const chunk =
        group && (word & 0xFF) < NAV2_KINDS ? &group->chunks[word & 0xFF] : NULL;
    const bool grows = chunk && chunk->at != 0 && is_around(f, chunk->at, chunk->end) &&
                       word >> 8 == chunk->end - chunk->at;
    if (f->at < at + NAV2_DESC_BYTES && f->end > at) return true;
    if (is_behind(f, offset) && !add(f, NAV2_DESC_DATA_OFFSET, at, index, f->delta)) return false;
    return !grows || add(f, NAV2_DESC_TYPE_AND_SIZE, at, index, f->delta * 256);
}

static bool follow_descs(const nav2_follow *f) {
    const uint32_t count = f->doc->descs_at != 0 ? NAV2_DESCS_OF_GROUP * f->doc->desc_groups : 0;
    bool is_ok = true;
    for (uint32_t i = 0; i < count && is_ok; i++)
        is_ok = follow_desc(f, i);
    return is_ok;
}

/* ---- Chunks ---- */

static bool follow_tables(const nav2_follow *f, nav2_kind kind, const nav2_chunk *chunk) {
    static const unsigned graph[] = {NAV2_GRAPH_HEADER_POSITIONS, NAV2_GRAPH_HEADER_NODES,
                                     NAV2_GRAPH_HEADER_EDGES,     NAV2_GRAPH_HEADER_LINKS,
                                     NAV2_GRAPH_HEADER_FACES,     NAV2_GRAPH_HEADER_ATTRIBUTES};
    static const unsigned mesh[] = {NAV2_MESH_HEADER_POSITIONS, NAV2_MESH_HEADER_FACES,
                                    NAV2_MESH_HEADER_RECORDS};
    static const unsigned segments[] = {NAV2_SEGMENTS_HEADER_BOUNDS, NAV2_SEGMENTS_HEADER_SEGMENTS};
    static const unsigned seggraph[] = {NAV2_SEGGRAPH_HEADER_POSITIONS, NAV2_SEGGRAPH_HEADER_NODES,
                                        NAV2_SEGGRAPH_HEADER_LINKS};
    const uint64_t at = chunk->payload;
    const uint32_t number = chunk->number;
    switch (kind) {
    case NAV2_GRAPH:
        return MOVE_ALL(f, graph, .at = at, .from = at, .number = number, .unit = 1);
    case NAV2_MESH:
        return MOVE_ALL(f, mesh, .at = at, .from = at, .number = number, .unit = 1);
    case NAV2_SEGMENTS:
        return MOVE_ALL(f, segments, .at = at, .from = at, .number = number, .unit = 1);
    default:
        return MOVE_ALL(f, seggraph, .at = at, .from = at, .number = number, .unit = 1);
    }
}

static bool follow_size(const nav2_follow *f, nav2_kind kind, const nav2_chunk *chunk) {
    const unsigned field = kind == NAV2_SEGMENTS   ? NAV2_SEGMENTS_HEADER_SIZE
                           : kind == NAV2_SEGGRAPH ? NAV2_SEGGRAPH_HEADER_SIZE
                                                   : NL_NO_FIELD;
    if (field == NL_NO_FIELD || f->end <= chunk->payload) return true;
    return add(f, field, chunk->payload, chunk->number, f->delta);
}

static bool follow_chunk(const nav2_follow *f, nav2_kind kind, const nav2_chunk *chunk) {
    if (chunk->at == 0 || chunk->payload == 0 || !is_around(f, chunk->at, chunk->end)) return true;
    const nav2_offset data = {NAV2_CHUNK_HEADER_DATA, chunk->at, chunk->at, chunk->number, 1};
    return add(f, NAV2_CHUNK_HEADER_NEXT, chunk->at, chunk->number, f->delta) && move(f, &data) &&
           follow_tables(f, kind, chunk) && follow_size(f, kind, chunk);
}

static bool follow_chunks(const nav2_follow *f) {
    bool is_ok = true;
    for (uint32_t i = 0; i < f->doc->group_count; i++)
        for (uint32_t kind = 0; kind < NAV2_KINDS && is_ok; kind++)
            is_ok = follow_chunk(f, (nav2_kind)kind, &f->doc->groups[i].chunks[kind]);
    return is_ok;
}

/* ---- Sections ---- */

static bool follow_islands(const nav2_follow *f) {
    static const unsigned fields[] = {NAV2_ISLAND_HEADER_NEXT,      NAV2_ISLAND_HEADER_NODES,
                                      NAV2_ISLAND_HEADER_LINKS,     NAV2_ISLAND_HEADER_COUNTS,
                                      NAV2_ISLAND_HEADER_LOW_NODES, NAV2_ISLAND_HEADER_SIDES,
                                      NAV2_ISLAND_HEADER_INFOS};
    bool is_ok = true;
    for (uint32_t i = 0; i < f->doc->island_count && is_ok; i++) {
        const nav2_island *const g = &f->doc->islands[i];
        if (is_around(f, g->at, g->next))
            is_ok = MOVE_ALL(f, fields, .at = g->at, .from = g->at, .number = i, .unit = 1);
    }
    return is_ok;
}

static bool follow_buckets(const nav2_follow *f, const nav2_search *s) {
    bool is_ok = true;
    for (uint32_t i = 0; i < s->bucket_count && is_ok; i++) {
        const uint64_t at = s->buckets + (uint64_t)i * NAV2_BUCKET_BYTES;
        const nav2_offset start = {NAV2_BUCKET_START, at, at, i, 1};
        is_ok = move(f, &start);
    }
    return is_ok;
}

static bool follow_search(const nav2_follow *f) {
    static const unsigned fields[] = {NAV2_SEARCH_HEADER_BUCKETS, NAV2_SEARCH_HEADER_ENTRIES};
    const nav2_search *const s = &f->doc->search;
    if (!s->is_readable || !is_around(f, s->at, s->end)) return true;
    return add(f, NAV2_SEARCH_HEADER_SIZE, s->at, 0, f->delta) &&
           MOVE_ALL(f, fields, .at = s->at, .from = s->at, .unit = 1) && follow_buckets(f, s);
}

static bool follow_tiles(const nav2_follow *f) {
    static const unsigned fields[] = {NAV2_TILES_HEADER_GROUPS, NAV2_TILES_HEADER_INFOS,
                                      NAV2_TILES_HEADER_NODES};
    const nav2_tiles *const t = &f->doc->tiles;
    if (t->at == 0 || !is_around(f, t->at, t->end)) return true;
    return MOVE_ALL(f, fields, .at = t->at, .from = t->at, .unit = 2);
}

/* That are looked at. */
static uint64_t records_of(const nav2_document *doc) {
    return (uint64_t)NAV2_DESCS_OF_GROUP * doc->desc_groups +
           (uint64_t)NAV2_KINDS * doc->group_count + doc->island_count + doc->search.bucket_count;
}

/* A file that is shorter than it says is made as long as it says: nothing moves. */
bool nav2_fix_follow(nl_fixer *fixer, const nl_fix_splice *splice) {
    const nl_member *const member = &fixer->members[splice->input];
    const nav2_follow f = {.fixer = fixer,
                           .bytes = member->job.bytes,
                           .length = member->job.length,
                           .doc = member->document,
                           .at = splice->at,
                           .end = splice->at + splice->removed,
                           .delta = (int64_t)splice->added - (int64_t)splice->removed};
    if (!f.doc || f.doc->is_cut) return true;
    if (!nl_fix_spend(fixer, records_of(f.doc))) return false;
    return follow_header(&f) && follow_descs(&f) && follow_chunks(&f) && follow_islands(&f) &&
           follow_search(&f) && follow_tiles(&f);
}

/* The chain of chunks, and the groups that they make. */
#include "core/checked.h"
#include "parsers/mgs_nav2/decoder.h"

/* One chunk's header. */
typedef struct nav2_header {
    uint32_t number; /* in the chain */
    uint32_t at;
    uint32_t type, next, data, uid;
} nav2_header;

static const nav2_field fields[] = {
    {"type", NL_U32LE, NAVLINT_PLAIN, 0},
    {"nextChunkOffset", NL_U32LE, NAVLINT_PLAIN, 4},
    {"dataOffset", NL_U32LE, NAVLINT_PLAIN, 8},
    {"dataChunkUid", NL_U32LE, NAVLINT_IDENTITY, NAV2_CHUNK_HEADER_UID_AT}};
enum { AT_TYPE, AT_NEXT, AT_DATA, AT_UID };

uint32_t nav2_payload_header_bytes(nav2_kind kind) {
    static const uint32_t bytes[NAV2_KINDS] = {
        [NAV2_GRAPH] = 48, [NAV2_MESH] = 32, [NAV2_SEGGRAPH] = 32, [NAV2_SEGMENTS] = 16};
    return bytes[kind];
}

static nav2_place field_of(const nav2_header *h, unsigned field) {
    return (nav2_place){.list = "chunks",
                        .row = h->number,
                        .member = fields[field].name,
                        .type = fields[field].type,
                        .at = (uint64_t)h->at + fields[field].at};
}

static nav2_header header_at(const nl_job *job, uint32_t number, uint32_t at) {
    const uint8_t *const p = job->bytes + at;
    return (nav2_header){
        number, at, nl_load_u32(p), nl_load_u32(p + 4), nl_load_u32(p + 8), nl_load_u32(p + 12)};
}

static bool is_of_group(const nav2_header *h) {
    return h->type < NAV2_KINDS && h->type != NAV2_UNKNOWN_KIND;
}

bool nav2_is_chunk(const nl_job *job, uint64_t at, nav2_kind kind, uint32_t uid) {
    if (at + NAV2_CHUNK_HEADER_BYTES > job->length) return false;
    const nav2_header h = header_at(job, 0, (uint32_t)at);
    return h.type == kind && h.uid == uid && h.data == NAV2_CHUNK_HEADER_BYTES &&
           h.next >= NAV2_SMALLEST_CHUNK_BYTES && h.next % NAV2_ALIGN == 0;
}

/* ---- One header ---- */

static void tell_range(nav2_reading *r, const nav2_header *h, uint64_t bytes, nav2_place place) {
    nav2_tell(r, NAV2_CHUNK_RANGE, &place,
              (nl_draft){.actual = nl_uint(bytes),
                         .expected = nl_uint(r->job->length - h->at),
                         .args = {nl_uint(h->number),
                                  nl_uint(nav2_header_value(r->job->bytes, NAV2_AT_CHUNK_COUNT))}});
}

/* false if the chain cannot be followed behind this chunk. */
static bool check_next(nav2_reading *r, const nav2_header *h) {
    const nl_draft draft = {.actual = nl_uint(h->next),
                            .expected = nl_uint(NAV2_SMALLEST_CHUNK_BYTES),
                            .args = {nl_uint(h->number)}};
    const nav2_place next = field_of(h, AT_NEXT);
    if (h->next < NAV2_SMALLEST_CHUNK_BYTES) {
        nav2_tell(r, NAV2_CHUNK_NEXT, &next, draft);
        return false;
    }
    if (h->next > r->job->length - h->at) {
        tell_range(r, h, h->next, next);
        return false;
    }
    if (h->next % NAV2_ALIGN != 0) nav2_tell(r, NAV2_CHUNK_ALIGN, &next, draft);
    return true;
}

static void check_data(nav2_reading *r, const nav2_header *h) {
    const uint32_t header_bytes = is_of_group(h) ? nav2_payload_header_bytes(h->type) : 0;
    nl_draft draft = {
        .actual = nl_uint(h->data), .expected = nl_uint(h->next), .args = {nl_uint(h->number)}};
    const nav2_place data = field_of(h, AT_DATA);
    const nav2_place next = field_of(h, AT_NEXT);
    if (h->data < NAV2_CHUNK_HEADER_BYTES || h->data >= h->next) {
        nav2_tell(r, NAV2_CHUNK_DATA, &data, draft);
    } else if (h->next - h->data < header_bytes) {
        draft.actual = nl_uint(h->next);
        draft.expected = nl_uint((uint64_t)h->data + header_bytes);
        nav2_tell(r, NAV2_CHUNK_NEXT, &next, draft);
    } else if (h->data != NAV2_CHUNK_HEADER_BYTES) {
        draft.expected = nl_uint(NAV2_CHUNK_HEADER_BYTES);
        nav2_tell(r, NAV2_CHUNK_DATA_ODD, &data, draft);
    }
}

static void check_type(nav2_reading *r, const nav2_header *h) {
    if (is_of_group(h)) return;
    r->lacks_chunks = true;
    const nav2_place type = field_of(h, AT_TYPE);
    nav2_tell(r, h->type == NAV2_UNKNOWN_KIND ? NAV2_CHUNK_TYPE_2 : NAV2_CHUNK_TYPE, &type,
              (nl_draft){.actual = nl_uint(h->type), .args = {nl_uint(h->number)}});
}

static void check_tile(nav2_reading *r, const nav2_header *h) {
    const uint32_t tile = nav2_tile_of(h->uid);
    const uint32_t own = nav2_tile_of(r->doc->uid);
    if (tile == own) return;
    const nav2_place uid = field_of(h, AT_UID);
    nav2_tell(r, NAV2_CHUNK_TILE, &uid,
              (nl_draft){
                  .actual = nl_uint(tile), .expected = nl_uint(own), .args = {nl_uint(h->number)}});
}

/* ---- The chain ---- */

/* Goes through the chain and notes how far it can be followed, and the highest group number. */
static bool measure(nav2_reading *r, uint32_t count) {
    nav2_document *const doc = r->doc;
    const uint64_t length = r->job->length;
    uint32_t at = doc->chunks_at;
    uint32_t number = 0;
    for (; number < count; number++) {
        if (!nl_spend(r->job->budget, 1)) return false;
        if (length - at < NAV2_CHUNK_HEADER_BYTES) {
            const nav2_header missing = {.number = number, .at = at};
            tell_range(r, &missing, NAV2_CHUNK_HEADER_BYTES,
                       (nav2_place){.at = at, .length = length - at});
            break;
        }
        const nav2_header h = header_at(r->job, number, at);
        check_type(r, &h);
        if (!check_next(r, &h)) break;
        check_data(r, &h);
        check_tile(r, &h);
        if (is_of_group(&h) && nav2_number_of(h.uid) >= doc->row_count)
            doc->row_count = nav2_number_of(h.uid) + 1;
        at += h.next;
    }
    doc->has_chain = number == count;
    doc->chunk_count = number;
    doc->chain_end = at;
    return true;
}

/* Gives every number that a chunk has a row, in the order of the first chunks. */
static void number_groups(nav2_reading *r) {
    nav2_document *const doc = r->doc;
    uint32_t at = doc->chunks_at;
    for (uint32_t i = 0; i < doc->chunk_count; i++) {
        const nav2_header h = header_at(r->job, i, at);
        at += h.next;
        uint16_t *const row = is_of_group(&h) ? &doc->rows[nav2_number_of(h.uid)] : NULL;
        if (row && *row == 0) *row = (uint16_t)++doc->group_count;
    }
}

/* NULL: the group has none so far. */
static const nav2_chunk *first_chunk(const nav2_group *group) {
    const nav2_chunk *first = NULL;
    for (uint32_t kind = 0; kind < NAV2_KINDS; kind++) {
        const nav2_chunk *const chunk = &group->chunks[kind];
        if (chunk->at != 0 && (!first || chunk->at < first->at)) first = chunk;
    }
    return first;
}

/* The group's uid is that of its first chunk, as a rule the NavigationGraph; that others have
 * another tile is told of them. */
static void put_chunk(nav2_reading *r, const nav2_header *h) {
    nav2_group *const group = &r->doc->groups[r->doc->rows[nav2_number_of(h->uid)] - 1];
    nav2_chunk *const chunk = &group->chunks[h->type];
    if (chunk->at != 0) {
        const nav2_place uid = field_of(h, AT_UID);
        r->lacks_chunks = true;
        nav2_tell(r, NAV2_CHUNK_TWICE, &uid,
                  (nl_draft){.actual = nl_uint(nav2_number_of(h->uid)),
                             .args = {nl_uint(h->number), nl_string(nav2_kind_names[h->type])},
                             .related = {{chunk->at, NAV2_CHUNK_HEADER_BYTES, "the first one"}}});
        return;
    }
    const bool has_data = h->data >= NAV2_CHUNK_HEADER_BYTES && h->data < h->next &&
                          h->next - h->data >= nav2_payload_header_bytes(h->type);
    if (!first_chunk(group)) group->uid = h->uid;
    *chunk = (nav2_chunk){.at = h->at,
                          .payload = has_data ? h->at + h->data : 0,
                          .end = h->at + h->next,
                          .number = h->number};
}

static void fill_groups(nav2_reading *r) {
    nav2_document *const doc = r->doc;
    uint32_t at = doc->chunks_at;
    for (uint32_t i = 0; i < doc->chunk_count; i++) {
        const nav2_header h = header_at(r->job, i, at);
        at += h.next;
        if (is_of_group(&h)) put_chunk(r, &h);
    }
}

/* ---- Groups ---- */

static void check_group(nav2_reading *r, const nav2_group *group) {
    const nav2_chunk *const chunk = first_chunk(group);
    const uint32_t number = nav2_number_of(group->uid);
    const nav2_header h = {.number = chunk->number, .at = chunk->at};
    const nav2_place uid = field_of(&h, AT_UID);
    const bool is_told = r->lacks_chunks || !r->doc->has_chain;
    for (uint32_t kind = 0; kind < NAV2_KINDS && !is_told; kind++) {
        if (kind == NAV2_UNKNOWN_KIND || group->chunks[kind].at != 0) continue;
        nav2_tell(
            r, NAV2_CHUNK_MISSING, &uid,
            (nl_draft){.actual = nl_uint(number), .args = {nl_string(nav2_kind_names[kind])}});
    }
    if (number > NAV2_HIGHEST_PLAIN_GROUP && !nav2_is_split(r->doc))
        nav2_tell(
            r, NAV2_CHUNK_INDEX, &uid,
            (nl_draft){.actual = nl_uint(number), .expected = nl_uint(NAV2_HIGHEST_PLAIN_GROUP)});
}

static bool make_groups(nav2_reading *r) {
    nav2_document *const doc = r->doc;
    doc->rows = NL_NEW_ZEROED(r->job->arena, uint16_t, doc->row_count);
    if (!doc->rows) return false;
    number_groups(r);
    doc->groups = NL_NEW_ZEROED(r->job->arena, nav2_group, doc->group_count);
    if (!doc->groups) return false;
    fill_groups(r);
    for (uint32_t i = 0; i < doc->group_count; i++) {
        check_group(r, &doc->groups[i]);
        nav2_read_tables(r, &doc->groups[i]);
    }
    return true;
}

static void check_start(nav2_reading *r, uint32_t at) {
    const nav2_document *const doc = r->doc;
    const uint64_t descs = 4 + (uint64_t)doc->desc_groups * NAV2_DESCS_OF_GROUP * NAV2_DESC_BYTES;
    const uint64_t expected = nav2_align(doc->descs_at + descs);
    if (doc->descs_at == 0 || at == expected || r->is_quiet) return;
    nav2_found_header(r->job, NAV2_CHUNKS_OFFSET, NAV2_AT_CHUNKS,
                      (nl_draft){.expected = nl_uint(expected)});
}

static void check_count(nav2_reading *r, uint32_t count) {
    const nav2_document *const doc = r->doc;
    const uint32_t expected = NAV2_CHUNKS_OF_GROUP * doc->desc_groups;
    if (doc->descs_at == 0 || !doc->has_chain || count == expected || r->is_quiet) return;
    nav2_found_header(
        r->job, NAV2_DESCS_COUNT, NAV2_AT_CHUNK_COUNT,
        (nl_draft){.expected = nl_uint(expected), .args = {nl_uint(doc->desc_groups)}});
}

bool nav2_read_chain(nav2_reading *r) {
    nav2_document *const doc = r->doc;
    const uint32_t at = nav2_header_value(r->job->bytes, NAV2_AT_CHUNKS);
    const uint32_t count = nav2_header_value(r->job->bytes, NAV2_AT_CHUNK_COUNT);
    if (count != 0 && (at < NAV2_HEADER_BYTES || at >= r->job->length)) {
        const nav2_field *const f = &nav2_header_fields[NAV2_AT_CHUNKS];
        nav2_tell(r, NAV2_CHUNKS_RANGE,
                  &(nav2_place){.member = f->name, .type = f->type, .at = f->at},
                  (nl_draft){.actual = nl_uint(at)});
        return true;
    }
    check_start(r, at);
    doc->has_chain = count == 0;
    if (count != 0) {
        doc->chunks_at = at;
        if (!measure(r, count)) return false;
        nl_claim(r->job->report, at, doc->chain_end - at);
    }
    check_count(r, count);
    return make_groups(r);
}

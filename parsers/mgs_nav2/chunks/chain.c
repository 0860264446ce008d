/* The chain of chunks, and the groups that they make. */
#include "core/checked.h"
#include "parsers/mgs_nav2/chunks/chunks.h"

/* One chunk's header. */
typedef struct nav2_header {
    nav2_reading *r;
    uint32_t number; /* in the chain */
    uint32_t at;
    uint32_t type, next, data, uid;
} nav2_header;

static nav2_header header_at(nav2_reading *r, uint32_t number, uint32_t at) {
    const uint8_t *const p = r->job->bytes + at;
    return (nav2_header){r,
                         number,
                         at,
                         nl_load_u32(p + NAV2_CHUNK_HEADER_TYPE_AT),
                         nl_load_u32(p + NAV2_CHUNK_HEADER_NEXT_AT),
                         nl_load_u32(p + NAV2_CHUNK_HEADER_DATA_AT),
                         nl_load_u32(p + NAV2_CHUNK_HEADER_UID_AT)};
}

static bool is_of_group(const nav2_header *h) {
    return h->type < NAV2_KINDS && h->type != NAV2_UNKNOWN_KIND;
}

bool nav2_is_chunk(nav2_reading *r, uint64_t at, nav2_kind kind, uint32_t uid) {
    if (at + NAV2_CHUNK_HEADER_BYTES > r->job->length) return false;
    const nav2_header h = header_at(r, 0, (uint32_t)at);
    return h.type == kind && h.uid == uid && h.data == NAV2_CHUNK_HEADER_BYTES &&
           h.next >= NAV2_SMALLEST_CHUNK_BYTES && h.next % NAV2_ALIGN == 0;
}

/* ---- One header ---- */

static nl_place place_of(const nav2_header *h) {
    return nav2_chunk_place(h->r->job, &(nav2_chunk){.at = h->at, .number = h->number});
}

static void found(const nav2_header *h, unsigned rule, unsigned field, const nl_draft *draft) {
    if (!nav2_note(h->r, rule)) return;
    const nl_place place = place_of(h);
    nl_found(&place, rule, field, draft);
}

/* The same where which chunk is which is open from there on. */
static void found_cause(const nav2_header *h, unsigned rule, unsigned field,
                        const nl_draft *draft) {
    if (!nav2_note(h->r, rule)) return;
    const nl_place place = place_of(h);
    h->r->doc->is_odd |= nl_found_cause(&place, rule, field, draft);
    nl_follow(h->r->job->report, h->r->doc->is_odd);
}

static const navlint_related chunk_count = {NAV2_HEADER_CHUNK_COUNT_AT, 4, "the number of chunks"};

static nl_draft range_of(const nav2_header *h) {
    const uint8_t *const file = h->r->job->bytes;
    return (nl_draft){.expected = nl_uint(h->r->job->length - h->at),
                      .relation = NAVLINT_AT_MOST,
                      .args = {nl_uint(nl_load_u32(file + NAV2_HEADER_CHUNK_COUNT_AT))},
                      .related = {chunk_count}};
}

/* false if the chain cannot be followed behind this chunk. */
static bool check_next(const nav2_header *h) {
    if (h->next < NAV2_SMALLEST_CHUNK_BYTES) {
        found(h, NAV2_CHUNK_NEXT, NAV2_CHUNK_HEADER_NEXT,
              &(nl_draft){.expected = nl_uint(NAV2_SMALLEST_CHUNK_BYTES),
                          .relation = NAVLINT_AT_LEAST,
                          .related = {chunk_count}});
        return false;
    }
    if (h->next > h->r->job->length - h->at) {
        const nl_draft range = range_of(h);
        found(h, NAV2_CHUNK_RANGE, NAV2_CHUNK_HEADER_NEXT, &range);
        return false;
    }
    if (h->next % NAV2_ALIGN != 0)
        found(h, NAV2_CHUNK_ALIGN, NAV2_CHUNK_HEADER_NEXT,
              &(nl_draft){.expected = nl_uint(nav2_align(h->next))});
    return true;
}

/* Its data, with the header that those of its type have, are in the chunk. */
static bool has_data(const nav2_header *h) {
    const uint32_t header_bytes = is_of_group(h) ? nav2_data_header_bytes(h->type) : 0;
    return h->data >= NAV2_CHUNK_HEADER_BYTES && h->data < h->next &&
           h->next - h->data >= header_bytes;
}

static void found_data(const nav2_header *h) {
    const nl_draft start = {.expected = nl_uint(NAV2_CHUNK_HEADER_BYTES),
                            .args = {nl_uint(h->next)}};
    if (h->data < NAV2_CHUNK_HEADER_BYTES || h->data >= h->next) {
        found(h, NAV2_CHUNK_DATA, NAV2_CHUNK_HEADER_DATA, &start);
    } else if (!has_data(h)) {
        const nl_place place = place_of(h);
        const uint32_t header_bytes = nav2_data_header_bytes(h->type);
        found(h, NAV2_CHUNK_NEXT, NAV2_CHUNK_HEADER_NEXT,
              &(nl_draft){.expected = nl_uint((uint64_t)h->data + header_bytes),
                          .relation = NAVLINT_AT_LEAST,
                          .related = {nav2_related_field(&place, NAV2_CHUNK_HEADER_DATA,
                                                         "where its data start")}});
    } else {
        found_cause(h, NAV2_CHUNK_DATA_ODD, NAV2_CHUNK_HEADER_DATA, &start);
    }
}

static void check_data(const nav2_header *h) {
    if (h->data != NAV2_CHUNK_HEADER_BYTES || !has_data(h)) found_data(h);
}

/* Chunks of type 2 may stand beside those of a group; one that stands for one of them leaves it
 * incomplete. */
static void found_type(const nav2_header *h) {
    nav2_reading *const r = h->r;
    const nl_draft draft = {
        .expected = nl_uint(NAV2_GRAPH),
        .relation = NAVLINT_ONE_OF,
        .others = {nl_uint(NAV2_MESH), nl_uint(NAV2_SEGGRAPH), nl_uint(NAV2_SEGMENTS)},
        .related = {chunk_count}};
    if (h->type == NAV2_UNKNOWN_KIND) {
        if (r->unknown_chunks++ == 0) r->unknown_at = h->at;
        found(h, NAV2_CHUNK_TYPE_2, NAV2_CHUNK_HEADER_TYPE, &draft);
        return;
    }
    r->lacks_chunks = true;
    found_cause(h, NAV2_CHUNK_TYPE, NAV2_CHUNK_HEADER_TYPE, &draft);
}

/* ---- The chain ---- */

/* The file ends before the header of a chunk does. */
static void found_missing(const nav2_header *missing) {
    const nl_job *const job = missing->r->job;
    if (!nav2_note(missing->r, NAV2_CHUNK_RANGE)) return;
    const nl_place place =
        nl_place_about(nav2_bytes_place(job, missing->at), "chunk", missing->number);
    nl_draft draft = range_of(missing);
    draft.actual = nl_uint(NAV2_CHUNK_HEADER_BYTES);
    draft.length = job->length - missing->at;
    nl_found(&place, NAV2_CHUNK_RANGE, NL_NO_FIELD, &draft);
}

/* Whether more chunks are counted than described, and behind those there is no other one. */
static bool is_miscounted(const nav2_reading *r, const nav2_header *h) {
    const uint32_t described = NAV2_CHUNKS_OF_GROUP * r->doc->desc_groups;
    const uint64_t left = r->job->length - h->at;
    if (r->doc->descs_at == 0 || h->number == 0 || h->number != described) return false;
    return left < NAV2_SMALLEST_CHUNK_BYTES || h->type >= NAV2_KINDS ||
           h->next < NAV2_SMALLEST_CHUNK_BYTES || h->next > left ||
           nav2_tile_of(h->uid) != nav2_tile_of(r->doc->uid);
}

/* What cannot be followed behind the last chunk that is described follows from the count. */
static void check_miscount(const nav2_header *h) {
    nav2_reading *const r = h->r;
    const nl_place file = nav2_file_place(r->job);
    if (!is_miscounted(r, h) || r->is_quiet) return;
    r->doc->is_odd |= nl_found_cause(
        &file, NAV2_DESCS_COUNT, NAV2_HEADER_CHUNK_COUNT,
        &(nl_draft){.expected = nl_uint(h->number), .args = {nl_uint(r->doc->desc_groups)}});
    nl_follow(r->job->report, r->doc->is_odd);
}

static nav2_header header_or_nothing(nav2_reading *r, uint32_t number, uint32_t at) {
    if (r->job->length - at >= NAV2_CHUNK_HEADER_BYTES) return header_at(r, number, at);
    return (nav2_header){.r = r, .number = number, .at = at};
}

/* Goes through the chain and notes how far it can be followed, and the highest group number. */
static bool measure(nav2_reading *r, uint32_t count) {
    nav2_document *const doc = r->doc;
    uint32_t at = doc->chunks_at;
    uint32_t number = 0;
    for (; number < count; number++) {
        if (!nl_spend(r->job->budget, 1)) return false;
        const nav2_header h = header_or_nothing(r, number, at);
        check_miscount(&h);
        if (r->job->length - at < NAV2_CHUNK_HEADER_BYTES) {
            found_missing(&h);
            break;
        }
        if (!is_of_group(&h)) found_type(&h);
        if (!check_next(&h)) break;
        check_data(&h);
        if (is_of_group(&h) && nav2_number_of(h.uid) >= doc->row_count)
            doc->row_count = nav2_number_of(h.uid) + 1;
        at += h.next;
    }
    doc->has_chain = number == count;
    doc->chunk_count = number;
    doc->chain_end = at;
    return true;
}

/* ---- Tiles ---- */

static nl_draft tiles_of(uint32_t tile, uint32_t own) {
    return (nl_draft){
        .args = {nl_uint(tile & 63), nl_uint(tile >> 6), nl_uint(own & 63), nl_uint(own >> 6)}};
}

static void found_tile(const nav2_header *h) {
    const uint32_t own = nav2_tile_of(h->r->doc->uid);
    nl_draft draft = tiles_of(nav2_tile_of(h->uid), own);
    draft.expected = nl_uint(nav2_number_of(h->uid) | own << 15);
    draft.related[0] = (navlint_related){NAV2_HEADER_UID_AT, 4, "the file's own uid"};
    found(h, NAV2_CHUNK_TILE, NAV2_CHUNK_HEADER_UID, &draft);
}

/* All chunks agree on a tile that is not the file's. */
static void found_uid(nav2_reading *r, uint32_t tile) {
    const nl_place file = nav2_file_place(r->job);
    const uint32_t own = nav2_tile_of(r->doc->uid);
    nl_draft draft = tiles_of(tile, own);
    draft.expected = nl_uint(nav2_number_of(r->doc->uid) | tile << 15);
    if (!nav2_note(r, NAV2_HDR_UID)) return;
    r->doc->is_odd |= nl_found_cause(&file, NAV2_HDR_UID, NAV2_HEADER_UID, &draft);
}

static void check_tiles(nav2_reading *r) {
    const nav2_document *const doc = r->doc;
    uint32_t at = doc->chunks_at;
    uint32_t alike = 0;
    const uint32_t first = doc->chunk_count != 0 ? nav2_tile_of(header_at(r, 0, at).uid) : 0;
    for (uint32_t i = 0; i < doc->chunk_count; i++) {
        const nav2_header h = header_at(r, i, at);
        alike += nav2_tile_of(h.uid) == first;
        at += h.next;
    }
    if (alike != 0 && alike == doc->chunk_count && first != nav2_tile_of(doc->uid))
        found_uid(r, first);
    nl_follow(r->job->report, doc->is_odd);
    at = doc->chunks_at;
    for (uint32_t i = 0; i < doc->chunk_count; i++) {
        const nav2_header h = header_at(r, i, at);
        if (nav2_tile_of(h.uid) != nav2_tile_of(doc->uid)) found_tile(&h);
        at += h.next;
    }
}

/* ---- Groups of chunks ---- */

/* Gives every number that a chunk has a row, in the order of the first chunks. */
static void number_groups(nav2_reading *r) {
    nav2_document *const doc = r->doc;
    uint32_t at = doc->chunks_at;
    for (uint32_t i = 0; i < doc->chunk_count; i++) {
        const nav2_header h = header_at(r, i, at);
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

/* The group's uid is that of its first chunk, as a rule the NavigationGraph; others that have
 * another tile are reported. */
static void put_chunk(const nav2_header *h) {
    nav2_document *const doc = h->r->doc;
    nav2_group *const group = &doc->groups[doc->rows[nav2_number_of(h->uid)] - 1];
    nav2_chunk *const chunk = &group->chunks[h->type];
    if (chunk->at != 0) {
        h->r->lacks_chunks = true;
        found_cause(h, NAV2_CHUNK_TWICE, NAV2_CHUNK_HEADER_UID,
                    &(nl_draft){.args = {nl_uint(nav2_number_of(h->uid)),
                                         nl_string(nav2_kind_names[h->type])},
                                .related = {{chunk->at, NAV2_CHUNK_HEADER_BYTES, "the first one"},
                                            {h->at, NAV2_CHUNK_HEADER_BYTES, "this one"}}});
        return;
    }
    if (!first_chunk(group)) group->uid = h->uid;
    *chunk = (nav2_chunk){.at = h->at,
                          .payload = has_data(h) ? h->at + h->data : 0,
                          .end = h->at + h->next,
                          .number = h->number};
}

static void fill_groups(nav2_reading *r) {
    const nav2_document *const doc = r->doc;
    uint32_t at = doc->chunks_at;
    for (uint32_t i = 0; i < doc->chunk_count; i++) {
        const nav2_header h = header_at(r, i, at);
        at += h.next;
        if (is_of_group(&h)) put_chunk(&h);
    }
}

/* ---- Groups ---- */

enum { MOST_MISSING = 8 /* that are listed */ };

/* h: of its first chunk. */
static void found_lacking(const nav2_header *h, nav2_kind kind) {
    nl_place place = nl_place_about(place_of(h), "group", nav2_number_of(h->uid));
    nl_draft draft = {.args = {nl_string(nav2_kind_names[kind])}};
    if (h->r->unknown_at != 0)
        draft.related[0] =
            (navlint_related){h->r->unknown_at, NAV2_CHUNK_HEADER_BYTES, "the chunk of type 2"};
    if (!nav2_note(h->r, NAV2_CHUNK_MISSING)) return;
    nl_follow(h->r->job->report, h->r->missing++ >= MOST_MISSING);
    h->r->doc->is_odd |= nl_found_cause(&place, NAV2_CHUNK_MISSING, NAV2_CHUNK_HEADER_UID, &draft);
}

static void check_group(nav2_reading *r, const nav2_group *group) {
    const nav2_chunk *const chunk = first_chunk(group);
    const nav2_header h = {.r = r, .number = chunk->number, .at = chunk->at, .uid = group->uid};
    const uint32_t number = nav2_number_of(group->uid);
    const bool is_reported = r->lacks_chunks || !r->doc->has_chain;
    for (uint32_t kind = 0; kind < NAV2_KINDS && !is_reported; kind++)
        if (kind != NAV2_UNKNOWN_KIND && group->chunks[kind].at == 0) found_lacking(&h, kind);
    nl_follow(r->job->report, r->doc->is_odd);
    if (number > NAV2_HIGHEST_PLAIN_GROUP && !nav2_is_split(r->doc))
        found(&h, NAV2_CHUNK_INDEX, NAV2_CHUNK_HEADER_UID,
              &(nl_draft){.args = {nl_uint(number), nl_uint(NAV2_HIGHEST_PLAIN_GROUP)}});
}

static bool make_groups(nav2_reading *r) {
    nav2_document *const doc = r->doc;
    doc->rows = NL_NEW_ZEROED(r->job->arena, uint16_t, doc->row_count);
    if (!doc->rows) return false;
    check_tiles(r);
    number_groups(r);
    doc->groups = NL_NEW_ZEROED(r->job->arena, nav2_group, doc->group_count);
    if (!doc->groups) return false;
    fill_groups(r);
    for (uint32_t i = 0; i < doc->group_count; i++) {
        check_group(r, &doc->groups[i]);
        nl_follow(r->job->report, doc->is_odd);
        nav2_read_tables(r, &doc->groups[i]);
    }
    nl_follow(r->job->report, false);
    return true;
}

/* ---- All of it ---- */

static void check_start(const nav2_reading *r, uint32_t at) {
    const uint64_t expected = nav2_align(nav2_descs_end(r->doc));
    if (r->doc->descs_at == 0 || at == expected || r->is_quiet) return;
    nl_follow(r->job->report, r->doc->has_odd_descs);
    nav2_found_header(
        r->job, NAV2_CHUNKS_OFFSET, NAV2_HEADER_CHUNKS,
        &(nl_draft){.expected = nl_uint(expected),
                    .related = {{r->doc->descs_at, NAV2_MANIFEST_BYTES, "the number of groups"}}});
}

/* Chunks of type 2 have a finding of their own. */
static void check_count(const nav2_reading *r, uint32_t count) {
    const nav2_document *const doc = r->doc;
    const uint32_t expected = NAV2_CHUNKS_OF_GROUP * doc->desc_groups;
    const bool fits = count == expected || count - r->unknown_chunks == expected;
    if (doc->descs_at == 0 || !doc->has_chain || fits || r->is_quiet) return;
    nl_follow(r->job->report, doc->has_odd_descs);
    const nl_place file = nav2_file_place(r->job);
    const bool is_on = nl_found_cause(
        &file, NAV2_DESCS_COUNT, NAV2_HEADER_CHUNK_COUNT,
        &(nl_draft){.expected = nl_uint(expected),
                    .args = {nl_uint(doc->desc_groups)},
                    .related = {{doc->descs_at, NAV2_MANIFEST_BYTES, "the number of groups"}}});
    r->doc->is_odd |= is_on && count < expected && !doc->has_odd_descs;
}

bool nav2_read_chain(nav2_reading *r) {
    nav2_document *const doc = r->doc;
    const uint32_t at = nl_load_u32(r->job->bytes + NAV2_HEADER_CHUNKS_AT);
    const uint32_t count = nl_load_u32(r->job->bytes + NAV2_HEADER_CHUNK_COUNT_AT);
    r->unknown_chunks = 0;
    if (count != 0 && (at < NAV2_HEADER_BYTES || at >= r->job->length)) {
        nav2_note_header(r, NAV2_CHUNKS_RANGE, NAV2_HEADER_CHUNKS,
                         &(nl_draft){.related = {chunk_count}, .args = {nl_uint(r->job->length)}});
        return true;
    }
    check_start(r, at);
    nl_follow(r->job->report, false);
    doc->has_chain = count == 0;
    if (count != 0) {
        doc->chunks_at = at;
        if (!measure(r, count)) return false;
        nl_claim(r->job->report, at, doc->chain_end - at);
    }
    check_count(r, count);
    nl_follow(r->job->report, false);
    return make_groups(r);
}

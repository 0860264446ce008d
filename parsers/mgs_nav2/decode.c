/* Bytes to a nav2_document: the header and the descriptors here, the rest in the wings. What the
 * records say is check's business. */
#include <string.h>

#include "core/checked.h"
#include "parsers/mgs_nav2/chunks/chunks.h"
#include "parsers/mgs_nav2/islands/islands.h"
#include "parsers/mgs_nav2/parts.h"
#include "parsers/mgs_nav2/search/search.h"

static uint32_t word_at(const nl_job *job, uint32_t at) {
    return nl_load_u32(job->bytes + at);
}

/* ---- ChunkDescs ---- */

/* Descriptors in the header may have their count where their size is: then a fix of the one would
 * change the other, and there is none. */
static void check_descs_size(const nav2_reading *r) {
    const nl_place header = nav2_file_place(r->job);
    const uint32_t said = word_at(r->job, NAV2_HEADER_DESCS_SIZE_AT);
    const uint64_t bytes = nav2_descs_end(r->doc) - r->doc->descs_at;
    const bool is_apart = r->doc->descs_at >= NAV2_HEADER_BYTES;
    if (said == bytes || r->is_quiet) return;
    nl_draft draft = {.expected = nl_uint(bytes),
                      .args = {nl_uint(r->doc->desc_groups)},
                      .related = {{r->doc->descs_at, NAV2_MANIFEST_BYTES, "the number of groups"}}};
    if (is_apart) draft.fix = nav2_fix_of(&header, NAV2_HEADER_DESCS_SIZE, (uint32_t)bytes);
    const bool is_short = (uint64_t)said + NAV2_MANIFEST_BYTES == bytes;
    nl_found(&header, is_short ? NAV2_O2N_DESCS_SIZE : NAV2_DESCS_SIZE, NAV2_HEADER_DESCS_SIZE,
             &draft);
}

/* The count of groups, if the descriptors' size and the number of chunks agree on another one. */
static uint32_t true_groups(nav2_reading *r, uint32_t at, uint32_t groups) {
    const uint32_t chunks = word_at(r->job, NAV2_HEADER_CHUNK_COUNT_AT);
    const uint32_t size = word_at(r->job, NAV2_HEADER_DESCS_SIZE_AT);
    const uint64_t expected = chunks / NAV2_CHUNKS_OF_GROUP;
    const uint64_t descs = expected * NAV2_DESCS_OF_GROUP * NAV2_DESC_BYTES;
    const bool agrees = size == descs || size == NAV2_MANIFEST_BYTES + descs;
    const nl_place place = nav2_bytes_place(r->job, at);
    if (groups == expected || chunks % NAV2_CHUNKS_OF_GROUP != 0 || !agrees ||
        at != NAV2_HEADER_BYTES || at + NAV2_MANIFEST_BYTES + descs > r->job->length)
        return groups;
    if (nav2_note(r, NAV2_DESCS_GROUPS))
        nl_found(&place, NAV2_DESCS_GROUPS, NAV2_MANIFEST_GROUPS,
                 &(nl_draft){.expected = nl_uint(expected), .args = {nl_uint(chunks)}});
    return (uint32_t)expected;
}

/* They are where they should be, and too many. */
static void found_descs_range(nav2_reading *r, uint64_t room) {
    const nl_place place = nav2_bytes_place(r->job, NAV2_HEADER_BYTES);
    r->doc->has_count = true;
    if (!nav2_note(r, NAV2_DESCS_RANGE)) return;
    nl_found(&place, NAV2_DESCS_RANGE, NAV2_MANIFEST_GROUPS,
             &(nl_draft){.expected = nl_uint(room),
                         .relation = NAVLINT_AT_MOST,
                         .args = {nl_uint(NAV2_HEADER_BYTES)},
                         .related = {{NAV2_HEADER_DESCS_AT, 4, "where they are"}}});
}

/* Where the descriptors are, if all of them are there. */
static void read_descs(nav2_reading *r) {
    const uint64_t length = r->job->length;
    const uint32_t at = word_at(r->job, NAV2_HEADER_DESCS_AT);
    const uint32_t unit = NAV2_DESCS_OF_GROUP * NAV2_DESC_BYTES;
    const uint64_t start = (uint64_t)at + NAV2_MANIFEST_BYTES;
    const bool has_count = start <= length;
    const uint64_t room = has_count ? nl_min(NAV2_MOST_GROUPS, (length - start) / unit) : 0;
    const bool is_usual = at == NAV2_HEADER_BYTES;
    if (!has_count || (!is_usual && word_at(r->job, at) > room)) {
        nav2_note_header(
            r, NAV2_DESCS_PLACE, NAV2_HEADER_DESCS,
            &(nl_draft){.expected = nl_uint(NAV2_HEADER_BYTES), .args = {nl_uint(length)}});
        return;
    }
    if (word_at(r->job, at) > room) {
        found_descs_range(r, room);
        return;
    }
    const uint32_t groups = true_groups(r, at, word_at(r->job, at));
    const nl_place header = nav2_file_place(r->job);
    if (at != NAV2_HEADER_BYTES && !r->is_quiet)
        r->doc->has_odd_descs = nl_found_cause(&header, NAV2_DESCS_OFFSET, NAV2_HEADER_DESCS,
                                               &(nl_draft){.expected = nl_uint(NAV2_HEADER_BYTES)});
    r->doc->descs_at = at;
    r->doc->desc_groups = groups;
    nl_follow(r->job->report, r->doc->has_odd_descs);
    check_descs_size(r);
    nl_follow(r->job->report, false);
}

/* ---- All of it ---- */

static const char *dialect_of(const nav2_document *doc) {
    if (doc->has_obj2nav2_id) return "obj2nav2";
    if (nav2_is_split(doc)) return nav2_number_of(doc->uid) != 0 ? "split-second" : "split";
    return nav2_tile_of(doc->uid) != 0 ? "tile" : "stand-alone";
}

static void describe(const nl_job *job, const nav2_document *doc) {
    nl_text version = nl_text_over(job->report->version, sizeof job->report->version);
    nl_put_uint(&version, doc->version);
    job->report->dialect = dialect_of(doc);
    job->report->endianness = "little";
}

static void read_header(const nl_job *job, nav2_document *doc) {
    const uint8_t *const p = job->bytes;
    *doc = (nav2_document){
        .version = nl_load_u32(p + NAV2_HEADER_VERSION_AT),
        .uid = nl_load_u32(p + NAV2_HEADER_UID_AT),
        .flags = p[NAV2_HEADER_FLAGS_AT],
        .origin = {nl_load_f32(p + NAV2_HEADER_ORIGIN_X_AT),
                   nl_load_f32(p + NAV2_HEADER_ORIGIN_Y_AT),
                   nl_load_f32(p + NAV2_HEADER_ORIGIN_Z_AT)},
        .divisor = {nl_load_u16(p + NAV2_HEADER_DIVISOR_X_AT),
                    nl_load_u16(p + NAV2_HEADER_DIVISOR_Y_AT),
                    nl_load_u16(p + NAV2_HEADER_DIVISOR_Z_AT)},
        .weight_divisor = nl_load_u16(p + NAV2_HEADER_WEIGHT_DIVISOR_AT),
        .has_obj2nav2_id =
            memcmp(p + NAV2_HEADER_BUILD_ID_AT, nav2_obj2nav2_id, NAV2_ID_BYTES) == 0,
    };
}

/* IslandGraphs, SearchSpace and ConnectTileInfo. false if memory or work is used up. */
static bool read_sections(nav2_reading *r) {
    const nav2_document *const doc = r->doc;
    if (!nav2_read_islands(r)) return false;
    nav2_read_search(r);
    nav2_read_tiles(r);
    nl_claim(r->job->report, doc->islands_at, doc->islands_end - doc->islands_at);
    nl_claim(r->job->report, doc->search.at, doc->search.end - doc->search.at);
    nl_claim(r->job->report, doc->tiles.at, doc->tiles.end - doc->tiles.at);
    return true;
}

static bool read_all(nav2_reading *r) {
    read_header(r->job, r->doc);
    read_descs(r);
    if (!nav2_read_chain(r) || !read_sections(r)) return false;
    nav2_check_parts(r);
    return true;
}

/* How many bytes the file lacks. */
static uint64_t missing_of(const nl_job *job) {
    return word_at(job, NAV2_HEADER_FILE_SIZE_AT) - job->length;
}

/* Obj2Nav2's records of less than three corners are shorter than it counts: then the chunk behind
 * the NavmeshChunk stands as much too early as the file is too short. */
static bool is_shifted(nav2_reading *r, const nav2_group *group) {
    const uint64_t missing = missing_of(r->job);
    const nav2_chunk *const mesh = &group->chunks[NAV2_MESH];
    if (nav2_tile_of(r->doc->uid) != 0) return false; /* it makes stand-alone maps */
    if (mesh->at == 0 || mesh->at + NAV2_SMALLEST_CHUNK_BYTES + missing > mesh->end) return false;
    const uint32_t uid = word_at(r->job, mesh->at + NAV2_CHUNK_HEADER_UID_AT);
    return nav2_is_chunk(r, mesh->end - missing, NAV2_SEGMENTS, uid);
}

static void found_cut(nav2_reading *r) {
    const uint64_t missing = missing_of(r->job);
    for (uint32_t i = 0; i < r->doc->group_count; i++) {
        const nav2_chunk *const mesh = &r->doc->groups[i].chunks[NAV2_MESH];
        if (!is_shifted(r, &r->doc->groups[i])) continue;
        const nl_place place = nav2_chunk_place(r->job, mesh);
        nl_found(&place, NAV2_O2N_SHIFTED, NL_NO_FIELD,
                 &(nl_draft){.length = mesh->end - missing - mesh->at, .actual = nl_uint(missing)});
        return;
    }
    nav2_found_file_size(r->job, NAV2_SIZE_CUT);
}

/* Whether the file ends before what its offsets lead to; then that is all that is said. */
static bool is_cut(nav2_reading *r) {
    if (word_at(r->job, NAV2_HEADER_FILE_SIZE_AT) <= r->job->length) return false;
    r->job->report->undecoded = true; /* padding at least */
    r->is_quiet = true;
    const bool read = read_all(r);
    r->is_quiet = false;
    r->doc->is_cut = read && r->errors != 0;
    return r->doc->is_cut;
}

const void *nav2_decode(nl_job *job) {
    if (job->length < NAV2_HEADER_BYTES) {
        const nl_place file = nav2_file_place(job);
        nl_found(&file, NAV2_HDR_SHORT, NL_NO_FIELD,
                 &(nl_draft){.length = job->length,
                             .actual = nl_uint(job->length),
                             .expected = nl_uint(NAV2_HEADER_BYTES)});
        return NULL;
    }
    nav2_document *const doc = NL_NEW(job->arena, nav2_document, 1);
    if (!doc) return NULL;
    nav2_reading r = {.job = job, .doc = doc};
    const size_t mark = nl_arena_mark(job->arena);
    nav2_fetch(job->bytes, job->length);
    nl_claim(job->report, 0, NAV2_HEADER_BYTES);
    read_header(job, doc);
    describe(job, doc);
    if (is_cut(&r)) {
        found_cut(&r);
        return doc;
    }
    if (job->arena->exhausted) return NULL; /* whether it is cut is not known */
    nl_arena_release(job->arena, mark);
    return read_all(&r) ? doc : NULL;
}

/* ---- Whose bytes are these ---- */

/* By the file's size and what follows from the number of groups. */
bool nav2_is_plausible(const uint8_t *bytes, size_t length) {
    if (length < NAV2_HEADER_BYTES + NAV2_MANIFEST_BYTES) return false;
    const uint64_t groups = nl_load_u32(bytes + NAV2_HEADER_BYTES);
    const uint64_t descs = NAV2_MANIFEST_BYTES + groups * NAV2_DESCS_OF_GROUP * NAV2_DESC_BYTES;
    return nl_load_u32(bytes + NAV2_HEADER_FILE_SIZE_AT) == length &&
           nl_load_u32(bytes + NAV2_HEADER_DESCS_AT) == NAV2_HEADER_BYTES &&
           nl_load_u32(bytes + NAV2_HEADER_CHUNKS_AT) == nav2_align(NAV2_HEADER_BYTES + descs) &&
           nl_load_u32(bytes + NAV2_HEADER_CHUNK_COUNT_AT) == NAV2_CHUNKS_OF_GROUP * groups;
}

bool nav2_has_magic(const uint8_t *bytes, size_t length) {
    if (length < 4) return false;
    const uint32_t version = nl_load_u32(bytes + NAV2_HEADER_VERSION_AT);
    return version == NAV2_VERSION || version == NAV2_VERSION_OLD;
}

/* Kept: the document, a row for each group (of which there are 32768 at most, and each takes a
 * chunk of at least 32 bytes) and for each island graph (255 at most, of at least 16 bytes), and
 * two bytes for each group number. Judging takes, for one group at a time, 5 bytes a segment of 24,
 * a byte a node of 14, edge of 6 and vertex of 6, and 2 a face of 4; then a byte a segment of all
 * groups and 4 a group. That is less than the input. A set keeps gates afterwards, 12 bytes a node
 * of 14 at most and 16 a group: less, too. The constant holds the document, what else a set keeps
 * of the file, and the alignment. */
uint64_t nav2_arena_bound(uint64_t input_bytes) {
    const uint64_t groups = nl_min(input_bytes / NAV2_SMALLEST_CHUNK_BYTES, 1 + NAV2_MOST_GROUPS);
    const uint64_t islands = nl_min(input_bytes / NAV2_ISLAND_HEADER_BYTES, UINT8_MAX);
    return input_bytes + groups * sizeof(nav2_group) + islands * sizeof(nav2_island) +
           2 * (1 + (uint64_t)NAV2_MOST_GROUPS) + 4096;
}

/* Bytes to a nav2_document: the header here, the rest in chain.c, tables.c and sections.c. What the
 * records say is check's business. */
#include "parsers/mgs_nav2/decoder.h"

#include <math.h>
#include <string.h>

#include "core/checked.h"
#include "parsers/mgs_nav2/records.h"

const char *const nav2_kind_names[NAV2_KINDS] = {
    [NAV2_GRAPH] = "NavigationGraph (NavWorld)",
    [NAV2_MESH] = "NavmeshChunk",
    [NAV2_UNKNOWN_KIND] = "chunk of type 2",
    [NAV2_SEGGRAPH] = "SegmentGraph",
    [NAV2_SEGMENTS] = "SegmentChunk",
};

const uint8_t nav2_obj2nav2_id[NAV2_ID_BYTES] = {0x45, 0x08, 0x2D, 0x1A, 0xA9, 0xC1, 0xD9, 0x46,
                                                 0x38, 0x38, 0x0A, 0xA5, 0xCD, 0x1C, 0xA7, 0xB7};

void nav2_tell(nav2_reading *r, unsigned rule, const nav2_place *place, nl_draft draft) {
    const bool is_error = nl_format_mgs_nav2.info.rules[rule].severity == NAVLINT_ERROR;
    r->errors += is_error;
    if (r->is_quiet) return;
    r->job->report->undecoded |= is_error;
    nav2_found(r->job->report, rule, place, draft);
}

static uint32_t value_of(const nav2_reading *r, nav2_header_field field) {
    return nav2_header_value(r->job->bytes, field);
}

/* ---- What the header says ---- */

static void check_version(const nl_job *job, uint32_t version) {
    if (version == NAV2_VERSION) return;
    const bool old = version == NAV2_VERSION_OLD;
    nav2_found_header(job, old ? NAV2_HDR_VERSION_OLD : NAV2_HDR_VERSION, NAV2_AT_VERSION,
                      (nl_draft){.expected = nl_uint(NAV2_VERSION),
                                 .fix = nav2_fix(0, old ? 0 : 4, NAV2_VERSION)});
}

static void check_file_size(const nl_job *job) {
    const uint32_t said = nav2_header_value(job->bytes, NAV2_AT_FILE_SIZE);
    const nl_draft draft = {.actual = nl_uint(job->length), .expected = nl_uint(said)};
    if (said > job->length) nav2_found_header(job, NAV2_SIZE_CUT, NAV2_AT_FILE_SIZE, draft);
    if (said < job->length) nav2_found_header(job, NAV2_SIZE_TRAIL, NAV2_AT_FILE_SIZE, draft);
    if (said == job->length && said % NAV2_ALIGN != 0)
        nav2_found_header(job, NAV2_SIZE_ALIGN, NAV2_AT_FILE_SIZE, (nl_draft){0});
}

static void check_pad(const nl_job *job, nav2_header_field field) {
    const uint32_t value = nav2_header_value(job->bytes, field);
    const nav2_field *const f = &nav2_header_fields[field];
    if (value == 0) return;
    nav2_found_header(job, NAV2_HDR_PAD, field,
                      (nl_draft){.expected = nl_uint(0),
                                 .args = {nl_string(f->name)},
                                 .fix = nav2_fix(f->at, (size_t)nl_type_bytes(f->type), 0)});
}

static void check_pads(const nl_job *job, uint32_t uid) {
    static const nav2_header_field pads[] = {NAV2_AT_UNKNOWN_1C, NAV2_AT_PAD_30,
                                             NAV2_AT_PAD_3C,     NAV2_AT_PAD_40,
                                             NAV2_AT_UNKNOWN_4E, NAV2_AT_PAD_4F};
    for (size_t i = 0; i < sizeof pads / sizeof pads[0]; i++)
        check_pad(job, pads[i]);
    if (uid >> 31)
        nav2_found_header(job, NAV2_HDR_PAD, NAV2_AT_UID,
                          (nl_draft){.expected = nl_uint(0),
                                     .actual = nl_uint(uid),
                                     .args = {nl_string("bit 31 of fileUid")},
                                     .fix = nav2_fix(0x14, 4, uid & 0x7FFFFFFF)});
}

static void check_origin(const nl_job *job, const nav2_document *doc) {
    for (uint32_t axis = 0; axis < 3; axis++) {
        const nav2_header_field field = (nav2_header_field)(NAV2_AT_ORIGIN_X + axis);
        if (isfinite(doc->origin[axis])) continue;
        nav2_found_header(job, NAV2_HDR_FINITE, field,
                          (nl_draft){.actual = nl_real((double)doc->origin[axis]),
                                     .args = {nl_string(nav2_header_fields[field].name)}});
    }
}

/* A tile's place follows from its number. Stand-alone maps have tile 0 or another divisor. */
static void check_tile(const nl_job *job, const nav2_document *doc) {
    const uint32_t tile = nav2_tile_of(doc->uid);
    const int32_t numbers[3] = {(int32_t)(tile & 63), 0, (int32_t)(tile >> 6 & 63)};
    if (tile == 0 || doc->divisor[0] != NAV2_TILE_DIVISOR) return;
    for (uint32_t axis = 0; axis < 3; axis += 2) {
        const int32_t metres = (numbers[axis] - NAV2_TILE_ZERO) * NAV2_TILE_METRES;
        const float origin = doc->origin[axis];
        if (origin == (float)metres || !isfinite(origin)) continue;
        nav2_found_header(job, NAV2_HDR_TILE, (nav2_header_field)(NAV2_AT_ORIGIN_X + axis),
                          (nl_draft){.actual = nl_real((double)origin),
                                     .expected = nl_int(metres),
                                     .args = {nl_int(numbers[0]), nl_int(numbers[2]),
                                              nl_string(axis == 0 ? "x" : "z")}});
    }
}

/* Obj2Nav2 makes sure of y alone, has one group and no tile. */
static bool is_obj2nav2_divisor(const nav2_document *doc, nav2_header_field field) {
    return (field == NAV2_AT_DIVISOR_X || field == NAV2_AT_DIVISOR_Z) && doc->divisor[1] != 0 &&
           doc->uid == 0 && doc->desc_groups == 1;
}

static bool has_no_faces(const nav2_document *doc) {
    for (uint32_t i = 0; i < doc->group_count; i++)
        if (doc->groups[i].mesh.face_count != 0) return false;
    return true;
}

static void check_divisors(const nl_job *job, const nav2_document *doc) {
    for (uint32_t i = 0; i < 4; i++) {
        const nav2_header_field field = (nav2_header_field)(NAV2_AT_DIVISOR_X + i);
        if (nav2_header_value(job->bytes, field) != 0) continue;
        const bool named = is_obj2nav2_divisor(doc, field);
        const char *const cause =
            has_no_faces(doc) ? "an empty mesh" : "a mesh of more than 65535 units";
        nav2_found_header(
            job, named ? NAV2_O2N_DIVISOR : NAV2_HDR_DIVISOR, field,
            (nl_draft){.args = {nl_string(nav2_header_fields[field].name), nl_string(cause)}});
    }
}

static void check_rest(const nl_job *job, const nav2_document *doc) {
    if (doc->flags & ~(uint32_t)NAV2_FLAGS_KNOWN)
        nav2_found_header(job, NAV2_HDR_FLAGS, NAV2_AT_FLAGS, (nl_draft){0});
    if (nav2_header_value(job->bytes, NAV2_AT_CHUNK_COUNT) == 0)
        nav2_found_header(job, NAV2_EMPTY, NAV2_AT_CHUNK_COUNT, (nl_draft){0});
    if (!doc->has_obj2nav2_id) return;
    const nav2_place id = {
        .member = "buildId", .type = NL_BYTES, .at = NAV2_ID_AT, .length = NAV2_ID_BYTES};
    nav2_found(job->report, NAV2_O2N_ID, &id, (nl_draft){0});
}

static void check_header(const nl_job *job, const nav2_document *doc) {
    check_version(job, doc->version);
    check_file_size(job);
    check_pads(job, doc->uid);
    check_origin(job, doc);
    check_tile(job, doc);
    check_divisors(job, doc);
    check_rest(job, doc);
}

/* ---- ChunkDescs ---- */

/* Descriptors in the header may have their count where their size is: then a fix of the one would
 * change the other, and there is none. */
static void check_descs_size(nav2_reading *r, uint64_t bytes) {
    const uint32_t said = value_of(r, NAV2_AT_DESCS_SIZE);
    const bool is_apart = r->doc->descs_at >= NAV2_HEADER_BYTES;
    if (said == bytes || r->is_quiet) return;
    nav2_found_header(r->job, said == bytes - 4 ? NAV2_O2N_DESCS_SIZE : NAV2_DESCS_SIZE,
                      NAV2_AT_DESCS_SIZE,
                      (nl_draft){.expected = nl_uint(bytes),
                                 .args = {nl_uint(r->doc->desc_groups)},
                                 .fix = nav2_fix(0x38, is_apart ? 4 : 0, (uint32_t)bytes)});
}

/* Where the descriptors are, if all of them are there. */
static void read_descs(nav2_reading *r) {
    const uint64_t length = r->job->length;
    const uint32_t at = value_of(r, NAV2_AT_DESCS);
    const uint32_t unit = NAV2_DESCS_OF_GROUP * NAV2_DESC_BYTES;
    const bool has_count = (uint64_t)at + 4 <= length;
    const uint32_t groups = has_count ? nl_load_u32(r->job->bytes + at) : 0;
    const uint64_t room = has_count ? nl_min(NAV2_MOST_GROUPS, (length - at - 4) / unit) : 0;
    if (!has_count || groups > room) {
        const nav2_field *const f = &nav2_header_fields[NAV2_AT_DESCS];
        nav2_tell(r, NAV2_DESCS_RANGE,
                  &(nav2_place){.member = f->name, .type = f->type, .at = f->at},
                  (nl_draft){
                      .actual = nl_uint(groups), .expected = nl_uint(room), .args = {nl_uint(at)}});
        return;
    }
    if (at != NAV2_HEADER_BYTES && !r->is_quiet)
        nav2_found_header(r->job, NAV2_DESCS_OFFSET, NAV2_AT_DESCS,
                          (nl_draft){.expected = nl_uint(NAV2_HEADER_BYTES)});
    r->doc->descs_at = at;
    r->doc->desc_groups = groups;
    check_descs_size(r, 4 + (uint64_t)groups * unit);
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
    *doc = (nav2_document){
        .version = nav2_header_value(job->bytes, NAV2_AT_VERSION),
        .uid = nav2_header_value(job->bytes, NAV2_AT_UID),
        .flags = nav2_header_value(job->bytes, NAV2_AT_FLAGS),
        .weight_divisor = nav2_header_value(job->bytes, NAV2_AT_WEIGHT_DIVISOR),
    };
    for (uint32_t axis = 0; axis < 3; axis++) {
        const nav2_header_field origin = (nav2_header_field)(NAV2_AT_ORIGIN_X + axis);
        const nav2_header_field divisor = (nav2_header_field)(NAV2_AT_DIVISOR_X + axis);
        doc->origin[axis] = nl_float_of(nav2_header_value(job->bytes, origin));
        doc->divisor[axis] = nav2_header_value(job->bytes, divisor);
    }
    const uint8_t *const id = job->bytes + NAV2_ID_AT;
    doc->has_obj2nav2_id = memcmp(id, nav2_obj2nav2_id, NAV2_ID_BYTES) == 0;
}

static bool read_all(nav2_reading *r) {
    read_header(r->job, r->doc);
    read_descs(r);
    if (!nav2_read_chain(r) || !nav2_read_sections(r)) return false;
    nav2_check_parts(r);
    return true;
}

/* Obj2Nav2's records of less than three corners are shorter than it counts: then the chunk behind
 * the NavmeshChunk stands as much too early as the file is too short. */
static bool is_shifted(const nav2_reading *r, const nav2_group *group) {
    const uint64_t missing = value_of(r, NAV2_AT_FILE_SIZE) - r->job->length;
    const nav2_chunk *const mesh = &group->chunks[NAV2_MESH];
    if (mesh->at == 0 || mesh->at + NAV2_SMALLEST_CHUNK_BYTES + missing > mesh->end) return false;
    return nav2_is_chunk(r->job, mesh->end - missing, NAV2_SEGMENTS, group->uid);
}

static void tell_cut(const nav2_reading *r) {
    const nav2_document *const doc = r->doc;
    const uint64_t missing = value_of(r, NAV2_AT_FILE_SIZE) - r->job->length;
    for (uint32_t i = 0; i < doc->group_count; i++) {
        const nav2_chunk *const mesh = &doc->groups[i].chunks[NAV2_MESH];
        if (!is_shifted(r, &doc->groups[i])) continue;
        const nav2_place place = {.list = "chunks",
                                  .row = mesh->number,
                                  .at = mesh->at,
                                  .length = mesh->end - missing - mesh->at};
        nav2_found(r->job->report, NAV2_O2N_SHIFTED, &place,
                   (nl_draft){.actual = nl_uint(missing)});
        return;
    }
    check_file_size(r->job);
}

/* Whether the file ends before what its offsets lead to; then that is all that is said. */
static bool is_cut(nav2_reading *r) {
    if (value_of(r, NAV2_AT_FILE_SIZE) <= r->job->length) return false;
    r->job->report->undecoded = true; /* padding at least */
    r->is_quiet = true;
    const bool read = read_all(r);
    r->is_quiet = false;
    r->doc->is_cut = read && r->errors != 0;
    return r->doc->is_cut;
}

const void *nav2_decode(nl_job *job) {
    if (job->length < NAV2_HEADER_BYTES) {
        nl_emit(job->report, NAV2_HDR_SHORT,
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
        tell_cut(&r);
        return doc;
    }
    if (job->arena->exhausted) return NULL; /* cut or not: nobody knows */
    nl_arena_release(job->arena, mark);
    if (!read_all(&r)) return NULL;
    check_header(job, doc);
    return doc;
}

/* ---- Whose bytes are these ---- */

/* Without the magic: the file's size and what follows from the number of groups. */
static bool adds_up(const uint8_t *bytes, size_t length) {
    if (length < NAV2_HEADER_BYTES + 4) return false;
    const uint32_t groups = nl_load_u32(bytes + NAV2_HEADER_BYTES);
    const uint64_t descs = 4 + (uint64_t)groups * NAV2_DESCS_OF_GROUP * NAV2_DESC_BYTES;
    return nav2_header_value(bytes, NAV2_AT_FILE_SIZE) == length &&
           nav2_header_value(bytes, NAV2_AT_DESCS) == NAV2_HEADER_BYTES &&
           nav2_header_value(bytes, NAV2_AT_CHUNKS) == nav2_align(NAV2_HEADER_BYTES + descs) &&
           nav2_header_value(bytes, NAV2_AT_CHUNK_COUNT) == (uint64_t)NAV2_CHUNKS_OF_GROUP * groups;
}

nl_confidence nav2_probe(const uint8_t *bytes, size_t length) {
    if (length < 4) return NL_NOT_MINE;
    const uint32_t version = nl_load_u32(bytes);
    if (version == NAV2_VERSION || version == NAV2_VERSION_OLD) return NL_CERTAIN;
    return adds_up(bytes, length) ? NL_PLAUSIBLE : NL_NOT_MINE;
}

/* Kept: the document, a row for each group (of which there are 32768 at most, and each takes a
 * chunk of at least 32 bytes) and for each island graph (255 at most, of at least 16 bytes), and
 * two bytes for each group number. Judging takes, for one group at a time, 4 bytes a segment of 24,
 * a byte a node of 14, edge of 6 and vertex of 6, and 2 a face of 4; then a byte a segment of all
 * groups and 4 a group. That is less than the input. The constant holds the document, what a set
 * keeps of the file, and the alignment. */
uint64_t nav2_arena_bound(uint64_t input_bytes) {
    const uint64_t groups = nl_min(input_bytes / NAV2_SMALLEST_CHUNK_BYTES, 1 + NAV2_MOST_GROUPS);
    const uint64_t islands = nl_min(input_bytes / NAV2_ISLAND_HEADER_BYTES, UINT8_MAX);
    return input_bytes + groups * sizeof(nav2_group) + islands * sizeof(nav2_island) +
           2 * (1 + (uint64_t)NAV2_MOST_GROUPS) + 4096;
}

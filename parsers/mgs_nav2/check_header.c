/* What the header of the file says. */
#include "parsers/mgs_nav2/check_header.h"

#include <math.h>

static const nl_draft nothing = {.length = 0};

static void check_version(const nl_job *job, uint32_t version) {
    const nl_place header = nav2_file_place(job);
    nl_draft draft = {.expected = nl_uint(NAV2_VERSION)};
    if (version == NAV2_VERSION) return;
    if (version == NAV2_VERSION_OLD) {
        nl_found(&header, NAV2_HDR_VERSION_OLD, NAV2_HEADER_VERSION, &draft);
        return;
    }
    draft.fix = nav2_fix_of(&header, NAV2_HEADER_VERSION, NAV2_VERSION);
    nl_found(&header, NAV2_HDR_VERSION, NAV2_HEADER_VERSION, &draft);
}

static void check_file_size(const nl_job *job) {
    const uint32_t said = nl_load_u32(job->bytes + NAV2_HEADER_FILE_SIZE_AT);
    if (said > job->length) nav2_found_file_size(job, NAV2_SIZE_CUT);
    if (said < job->length) nav2_found_file_size(job, NAV2_SIZE_TRAIL);
    if (said == job->length && said % NAV2_ALIGN != 0)
        nav2_found_header(job, NAV2_SIZE_ALIGN, NAV2_HEADER_FILE_SIZE, &nothing);
}

static void check_pad(const nl_job *job, unsigned field) {
    const nl_field *const f = &nav2_fields.fields[field];
    const nl_place header = nav2_file_place(job);
    if (nl_field_value(f, job->bytes).as.uint == 0) return;
    nl_found(&header, NAV2_HDR_PAD, field,
             &(nl_draft){.expected = nl_uint(0),
                         .args = {nl_string(f->name)},
                         .fix = nav2_fix_of(&header, field, 0)});
}

static void check_pads(const nl_job *job, uint32_t uid) {
    static const unsigned pads[] = {NAV2_HEADER_UNKNOWN_1C, NAV2_HEADER_PAD_30,
                                    NAV2_HEADER_PAD_3C,     NAV2_HEADER_PAD_40,
                                    NAV2_HEADER_UNKNOWN_4E, NAV2_HEADER_PAD_4F};
    const nl_place header = nav2_file_place(job);
    for (size_t i = 0; i < sizeof pads / sizeof pads[0]; i++)
        check_pad(job, pads[i]);
    if (uid >> 31)
        nl_found(&header, NAV2_HDR_PAD, NAV2_HEADER_UID,
                 &(nl_draft){.expected = nl_uint(0),
                             .args = {nl_string("bit 31 of fileUid")},
                             .fix = nav2_fix_of(&header, NAV2_HEADER_UID, uid & 0x7FFFFFFF)});
}

static void check_origin(const nl_job *job, const nav2_document *doc) {
    for (unsigned axis = 0; axis < 3; axis++) {
        const unsigned field = NAV2_HEADER_ORIGIN_X + axis;
        if (isfinite(doc->origin[axis])) continue;
        nav2_found_header(job, NAV2_HDR_FINITE, field,
                          &(nl_draft){.args = {nl_string(nav2_fields.fields[field].name)}});
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
        nav2_found_header(job, NAV2_HDR_TILE, NAV2_HEADER_ORIGIN_X + axis,
                          &(nl_draft){.expected = nl_real(metres),
                                      .args = {nl_int(numbers[0]), nl_int(numbers[2]),
                                               nl_string(axis == 0 ? "x" : "z")}});
    }
}

/* Obj2Nav2 makes sure of y alone, has one group and no tile. */
static bool is_obj2nav2_divisor(const nav2_document *doc, unsigned field) {
    return (field == NAV2_HEADER_DIVISOR_X || field == NAV2_HEADER_DIVISOR_Z) &&
           doc->divisor[1] != 0 && doc->uid == 0 && doc->desc_groups == 1;
}

static bool has_no_faces(const nav2_document *doc) {
    for (uint32_t i = 0; i < doc->group_count; i++)
        if (doc->groups[i].mesh.face_count != 0) return false;
    return true;
}

static void check_divisors(const nl_job *job, const nav2_document *doc) {
    const uint32_t divisors[] = {doc->divisor[0], doc->divisor[1], doc->divisor[2],
                                 doc->weight_divisor};
    for (unsigned i = 0; i < sizeof divisors / sizeof divisors[0]; i++) {
        const unsigned field = NAV2_HEADER_DIVISOR_X + i;
        if (divisors[i] != 0) continue;
        const char *const name = nav2_fields.fields[field].name;
        const char *const cause =
            has_no_faces(doc) ? "an empty mesh" : "a mesh of more than 65535 units";
        nav2_found_header(job,
                          is_obj2nav2_divisor(doc, field) ? NAV2_O2N_DIVISOR : NAV2_HDR_DIVISOR,
                          field, &(nl_draft){.args = {nl_string(name), nl_string(cause)}});
    }
}

static void check_rest(const nl_job *job, const nav2_document *doc) {
    if (doc->flags & ~(uint32_t)NAV2_FLAGS_KNOWN)
        nav2_found_header(job, NAV2_HDR_FLAGS, NAV2_HEADER_FLAGS, &nothing);
    if (nl_load_u32(job->bytes + NAV2_HEADER_CHUNK_COUNT_AT) == 0)
        nav2_found_header(job, NAV2_EMPTY, NAV2_HEADER_CHUNK_COUNT, &nothing);
    if (doc->has_obj2nav2_id) nav2_found_header(job, NAV2_O2N_ID, NAV2_HEADER_BUILD_ID, &nothing);
}

void nav2_check_header(const nl_job *job, const nav2_document *doc) {
    check_version(job, doc->version);
    check_file_size(job);
    check_pads(job, doc->uid);
    check_origin(job, doc);
    nl_follow(job->report, doc->is_odd); /* the tile may be wrong, and not the origin */
    check_tile(job, doc);
    nl_follow(job->report, false);
    check_divisors(job, doc);
    check_rest(job, doc);
}

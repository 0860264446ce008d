/* SearchSpace (NavSystem): which segments are near a place. */
#include <math.h>

#include "core/checked.h"
#include "parsers/mgs_nav2/findings.h"

/* One bucket while it is judged. */
typedef struct nav2_bucket {
    nav2_check *c;
    uint32_t index;
    uint32_t x, z;  /* its numbers along these axes */
    uint64_t at;    /* of its descriptor */
    uint64_t start; /* of its entries */
    uint32_t count;
    uint32_t cost; /* of an entry, and of a segment in it */
    uint32_t low, high;
    int32_t from[2], to[2]; /* its square along x and z, in steps, to within a step; all of the
                               range if it cannot be compared with the places of segments */
} nav2_bucket;

static nav2_place search_field(const nav2_check *c, const char *member, nl_type type, uint32_t at) {
    return (nav2_place){.list = "searchSpace",
                        .row = NAV2_NO_ITEM,
                        .member = member,
                        .type = type,
                        .at = (uint64_t)c->doc->search.at + at};
}

static void tell_bucket(const nav2_bucket *b, unsigned rule, const char *member, nl_type type,
                        uint32_t at, nl_draft draft) {
    const nav2_place place = {.list = "searchSpace",
                              .row = NAV2_NO_ITEM,
                              .table = "buckets",
                              .index = b->index,
                              .member = member,
                              .type = type,
                              .at = b->at + at};
    draft.args[0] = nl_uint(b->index);
    nav2_found(b->c->job->report, rule, &place, draft);
}

/* ---- The header ---- */

static void check_finite(const nav2_check *c, const char *member, uint32_t at) {
    const float value = nl_load_f32(c->bytes + c->doc->search.at + at);
    const nav2_place place = search_field(c, member, NL_F32LE, at);
    if (isfinite(value)) return;
    nav2_found(c->job->report, NAV2_HDR_FINITE, &place,
               (nl_draft){.actual = nl_real((double)value), .args = {nl_string(member)}});
}

/* In x and z as the file, in y below it. */
static void check_origin(const nav2_check *c) {
    static const char *const axes[3] = {"x", "y", "z"};
    static const char *const members[3] = {"origin/x", "origin/y", "origin/z"};
    for (uint32_t axis = 0; axis < 3; axis++) {
        const float value = nl_load_f32(c->bytes + c->doc->search.at + 4 * axis);
        const float file = c->doc->origin[axis];
        const bool fits = axis == 1 ? value <= file + 0.01F : value == file;
        const nav2_place place = search_field(c, members[axis], NL_F32LE, 4 * axis);
        check_finite(c, members[axis], 4 * axis);
        if (fits || !isfinite(value) || !isfinite(file)) continue;
        nav2_found(c->job->report, NAV2_GEO_SEARCH_ORIGIN, &place,
                   (nl_draft){.actual = nl_real((double)value),
                              .expected = nl_real((double)file),
                              .args = {nl_string(axes[axis])}});
    }
}

static void check_offset(const nav2_check *c, const char *member, uint32_t at, uint64_t expected,
                         bool may_be_aligned) {
    const uint32_t value = nl_load_u32(c->bytes + c->doc->search.at + at);
    const nav2_place place = search_field(c, member, NL_U32LE, at);
    if (value == expected || (may_be_aligned && value == nav2_align(expected))) return;
    nav2_found(c->job->report, NAV2_SEARCH_LAYOUT, &place,
               (nl_draft){.actual = nl_uint(value),
                          .expected = nl_uint(expected),
                          .args = {nl_string(member)}});
}

static void check_header(const nav2_check *c) {
    const nav2_search *const s = &c->doc->search;
    const nav2_place size = search_field(c, "blockSizeXZ", NL_U32LE, 28);
    check_origin(c);
    nav2_check_zeros(c->job, NULL, (uint64_t)s->at + 14, (uint64_t)s->at + 16);
    if (nl_load_u32(c->bytes + s->at + 28) == 0)
        nav2_found(c->job->report, NAV2_SEARCH_CELL, &size,
                   (nl_draft){.actual = nl_uint(0), .args = {nl_string("blockSizeXZ")}});
    check_offset(c, "bucketDescsOffset", 36, NAV2_SEARCH_HEADER_BYTES, false);
    check_offset(c, "bucketEntriesOffset", 40,
                 NAV2_SEARCH_HEADER_BYTES + (uint64_t)NAV2_BUCKET_BYTES * s->bucket_count, true);
    const uint64_t descs_end = s->buckets + (uint64_t)NAV2_BUCKET_BYTES * s->bucket_count;
    if (s->entries == nav2_align(descs_end)) nav2_check_zeros(c->job, NULL, descs_end, s->entries);
}

/* ---- Entries ---- */

/* One entry: segments of a group. */
typedef struct nav2_entry {
    const nav2_group *group; /* NULL: there is none */
    uint64_t at;
    uint32_t uid, count;
} nav2_entry;

/* Whether the segment reaches into the bucket's square. */
static bool is_in_square(const nav2_bucket *b, const nav2_group *group, uint32_t segment) {
    const uint8_t *const bounds = b->c->bytes + group->segments.bounds;
    const nav2_position low = nav2_position_at(bounds, 2 * segment);
    const nav2_position high = nav2_position_at(bounds, 2 * segment + 1);
    return ((low.x <= b->to[0]) & (high.x >= b->from[0]) & (low.z <= b->to[1]) &
            (high.z >= b->from[1])) != 0;
}

static void tell_segment(const nav2_bucket *b, unsigned rule, const nav2_entry *e, uint64_t at,
                         nl_draft draft) {
    const nav2_place place = {.list = "searchSpace",
                              .row = NAV2_NO_ITEM,
                              .table = "entries",
                              .index = b->index,
                              .sub = "segments",
                              .sub_index = NAV2_NO_ITEM,
                              .at = at,
                              .length = 2};
    draft.args[0] = nl_uint(b->index);
    draft.args[1] = nl_uint(nav2_number_of(e->uid));
    nav2_found(b->c->job->report, rule, &place, draft);
}

static void check_segments(const nav2_bucket *b, const nav2_entry *e) {
    const nav2_check *const c = b->c;
    const uint32_t total = e->group->segments.count;
    uint8_t *const marks = c->in_buckets + c->first_segments[e->group - c->doc->groups];
    for (uint32_t i = 0; i < e->count; i++) {
        const uint64_t at = e->at + 8 + 2 * (uint64_t)i;
        const uint32_t segment = nl_load_u16(c->bytes + at);
        if (segment >= total) {
            tell_segment(b, NAV2_SEARCH_SEGMENT, e, at,
                         (nl_draft){.actual = nl_uint(segment), .expected = nl_uint(total)});
            continue;
        }
        marks[segment] = 1;
        if (!is_in_square(b, e->group, segment))
            tell_segment(b, NAV2_SEARCH_SQUARE, e, at, (nl_draft){.actual = nl_uint(segment)});
    }
}

/* The entry at `at`; false if it leaves the section. */
static bool read_entry(const nav2_bucket *b, uint64_t at, nav2_entry *e) {
    const uint64_t end = b->c->doc->search.end;
    const uint8_t *const p = b->c->bytes + at;
    if (at + 8 > end) return false;
    *e = (nav2_entry){.at = at, .uid = nl_load_u32(p), .count = nl_load_u32(p + 4)};
    if (e->count > (end - at - 8) / 2) return false;
    const nav2_group *const group = nav2_group_of(b->c->doc, nav2_number_of(e->uid));
    if (group && group->uid == e->uid) e->group = group;
    return true;
}

static void tell_range(const nav2_bucket *b, uint64_t at) {
    const nav2_search *const s = &b->c->doc->search;
    const bool has_count = at + 8 <= s->end;
    const uint64_t bytes = has_count ? 8 + 2 * (uint64_t)nl_load_u32(b->c->bytes + at + 4) : 8;
    tell_bucket(b, NAV2_SEARCH_BUCKET, "startOffset", NL_U32LE, 0,
                (nl_draft){.actual = nl_uint(bytes),
                           .expected = nl_uint(s->end - s->at),
                           .args = {{0}, nl_uint(at - s->at)}});
}

static void tell_uid(const nav2_bucket *b, const nav2_entry *e) {
    const nav2_place place = {.list = "searchSpace",
                              .row = NAV2_NO_ITEM,
                              .table = "entries",
                              .index = b->index,
                              .at = e->at,
                              .length = 4};
    nav2_found(b->c->job->report, NAV2_SEARCH_UID, &place,
               (nl_draft){.actual = nl_uint(e->uid), .args = {nl_uint(b->index)}});
}

/* Returns where the bucket's entries end. */
static uint64_t check_entries(const nav2_bucket *b) {
    uint64_t at = b->start;
    for (uint32_t i = 0; i < b->count; i++) {
        nav2_entry e;
        if (!nl_spend(b->c->budget, b->cost)) return at;
        if (!read_entry(b, at, &e)) {
            tell_range(b, at);
            return b->c->doc->search.end;
        }
        if (!nl_spend(b->c->budget, (uint64_t)b->cost * e.count)) return at;
        if (!e.group && b->c->doc->has_chain)
            tell_uid(b, &e);
        else if (e.group && e.group->chunks[NAV2_SEGMENTS].is_readable)
            check_segments(b, &e);
        at += 8 + 2 * (uint64_t)e.count;
    }
    return at;
}

/* ---- Buckets ---- */

/* Steps that are a multiple of a bucket's size, as far as positions go: the product of two 32-bit
 * numbers, cut off, times a 16-bit one. */
static int32_t steps_of(uint64_t count, uint64_t size, uint64_t divisor) {
    const uint64_t most = UINT16_MAX + 2;
    return (int32_t)nl_min(nl_min(count * size, most) * divisor, most);
}

/* The square of a bucket. */
static void place_bucket(nav2_bucket *b) {
    const nav2_document *const doc = b->c->doc;
    const uint8_t *const p = b->c->bytes + doc->search.at;
    const uint64_t size = nl_load_u32(p + 28);
    const uint64_t numbers[2] = {b->x, b->z};
    const bool has_square = nl_load_f32(p) == doc->origin[0] &&
                            nl_load_f32(p + 8) == doc->origin[2] && size != 0 &&
                            doc->divisor[0] != 0 && doc->divisor[2] != 0;
    for (uint32_t axis = 0; axis < 2; axis++) {
        const uint64_t divisor = doc->divisor[2 * axis];
        b->from[axis] = has_square ? steps_of(numbers[axis], size, divisor) - 1 : 0;
        b->to[axis] = has_square ? steps_of(numbers[axis] + 1, size, divisor) + 1 : UINT16_MAX;
    }
}

static nav2_bucket bucket_of(nav2_check *c, uint32_t index, uint32_t x, uint32_t z) {
    const uint64_t at = c->doc->search.buckets + (uint64_t)index * NAV2_BUCKET_BYTES;
    const uint8_t *const p = c->bytes + at;
    nav2_bucket b = {.c = c,
                     .index = index,
                     .x = x,
                     .z = z,
                     .at = at,
                     .start = at + nl_load_u32(p),
                     .count = nl_load_u16(p + 4),
                     .low = p[6],
                     .high = p[7]};
    if (b.count != 0) place_bucket(&b);
    return b;
}

/* Returns where the bucket's entries end. */
static uint64_t check_bucket(const nav2_bucket *b, uint64_t end_before) {
    const nav2_search *const s = &b->c->doc->search;
    if (b->low > b->high)
        tell_bucket(b, NAV2_SEARCH_HEIGHT, "minY", NL_U8, 6,
                    (nl_draft){.actual = nl_uint(b->low), .expected = nl_uint(b->high)});
    if (b->count != 0 && b->start >= s->end) {
        tell_range(b, b->start);
        return end_before;
    }
    if (b->start != end_before)
        tell_bucket(b, NAV2_SEARCH_ORDER, "startOffset", NL_U32LE, 0,
                    (nl_draft){.expected = nl_uint(end_before - s->at),
                               .actual = nl_uint(b->start - s->at)});
    return b->count != 0 ? check_entries(b) : end_before;
}

static void check_end(const nav2_check *c, uint64_t end) {
    const nav2_search *const s = &c->doc->search;
    const nav2_place place = search_field(c, "selfSize", NL_U32LE, 44);
    if (nav2_align(end) == s->end)
        nav2_check_zeros(c->job, NULL, end, s->end);
    else
        nav2_found(c->job->report, NAV2_SEARCH_END, &place,
                   (nl_draft){.actual = nl_uint(end - s->at), .expected = nl_uint(s->end - s->at)});
}

/* x goes fastest, z slowest. */
static void check_buckets(nav2_check *c) {
    const nav2_search *const s = &c->doc->search;
    const uint64_t errors = c->job->report->summary.errors;
    const uint32_t layer = s->bucket_count != 0 ? s->bucket_count / s->z : 0; /* same z */
    uint64_t end = s->entries;
    for (uint32_t i = 0, x = 0, z = 0, rest = layer; i < s->bucket_count; i++) {
        if (!nl_spend(c->budget, 1)) return;
        nav2_bucket b = bucket_of(c, i, x, z);
        b.cost = b.start < end ? NAV2_SHARED_COST : 1;
        end = check_bucket(&b, end);
        if (c->budget->exhausted) return;
        x = x + 1 == s->x ? 0 : x + 1;
        if (--rest != 0) continue;
        rest = layer;
        z++;
    }
    if (c->job->report->summary.errors == errors) check_end(c, end);
}

/* ---- Segments that are in no bucket ---- */

static void tell_uncovered(const nav2_check *c, const nav2_group *group, uint32_t segment) {
    const uint64_t at = group->segments.segments + (uint64_t)segment * NAV2_SEGMENT_BYTES;
    const nav2_place place =
        nav2_record(&group->chunks[NAV2_SEGMENTS], "segments", segment, at, NAV2_SEGMENT_BYTES);
    nav2_found(
        c->job->report, NAV2_SEARCH_COVER, &place,
        (nl_draft){.actual = nl_uint(segment), .args = {nl_uint(nav2_number_of(group->uid))}});
}

/* Whether somebody can stand on it. */
static bool has_faces(const nav2_check *c, const nav2_group *group, uint32_t segment) {
    return nav2_segment_at(nav2_segments_of(c->bytes, group), segment).faces != 0;
}

static void check_cover(const nav2_check *c) {
    for (uint32_t i = 0; i < c->doc->group_count; i++) {
        const nav2_group *const group = &c->doc->groups[i];
        const uint8_t *const marks = c->in_buckets + c->first_segments[i];
        const bool is_whole = group->chunks[NAV2_MESH].is_readable;
        for (uint32_t segment = 0; segment < group->segments.count && is_whole; segment++)
            if (!marks[segment] && has_faces(c, group, segment)) tell_uncovered(c, group, segment);
    }
}

/* Makes the marks for all segments of all groups. */
static bool make_marks(nav2_check *c) {
    uint32_t count = 0;
    c->first_segments = NL_NEW(c->job->arena, uint32_t, c->doc->group_count);
    if (!c->first_segments) return false;
    for (uint32_t i = 0; i < c->doc->group_count; i++) {
        c->first_segments[i] = count;
        count += c->doc->groups[i].segments.count;
    }
    c->in_buckets = NL_NEW_ZEROED(c->job->arena, uint8_t, count);
    return c->in_buckets && nl_spend(c->budget, count);
}

void nav2_check_search(nav2_check *c) {
    if (!c->doc->search.is_readable) return;
    const size_t mark = nl_arena_mark(c->job->arena);
    if (!make_marks(c)) return;
    check_header(c);
    const uint64_t errors = c->job->report->summary.errors;
    check_buckets(c);
    const bool is_told = c->job->report->summary.errors != errors;
    if (!c->budget->exhausted && c->doc->has_chain && !is_told) check_cover(c);
    nl_arena_release(c->job->arena, mark);
}

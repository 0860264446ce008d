#include <math.h>

#include "core/checked.h"
#include "parsers/mgs_nav2/search/search.h"

/* The section while it is checked. */
typedef struct nav2_search_check {
    const nav2_check *c;
    uint8_t *in_buckets;      /* per segment of all groups, in their order: in a bucket */
    uint32_t *first_segments; /* per group: its first one among those of all groups */
} nav2_search_check;

/* One bucket while it is checked. */
typedef struct nav2_bucket {
    const nav2_search_check *s;
    const nav2_check *c;
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

static void found(const nav2_check *c, unsigned rule, unsigned field, const nl_draft *draft) {
    const nl_place header = nav2_search_place(c->job, c->doc->search.at);
    nl_found(&header, rule, field, draft);
}

static void found_bucket(const nav2_bucket *b, unsigned rule, unsigned field, nl_draft draft) {
    const nl_place space = nav2_search_place(b->c->job, b->c->doc->search.at);
    const nl_place bucket = nl_place_in(space, "buckets", b->index, b->at);
    draft.args[0] = nl_uint(b->index);
    nl_found(&bucket, rule, field, &draft);
}

/* ---- The header ---- */

/* In x and z as the file, in y below it. */
static void check_origin(const nav2_check *c, unsigned axis) {
    static const char *const axes[3] = {"x", "y", "z"};
    const unsigned field = NAV2_SEARCH_HEADER_ORIGIN_X + axis;
    const nl_field *const f = &nav2_fields.fields[field];
    const float value = nl_load_f32(c->bytes + c->doc->search.at + f->at);
    const float file = c->doc->origin[axis];
    const bool fits = axis == 1 ? value <= file + 0.01F : value == file;
    if (!isfinite(value))
        found(c, NAV2_HDR_FINITE, field, &(nl_draft){.args = {nl_string(f->name)}});
    else if (!fits && isfinite(file))
        found(c, NAV2_GEO_SEARCH_ORIGIN, field,
              &(nl_draft){.expected = nl_real((double)file), .args = {nl_string(axes[axis])}});
}

static void check_offset(const nav2_check *c, unsigned field, uint64_t expected,
                         bool may_be_aligned) {
    const nl_field *const f = &nav2_fields.fields[field];
    const uint32_t value = nl_load_u32(c->bytes + c->doc->search.at + f->at);
    if (value == expected || (may_be_aligned && value == nav2_align(expected))) return;
    found(c, NAV2_SEARCH_LAYOUT, field,
          &(nl_draft){.expected = nl_uint(expected), .args = {nl_string(f->name)}});
}

static void check_header(const nav2_check *c) {
    const nav2_search *const s = &c->doc->search;
    const uint64_t descs = (uint64_t)NAV2_BUCKET_BYTES * s->bucket_count;
    for (unsigned axis = 0; axis < 3; axis++)
        check_origin(c, axis);
    nav2_check_zeros(c->job, NULL, (uint64_t)s->at + NAV2_SEARCH_HEADER_PAD_0E_AT,
                     (uint64_t)s->at + NAV2_SEARCH_HEADER_COUNT_X_AT);
    if (nl_load_u32(c->bytes + s->at + NAV2_SEARCH_HEADER_SIZE_XZ_AT) == 0)
        found(c, NAV2_SEARCH_CELL, NAV2_SEARCH_HEADER_SIZE_XZ,
              &(nl_draft){.args = {nl_string("blockSizeXZ")}});
    check_offset(c, NAV2_SEARCH_HEADER_BUCKETS, NAV2_SEARCH_HEADER_BYTES, false);
    check_offset(c, NAV2_SEARCH_HEADER_ENTRIES, NAV2_SEARCH_HEADER_BYTES + descs, true);
    const uint64_t descs_end = s->buckets + descs;
    if (s->entries == nav2_align(descs_end)) nav2_check_zeros(c->job, NULL, descs_end, s->entries);
}

/* ---- Entries ---- */

/* Whether the segment reaches into the bucket's square. */
static bool is_in_square(const nav2_bucket *b, const nav2_group *group, uint32_t segment) {
    const nav2_bounds s = nav2_bounds_at(b->c->bytes + group->segments.bounds, segment);
    return ((s.low.x <= b->to[0]) & (s.high.x >= b->from[0]) & (s.low.z <= b->to[1]) &
            (s.high.z >= b->from[1])) != 0;
}

/* The entries of the bucket. */
static nl_place entries_place(const nav2_bucket *b, uint64_t at) {
    const nl_place space = nav2_search_place(b->c->job, b->c->doc->search.at);
    return nl_place_in(space, "entries", b->index, at);
}

/* A segment of one of its entries, at `at` of the file: there is none, or it is elsewhere. */
static void found_segment(const nav2_bucket *b, const nav2_entry *e, uint64_t at) {
    const uint32_t segment = nl_load_u16(b->c->bytes + at);
    const uint32_t total = e->group->segments.count;
    const nl_place segments = nl_place_in(entries_place(b, at), "segments", NL_NO_INDEX, at);
    nl_draft draft = {.length = NAV2_ENTRY_SEGMENT_BYTES,
                      .actual = nl_uint(segment),
                      .args = {nl_uint(b->index), nl_uint(nav2_number_of(e->uid))}};
    if (segment >= total) draft.expected = nl_uint(total);
    nl_found(&segments, segment >= total ? NAV2_SEARCH_SEGMENT : NAV2_SEARCH_SQUARE, NL_NO_FIELD,
             &draft);
}

static void check_segments(const nav2_bucket *b, const nav2_entry *e) {
    const uint32_t total = e->group->segments.count;
    uint8_t *const marks = b->s->in_buckets + b->s->first_segments[e->group - b->c->doc->groups];
    for (uint32_t i = 0; i < e->count; i++) {
        const uint64_t at = e->at + NAV2_ENTRY_BYTES + NAV2_ENTRY_SEGMENT_BYTES * (uint64_t)i;
        const uint32_t segment = nl_load_u16(b->c->bytes + at);
        if (segment >= total) {
            found_segment(b, e, at);
            continue;
        }
        marks[segment] = 1;
        if (!is_in_square(b, e->group, segment)) found_segment(b, e, at);
    }
}

/* An entry at `at` of the file leaves the section. */
static void found_range(const nav2_bucket *b, uint64_t at) {
    const nav2_search *const s = &b->c->doc->search;
    uint64_t bytes = NAV2_ENTRY_BYTES;
    if (at + NAV2_ENTRY_BYTES <= s->end)
        bytes += NAV2_ENTRY_SEGMENT_BYTES *
                 (uint64_t)nl_load_u32(b->c->bytes + at + NAV2_ENTRY_COUNT_AT);
    found_bucket(b, NAV2_SEARCH_BUCKET, NAV2_BUCKET_START,
                 (nl_draft){.actual = nl_uint(bytes),
                            .expected = nl_uint(s->end - s->at),
                            .args = {{0}, nl_uint(at - s->at)}});
}

static void found_uid(const nav2_bucket *b, const nav2_entry *e) {
    const nl_place entries = entries_place(b, e->at);
    nl_found(&entries, NAV2_SEARCH_UID, NL_NO_FIELD,
             &(nl_draft){.length = 4, .actual = nl_uint(e->uid), .args = {nl_uint(b->index)}});
}

/* Returns where the bucket's entries end. */
static uint64_t check_entries(const nav2_bucket *b) {
    uint64_t at = b->start;
    for (uint32_t i = 0; i < b->count; i++) {
        nav2_entry e;
        if (!nl_spend(b->c->budget, b->cost)) return at;
        if (!nav2_read_entry(b->c->bytes, b->c->doc, at, &e)) {
            found_range(b, at);
            return b->c->doc->search.end;
        }
        if (!nl_spend(b->c->budget, (uint64_t)b->cost * e.count)) return at;
        if (!e.group && b->c->doc->has_chain)
            found_uid(b, &e);
        else if (e.group && e.group->chunks[NAV2_SEGMENTS].is_readable)
            check_segments(b, &e);
        at += NAV2_ENTRY_BYTES + NAV2_ENTRY_SEGMENT_BYTES * (uint64_t)e.count;
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
    const uint64_t size = nl_load_u32(p + NAV2_SEARCH_HEADER_SIZE_XZ_AT);
    const uint64_t numbers[2] = {b->x, b->z};
    const bool has_square = nl_load_f32(p + NAV2_SEARCH_HEADER_ORIGIN_X_AT) == doc->origin[0] &&
                            nl_load_f32(p + NAV2_SEARCH_HEADER_ORIGIN_Z_AT) == doc->origin[2] &&
                            size != 0 && doc->divisor[0] != 0 && doc->divisor[2] != 0;
    for (uint32_t axis = 0; axis < 2; axis++) {
        const uint64_t divisor = doc->divisor[2 * axis];
        b->from[axis] = has_square ? steps_of(numbers[axis], size, divisor) - 1 : 0;
        b->to[axis] = has_square ? steps_of(numbers[axis] + 1, size, divisor) + 1 : UINT16_MAX;
    }
}

static nav2_bucket bucket_of(const nav2_search_check *s, uint32_t index, uint32_t x, uint32_t z) {
    const uint64_t at = s->c->doc->search.buckets + (uint64_t)index * NAV2_BUCKET_BYTES;
    const uint8_t *const p = s->c->bytes + at;
    nav2_bucket b = {.s = s,
                     .c = s->c,
                     .index = index,
                     .x = x,
                     .z = z,
                     .at = at,
                     .start = at + nl_load_u32(p + NAV2_BUCKET_START_AT),
                     .count = nl_load_u16(p + NAV2_BUCKET_COUNT_AT),
                     .low = p[NAV2_BUCKET_MIN_Y_AT],
                     .high = p[NAV2_BUCKET_MAX_Y_AT]};
    if (b.count != 0) place_bucket(&b);
    return b;
}

/* Returns where the bucket's entries end. */
static uint64_t check_bucket(const nav2_bucket *b, uint64_t end_before) {
    const nav2_search *const s = &b->c->doc->search;
    if (b->low > b->high)
        found_bucket(b, NAV2_SEARCH_HEIGHT, NAV2_BUCKET_MIN_Y,
                     (nl_draft){.expected = nl_uint(b->high)});
    if (b->count != 0 && b->start >= s->end) {
        found_range(b, b->start);
        return end_before;
    }
    if (b->start != end_before)
        found_bucket(b, NAV2_SEARCH_ORDER, NAV2_BUCKET_START,
                     (nl_draft){.actual = nl_uint(b->start - s->at),
                                .expected = nl_uint(end_before - s->at)});
    return b->count != 0 ? check_entries(b) : end_before;
}

static void check_end(const nav2_check *c, uint64_t end) {
    const nav2_search *const s = &c->doc->search;
    if (nav2_align(end) == s->end)
        nav2_check_zeros(c->job, NULL, end, s->end);
    else
        found(c, NAV2_SEARCH_END, NAV2_SEARCH_HEADER_SIZE,
              &(nl_draft){.actual = nl_uint(end - s->at), .expected = nl_uint(s->end - s->at)});
}

/* x goes fastest, z slowest. */
static void check_buckets(const nav2_search_check *check) {
    const nav2_check *const c = check->c;
    const nav2_search *const s = &c->doc->search;
    const uint64_t errors = c->job->report->summary.errors;
    const uint32_t layer = s->bucket_count != 0 ? s->bucket_count / s->z : 0; /* same z */
    uint64_t end = s->entries;
    for (uint32_t i = 0, x = 0, z = 0, rest = layer; i < s->bucket_count; i++) {
        if (!nl_spend(c->budget, 1)) return;
        nav2_bucket b = bucket_of(check, i, x, z);
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

static void found_uncovered(const nav2_check *c, const nav2_group *group, uint32_t segment) {
    const uint64_t at = group->segments.segments + (uint64_t)segment * NAV2_SEGMENT_BYTES;
    const nl_place chunk = nav2_chunk_place(c->job, &group->chunks[NAV2_SEGMENTS]);
    const nl_place place = nl_place_in(chunk, "segments", segment, at);
    nl_found(&place, NAV2_SEARCH_COVER, NL_NO_FIELD,
             &(nl_draft){.length = NAV2_SEGMENT_BYTES,
                         .actual = nl_uint(segment),
                         .args = {nl_uint(nav2_number_of(group->uid))}});
}

/* Whether somebody can stand on it. */
static bool has_faces(const nav2_check *c, const nav2_group *group, uint32_t segment) {
    return nav2_segment_at(nav2_segments_of(c->bytes, group), segment).faces != 0;
}

static void check_cover(const nav2_search_check *s) {
    const nav2_check *const c = s->c;
    for (uint32_t i = 0; i < c->doc->group_count; i++) {
        const nav2_group *const group = &c->doc->groups[i];
        const uint8_t *const marks = s->in_buckets + s->first_segments[i];
        const bool is_whole = group->chunks[NAV2_MESH].is_readable;
        for (uint32_t segment = 0; segment < group->segments.count && is_whole; segment++)
            if (!marks[segment] && has_faces(c, group, segment)) found_uncovered(c, group, segment);
    }
}

/* Makes the marks for all segments of all groups. */
static bool make_marks(nav2_search_check *s) {
    const nav2_check *const c = s->c;
    uint32_t count = 0;
    s->first_segments = NL_NEW(c->job->arena, uint32_t, c->doc->group_count);
    if (!s->first_segments) return false;
    for (uint32_t i = 0; i < c->doc->group_count; i++) {
        s->first_segments[i] = count;
        count += c->doc->groups[i].segments.count;
    }
    s->in_buckets = NL_NEW_ZEROED(c->job->arena, uint8_t, count);
    return s->in_buckets && nl_spend(c->budget, count);
}

void nav2_check_search(const nav2_check *c) {
    nav2_search_check s = {.c = c};
    if (!c->doc->search.is_readable) return;
    const size_t mark = nl_arena_mark(c->job->arena);
    if (!make_marks(&s)) return;
    check_header(c);
    const uint64_t errors = c->job->report->summary.errors;
    check_buckets(&s);
    const bool is_reported = c->job->report->summary.errors != errors;
    if (!c->budget->exhausted && c->doc->has_chain && !is_reported) check_cover(&s);
    nl_arena_release(c->job->arena, mark);
}

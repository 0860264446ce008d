#include <math.h>

#include "core/checked.h"
#include "core/quick.h"
#include "parsers/mgs_nav2/search/search.h"

/* The section while it is checked. */
typedef struct nav2_search_check {
    const nav2_check *c;
    bool follows;             /* what is found in buckets follows from what the header says */
    bool is_odd_now;          /* what is found in the bucket being checked does */
    bool has_odd_bucket;      /* one that is reported to start or end elsewhere than it should */
    uint32_t causes;          /* such buckets that are reported */
    uint64_t end;             /* where the entries of the buckets so far end, in the file */
    uint64_t outside, listed; /* segments outside of the squares that they are listed in, and all */
    nav2_grid grid;
    nav2_listed in_buckets;
} nav2_search_check;

enum { MOST_CAUSES = 8 /* that are listed */ };

/* One bucket while it is checked. */
typedef struct nav2_bucket {
    nav2_search_check *s;
    const nav2_check *c;
    uint32_t index;
    uint32_t x, z;  /* its numbers along these axes */
    uint64_t at;    /* of its descriptor */
    uint64_t start; /* of its entries */
    uint32_t count;
    uint32_t cost; /* of an entry, and of a segment in it */
    uint32_t low, high;
    nav2_square square;
} nav2_bucket;

static void found(const nav2_check *c, unsigned rule, unsigned field, const nl_draft *draft) {
    const nl_place header = nav2_search_place(c->job, c->doc->search.at);
    nl_found(&header, rule, field, draft);
}

/* The same for what the buckets may follow from. */
static void found_cause(nav2_search_check *s, unsigned rule, unsigned field,
                        const nl_draft *draft) {
    const nl_place header = nav2_search_place(s->c->job, s->c->doc->search.at);
    s->follows |= nl_found_cause(&header, rule, field, draft);
}

/* In the middle of its square and between its heights, which count units of 256 steps. */
static nl_place bucket_at(const nav2_bucket *b, const char *list, uint64_t at) {
    const nav2_document *const doc = b->c->doc;
    const uint8_t *const header = b->c->bytes + doc->search.at;
    const double size = nl_load_u32(header + NAV2_SEARCH_HEADER_SIZE_XZ_AT);
    const double x = (double)nl_load_f32(header + NAV2_SEARCH_HEADER_ORIGIN_X_AT);
    const double z = (double)nl_load_f32(header + NAV2_SEARCH_HEADER_ORIGIN_Z_AT);
    const double steps = (b->low + b->high) * 128.0;
    const nl_place place = nl_place_about(
        nl_place_in(nav2_search_place(b->c->job, doc->search.at), list, b->index, at), "bucket",
        b->index);
    if (doc->divisor[1] == 0 || size == 0) return place;
    return nl_place_at(place, x + (b->x + 0.5) * size,
                       (double)doc->origin[1] + steps / (double)doc->divisor[1],
                       z + (b->z + 0.5) * size);
}

static nl_place place_of(const nav2_bucket *b) {
    return bucket_at(b, "buckets", b->at);
}

static void found_bucket(const nav2_bucket *b, unsigned rule, unsigned field, nl_draft draft) {
    const nl_place bucket = place_of(b);
    nl_found(&bucket, rule, field, &draft);
}

/* ---- The header ---- */

static navlint_related related_counts(const nav2_check *c) {
    return (navlint_related){c->doc->search.at + NAV2_SEARCH_HEADER_COUNT_X_AT, 12,
                             "the numbers of buckets"};
}

/* In x and z as the file, in y below it. */
static void check_origin(nav2_search_check *s, unsigned axis) {
    const nav2_check *const c = s->c;
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
              &(nl_draft){.expected = nl_real((double)file),
                          .relation = axis == 1 ? NAVLINT_AT_MOST : NAVLINT_EQUAL,
                          .args = {nl_string(axes[axis])},
                          .related = {{NAV2_HEADER_ORIGIN_X_AT + 4 * (uint64_t)axis, 4,
                                       "the file's origin"}}});
}

static void check_offset(nav2_search_check *s, unsigned field, uint64_t expected,
                         bool may_be_aligned) {
    const nav2_check *const c = s->c;
    const nl_field *const f = &nav2_fields.fields[field];
    const uint32_t value = nl_load_u32(c->bytes + c->doc->search.at + f->at);
    if (value == expected || (may_be_aligned && value == nav2_align(expected))) return;
    found_cause(s, NAV2_SEARCH_LAYOUT, field,
                &(nl_draft){.expected = nl_uint(expected),
                            .args = {nl_string(f->name)},
                            .related = {related_counts(c)}});
}

/* Whether the first bucket's entries start where the header says that all do. */
static bool starts_at_entries(const nav2_search_check *check) {
    const nav2_check *const c = check->c;
    const nav2_search *const s = &c->doc->search;
    const uint64_t first_end = s->buckets + (uint64_t)NAV2_BUCKET_BYTES;
    return s->buckets == s->at + NAV2_SEARCH_HEADER_BYTES && first_end <= s->entries &&
           first_end <= c->job->length &&
           s->buckets + (uint64_t)nl_load_u32(c->bytes + s->buckets) == s->entries;
}

/* Whether the first bucket starts where the header says that entries do, and the buckets up to
 * there are not as many as it says: their number is wrong. */
static bool check_count(nav2_search_check *check) {
    const nav2_check *const c = check->c;
    const nav2_search *const s = &c->doc->search;
    const uint64_t used = (uint64_t)s->bucket_count * NAV2_BUCKET_BYTES;
    if (!starts_at_entries(check)) return true;
    const uint64_t room = s->entries - (uint64_t)s->buckets;
    const uint32_t expected = (uint32_t)(room / NAV2_BUCKET_BYTES);
    if (used == room || nav2_align(s->buckets + used) == s->entries) return true;
    found_cause(
        check, NAV2_SEARCH_COUNT, NAV2_SEARCH_HEADER_COUNT_X,
        &(nl_draft){.args = {nl_uint(s->x), nl_uint(s->y), nl_uint(s->z), nl_uint(expected)},
                    .related = {related_counts(c)}});
    return false;
}

static void check_header(nav2_search_check *check) {
    const nav2_check *const c = check->c;
    const nav2_search *const s = &c->doc->search;
    const uint64_t descs = (uint64_t)NAV2_BUCKET_BYTES * s->bucket_count;
    for (unsigned axis = 0; axis < 3; axis++)
        check_origin(check, axis);
    nav2_check_zeros(c->job, NULL, (uint64_t)s->at + NAV2_SEARCH_HEADER_PAD_0E_AT,
                     (uint64_t)s->at + NAV2_SEARCH_HEADER_COUNT_X_AT);
    if (nl_load_u32(c->bytes + s->at + NAV2_SEARCH_HEADER_SIZE_XZ_AT) == 0)
        found(c, NAV2_SEARCH_CELL, NAV2_SEARCH_HEADER_SIZE_XZ,
              &(nl_draft){.args = {nl_string("blockSizeXZ")}});
    check_offset(check, NAV2_SEARCH_HEADER_BUCKETS, NAV2_SEARCH_HEADER_BYTES, false);
    if (check_count(check))
        check_offset(check, NAV2_SEARCH_HEADER_ENTRIES, NAV2_SEARCH_HEADER_BYTES + descs, true);
    const uint64_t descs_end = s->buckets + descs;
    if (s->entries == nav2_align(descs_end)) nav2_check_zeros(c->job, NULL, descs_end, s->entries);
}

/* ---- Entries ---- */

static bool is_in_square(const nav2_bucket *b, const nav2_group *group, uint32_t segment) {
    return nav2_reaches(nav2_bounds_at(b->c->bytes + group->segments.bounds, segment), &b->square);
}

/* The entries of the bucket. */
static nl_place entries_place(const nav2_bucket *b, uint64_t at) {
    return bucket_at(b, "entries", at);
}

/* The item of one of its entries that stands at `at` of the file. */
static nl_place segment_place(const nav2_bucket *b, const nav2_entry *e, uint64_t at) {
    const uint64_t first = e->at + NAV2_ENTRY_BYTES;
    const nl_place entry = nl_place_in(entries_place(b, at), NULL, e->index, at);
    return nl_place_in(entry, "segments", (uint32_t)((at - first) / NAV2_ENTRY_SEGMENT_BYTES), at);
}

/* A segment of one of its entries, at `at` of the file: there is none, or it is elsewhere. */
static void found_segment(const nav2_bucket *b, const nav2_entry *e, uint64_t at) {
    const uint32_t segment = nl_load_u16(b->c->bytes + at);
    const uint32_t total = e->group->segments.count;
    const nl_place segments = segment_place(b, e, at);
    nl_draft draft = nav2_below(segment >= total ? total : 0);
    draft.length = NAV2_ENTRY_SEGMENT_BYTES;
    draft.actual = nl_uint(segment);
    draft.args[0] = nl_uint(nav2_number_of(e->uid));
    draft.args[1] = nl_uint(total);
    draft.related[0] = (navlint_related){e->at, NAV2_ENTRY_BYTES, "the entry"};
    if (segment < total) {
        draft.related[0] =
            (navlint_related){NAV2_HEADER_DIVISOR_X_AT, 6, "the denominators of positions"};
        draft.related[1] =
            (navlint_related){e->group->segments.bounds + segment * (uint64_t)NAV2_BOUNDS_BYTES,
                              NAV2_BOUNDS_BYTES, "the segment's bounds"};
    }
    nav2_list(b->c, b->s->follows || b->s->is_odd_now || e->group->is_odd);
    nl_found(&segments, segment >= total ? NAV2_SEARCH_SEGMENT : NAV2_SEARCH_SQUARE, NL_NO_FIELD,
             &draft);
    nav2_list(b->c, b->s->follows || b->s->is_odd_now);
}

static void check_segments(const nav2_bucket *b, const nav2_entry *e) {
    const uint32_t total = e->group->segments.count;
    const nav2_listed *const listed = &b->s->in_buckets;
    uint8_t *const marks = listed->segments + listed->first[e->group - b->c->doc->groups];
    uint32_t outside = 0;
    for (uint32_t i = 0; i < e->count; i++) {
        const uint64_t at = e->at + NAV2_ENTRY_BYTES + NAV2_ENTRY_SEGMENT_BYTES * (uint64_t)i;
        const uint32_t segment = nl_load_u16(b->c->bytes + at);
        if (segment >= total) {
            found_segment(b, e, at);
            continue;
        }
        marks[segment] = 1;
        outside += !is_in_square(b, e->group, segment);
    }
    b->s->outside += outside;
    b->s->listed += e->count;
}

/* An entry at `at` of the file leaves the section. */
static nl_draft range_of(const nav2_bucket *b, uint64_t at) {
    const nav2_search *const s = &b->c->doc->search;
    uint64_t bytes = NAV2_ENTRY_BYTES;
    if (at + NAV2_ENTRY_BYTES <= s->end)
        bytes += NAV2_ENTRY_SEGMENT_BYTES *
                 (uint64_t)nl_load_u32(b->c->bytes + at + NAV2_ENTRY_COUNT_AT);
    return (nl_draft){.args = {nl_uint(bytes), nl_uint(at - s->at), nl_uint(s->end - s->at)},
                      .related = {{b->at, NAV2_BUCKET_BYTES, "the bucket"}}};
}

static void found_uid(const nav2_bucket *b, const nav2_entry *e) {
    const nl_place entries = entries_place(b, e->at);
    nl_found(&entries, NAV2_SEARCH_UID, NL_NO_FIELD,
             &(nl_draft){.length = 4,
                         .actual = nl_uint(e->uid),
                         .args = {nl_uint(nav2_number_of(e->uid))}});
}

/* Returns where the bucket's entries end. */
static uint64_t check_entries(const nav2_bucket *b) {
    uint64_t at = b->start;
    for (uint32_t i = 0; i < b->count; i++) {
        nav2_entry e;
        if (!nl_spend(b->c->budget, b->cost)) return at;
        if (!nav2_read_entry(b->c->bytes, b->c->doc, at, &e)) {
            found_bucket(b, NAV2_SEARCH_BUCKET, NAV2_BUCKET_START, range_of(b, at));
            return b->c->doc->search.end;
        }
        e.index = i;
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

static nav2_bucket bucket_of(nav2_search_check *s, uint32_t index, uint32_t x, uint32_t z) {
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
    nav2_place_square(&s->grid, 0, x, &b.square);
    nav2_place_square(&s->grid, 1, z, &b.square);
    return b;
}

/* Where as many entries as the bucket has end, from `at` on; 0 if they leave the section. */
static uint64_t end_of_entries(const nav2_check *c, uint64_t at, uint32_t count) {
    const uint64_t end = c->doc->search.end;
    if (!nl_spend(c->budget, count)) return 0;
    for (uint32_t i = 0; i < count; i++) {
        if (at + NAV2_ENTRY_BYTES > end) return 0;
        const uint64_t listed = nl_load_u32(c->bytes + at + NAV2_ENTRY_COUNT_AT);
        at += NAV2_ENTRY_BYTES + NAV2_ENTRY_SEGMENT_BYTES * listed;
    }
    return at <= end ? at : 0;
}

/* Where the entries of a bucket are said to start; 0 behind the last one. */
static uint64_t start_of(const nav2_check *c, uint32_t index) {
    const uint64_t at = c->doc->search.buckets + (uint64_t)index * NAV2_BUCKET_BYTES;
    if (index >= c->doc->search.bucket_count) return 0;
    return at + nl_load_u32(c->bytes + at + NAV2_BUCKET_START_AT);
}

/* Whether there is a bucket behind this one, and starts where this one's entries end. */
static bool is_in_order(const nav2_check *c, uint32_t index) {
    const uint64_t at = c->doc->search.buckets + (uint64_t)index * NAV2_BUCKET_BYTES;
    const uint64_t behind = start_of(c, index + 1);
    const uint32_t count = nl_load_u16(c->bytes + at + NAV2_BUCKET_COUNT_AT);
    return behind != 0 && end_of_entries(c, start_of(c, index), count) == behind;
}

/* Reports what the entries of this bucket, and segments in none, follow from. */
static void found_odd_bucket(const nav2_bucket *b, unsigned rule, unsigned field,
                             const nl_draft *draft) {
    const nl_place bucket = place_of(b);
    nav2_list(b->c, b->s->follows || b->s->causes >= MOST_CAUSES);
    b->s->is_odd_now = nl_found_cause(&bucket, rule, field, draft);
    nav2_list(b->c, b->s->is_odd_now);
    b->s->has_odd_bucket |= b->s->is_odd_now;
    b->s->causes += b->s->is_odd_now;
}

static void found_order(const nav2_bucket *b, uint64_t expected) {
    const nav2_search *const s = &b->c->doc->search;
    nl_draft draft = {.args = {nl_uint(b->start - s->at), nl_uint(expected - s->at)}};
    if (expected >= b->at) draft.expected = nl_uint(expected - b->at);
    if (b->index != 0)
        draft.related[0] =
            (navlint_related){b->at - NAV2_BUCKET_BYTES, NAV2_BUCKET_BYTES, "the bucket before"};
    found_odd_bucket(b, NAV2_SEARCH_ORDER, NAV2_BUCKET_START, &draft);
}

/* The next bucket starts elsewhere than behind this one's entries, as those behind it agree. */
static void found_count(const nav2_bucket *b, uint64_t next) {
    nl_draft draft = {.length = NAV2_BUCKET_BYTES,
                      .actual = nl_uint(b->count),
                      .args = {nl_int((int64_t)next - (int64_t)b->start)}};
    if (next > b->start)
        draft.related[0] = (navlint_related){b->start, next - b->start, "the entries"};
    found_odd_bucket(b, NAV2_SEARCH_ENTRIES, NL_NO_FIELD, &draft);
}

static bool has_start(const nav2_bucket *b) {
    return b->count == 0 || b->start < b->c->doc->search.end;
}

/* The entries of a bucket that starts at `end_before`, as it should, or not. Returns where those of
 * the next one should start. */
static uint64_t check_order(const nav2_bucket *b, uint64_t end_before) {
    const nav2_check *const c = b->c;
    const uint64_t next = start_of(c, b->index + 1);
    const uint64_t end = end_of_entries(c, end_before, b->count);
    if (has_start(b) && b->start != end_before) {
        found_order(b, end_before);
        return next != 0 && next == end ? next : end_of_entries(c, b->start, b->count);
    }
    if (!has_start(b)) {
        const nl_draft draft = range_of(b, b->start);
        found_odd_bucket(b, NAV2_SEARCH_BUCKET, NAV2_BUCKET_START, &draft);
        return end;
    }
    if (next == 0 || next == end || !is_in_order(c, b->index + 1)) return end;
    found_count(b, next);
    return next;
}

/* Returns where the entries of the next bucket should start. */
static uint64_t check_bucket(const nav2_bucket *b, uint64_t end_before) {
    if (b->low > b->high)
        found_bucket(b, NAV2_SEARCH_HEIGHT, NAV2_BUCKET_MIN_Y,
                     (nl_draft){.expected = nl_uint(b->high),
                                .relation = NAVLINT_AT_MOST,
                                .related = {{b->at, NAV2_BUCKET_BYTES, "the bucket"}}});
    const uint64_t next = check_order(b, end_before);
    const uint64_t end = b->count != 0 && has_start(b) ? check_entries(b) : end_before;
    b->s->is_odd_now = false;
    nav2_list(b->c, b->s->follows);
    return next != 0 ? next : end;
}

/* By the number of buckets: the header may say that entries start anywhere. */
static navlint_related last_bucket(const nav2_search *s) {
    if (s->bucket_count == 0) return (navlint_related){0};
    const uint64_t before = (uint64_t)(s->bucket_count - 1) * NAV2_BUCKET_BYTES;
    return (navlint_related){s->buckets + before, NAV2_BUCKET_BYTES, "the last bucket"};
}

static void check_end(const nav2_check *c, uint64_t end) {
    const nav2_search *const s = &c->doc->search;
    if (nav2_align(end) == s->end)
        nav2_check_zeros(c->job, NULL, end, s->end);
    else
        found(c, NAV2_SEARCH_END, NAV2_SEARCH_HEADER_SIZE,
              &(nl_draft){.expected = nl_uint(nav2_align(end) - s->at),
                          .args = {nl_uint(end - s->at)},
                          .related = {last_bucket(s)}});
}

/* x goes fastest, z slowest. */
static void for_each_bucket(nav2_search_check *s, void (*visit)(const nav2_bucket *)) {
    const nav2_search *const search = &s->c->doc->search;
    const uint32_t count = search->bucket_count;
    const uint32_t layer = count != 0 ? count / search->z : 0; /* same z */
    for (uint32_t i = 0, x = 0, z = 0, rest = layer; i < count; i++) {
        if (!nl_spend(s->c->budget, 1)) return;
        nav2_bucket b = bucket_of(s, i, x, z);
        b.cost = b.start < s->end ? NAV2_SHARED_COST : 1;
        visit(&b);
        if (s->c->budget->exhausted) return;
        x = x + 1 == search->x ? 0 : x + 1;
        if (--rest != 0) continue;
        rest = layer;
        z++;
    }
}

static void check_next_bucket(const nav2_bucket *b) {
    b->s->end = check_bucket(b, b->s->end);
}

/* ---- Squares ---- */

/* Segments outside of the bucket's square. */
static void check_squares_of(const nav2_bucket *b) {
    uint64_t at = b->start;
    nav2_entry e;
    for (uint32_t i = 0; i < b->count && nav2_read_entry(b->c->bytes, b->c->doc, at, &e); i++) {
        const uint64_t first = at + NAV2_ENTRY_BYTES;
        e.index = i;
        const bool is_known = e.group && e.group->chunks[NAV2_SEGMENTS].is_readable;
        if (!nl_spend(b->c->budget, (uint64_t)b->cost * (1 + (uint64_t)e.count))) return;
        at = first + NAV2_ENTRY_SEGMENT_BYTES * (uint64_t)e.count;
        for (uint64_t p = first; p < at && is_known; p += NAV2_ENTRY_SEGMENT_BYTES) {
            const uint32_t segment = nl_load_u16(b->c->bytes + p);
            if (segment < e.group->segments.count && !is_in_square(b, e.group, segment))
                found_segment(b, &e, p);
        }
    }
}

enum { FEWEST_OUTSIDE = 16 };

/* Where much of what is listed is outside of its square, the squares are wrong. */
static void check_squares(nav2_search_check *s) {
    if (s->outside == 0) return;
    const nl_place header = nav2_search_place(s->c->job, s->c->doc->search.at);
    const bool is_crowd = s->outside >= FEWEST_OUTSIDE && s->outside >= s->listed / 64;
    if (is_crowd)
        s->follows |= nl_found_cause(
            &header, NAV2_SEARCH_SQUARES, NAV2_SEARCH_HEADER_SIZE_XZ,
            &(nl_draft){.args = {nl_uint(s->outside), nl_uint(s->listed)},
                        .related = {{NAV2_HEADER_DIVISOR_X_AT, 6, "the denominators of positions"},
                                    {header.at, NAV2_SEARCH_HEADER_PAD_0E_AT, "the origin"}}});
    s->is_odd_now = s->has_odd_bucket;
    nav2_list(s->c, s->follows || s->is_odd_now);
    for_each_bucket(s, check_squares_of);
    s->is_odd_now = false;
    nav2_list(s->c, s->follows);
}

/* All buckets in order. */
static void check_buckets(nav2_search_check *s) {
    const nav2_check *const c = s->c;
    const uint64_t errors = c->job->report->summary.errors;
    s->end = c->doc->search.entries;
    if (!NL_QUICK(nav2_buckets_are_plain(c, s->in_buckets, &s->end))) {
        s->end = c->doc->search.entries;
        for_each_bucket(s, check_next_bucket);
    }
    if (c->budget->exhausted || c->job->report->summary.errors != errors) return;
    check_end(c, s->end);
}

/* ---- Segments that are in no bucket ---- */

static void found_uncovered(const nav2_check *c, const nav2_group *group, uint32_t segment) {
    const uint64_t at = group->segments.segments + (uint64_t)segment * NAV2_SEGMENT_BYTES;
    nav2_check check = *c;
    const nav2_group_check gc = nav2_group_check_of(&check, group);
    const nl_place place = nav2_segment_place(&gc, "segments", segment, at);
    nl_found(&place, NAV2_SEARCH_COVER, NL_NO_FIELD, &(nl_draft){.length = NAV2_SEGMENT_BYTES});
}

/* Whether somebody can stand on it. */
static bool has_faces(const nav2_check *c, const nav2_group *group, uint32_t segment) {
    return nav2_segment_at(nav2_segments_of(c->bytes, group), segment).faces != 0;
}

static void check_cover(const nav2_search_check *s) {
    const nav2_check *const c = s->c;
    for (uint32_t i = 0; i < c->doc->group_count; i++) {
        const nav2_group *const group = &c->doc->groups[i];
        const uint8_t *const marks = s->in_buckets.segments + s->in_buckets.first[i];
        const bool is_whole = group->chunks[NAV2_MESH].is_readable;
        for (uint32_t segment = 0; segment < group->segments.count && is_whole; segment++)
            if (!marks[segment] && has_faces(c, group, segment)) found_uncovered(c, group, segment);
    }
}

/* Makes the marks for all segments of all groups. */
static bool make_marks(nav2_search_check *s) {
    const nav2_check *const c = s->c;
    nav2_listed *const listed = &s->in_buckets;
    uint32_t count = 0;
    listed->first = NL_NEW(c->job->arena, uint32_t, c->doc->group_count);
    if (!listed->first) return false;
    for (uint32_t i = 0; i < c->doc->group_count; i++) {
        listed->first[i] = count;
        count += c->doc->groups[i].segments.count;
    }
    listed->segments = NL_NEW_ZEROED(c->job->arena, uint8_t, count);
    return listed->segments && nl_spend(c->budget, count);
}

void nav2_check_search(const nav2_check *c) {
    if (!c->doc->search.is_readable) return;
    nav2_search_check s = {.c = c, .grid = nav2_grid_of(c)};
    const size_t mark = nl_arena_mark(c->job->arena);
    if (!make_marks(&s)) return;
    check_header(&s);
    nav2_list(c, s.follows);
    const uint64_t errors = c->job->report->summary.errors;
    check_buckets(&s);
    const bool is_reported = c->job->report->summary.errors != errors;
    check_squares(&s);
    nav2_list(c, s.follows || s.has_odd_bucket);
    if (!c->budget->exhausted && c->doc->has_chain && !is_reported) check_cover(&s);
    nav2_list(c, false);
    nl_arena_release(c->job->arena, mark);
}

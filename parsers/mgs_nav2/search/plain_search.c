/* The usual SearchSpace in one pass: the entries of its buckets follow each other and list segments
 * that reach into their bucket's square. Whatever is not plain is left to check_search.c, which
 * knows how to say it. */
#include "core/checked.h"
#include "parsers/mgs_nav2/search/search.h"

/* ---- Squares ---- */

nav2_grid nav2_grid_of(const nav2_check *c) {
    const nav2_document *const doc = c->doc;
    const uint8_t *const p = c->bytes + doc->search.at;
    const uint32_t size = nl_load_u32(p + NAV2_SEARCH_HEADER_SIZE_XZ_AT);
    return (nav2_grid){
        .is_known = nl_load_f32(p + NAV2_SEARCH_HEADER_ORIGIN_X_AT) == doc->origin[0] &&
                    nl_load_f32(p + NAV2_SEARCH_HEADER_ORIGIN_Z_AT) == doc->origin[2] &&
                    size != 0 && doc->divisor[0] != 0 && doc->divisor[2] != 0,
        .size = size,
        .divisors = {doc->divisor[0], doc->divisor[2]},
    };
}

/* Steps that are a multiple of a bucket's size, as far as positions go: the product of two 32-bit
 * numbers, cut off, times a 16-bit one. */
static int32_t steps_of(uint64_t count, uint64_t size, uint64_t divisor) {
    const uint64_t most = UINT16_MAX + 2;
    return (int32_t)nl_min(nl_min(count * size, most) * divisor, most);
}

void nav2_place_square(const nav2_grid *grid, uint32_t axis, uint64_t number, nav2_square *square) {
    const uint64_t divisor = grid->divisors[axis];
    square->from[axis] = grid->is_known ? steps_of(number, grid->size, divisor) - 1 : 0;
    square->to[axis] = grid->is_known ? steps_of(number + 1, grid->size, divisor) + 1 : UINT16_MAX;
}

/* ---- Buckets ---- */

/* The buckets up to one of them. */
typedef struct nav2_bucket_run {
    const nav2_check *c;
    nav2_listed listed;
    uint64_t at;  /* of its descriptor */
    uint64_t end; /* of the entries of those before */
    nav2_square square;
} nav2_bucket_run;

/* Marks the segments of an entry; all of them should reach into the square. */
static inline bool segments_are_plain(const nav2_bucket_run *r, const nav2_entry *e) {
    const nav2_square square = r->square;
    const uint8_t *const bounds = r->c->bytes + e->group->segments.bounds;
    const uint32_t total = e->group->segments.count;
    uint8_t *const marks = r->listed.segments + r->listed.first[e->group - r->c->doc->groups];
    const uint8_t *p = r->c->bytes + e->at + NAV2_ENTRY_BYTES;
    bool plain = true;
    for (uint32_t i = 0; i < e->count; i++, p += NAV2_ENTRY_SEGMENT_BYTES) {
        const uint32_t segment = nl_load_u16(p);
        if (segment >= total) return false;
        marks[segment] = 1;
        plain &= nav2_reaches(nav2_bounds_at(bounds, segment), &square);
    }
    return plain;
}

static inline bool entry_is_plain(nav2_bucket_run *r) {
    nav2_entry e;
    if (!nav2_read_entry(r->c->bytes, r->c->doc, r->end, &e) || !e.group) return false;
    if (!e.group->chunks[NAV2_SEGMENTS].is_readable || !segments_are_plain(r, &e)) return false;
    r->end += NAV2_ENTRY_BYTES + NAV2_ENTRY_SEGMENT_BYTES * (uint64_t)e.count;
    return true;
}

/* Entries stand one behind the other: bytes of the section bound what they cost. */
static inline bool bucket_is_plain(nav2_bucket_run *r) {
    const uint8_t *const p = r->c->bytes + r->at;
    const uint32_t count = nl_load_u16(p + NAV2_BUCKET_COUNT_AT);
    const uint64_t before = r->end;
    if (r->at + nl_load_u32(p + NAV2_BUCKET_START_AT) != before ||
        p[NAV2_BUCKET_MIN_Y_AT] > p[NAV2_BUCKET_MAX_Y_AT])
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!entry_is_plain(r)) return false;
    r->at += NAV2_BUCKET_BYTES;
    return nl_spend(r->c->budget, 1 + (r->end - before) / NAV2_ENTRY_SEGMENT_BYTES);
}

/* Those with the same z: x goes fastest, then y. */
static bool layer_is_plain(nav2_bucket_run *r, const nav2_grid *grid) {
    const nav2_search *const search = &r->c->doc->search;
    for (uint32_t y = 0; y < search->y; y++)
        for (uint32_t x = 0; x < search->x; x++) {
            nav2_place_square(grid, 0, x, &r->square);
            if (!bucket_is_plain(r)) return false;
        }
    return true;
}

bool nav2_buckets_are_plain(const nav2_check *c, nav2_listed listed, uint64_t *end) {
    const nav2_search *const search = &c->doc->search;
    const nav2_grid grid = nav2_grid_of(c);
    nav2_bucket_run r = {.c = c, .listed = listed, .at = search->buckets, .end = *end};
    for (uint32_t z = 0; z < search->z && search->bucket_count != 0; z++) {
        nav2_place_square(&grid, 1, z, &r.square);
        if (!layer_is_plain(&r, &grid)) return false;
    }
    *end = r.end;
    return true;
}

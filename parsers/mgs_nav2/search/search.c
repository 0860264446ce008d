#include "parsers/mgs_nav2/search/search.h"

#include "core/checked.h"

/* The product of three 32-bit numbers may leave 64 bits. */
static uint64_t count_buckets(const nav2_search *search) {
    return nl_mul_sat(nl_mul_sat(search->x, search->y), search->z);
}

static bool is_in_order(const nav2_reading *r, const nav2_search *search, unsigned field,
                        uint64_t from, uint64_t to) {
    const uint64_t place = nl_load_u32(r->job->bytes + search->at + nav2_fields.fields[field].at);
    return place >= from && place <= to;
}

/* Says which of the header's numbers the buckets do not fit: a place of theirs, or their number. */
static void found_blocks(nav2_reading *r, const nav2_search *search) {
    const nl_place place = nav2_search_place(r->job, search->at);
    const uint64_t size = search->end - search->at;
    const unsigned field =
        size < NAV2_SEARCH_HEADER_BYTES ? NAV2_SEARCH_HEADER_SIZE
        : !is_in_order(r, search, NAV2_SEARCH_HEADER_BUCKETS, NAV2_SEARCH_HEADER_BYTES, size)
            ? NAV2_SEARCH_HEADER_BUCKETS
        : !is_in_order(r, search, NAV2_SEARCH_HEADER_ENTRIES, 0, size) ? NAV2_SEARCH_HEADER_ENTRIES
                                                                       : NAV2_SEARCH_HEADER_COUNT_X;
    nl_found(&place, NAV2_SEARCH_BLOCKS, field,
             &(nl_draft){.args = {nl_uint(size)},
                         .related = {{search->at + NAV2_SEARCH_HEADER_COUNT_X_AT, 12,
                                      "the numbers of buckets"},
                                     {search->at + NAV2_SEARCH_HEADER_BUCKETS_AT, 12,
                                      "their places and the size"}}});
}

static bool check_buckets(nav2_reading *r, const nav2_search *search, uint64_t buckets) {
    const uint64_t size = search->end - search->at;
    const uint64_t descs = nl_mul_sat(buckets, NAV2_BUCKET_BYTES);
    const uint64_t from = search->buckets - (uint64_t)search->at;
    const bool fits = search->buckets >= search->at && from >= NAV2_SEARCH_HEADER_BYTES &&
                      from <= size && descs <= size - from && search->entries >= search->at &&
                      search->entries <= search->end;
    if (fits) return true;
    if (!nav2_note(r, NAV2_SEARCH_BLOCKS)) return false;
    found_blocks(r, search);
    return false;
}

/* An offset from the section's start as a place in the file; UINT32_MAX if it has none. */
static uint32_t place_in(const nav2_search *search, uint32_t offset) {
    return (uint32_t)nl_min(UINT32_MAX, (uint64_t)search->at + offset);
}

static nav2_search header_at(const nl_job *job, uint32_t at) {
    const uint8_t *const p = job->bytes + at;
    const uint32_t size = nl_load_u32(p + NAV2_SEARCH_HEADER_SIZE_AT);
    nav2_search search = {.at = at,
                          .end = at + (uint32_t)nl_min(size, job->length - at),
                          .x = nl_load_u32(p + NAV2_SEARCH_HEADER_COUNT_X_AT),
                          .y = nl_load_u32(p + NAV2_SEARCH_HEADER_COUNT_Y_AT),
                          .z = nl_load_u32(p + NAV2_SEARCH_HEADER_COUNT_Z_AT)};
    search.buckets = place_in(&search, nl_load_u32(p + NAV2_SEARCH_HEADER_BUCKETS_AT));
    search.entries = place_in(&search, nl_load_u32(p + NAV2_SEARCH_HEADER_ENTRIES_AT));
    return search;
}

void nav2_read_search(nav2_reading *r) {
    nav2_search *const search = &r->doc->search;
    const uint32_t at = nav2_find_section(r, &nav2_search_section);
    if (at == 0) return;
    *search = header_at(r->job, at);
    const uint64_t left = r->job->length - at;
    if (nl_load_u32(r->job->bytes + at + NAV2_SEARCH_HEADER_SIZE_AT) > left) {
        if (!nav2_note(r, NAV2_SEARCH_SIZE)) return;
        const nl_place place = nav2_search_place(r->job, at);
        nl_found(&place, NAV2_SEARCH_SIZE, NAV2_SEARCH_HEADER_SIZE,
                 &(nl_draft){.expected = nl_uint(left),
                             .relation = NAVLINT_AT_MOST,
                             .related = {{NAV2_HEADER_SEARCH_AT, 4, "where the section is"}}});
        return;
    }
    const uint64_t buckets = count_buckets(search);
    if (!check_buckets(r, search, buckets)) return;
    search->bucket_count = (uint32_t)buckets;
    search->is_readable = true;
}

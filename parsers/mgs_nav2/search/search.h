/* SearchSpace (NavSystem): which segments are near a place. */
#ifndef NAVLINT_PARSERS_MGS_NAV2_SEARCH_SEARCH_H
#define NAVLINT_PARSERS_MGS_NAV2_SEARCH_SEARCH_H

#include "parsers/mgs_nav2/dumper.h"
#include "parsers/mgs_nav2/findings.h"
#include "parsers/mgs_nav2/reading.h"
#include "parsers/mgs_nav2/records.h"

void nav2_read_search(nav2_reading *r);

/* The header of the section, which is at `at` of the file. */
static inline nl_place nav2_search_place(const nl_job *job, uint64_t at) {
    return nl_place_in(nav2_file_place(job), "searchSpace", NL_NO_INDEX, at);
}

/* An entry of a bucket: segments of a group. */
typedef struct nav2_entry {
    const nav2_group *group; /* NULL: there is none */
    uint64_t at;
    uint32_t uid, count;
    uint32_t index; /* among those of its bucket: for who goes through them to say */
} nav2_entry;

/* The entry at `at` of the file; false if it leaves the section. */
static inline bool nav2_read_entry(const uint8_t *bytes, const nav2_document *doc, uint64_t at,
                                   nav2_entry *entry) {
    const uint64_t end = doc->search.end;
    if (at + NAV2_ENTRY_BYTES > end) return false;
    const uint32_t uid = nl_load_u32(bytes + at + NAV2_ENTRY_UID_AT);
    const uint32_t count = nl_load_u32(bytes + at + NAV2_ENTRY_COUNT_AT);
    if (count > (end - at - NAV2_ENTRY_BYTES) / NAV2_ENTRY_SEGMENT_BYTES) return false;
    const nav2_group *const group = nav2_group_of(doc, nav2_number_of(uid));
    *entry = (nav2_entry){group && group->uid == uid ? group : NULL, at, uid, count, 0};
    return true;
}

/* ---- Checking ---- */

/* The square of a bucket along x and z, in steps, to within a step; all of the range if it cannot
 * be compared with the places of segments. */
typedef struct nav2_square {
    int32_t from[2], to[2];
} nav2_square;

/* The grid of these squares. */
typedef struct nav2_grid {
    bool is_known;
    uint64_t size;        /* metres */
    uint64_t divisors[2]; /* steps of a metre along x and z */
} nav2_grid;

nav2_grid nav2_grid_of(const nav2_check *c);

/* Sets the square along x (0) or z (1) to the one with that number. */
void nav2_place_square(const nav2_grid *grid, uint32_t axis, uint64_t number, nav2_square *square);

/* Whether the segment with these bounds reaches into the square. */
static inline bool nav2_reaches(nav2_bounds s, const nav2_square *square) {
    return ((s.low.x <= square->to[0]) & (s.high.x >= square->from[0]) &
            (s.low.z <= square->to[1]) & (s.high.z >= square->from[1])) != 0;
}

/* What is in buckets. */
typedef struct nav2_listed {
    uint8_t *segments; /* marks of the segments of all groups, in their order */
    uint32_t *first;   /* per group: its first one among them */
} nav2_listed;

/* Whether the buckets are in order, one behind the other; moves `end` from the place of the entries
 * to where these end, and marks what they list. */
bool nav2_buckets_are_plain(const nav2_check *c, nav2_listed listed, uint64_t *end);

/* Segments of all groups have been checked. */
void nav2_check_search(const nav2_check *c);

void nav2_dump_search(nav2_dumper *d);

#endif

/* SearchSpace (NavSystem): which segments are near a place. */
#ifndef NAVLINT_PARSERS_MGS_NAV2_SEARCH_SEARCH_H
#define NAVLINT_PARSERS_MGS_NAV2_SEARCH_SEARCH_H

#include "parsers/mgs_nav2/dumper.h"
#include "parsers/mgs_nav2/findings.h"
#include "parsers/mgs_nav2/reading.h"

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
bool nav2_read_entry(const uint8_t *bytes, const nav2_document *doc, uint64_t at,
                     nav2_entry *entry);

/* Segments of all groups have been checked. */
void nav2_check_search(const nav2_check *c);

void nav2_dump_search(nav2_dumper *d);

#endif

/* SearchSpace (NavSystem): which segments are near a place. */
#ifndef NAVLINT_MGS_NAV2_SEARCH_SEARCH_H
#define NAVLINT_MGS_NAV2_SEARCH_SEARCH_H

#include "parsers/mgs_nav2/dumper.h"

/* An entry of a bucket: segments of a group. */
typedef struct nav2_entry {
    const nav2_group *group; /* NULL: there is none */
    uint64_t at;
    uint32_t uid, count;
} nav2_entry;

/* The entry at `at` of the file; false if it leaves the section. */
bool nav2_read_entry(const uint8_t *bytes, const nav2_document *doc, uint64_t at,
                     nav2_entry *entry);

void nav2_dump_search(nav2_dumper *d);

#endif

/* The links of a region while they are judged. */
#ifndef NAVLINT_METROID_PATH_LINKS_H
#define NAVLINT_METROID_PATH_LINKS_H

#include "parsers/metroid_path/ring.h"

/* One link as its region has it. */
typedef struct mp_link {
    uint32_t index;
    uint32_t owner;
    uint32_t node, region;
    double width, inverse;
} mp_link;

/* The links of one region while they are judged. */
typedef struct mp_run {
    mp_check *c;
    const mp_row *row;
    uint32_t owner;
    uint32_t other;  /* the region that the link before leads to */
    bool is_matched; /* the link before lies along an edge of that region: */
    uint32_t matched;
    bool is_sorted; /* so far: no edge leads to the same region twice */
    uint64_t last_key;
} mp_run;

/* A finding about a field of the link. */
void mp_found_link(const mp_run *r, unsigned rule, const mp_link *link, const char *member,
                   nl_type type, nl_draft draft);

/* Nothing to say: both numbers name something, the width is that of the edge, and the edge next to
 * the one that was matched before is this one. */
bool mp_is_plain_link(mp_run *r, const mp_link *link);

/* The width and what is on the other side, of a link whose numbers name something. */
void mp_check_crossing(mp_run *r, const mp_link *link);

#endif

/* References to what is not there. One damaged id is named by hundreds of connections, paths and
 * lists: of each rule the first few of them are listed, the first of these as the cause of the
 * others, which are counted. */
#ifndef NAVLINT_PARSERS_SOURCE_NAV_ABSENT_H
#define NAVLINT_PARSERS_SOURCE_NAV_ABSENT_H

#include <stdbool.h>
#include <stdint.h>

enum { NAV_MOST_ABSENCES = 32 };

typedef struct nav_absence {
    unsigned rule;
    uint32_t id;
    uint32_t listed;
    uint64_t first; /* serial of the first finding in the report */
    bool is_cause;  /* which is the cause of what else names the id */
} nav_absence;

/* Findings of one rule and one area that have the same reason. */
typedef struct nav_repetition {
    unsigned rule;
    uint32_t area_index;
    uint32_t id; /* of what the reason is about */
    uint32_t listed;
    uint64_t first; /* as above */
} nav_repetition;

/* What references have named in vain: the first ids and rules; later ones are all listed. */
typedef struct nav_absences {
    nav_absence rows[NAV_MOST_ABSENCES];
    uint32_t count;
    nav_repetition last;
    uint32_t searches; /* for the record that may be meant: each goes through the whole file */
} nav_absences;

#endif

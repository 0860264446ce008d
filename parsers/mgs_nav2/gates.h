/* Gates: nodes that cross to another tile. */
#ifndef NAVLINT_PARSERS_MGS_NAV2_GATES_H
#define NAVLINT_PARSERS_MGS_NAV2_GATES_H

#include "parsers/mgs_nav2/records.h"

typedef struct nav2_gate {
    uint16_t node;
    uint16_t steps[3];     /* its place, from the file's origin */
    uint16_t tile, number; /* where it leads to: tile and group */
} nav2_gate;

/* Those of a group, in the order of its nodes. */
typedef struct nav2_gates {
    const nav2_gate *list;
    uint32_t count;
} nav2_gates;

/* A gate of a group of a file whose divisors are not 0. */
typedef struct nav2_group_gate {
    const nav2_document *doc;
    const nav2_group *group;
    const nav2_gate *gate;
} nav2_group_gate;

/* The gates of each of the document's groups. They stand in the job's arena and take no more than
 * the groups' chunks have bytes. NULL if memory or work is used up. */
const nav2_gates *nav2_find_gates(const nl_job *job, const nav2_document *doc, nl_budget *budget);

/* Whether `to` leads back to the tile and the group of `from`, and is at the same place. */
bool nav2_are_joined(const nav2_group_gate *from, const nav2_group_gate *to);

#endif

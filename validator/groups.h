/* Which inputs are judged together: those of one format in one folder, with what they need of
 * others. */
#ifndef NAVLINT_VALIDATOR_GROUPS_H
#define NAVLINT_VALIDATOR_GROUPS_H

#include "core/budget.h"
#include "parsers/format.h"
#include "parsers/recognised.h"

/* The inputs of a check. */
typedef struct nl_grouped {
    const navlint_input *inputs;
    const nl_recognised *recognised;   /* one per input */
    const navlint_location *locations; /* one per input; NULL: all lie in one folder */
    size_t count;
} nl_grouped;

/* Inputs of one format that are judged together. */
typedef struct nl_group {
    const nl_format *format;
    const uint32_t *inputs; /* the folder's, in their order; then those of others */
    size_t own_count;       /* of the folder's */
    size_t count;
} nl_group;

struct nl_seat;
struct nl_book;

/* A walk through all groups, by format and then by folder. */
typedef struct nl_groups {
    nl_grouped all;
    struct nl_seat *seats; /* inputs of formats with sets, by format, folder and place */
    size_t seat_count;
    size_t next;           /* of the seats: the first of the next group */
    struct nl_book *books; /* those that others may need, by name; with locations alone */
    size_t book_count;
    uint32_t *inputs; /* of the group at hand */
    uint32_t *seen;   /* one per input: 1 + the seat at which the last group with it began */
    nl_budget budget; /* of looking things up: shows whether groups lack what they need */
} nl_groups;

/* Begins a walk. What it takes stays in the arena.
 * steps: that all look-ups may cost.
 * Returns false if the arena has no room for it: nl_groups_bytes(all.count). */
bool nl_groups_make(nl_groups *groups, const nl_grouped *all, uint64_t steps, nl_arena *arena);

/* The next group; good until the one after it. What a folder's files need (navlint_each_needed),
 * and what that needs in turn, the group has as navlint_options.locations says. Returns false
 * behind the last. */
bool nl_groups_next(nl_groups *groups, nl_group *group);

/* Begins anew. */
void nl_groups_rewind(nl_groups *groups);

uint64_t nl_groups_bytes(uint64_t input_count);

#endif

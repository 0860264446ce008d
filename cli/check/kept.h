/* Members that wait for the others of their set until all of their archive or container was gone
 * through, and what one of them needs of the others. */
#ifndef NAVLINT_CLI_CHECK_KEPT_H
#define NAVLINT_CLI_CHECK_KEPT_H

#include "cli/check/tickets.h"
#include "cli/input.h"

typedef struct cli_kept_member {
    char *set; /* heap, once it is kept; the name of the set that it is of, if there are others */
    cli_buffer owned;      /* heap; empty: the bytes lie in a container that outlives this */
    char *name;            /* heap; of the input */
    uint64_t outer_offset; /* as in a task */
    navlint_input input;
} cli_kept_member;

/* Start with {0}; cli_kept_free at the end. */
typedef struct cli_kept {
    cli_kept_member *items; /* heap */
    size_t count;
    size_t capacity;
    cli_tickets tickets; /* their folders: the first item of the set */
} cli_kept;

/* Keeps a member. input: its bytes are those of `owned`, which moves, unless that is empty.
 * Its name and set: copied. Returns false if memory ran out: nothing is kept, or freed, then. */
bool cli_kept_add(cli_kept *kept, const navlint_format *format, const cli_kept_member *member);

/* Numbers the sets and sorts the tickets. Returns false if memory ran out. */
bool cli_kept_sort(cli_kept *kept);

void cli_kept_free(cli_kept *kept);

#endif

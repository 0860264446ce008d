/* Files that wait for the others of their folder and format. */
#ifndef NAVLINT_CLI_CHECK_TICKETS_H
#define NAVLINT_CLI_CHECK_TICKETS_H

#include <stdbool.h>
#include <stddef.h>

#include "navlint/navlint.h"

typedef struct cli_ticket {
    size_t folder; /* a number that only the files of one folder share */
    const navlint_format *format;
    bool is_context; /* waits for others alone */
    size_t item;     /* the file's place in the caller's list */
    uint64_t bytes;  /* of the file */
} cli_ticket;

/* Start with {0}; cli_tickets_free at the end. */
typedef struct cli_tickets {
    cli_ticket *items; /* heap */
    size_t count;
    size_t capacity;
} cli_tickets;

/* Returns false if memory ran out. */
bool cli_tickets_add(cli_tickets *tickets, cli_ticket ticket);

/* Brings those of one set together: sets by folder, then format, files in the caller's order, those
 * that are context last. */
void cli_tickets_sort(cli_tickets *tickets);

/* How many of the sorted tickets, from `first` on, are of one set; 0 at the end. */
size_t cli_tickets_in_set(const cli_tickets *tickets, size_t first);

/* Files that lie in one folder and are of one format, or a part of them. */
typedef struct cli_set {
    const cli_ticket *tickets;
    size_t count;             /* at least 1 */
    const cli_ticket *folder; /* all of them */
    size_t folder_count;
} cli_set;

/* How many of a folder's tickets, or of a part of them, are no context. */
size_t cli_set_judged(const cli_ticket *tickets, size_t count);

/* The part of a folder's tickets that begins at `at`: all that are left, context among it. Of a
 * format whose sets may be parted two at least, and more as long as they have no more than
 * most_bytes, without context; none is left alone. at: less than cli_set_judged. */
cli_set cli_set_part(const cli_ticket *folder, size_t folder_count, size_t at, uint64_t most_bytes);

void cli_tickets_free(cli_tickets *tickets);

#endif

/* Rows that come after the item that they belong to was left: what a container holds stands behind
 * its directory. A tree keeps them until it writes the item. */
#ifndef NAVLINT_CLI_DUMP_LATE_H
#define NAVLINT_CLI_DUMP_LATE_H

#include "cli/dump.h"

typedef struct cli_late_row {
    navlint_field field; /* its path and text are on the heap, its bytes are gone */
    uint64_t summed;
    bool is_marked;
    size_t item_bytes; /* of the path: up to the item that was left */
    size_t number;     /* in the order in which they came */
} cli_late_row;

/* Start with {0}; cli_late_free at the end. */
typedef struct cli_late {
    cli_late_row *rows; /* heap; sorted by item once cli_late_sort was called */
    size_t count, capacity;
    bool is_out_of_memory;
} cli_late;

/* Copies a row of an item whose path is the first item_bytes of the row's. */
void cli_late_add(cli_late *late, const cli_row *row, size_t item_bytes);

void cli_late_sort(cli_late *late);

/* The rows [first, end) of the item with this path; none: first == end. */
typedef struct cli_late_span {
    size_t first, end;
} cli_late_span;

cli_late_span cli_late_of(const cli_late *late, const char *item);

void cli_late_free(cli_late *late);

#endif

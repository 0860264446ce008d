/* What the forms of a dump share: the file, which part of it is shown, and its rows. */
#ifndef NAVLINT_CLI_DUMP_H
#define NAVLINT_CLI_DUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "navlint/navlint.h"

enum { CLI_PATH_CAPACITY = 256 }; /* holds the path of any field */

typedef struct cli_dump {
    const char *name;        /* of the input */
    navlint_options options; /* with the part that is shown */
    navlint_input input;
    void *memory; /* for the library; heap */
    size_t memory_bytes;
    const char *base;               /* what is shown: the path of a record or field; "": all */
    uint32_t depth;                 /* levels below it that are shown; 0: all */
    bool has_byte;                  /* --at: the field with this byte is marked */
    bool with_offsets;              /* leaves of a tree show their places */
    uint64_t byte;                  /* offset in the input */
    uint64_t row_count;             /* that were shown so far */
    char record[CLI_PATH_CAPACITY]; /* of the byte: what `base` points to then */
} cli_dump;

/* A field, or neighbours below a path that is deeper than what is shown. */
typedef struct cli_row {
    const navlint_field *field; /* of neighbours: their path, from the first byte to the last one */
    uint64_t summed;            /* how many neighbours; 0: it is a field */
    bool is_marked;
} cli_row;

/* Shows one row; returns false to stop. */
typedef bool (*cli_row_fn)(void *context, const cli_row *row);

/* Calls `put` for each row of the part that is shown, in the order of the file. Bounded memory.
 * Returns what navlint_dump does. */
navlint_status cli_dump_rows(cli_dump *dump, cli_row_fn put, void *context);

/* Narrows the dump to the record that has the byte. The file itself is a record, too: of it the
 * fields are shown without the lists, unless the user says how deep to go.
 * Returns false if no field has the byte; *status is what navlint_dump returned. */
bool cli_dump_narrow(cli_dump *dump, navlint_status *status);

/* Each form writes the whole to standard output. */
navlint_status cli_dump_text(cli_dump *dump);
navlint_status cli_dump_json(cli_dump *dump);
navlint_status cli_dump_hex(cli_dump *dump);
navlint_status cli_dump_tree(cli_dump *dump);

#endif

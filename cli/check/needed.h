/* What a part of a folder's plugins needs of the others. */
#ifndef NAVLINT_CLI_CHECK_NEEDED_H
#define NAVLINT_CLI_CHECK_NEEDED_H

#include "cli/check/disk.h"
#include "cli/check/tickets.h"

/* Files besides the part, in memory. Start with {0}; cli_needed_free at the end. */
typedef struct cli_needed {
    cli_buffer *files;     /* heap */
    navlint_input *inputs; /* heap; first those of the part, whose bytes are borrowed */
    size_t own_count;      /* of the part */
    size_t count;          /* of inputs */
    cli_shelf shelf;       /* with all of them, those of the part as set CLI_NEEDY_SET */
} cli_needed;

enum { CLI_NEEDY_SET = 1 };

/* Reads what the files of a part need, what that needs in turn, and so on. Of files whose names
 * differ in case alone one is taken.
 * inputs: of the part; item: receives the input that could not be read.
 * Returns 0 or an errno. */
int cli_needed_load(cli_needed *needed, const cli_judge *judge, cli_set part,
                    const navlint_input *inputs, size_t *item);

void cli_needed_free(cli_needed *needed);

#endif

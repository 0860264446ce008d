/* What `navlint fix` says of what it did. */
#ifndef NAVLINT_CLI_FIX_TEXT_H
#define NAVLINT_CLI_FIX_TEXT_H

#include <stdio.h>

#include "cli/fix_settings.h"

/* Of a whole run. */
typedef struct cli_fix_tally {
    uint64_t files;     /* looked at */
    uint64_t unwritten; /* of these, what was not written: nothing else is known of them */
    uint64_t changed_files;
    uint64_t applied;
    uint64_t refused;
    uint64_t left;   /* findings that are left, of errors and warnings */
    uint64_t unsafe; /* of all that are left, those that --unsafe would try to fix */
} cli_fix_tally;

/* One run of the library, to be told. */
typedef struct cli_fix_story {
    const cli_fix_settings *settings;
    const navlint_fixed *fixed;
    const navlint_input *inputs;
    size_t count;
    FILE *out;
} cli_fix_story;

/* Prints a line for each fix, or with --diff the changes of each field. */
void cli_fix_tell(const cli_fix_story *story);

/* Prints one JSON object, a line. */
void cli_fix_tell_json(const cli_fix_story *story);

/* Adds what the story has. */
void cli_fix_count(const cli_fix_story *story, cli_fix_tally *tally);

/* "3 fixed in 1 of 2 files; 2 errors and warnings left; --unsafe may fix 1 more" on standard error.
 */
void cli_fix_close(const cli_fix_settings *settings, const cli_fix_tally *tally);

#endif

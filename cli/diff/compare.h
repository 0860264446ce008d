/* Two inputs compared under the settings of `navlint diff`. */
#ifndef NAVLINT_CLI_DIFF_COMPARE_H
#define NAVLINT_CLI_DIFF_COMPARE_H

#include "cli/options.h"
#include "cli/output.h"

/* In the order of the words in the option table. */
enum { CLI_DIFF_TEXT, CLI_DIFF_JSON, CLI_DIFF_MARKDOWN };

/* As diff(1): trouble is 2, whatever it is. */
enum { CLI_DIFF_SAME = 0, CLI_DIFF_DIFFERENT = 1, CLI_DIFF_TROUBLE = CLI_USAGE };

enum { CLI_OLD, CLI_NEW, CLI_SIDES };

typedef struct cli_diff_settings {
    unsigned format; /* CLI_DIFF_TEXT, ... */
    unsigned scope;  /* navlint_scope */
    bool is_summary;
    bool is_strict;
    bool is_for_git;
    bool is_quiet;
    cli_count max_changes;
    const char *input_format;
    const char *game;
    uint64_t max_bytes;
    uint64_t max_archive_bytes;
} cli_diff_settings;

/* What the settings mean for the library; borrows from them. */
navlint_options cli_diff_options(const cli_diff_settings *settings);

/* Compares two inputs.
 * diff: receives what navlint_diff_free frees; NULL if they cannot be compared.
 * reason: receives why they cannot be, not yet made safe for a terminal.
 * Returns CLI_DIFF_SAME, CLI_DIFF_DIFFERENT, CLI_DIFF_TROUBLE, also for files whose difference was
 * not compared, or CLI_INTERNAL. */
int cli_diff_compare(const cli_diff_settings *settings, const navlint_input inputs[CLI_SIDES],
                     navlint_diff **diff, char reason[CLI_COMPLAINT_CAPACITY]);

/* Prints a comparison in the form of the settings; a JSON document among others in one line.
 * Returns CLI_OK, or CLI_INTERNAL after a complaint. */
int cli_diff_print(const cli_diff_settings *settings, const navlint_diff *diff,
                   bool is_among_others);

#endif

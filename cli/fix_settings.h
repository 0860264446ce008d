/* What the options of `navlint fix` say. */
#ifndef NAVLINT_CLI_FIX_SETTINGS_H
#define NAVLINT_CLI_FIX_SETTINGS_H

#include <string.h>

#include "cli/settings.h"

/* In the order of the words in the option table. */
enum { CLI_FIX_TEXT, CLI_FIX_JSON };

/* The settings of check come first: options on loan point into them. */
typedef struct cli_fix_settings {
    cli_check_settings check;
    unsigned format; /* CLI_FIX_TEXT, ... */
    bool dry_run;
    bool diff;
    bool unsafe;
    cli_list only; /* codes of rules whose findings are fixed; empty: all */
    const char *output;
    bool in_place;
    bool backup;
} cli_fix_settings;

/* Whether nothing is to be written. */
static inline bool cli_fix_is_dry(const cli_fix_settings *settings) {
    return settings->dry_run || settings->diff;
}

/* Whether -o is given and names a file. */
static inline bool cli_fix_has_file(const cli_fix_settings *settings) {
    return settings->output && strcmp(settings->output, "-") != 0 &&
           strcmp(settings->output, "/dev/stdout") != 0;
}

/* Whether the repaired bytes go to standard output, and all that is said to standard error. */
static inline bool cli_fix_pipes(const cli_fix_settings *settings) {
    return !cli_fix_is_dry(settings) && !settings->in_place && !cli_fix_has_file(settings);
}

#endif

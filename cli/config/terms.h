/* On which terms a file is judged. */
#ifndef NAVLINT_CLI_CONFIG_TERMS_H
#define NAVLINT_CLI_CONFIG_TERMS_H

#include "cli/check/masters.h"
#include "cli/settings.h"

/* Borrowed, all of it. */
typedef struct cli_terms {
    const cli_check_settings *settings;
    const navlint_options *options; /* made of the settings */
    cli_masters *masters;
} cli_terms;

#endif

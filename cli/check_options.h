/* The options of `navlint check`, and what holds without them. */
#ifndef NAVLINT_CLI_CHECK_OPTIONS_H
#define NAVLINT_CLI_CHECK_OPTIONS_H

#include "cli/settings.h"

enum { CLI_CHECK_OPTION_COUNT = 43 };

/* Their targets are members of cli_check_settings. */
extern const cli_option cli_check_options[CLI_CHECK_OPTION_COUNT];

cli_check_settings cli_check_defaults(void);

/* Frees the lists in it. */
void cli_check_settings_free(cli_check_settings *settings);

#endif

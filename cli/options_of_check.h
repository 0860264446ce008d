/* What the settings of `navlint check` mean for the library. */
#ifndef NAVLINT_CLI_OPTIONS_OF_CHECK_H
#define NAVLINT_CLI_OPTIONS_OF_CHECK_H

#include "cli/settings.h"

/* The options of every check. settings: borrowed as long as the options are used. */
navlint_options cli_options_of(const cli_check_settings *settings);

/* What an export shows. form: one of navlint_form from CLI_EXPORTS on. */
navlint_export_style cli_export_style_of(const cli_check_settings *settings, unsigned form);

/* How text shows a report. */
navlint_text_style cli_style_of(const cli_check_settings *settings);

#endif

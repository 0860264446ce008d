/* One run of `navlint check`: files and archives in the order of the command line, then the sets.
 */
#ifndef NAVLINT_CLI_CHECK_RUN_H
#define NAVLINT_CLI_CHECK_RUN_H

#include "cli/settings.h"

/* Judges what the operands name and prints what was found. Returns an exit code. */
int cli_run(const cli_check_settings *settings, const cli_operands *operands);

#endif

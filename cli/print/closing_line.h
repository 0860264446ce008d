/* The last line of a run, on standard error: how many files are in order, and what is not shown. */
#ifndef NAVLINT_CLI_PRINT_CLOSING_LINE_H
#define NAVLINT_CLI_PRINT_CLOSING_LINE_H

#include "cli/print/statistics.h"
#include "cli/settings.h"

/* Prints `389 files: 349 valid, 32 invalid, 8 not judged; 1,204 infos hidden (--min-severity info)`
 * if the settings want it and there is something to say: a single file that is in order, or could
 * not be read, is passed over. */
void cli_closing_line_print(const cli_statistics *statistics, const cli_check_settings *settings);

#endif

/* Two folders or archives compared, file by file: one pair is in memory at a time. */
#ifndef NAVLINT_CLI_DIFF_FILES_H
#define NAVLINT_CLI_DIFF_FILES_H

#include "cli/diff/side.h"

/* Compares the files of both sides by their names and prints what has changed.
 * sides: listed; they are aligned here. Returns an exit code. */
int cli_diff_files(const cli_diff_settings *settings, cli_diff_side sides[CLI_SIDES]);

#endif

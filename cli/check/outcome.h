/* What a result means to the user: the exit code, and what is said on standard error. */
#ifndef NAVLINT_CLI_CHECK_OUTCOME_H
#define NAVLINT_CLI_CHECK_OUTCOME_H

#include "cli/check/task.h"
#include "cli/output.h"

/* What is not suppressed. */
navlint_tally cli_outcome_left(const navlint_summary *summary, const navlint_tally *suppressed);

/* The exit code that the result asks for. */
int cli_outcome_code(const cli_check_settings *settings, const cli_result *result);

/* Puts what is to be said about the input or set of this name, one line, not yet made safe for a
 * terminal, into `text`. Returns false if there is nothing to say. */
bool cli_outcome_complaint(const cli_check_settings *settings, const char *name,
                           const cli_result *result, char text[CLI_COMPLAINT_CAPACITY]);

/* What a folder or an archive had; the more comes later. */
typedef enum cli_yield {
    CLI_HAD_NOTHING,
    CLI_HAD_OTHERS, /* files of other games alone */
    CLI_HAD_FILES   /* something that was judged */
} cli_yield;

/* Adds what a result shows. */
void cli_yield_add(cli_yield *yield, const cli_result *result);

/* What is to be said about a folder or an archive that held nothing to judge; static. */
const char *cli_yield_complaint(cli_yield yield);

#endif

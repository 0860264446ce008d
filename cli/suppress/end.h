/* The end of a run that suppresses: what is said of the suppressions, and what is written. */
#ifndef NAVLINT_CLI_SUPPRESS_END_H
#define NAVLINT_CLI_SUPPRESS_END_H

#include "cli/suppress/suppress.h"

/* Returns the exit code that follows. */
int cli_suppress_end(cli_suppress *suppress);

#endif

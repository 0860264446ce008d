/* Which day it is. */
#ifndef NAVLINT_CLI_SUPPRESS_TODAY_H
#define NAVLINT_CLI_SUPPRESS_TODAY_H

#include "cli/suppress/suppressions.h"

/* Prints the day in UTC, "2027-03-01": that of SOURCE_DATE_EPOCH, seconds since 1970, if the
 * environment has it (https://reproducible-builds.org/specs/source-date-epoch/).
 * Returns CLI_OK, or CLI_USAGE after a complaint. */
int cli_today(char day[CLI_DATE_CAPACITY]);

#endif

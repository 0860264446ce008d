/* One input, or the files of one set, from their paths to a result. On any thread. */
#ifndef NAVLINT_CLI_CHECK_JUDGE_H
#define NAVLINT_CLI_CHECK_JUDGE_H

#include <stdio.h>

#include "cli/check/disk.h"
#include "cli/check/tickets.h"

/* Reads and judges one input, unless it is to wait for its folder, an archive, or nothing to judge:
 * the outcome tells.
 * result: zeroed; cli_result_free frees what it holds. */
void cli_judge_input(const cli_judge *judge, size_t item, cli_job *job, cli_result *result);

/* Reads the files again and judges them together, on the terms of the folder's first file: a part
 * with what it needs of the others.
 * result: as above; of an outcome CLI_UNREADABLE `item` says which file it is about. */
void cli_judge_set(const cli_judge *judge, cli_set set, cli_job *job, cli_result *result);

/* A set goes by the path of its folder as it was first written, a file alone by its own.
 * name: receives at most FILENAME_MAX bytes. */
void cli_judge_name_set(const cli_judge *judge, cli_set set, char name[FILENAME_MAX]);

#endif

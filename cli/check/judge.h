/* One input, or the files of one set, from their paths to a result. On any thread. */
#ifndef NAVLINT_CLI_CHECK_JUDGE_H
#define NAVLINT_CLI_CHECK_JUDGE_H

#include <stdio.h>

#include "cli/check/map_folders.h"
#include "cli/check/task.h"
#include "cli/check/tickets.h"
#include "cli/config/terms.h"
#include "cli/inputs/walk.h"

/* How to judge what has no terms of its own; borrowed. */
typedef struct cli_judge {
    const cli_check_settings *settings;
    const navlint_options *options; /* made of the settings */
    cli_masters *masters;
    const cli_inputs *inputs; /* whose folders are noted */
    cli_suppress *suppress;
    cli_map_folders *map_folders;
} cli_judge;

/* What the library is given of a file on the disk, or of standard input. file: borrowed; NULL: its
 * names alone. */
navlint_input cli_judge_make(const cli_judge *judge, size_t item, const cli_buffer *file);

/* The terms of an input. */
cli_terms cli_judge_terms(const cli_judge *judge, size_t item);

/* Reads and judges one input, unless it is to wait for its folder, an archive, or nothing to judge:
 * the outcome tells.
 * result: zeroed; cli_result_free frees what it holds. */
void cli_judge_input(const cli_judge *judge, size_t item, cli_job *job, cli_result *result);

/* Reads a file that waited for its set for the second time. Returns 0 or an errno. */
int cli_judge_load(const cli_judge *judge, size_t item, cli_buffer *file);

/* Files that lie in one folder and are of one format, or a part of them. */
typedef struct cli_set {
    const cli_ticket *tickets;
    size_t count;             /* at least 1 */
    const cli_ticket *folder; /* all of them */
    size_t folder_count;
} cli_set;

/* Reads the files again and judges them together, on the terms of the first: a part with what it
 * needs of the others, and on the terms of the folder's first.
 * result: as above; of an outcome CLI_UNREADABLE `item` says which file it is about. */
void cli_judge_set(const cli_judge *judge, cli_set set, cli_job *job, cli_result *result);

/* A set goes by the path of its folder as it was first written, a file alone by its own.
 * name: receives at most FILENAME_MAX bytes. */
void cli_judge_name_set(const cli_judge *judge, cli_set set, char name[FILENAME_MAX]);

#endif

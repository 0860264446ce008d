/* The files on the disk that a run judges, and on what terms. */
#ifndef NAVLINT_CLI_CHECK_DISK_H
#define NAVLINT_CLI_CHECK_DISK_H

#include "cli/check/map_folders.h"
#include "cli/check/task.h"
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

/* Reads a file that waited for its set for the second time. Returns 0 or an errno. */
int cli_judge_load(const cli_judge *judge, size_t item, cli_buffer *file);

#endif

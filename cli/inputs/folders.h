/* Which inputs lie in one folder, however its path is written. */
#ifndef NAVLINT_CLI_INPUTS_FOLDERS_H
#define NAVLINT_CLI_INPUTS_FOLDERS_H

#include "cli/inputs/walk.h"

/* Notes in each input its folder, whether others lie there, and whether it was listed before.
 * Returns false after a complaint if memory ran out. */
bool cli_inputs_note_folders(cli_inputs *inputs);

/* The bytes of `path` that name its folder: none for a path without one, 1 for the root. */
size_t cli_folder_length(const char *path);

#endif

/* Lists of paths in a file: what --files-from names. */
#ifndef NAVLINT_CLI_INPUTS_FILE_LIST_H
#define NAVLINT_CLI_INPUTS_FILE_LIST_H

#include "cli/inputs/walk.h"

/* Adds the files that a list names, in its order, and those below the folders that it names: of all
 * of them those are judged that are recognised, as if they had been found in a folder.
 * path: of the list; "-" is standard input. delimiter: what ends a path: '\n' or '\0'.
 * choice: as for cli_inputs_add. operand: noted in each input.
 * Returns CLI_OK; CLI_UNJUDGED or CLI_INTERNAL after a complaint. */
int cli_inputs_add_list(cli_inputs *inputs, const cli_walk *walk, const char *path, char delimiter);

#endif

/* What git knows of files: asked by running it. */
#ifndef NAVLINT_CLI_INPUTS_GIT_H
#define NAVLINT_CLI_INPUTS_GIT_H

#include "cli/inputs/walk.h"

/* Makes context of those inputs that do not differ from the commit `since`, and that git knows.
 * Returns CLI_OK; CLI_USAGE after a complaint if this is no repository, git is not installed or
 * knows no such commit; CLI_INTERNAL if memory ran out. */
int cli_git_note_unchanged(cli_inputs *inputs, const char *since);

/* Leaves out what was found in a folder and git ignores, if its terms say so. Returns as above. */
int cli_git_drop_ignored(cli_inputs *inputs);

#endif

/* What git knows of files: asked by running it. */
#ifndef NAVLINT_CLI_INPUTS_GIT_H
#define NAVLINT_CLI_INPUTS_GIT_H

#include "cli/inputs/walk.h"

/* Makes context of those inputs that do not differ from the commit `since`, and that git knows. A
 * submodule differs as a whole; what lies outside the repository of the current folder git does not
 * know.
 * Returns CLI_OK; CLI_USAGE after a complaint if this is no repository, git is not installed or
 * knows no such commit; CLI_INTERNAL if memory ran out. */
int cli_git_note_unchanged(cli_inputs *inputs, const char *since);

/* Leaves out what was found in a folder and git ignores, by the repository that it lies in, if its
 * terms say so. is_insisted: refuses to go on without a repository. Returns as above. */
int cli_git_drop_ignored(cli_inputs *inputs, bool is_insisted);

#endif

/* Which paths --exclude leaves out. */
#ifndef NAVLINT_CLI_INPUTS_EXCLUDE_H
#define NAVLINT_CLI_INPUTS_EXCLUDE_H

#include "cli/options.h"

/* Says whether one of the globs means this path. A glob without a slash means every file and folder
 * of that name, however deep; one with a slash the whole path as it was found, "./" left out. `*`
 * stands for any characters, slashes too.
 * patterns: the globs. path: of a file or folder that was found, not named. */
bool cli_is_excluded(const cli_list *patterns, const char *path);

/* Says whether the name is that of a folder in which a version control system keeps its own. */
bool cli_is_version_control(const char *name);

#endif

/* Which paths --exclude leaves out. */
#ifndef NAVLINT_CLI_INPUTS_EXCLUDE_H
#define NAVLINT_CLI_INPUTS_EXCLUDE_H

#include "cli/options.h"

/* Says whether one of the globs means this path. A glob without a slash means every file and folder
 * of that name, however deep; one with a slash the whole path as it was found, "./" left out; a
 * slash at the end is none. `*` stands for any characters, slashes too. patterns: the globs. path:
 * of a file or folder that was found, not named. */
bool cli_is_excluded(const cli_list *patterns, const char *path);

/* The same of the path or a folder that it lies in. path: is cut and put together again. */
bool cli_is_excluded_below(const cli_list *patterns, char *path);

/* The names of a member of an archive or a container. */
typedef struct cli_member_name {
    char *shown;         /* "maps/x.zip!y.gma!old/a.nav"; is cut and put together again */
    size_t input_length; /* bytes of "maps/x.zip!" */
    size_t box_length;   /* bytes of "maps/x.zip!y.gma!" */
} cli_member_name;

/* Says whether the member, or a folder that it lies in, is left out: as cli_is_excluded, where the
 * path may begin in the innermost archive, in the outermost one, or, in a glob with a '!', before
 * that, and as a folder of a version control system. */
bool cli_is_member_excluded(const cli_list *patterns, const cli_member_name *name);

/* Says whether the name is that of a folder in which a version control system keeps its own. */
bool cli_is_version_control(const char *name);

/* Says whether a path leads through such a folder. */
bool cli_is_in_version_control(const char *path);

#endif

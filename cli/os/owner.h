/* What a file has besides its bytes, when it takes the place of another. */
#ifndef NAVLINT_CLI_OS_OWNER_H
#define NAVLINT_CLI_OS_OWNER_H

#include <stddef.h>

/* Gives an open file, which is its maker's alone, the owner and the permissions of another one.
 * like: the path of that; NULL: it gets those of any new file.
 * Returns 0 or an errno. */
int cli_os_take_over(int descriptor, const char *like);

/* Sees to it that a name which a file has just got outlives a crash, as far as the system can.
 * folder_bytes: how much of the path is its folder, with the slash; 0: the current one. */
void cli_os_keep_name(const char *path, size_t folder_bytes);

#endif

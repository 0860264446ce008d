/* Files get new content as a whole or not at all: whoever reads one sees the old bytes or the new
 * ones, also after a crash, a full disk or a kill at any point. */
#ifndef NAVLINT_CLI_REPLACE_FILE_H
#define NAVLINT_CLI_REPLACE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

/* A replacement on its way. */
typedef struct cli_replacement {
    char *target;    /* heap; the file itself, links followed */
    char *temporary; /* heap; beside it; NULL: nothing is there */
} cli_replacement;

/* Writes bytes to a temporary file beside `path`, with the permissions and, as far as the system
 * lets, the owner of what is there, and syncs it.
 * path: links are followed; need not exist, but a link that leads nowhere is refused (ENOENT), as
 * are directories (EISDIR), pipes, devices and unlinked files (EINVAL). replacement: receives what
 * cli_replace_commit or cli_replace_drop ends. Returns 0 or an errno, then nothing is left behind.
 */
int cli_replace_prepare(const char *path, const void *bytes, size_t length,
                        cli_replacement *replacement);

/* Puts the temporary file in the place of the other and syncs the folder. Returns 0 or an errno;
 * ends the replacement either way. */
int cli_replace_commit(cli_replacement *replacement);

/* Gives the replacement up: the file stays as it is. */
void cli_replace_drop(cli_replacement *replacement);

/* Both steps. What is a pipe, a device or an unlinked file stays one: the bytes are written to it.
 */
int cli_replace_file(const char *path, const void *bytes, size_t length);

/* Writes bytes to a file of this name as a whole or not at all, with the permissions and the owner
 * of another one. path: a file of this name is replaced; a link, or what else is no file, is
 * refused (EEXIST). like: the path of the other file. Returns 0 or an errno. */
int cli_back_up(const char *path, const char *like, const void *bytes, size_t length);

/* Whether a file of this name, without its folder, is what a replacement that was killed left. */
bool cli_is_left_over(const char *name);

/* What stands behind the name of a file in that of its backup. */
#define CLI_BACKUP_SUFFIX ".bak"

/* Whether a file has the name of the backup of a file that lies beside it. */
bool cli_is_backup(const char *path);

/* Whether a file is still what it was: `before` is what fstat(2) said when it was read. */
bool cli_is_same_file(const char *path, const struct stat *before);

#endif

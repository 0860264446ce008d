/* What files are called in navlint-suppressions.json: by their way from the folder of that file,
 * wherever navlint was started and however their paths were given. */
#ifndef NAVLINT_CLI_SUPPRESS_NAMES_H
#define NAVLINT_CLI_SUPPRESS_NAMES_H

#include <stdbool.h>

#include "cli/input.h"

/* Of the folder of a suppressions file. Start with {0}; cli_names_free at the end. */
typedef struct cli_suppressed_names {
    char *base;          /* heap; absolute, no links */
    cli_buffer folder;   /* the last one that was looked up, as it was given; ends in a NUL */
    char *folder_looked; /* heap; and where it is */
} cli_suppressed_names;

/* path: of the suppressions file, which may not be there yet.
 * Returns 0 or an errno. */
int cli_names_open(cli_suppressed_names *names, const char *path);

/* What a file is called: "maps/a.nav", "../dist/b.zip!maps/a.nav". Backslashes, control characters
 * and bytes that are no UTF-8 are written as \xNN, so that no two files share a name.
 * path: as it was given, of a folder if is_folder; of a member of an archive "b.zip!maps/a.nav".
 * archive: the path of that; NULL: none.
 * Returns a heap text; NULL if memory ran out. */
char *cli_names_make(cli_suppressed_names *names, const char *path, const char *archive,
                     bool is_folder);

/* Says whether there is such a file, or the archive that it was in. */
bool cli_names_exists(const cli_suppressed_names *names, const char *name);

void cli_names_free(cli_suppressed_names *names);

#endif

/* What a file in a folder has to be called to be looked into as an archive. */
#ifndef NAVLINT_CLI_INPUTS_ARCHIVE_EXTENSIONS_H
#define NAVLINT_CLI_INPUTS_ARCHIVE_EXTENSIONS_H

#include <stdbool.h>

/* Tells whether the path ends as those of the archives that intake/marks.h knows do, in any case.
 */
bool cli_has_archive_extension(const char *path);

#endif

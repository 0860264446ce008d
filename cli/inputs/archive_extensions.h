/* What a file in a folder has to be called to be looked into as an archive or unpacked. */
#ifndef NAVLINT_CLI_INPUTS_ARCHIVE_EXTENSIONS_H
#define NAVLINT_CLI_INPUTS_ARCHIVE_EXTENSIONS_H

#include <stdbool.h>

/* Tells whether the path ends as those of the archives that intake/marks.h knows do, in any case.
 */
bool cli_has_archive_extension(const char *path);

/* Tells whether the path is that of a single file, with the extension of a format, which is
 * compressed: "de_x.nav.bz2", as servers of Source games hand out maps to their players. */
bool cli_is_compressed_file_name(const char *path);

#endif

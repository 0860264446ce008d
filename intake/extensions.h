/* What files are called that others are in. */
#ifndef NAVLINT_INTAKE_EXTENSIONS_H
#define NAVLINT_INTAKE_EXTENSIONS_H

#include <stdbool.h>

/* Says whether the name ends as those of the archives that intake_kinds_of knows do, in any case.
 */
bool intake_has_archive_extension(const char *name);

/* Says whether the name is that of a file with data of a package of Valve: "pak01_003.vpk", which
 * is judged through its directory, "pak01_dir.vpk", whatever its bytes look like. */
bool intake_is_numbered_package(const char *name);

#endif

/* Names that lead into files of the disk: OUTER!INNER!NAME. */
#ifndef NAVLINT_CLI_INSIDE_OUTER_PATH_H
#define NAVLINT_CLI_INSIDE_OUTER_PATH_H

#include <stdbool.h>

/* Whether a name that is no path of a file leads into one: "a.zip!b". */
bool cli_is_inside(const char *name);

/* The path of the file on the disk in such a name, or all of the name. Heap; NULL: no memory. */
char *cli_outer_path(const char *name);

#endif

/* Which files are maps and meshes, by their names. */
#ifndef NAVLINT_CLI_CHECK_MAP_NAMES_H
#define NAVLINT_CLI_CHECK_MAP_NAMES_H

#include <stdbool.h>

enum { CLI_MAP_EXTENSION_BYTES = 4 }; /* of both */

/* Whether a file of this name, whatever its case, is held against a map, or is one. */
bool cli_is_mesh_name(const char *name);
bool cli_is_map_name(const char *name);

#endif

/* The map that a mesh is for: the .bsp of its name in the same folder. Its size and its first bytes
 * are all that a mesh is held against. */
#ifndef NAVLINT_CLI_CHECK_MAP_H
#define NAVLINT_CLI_CHECK_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/check/map_folders.h"
#include "cli/check/map_names.h"
#include "navlint/navlint.h"

enum { CLI_MAP_START_BYTES = 4 };

typedef struct cli_map {
    char *name;     /* heap; NULL: there is no map */
    uint64_t bytes; /* of the file */
    unsigned char start[CLI_MAP_START_BYTES];
} cli_map;

/* Looks for the map of the file at `path`, if that is a mesh by its name: first as it is spelt, for
 * that is how a game's tools leave the two, then whatever the case of its name.
 * path: NULL for none. map: receives it; cli_map_free frees what it holds. What cannot be read is
 * as if it were not there: the map is judged by itself where it is an input. */
void cli_map_find(cli_map *map, const char *path, cli_map_folders *folders);

/* The map as an input of the library, context; of its file it is the beginning. Borrows. */
navlint_input cli_map_input(const cli_map *map);

void cli_map_free(cli_map *map);

#endif

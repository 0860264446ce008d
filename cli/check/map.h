/* The map that a mesh is for: the .bsp of its name in the same folder. */
#ifndef NAVLINT_CLI_CHECK_MAP_H
#define NAVLINT_CLI_CHECK_MAP_H

#include "cli/input.h"
#include "navlint/navlint.h"

typedef struct cli_map {
    char *name; /* heap */
    cli_buffer bytes;
    navlint_input input; /* context; its bytes are NULL if there is no map */
} cli_map;

/* Looks for the map of the file at `path`, whose name ends in .nav: as it is spelt, for that is how
 * a game's tools leave the two. path: NULL for none. max_bytes: a larger map is none.
 * map: receives it; cli_map_free frees what it holds. What cannot be read is as if it were not
 * there: the map is judged by itself where it is an input. */
void cli_map_find(cli_map *map, const char *path, uint64_t max_bytes);

void cli_map_free(cli_map *map);

#endif

/* Meshes and their maps in one archive or container, of which either may come first. */
#ifndef NAVLINT_CLI_CHECK_PAIRS_H
#define NAVLINT_CLI_CHECK_PAIRS_H

#include "cli/check/map.h"

/* Start with {0}; cli_pairs_free at the end. */
typedef struct cli_pairs {
    void *root; /* of tsearch(3): by the names without extension, whatever their case */
} cli_pairs;

/* Notes a map, unless there is one of its name. name: in full. map: without a name; copied.
 * is_late: receives whether its mesh was judged without it.
 * Returns false if memory ran out. */
bool cli_pairs_add_map(cli_pairs *pairs, const char *name, const cli_map *map, bool *is_late);

/* Notes that a mesh is judged without a map. Returns false if memory ran out. */
bool cli_pairs_pass_mesh(cli_pairs *pairs, const char *mesh);

/* The map of a mesh, or NULL. Borrowed. */
const cli_map *cli_pairs_find_map(const cli_pairs *pairs, const char *mesh);

void cli_pairs_free(cli_pairs *pairs);

#endif

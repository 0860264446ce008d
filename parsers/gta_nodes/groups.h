/* The groups of a map's nodes that can be reached from each other. */
#ifndef NAVLINT_PARSERS_GTA_NODES_GROUPS_H
#define NAVLINT_PARSERS_GTA_NODES_GROUPS_H

#include "parsers/gta_nodes/checks.h"

/* A forest over all nodes of the set: parents[i] <= i, and a root is its own parent, the lowest
 * node of its group. */
typedef struct gta_forest {
    const gta_map *map;
    uint32_t *parents;
    uint32_t node_count;
} gta_forest;

/* Starts with every node by itself. Takes memory from the set's arena; false if it does not
 * suffice.
 */
bool gta_plant(gta_forest *forest, const gta_map *map);

/* Joins what the links of a decoded file of the map lead to: while its bytes are at hand. */
void gta_join_file(gta_forest *forest, const gta_file *f);

/* Once all files are joined: states the number and sizes of the groups of vehicle nodes and of ped
 * nodes, and checks their flood-fill ids if all areas that are linked to are there. Takes memory
 * from the set's arena. */
void gta_check_groups(gta_forest *forest);

#endif

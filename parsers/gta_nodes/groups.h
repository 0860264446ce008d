/* The groups of a map's nodes that can be reached from each other. */
#ifndef NAVLINT_PARSERS_GTA_NODES_GROUPS_H
#define NAVLINT_PARSERS_GTA_NODES_GROUPS_H

#include "core/groups.h"
#include "parsers/gta_nodes/checks.h"

/* All nodes of the files of a map, file by file: gta_file.first_node is the number of the first
 * one. */
typedef struct gta_forest {
    const gta_map *map;
    nl_groups nodes;
} gta_forest;

/* Starts with every node by itself, or joined as the notes of its file say. Takes memory from the
 * set's arena; false if it does not suffice.
 */
bool gta_plant(gta_forest *forest, const gta_map *map);

/* Joins the nodes of a link to another file of the map. Links to the other kind of node join
 * nothing. */
void gta_join_outward(const gta_forest *forest, const gta_row *row);

/* Once all files are joined: states the number and sizes of the groups of vehicle nodes and of ped
 * nodes, and checks their flood-fill ids if all areas that are linked to are there. Takes memory
 * from the set's arena. */
void gta_check_groups(const gta_forest *forest);

#endif

/* Which nodes of a map can be reached from each other. */
#ifndef NAVLINT_GTA_NODES_GROUPS_H
#define NAVLINT_GTA_NODES_GROUPS_H

#include "parsers/gta_nodes/check.h"

/* Finds the groups of vehicle nodes and of ped nodes, states their number and sizes, and judges
 * their flood-fill ids if all areas that are linked to are there. */
void gta_judge_groups(const gta_map *map);

#endif

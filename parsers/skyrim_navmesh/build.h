/* Writes plugins of any size: interiors and exteriors in a worldspace of their own, with navmeshes,
 * doors and the NAVI that registers them. */
#ifndef NAVLINT_SKYRIM_NAVMESH_BUILD_H
#define NAVLINT_SKYRIM_NAVMESH_BUILD_H

#include "parsers/skyrim_navmesh/layout.h"
#include "parsers/skyrim_navmesh/mesh.h"

/* FormIDs of what is built: the plugin's own index is 1 (one master, Skyrim.esm), or 0 if it is
 * Skyrim.esm itself. */
typedef struct sky_spec {
    uint32_t interiors;  /* cells with one navmesh each */
    uint32_t exteriors;  /* cells of the worldspace in a row from west to east, the same */
    sky_mesh mesh;       /* what all of them are like; ids and places are filled in */
    bool is_linked;      /* exteriors are linked to their neighbours */
    bool has_doors;      /* each navmesh has a door, whose REFR stands in its cell */
    uint32_t road_nodes; /* of the NVPP: the first so many exteriors */
    bool is_compressed;  /* the navmeshes: zlib, stored blocks */
    bool is_light;
    bool is_master;
    bool is_old;           /* form version 40, HEDR 0.94 */
    uint32_t filler_bytes; /* of records that are no navmesh, in a group of their own */
    uint32_t deleted;      /* navmeshes of the master that are deleted */
} sky_spec;

/* Writes the plugin. Without `deleted` it passes every rule. */
void sky_write(nl_writer *out, const sky_spec *spec);

#endif

/* Writes plugins of any size: interiors and exteriors in a worldspace of their own, with navmeshes,
 * doors and the NAVI that registers them. */
#ifndef NAVLINT_PARSERS_SKYRIM_NAVMESH_MAKE_BUILD_H
#define NAVLINT_PARSERS_SKYRIM_NAVMESH_MAKE_BUILD_H

#include "parsers/skyrim_navmesh/layout.h"
#include "parsers/skyrim_navmesh/make/build_mesh.h"

/* One field more in a record: `value` again and again; of type NVMI the first navmesh's entry once
 * more. type 0: none. */
typedef struct sky_extra {
    uint32_t type;
    uint32_t bytes;
    uint32_t value;
} sky_extra;

/* The plugin has one master, Skyrim.esm, and its own index is 1. */
typedef struct sky_spec {
    uint32_t interiors; /* cells with one navmesh each */
    uint32_t
        exteriors;  /* the same, in a row from west to east in a worldspace of the plugin's own */
    sky_mesh mesh;  /* what all of them are like; ids and places are filled in */
    bool is_linked; /* exteriors are linked to their neighbours */
    bool has_doors; /* each navmesh has a door, whose REFR stands in its cell; without this,
                       mesh.door_id may name a foreign one */
    uint32_t road_nodes; /* of the NVPP: the first so many navmeshes; 0 stands for 1 */
    bool is_compressed;  /* the navmeshes: zlib, stored blocks */
    bool is_cell_compressed;
    bool is_door_compressed;
    bool is_navi_compressed;
    bool is_header_compressed;
    bool is_light;
    bool is_master;
    bool is_old;        /* form version 43: the Creation Kit of 2012 */
    bool is_skyrim_esm; /* no master: own index 0 */
    bool has_no_navi;
    bool has_second_navi;
    bool has_topic;        /* a dialogue topic with a response */
    bool is_long;          /* an XXXX field for each NVNM, needed or not */
    uint32_t filler_bytes; /* of records that are no navmesh, in a group of their own */
    uint32_t deleted;      /* navmeshes of the master that are deleted, in the first cell */
    uint32_t overridden;   /* references of the master in the first cell, not listed in ONAM */
    uint32_t listed;       /* FormIDs of the master in ONAM */
    uint32_t masters;      /* unused ones behind Skyrim.esm */
    sky_extra navi_first;  /* in front of the NAVI's fields */
    sky_extra navi_last;   /* behind them; an NVMI stands in front of NVPP */
    sky_extra navm_last;   /* behind those of each NAVM */
} sky_spec;

/* The same plugin in the dialect of this build variant: its form version, light or not, what is
 * packed. Navmeshes of the older form version stay as the spec has them, so that they can be
 * edited. */
sky_spec sky_spec_as(const sky_spec *spec, unsigned variant);

/* Writes the plugin. Without `deleted` and `overridden` it passes every rule. */
void sky_write(nl_writer *out, const sky_spec *spec);

#endif

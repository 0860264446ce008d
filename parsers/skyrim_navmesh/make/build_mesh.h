/* Writes the payload of navmeshes that pass every rule: a flat mesh of squares, its NVNM, the NVMI
 * that says the same, and an NVPP. */
#ifndef NAVLINT_PARSERS_SKYRIM_NAVMESH_MAKE_BUILD_MESH_H
#define NAVLINT_PARSERS_SKYRIM_NAVMESH_MAKE_BUILD_MESH_H

#include <stdbool.h>

#include "core/writer.h"

enum { SKY_DOOR_TRIANGLE = 0 }; /* that a door stands on */

/* One navmesh: columns x rows squares of two triangles each. */
typedef struct sky_mesh {
    uint32_t form_id;
    uint32_t world_id;         /* 0: an interior */
    uint32_t cell_id;          /* of an interior */
    int32_t grid_x, grid_y;    /* of an exterior: the squares lie in this cell */
    uint32_t columns, rows;    /* at least 1 */
    uint32_t west_id, east_id; /* neighbours that it is linked to and that link back; 0: none */
    uint32_t door_id;          /* REFR; 0: no door */
    bool is_island;
    bool is_preferred; /* its links lie on preferred triangles */
    bool has_cover;
    uint32_t grid; /* divisor; 0: as many as suit the size */
} sky_mesh;

/* The body of an NVNM field, and that of the NVMI field that agrees with it. */
void sky_write_nvnm(nl_writer *out, const sky_mesh *mesh);
void sky_write_nvmi(nl_writer *out, const sky_mesh *mesh);
/* A road network over `count` navmeshes, each linked to the next: the paths between all of them. */
void sky_write_nvpp(nl_writer *out, const uint32_t *form_ids, uint32_t count);

#endif

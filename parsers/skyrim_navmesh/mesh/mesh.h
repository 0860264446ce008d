/* NAVM: the geometry of one navmesh, and what stays of it for checks across navmeshes. */
#ifndef NAVLINT_PARSERS_SKYRIM_NAVMESH_MESH_MESH_H
#define NAVLINT_PARSERS_SKYRIM_NAVMESH_MESH_MESH_H

#include "parsers/skyrim_navmesh/container/container.h"
#include "parsers/skyrim_navmesh/findings.h"
#include "parsers/skyrim_navmesh/mesh/nvnm.h"

/* Where an edge link leads: if that is a navmesh of the file, it has to answer. */
typedef struct sky_link_end {
    uint32_t target;   /* row of the navmesh; NL_NO_ROW: none of the file */
    uint16_t triangle; /* the first that uses the link; SKY_NO_TRIANGLE: there is none */
    int16_t target_triangle;
    uint32_t navmesh; /* as it stands in the file */
    sky_point middle; /* of the edge that uses it first */
    bool is_portal;   /* that is always open: it leads both ways */
    bool is_switched; /* a portal that can be closed */
    bool is_answered; /* there is a link back from that triangle */
} sky_link_end;

/* An edge that is a link. */
typedef struct sky_link_use {
    uint16_t triangle, link;
} sky_link_use;

enum { SKY_NO_TRIANGLE = UINT16_MAX };

/* What stays of a navmesh when its data are gone. */
typedef struct sky_digest {
    bool is_whole; /* its NVNM could be read to the end */
    bool is_packed;
    bool is_listed;    /* by the NVSI */
    bool is_checked;   /* by sky_check_navm: it is live */
    bool has_ways_out; /* edge links or doors */
    nl_packed packed;
    uint64_t offset; /* of the NVNM, as sky_body has it */
    uint32_t length;
    uint32_t field; /* of the NVNM among the record's fields */
    sky_parent parent;
    sky_point center; /* mean of its vertices; not finite: unknown */
    uint32_t vertices, triangles;
    uint32_t links_at;
    sky_link_end *ends; /* of its links */
    uint32_t end_count; /* 0 also of more links than there can be */
    sky_link_use *uses; /* by triangle: three each at most */
    uint32_t use_count;
    uint64_t *doors; /* sky_door_key of its door entries, sorted */
    uint32_t door_count;
} sky_digest;

static inline uint64_t sky_door_key(uint32_t form_id, int32_t triangle) {
    return (uint64_t)form_id << 32 | (uint16_t)triangle;
}

/* The most arena bytes that the digest of a NAVM record of so many (unpacked) bytes takes besides
 * its row. */
uint64_t sky_digest_need(uint64_t navm_bytes);

/* The most that checking one navmesh of so many bytes takes for the time being. */
uint64_t sky_mesh_scratch(uint64_t navm_bytes);

/* Checks one live navmesh while its unpacked data are in memory, compares it with its NVMI entry,
 * and fills in c->digests[row]. Called in file order. Returns false if arena or budget is
 * exhausted. */
bool sky_check_navm(sky_check *c, uint32_t row, const sky_body *record);

#endif

/* NVNM: the geometry of one navmesh. Views of the bytes: README.md has the wire layout. */
#ifndef NAVLINT_PARSERS_SKYRIM_NAVMESH_MESH_NVNM_H
#define NAVLINT_PARSERS_SKYRIM_NAVMESH_MESH_NVNM_H

#include "parsers/skyrim_navmesh/payload.h"

enum {
    SKY_MAX_DIVISOR = 12,
    SKY_MAX_CELLS = SKY_MAX_DIVISOR * SKY_MAX_DIVISOR,
    SKY_MAX_VERTICES = 65535,  /* corners are 16-bit */
    SKY_MAX_TRIANGLES = 32767, /* references to triangles are signed 16-bit */
    SKY_MAX_LINKS = 32767
};

/* Types of edge links. The last is a portal that the game opens and closes. */
enum { SKY_LINK_PORTAL = 0, SKY_LINK_LEDGE_UP, SKY_LINK_LEDGE_DOWN, SKY_LINK_SWITCHED_PORTAL };

enum {
    SKY_TRIANGLE_LINKS = 7, /* bit k: edge k is the number of an edge link, not of a triangle */
    SKY_TRIANGLE_DELETED = 0x8,
    SKY_TRIANGLE_PREFERRED = 0x40,
    SKY_TRIANGLE_DOOR = 0x400,
    SKY_TRIANGLE_KNOWN = 0xE7F,
    SKY_COVER_VALUES = 0xFFF
};

typedef enum sky_nvnm_stage {
    SKY_NVNM_VERSION_FIELD = 0,
    SKY_NVNM_HEAD,
    SKY_NVNM_VERTICES,
    SKY_NVNM_TRIANGLES,
    SKY_NVNM_LINKS,
    SKY_NVNM_DOORS,
    SKY_NVNM_COVER,
    SKY_NVNM_GRID_HEAD,
    SKY_NVNM_CELLS,
    SKY_NVNM_WHOLE
} sky_nvnm_stage;

typedef struct sky_nvnm {
    sky_body body;
    sky_nvnm_stage stage;
    sky_gap gap; /* what was missing, unless the version or the divisor cannot be followed */
    uint32_t version;
    sky_list vertices, triangles, links, doors, cover;
    uint32_t grid_at; /* of the divisor */
    uint32_t divisor;
    uint32_t cells_at;
    uint32_t cells_read; /* that are wholly there */
    uint32_t end;        /* of what was read */
} sky_nvnm;

/* Reads the body of an NVNM field, as far as it can be followed. Borrows it. */
sky_nvnm sky_nvnm_of(sky_body body);

/* The field that counts the list of this stage: a mesh whose gap has a count ends in one. */
unsigned sky_nvnm_count(sky_nvnm_stage stage);

/* ---- Records ---- */

static inline sky_parent sky_nvnm_parent(const sky_nvnm *mesh) {
    return sky_parent_at(mesh->body.bytes + SKY_NVNM_HEAD_WORLDSPACE_AT);
}

static inline const uint8_t *sky_vertex(const sky_nvnm *mesh, uint32_t index) {
    return sky_item(&mesh->body, mesh->vertices, SKY_VERTEX_BYTES, index);
}

static inline const uint8_t *sky_triangle(const sky_nvnm *mesh, uint32_t index) {
    return sky_item(&mesh->body, mesh->triangles, SKY_TRIANGLE_BYTES, index);
}

static inline uint32_t sky_corner(const uint8_t *triangle, uint32_t which) {
    return nl_load_u16(triangle + SKY_TRIANGLE_CORNER_0_AT + 2 * which);
}

/* Edge k leads from corner k to the next. */
static inline int32_t sky_edge(const uint8_t *triangle, uint32_t which) {
    return nl_load_i16(triangle + SKY_TRIANGLE_EDGE_0_AT + 2 * which);
}

static inline uint32_t sky_flags(const uint8_t *triangle) {
    return nl_load_u16(triangle + SKY_TRIANGLE_FLAGS_AT);
}

static inline uint32_t sky_cover_flags(const uint8_t *triangle) {
    return nl_load_u16(triangle + SKY_TRIANGLE_COVER_FLAGS_AT);
}

static inline bool sky_is_link(const uint8_t *triangle, uint32_t which) {
    return sky_flags(triangle) >> which & 1;
}

static inline const uint8_t *sky_link(const sky_nvnm *mesh, uint32_t index) {
    return sky_item(&mesh->body, mesh->links, SKY_EDGE_LINK_BYTES, index);
}

static inline uint32_t sky_link_type(const uint8_t *link) {
    return nl_load_u32(link + SKY_EDGE_LINK_TYPE_AT);
}

static inline uint32_t sky_link_navmesh(const uint8_t *link) {
    return nl_load_u32(link + SKY_EDGE_LINK_NAVMESH_AT);
}

static inline int32_t sky_link_triangle(const uint8_t *link) {
    return nl_load_i16(link + SKY_EDGE_LINK_TRIANGLE_AT);
}

static inline const uint8_t *sky_mesh_door(const sky_nvnm *mesh, uint32_t index) {
    return sky_item(&mesh->body, mesh->doors, SKY_MESH_DOOR_BYTES, index);
}

static inline int32_t sky_door_triangle(const uint8_t *door) {
    return nl_load_i16(door + SKY_MESH_DOOR_TRIANGLE_AT);
}

static inline uint32_t sky_door_refr(const uint8_t *door) {
    return nl_load_u32(door + SKY_MESH_DOOR_DOOR_AT);
}

static inline int32_t sky_cover_triangle(const sky_nvnm *mesh, uint32_t index) {
    return nl_load_i16(sky_item(&mesh->body, mesh->cover, SKY_COVER_BYTES, index));
}

/* Of a mesh that was read up to the cells. */
static inline sky_box sky_bounds(const sky_nvnm *mesh) {
    return sky_box_at(mesh->body.bytes + mesh->grid_at + SKY_GRID_MIN_X_AT);
}

/* The list of the grid cell whose count stands at `at`, which moves on behind it; only of cells
 * that were read. */
static inline sky_list sky_grid_cell(const sky_body *body, uint32_t *at) {
    const sky_list cell = {nl_load_u32(body->bytes + *at), *at + SKY_GRID_CELL_BYTES};
    *at = cell.at + SKY_GRID_TRIANGLE_BYTES * cell.count;
    return cell;
}

#endif

/* NVMI: what NAVI says of one navmesh; and NVPP, the precomputed paths between road markers. Views
 * of the bytes: README.md has the wire layout. */
#ifndef NAVLINT_PARSERS_SKYRIM_NAVMESH_NAVI_NVMI_H
#define NAVLINT_PARSERS_SKYRIM_NAVMESH_NAVI_NVMI_H

#include "parsers/skyrim_navmesh/payload.h"

enum {
    SKY_NVMI_MIN_BYTES =
        SKY_NVMI_HEAD_BYTES + 3 * SKY_COUNT_BYTES + SKY_NVMI_FLAG_BYTES + SKY_NVMI_TAIL_BYTES
};

enum { SKY_CATEGORY_ISLAND = 0x20, SKY_CATEGORY_NOT_EDITED = 0x40 };

/* How far the bytes could be followed: everything before the stage is there. */
typedef enum sky_nvmi_stage {
    SKY_NVMI_HEAD = 0,
    SKY_NVMI_LINKS,
    SKY_NVMI_PREFERRED,
    SKY_NVMI_DOORS,
    SKY_NVMI_FLAG,
    SKY_NVMI_BOX,
    SKY_NVMI_TRIANGLES,
    SKY_NVMI_VERTICES,
    SKY_NVMI_TAIL,
    SKY_NVMI_WHOLE
} sky_nvmi_stage;

typedef struct sky_nvmi {
    sky_body body;
    sky_nvmi_stage stage;
    sky_gap gap; /* what was missing, if the stage is not SKY_NVMI_WHOLE */
    sky_list links, preferred, doors;
    sky_list triangles, vertices; /* of the island */
    uint32_t flag_at;
    uint32_t box_at; /* 0: no island data */
    uint32_t tail_at;
    uint32_t end; /* of what was read */
} sky_nvmi;

/* Reads the body of an NVMI field, as far as it can be followed. Borrows it. */
sky_nvmi sky_nvmi_of(sky_body body);

/* The field that counts the list of this stage: an entry whose gap has a count ends in one. */
unsigned sky_nvmi_count(sky_nvmi_stage stage);

static inline bool sky_nvmi_is_island(const sky_nvmi *entry) {
    return entry->box_at != 0;
}

/* Worldspace and cell or grid; only of a whole entry. */
static inline sky_parent sky_nvmi_parent(const sky_nvmi *entry) {
    return sky_parent_at(entry->body.bytes + entry->tail_at + SKY_NVMI_TAIL_WORLDSPACE_AT);
}

/* ---- NVPP ---- */

typedef enum sky_nvpp_stage {
    SKY_NVPP_AT_COUNT = 0,
    SKY_NVPP_AT_PATHS,
    SKY_NVPP_AT_NODES,
    SKY_NVPP_WHOLE
} sky_nvpp_stage;

typedef struct sky_nvpp {
    sky_body body;
    sky_nvpp_stage stage;
    sky_gap gap;
    uint32_t path_count;
    uint32_t paths_read; /* that are wholly there */
    uint32_t last_at;    /* the count of the last of them; 0: there is none */
    uint32_t ids;        /* on them */
    sky_list nodes;
    uint32_t end;
} sky_nvpp;

/* Reads the body of an NVPP field, as far as it can be followed, and borrows it. Each path takes a
 * step of the budget; once that is exhausted, the reading ends. */
sky_nvpp sky_nvpp_of(sky_body body, nl_budget *budget);

/* The path whose count stands at `at`, which moves on behind it; only of paths that were read. */
static inline sky_list sky_nvpp_path(const sky_body *body, uint32_t *at) {
    const sky_list path = {nl_load_u32(body->bytes + *at), *at + SKY_NVPP_PATH_BYTES};
    *at = path.at + SKY_NVPP_STOP_BYTES * path.count;
    return path;
}

#endif

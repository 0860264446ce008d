/* Writes meshes: a grid of areas with as much of everything as the spec asks for. */
#ifndef NAVLINT_PARSERS_SOURCE_NAV_BUILD_H
#define NAVLINT_PARSERS_SOURCE_NAV_BUILD_H

#include "parsers/source_nav/layout.h"

/* Raw bytes of one place name as they will stand in the file. */
typedef struct nav_spec_name {
    const char *bytes;
    uint16_t length;
} nav_spec_name;

/* One connection more than the grid has: from area 0 to area 1. */
typedef enum nav_spec_link {
    NAV_NO_EXTRA_LINK = 0,
    NAV_EXTRA_NORTH,
    NAV_EXTRA_EAST,
    NAV_EXTRA_SOUTH,
    NAV_EXTRA_WEST
} nav_spec_link;

/* One entry more in an area's lists of ladders. */
typedef struct nav_spec_ladder_entry {
    bool present;
    bool up;
    uint32_t area_index;
    uint32_t ladder_id;
} nav_spec_ladder_entry;

typedef struct nav_spec {
    nav_family family;
    uint32_t version;
    uint32_t sub_version;
    uint32_t columns, rows; /* of the grid */
    float gap;              /* units between areas; they are contiguous by default */
    bool is_unconnected;
    nav_spec_link extra_link;
    uint32_t spots; /* hiding spots of each area */
    uint32_t first_spot_id;
    uint32_t paths;      /* encounter paths of each area with two neighbours */
    uint32_t path_spots; /* of each path; no more than there are spots in all */
    uint32_t approach;   /* approach areas of each area */
    uint32_t visible;    /* entries of each visible set; fewer than there are areas */
    uint32_t ladders;    /* from area 2n up to area 2n + 1 */
    bool omits_up;       /* the areas at their bottoms do not list them */
    bool omits_down;
    nav_spec_ladder_entry extra_ladder;
    uint32_t places;        /* names of our own making, used in turn */
    nav_spec_name names[2]; /* instead: these, used in turn */
    const char *population; /* Left 4 Dead; NULL: one of our own */
} nav_spec;

/* Writes the mesh. Without extras and with legal numbers it passes every rule. */
void nav_write(nl_writer *out, const nav_spec *spec);

/* The same mesh in the dialect of this build variant. What the dialect has no place for is left out
 * when it is written. */
nav_spec nav_spec_as(const nav_spec *spec, unsigned variant);

/* The id of the area at this index of the grid: ascending, with gaps, as in edited real meshes. */
uint32_t nav_spec_area_id(uint32_t index);

#endif

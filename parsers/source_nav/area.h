/* One area record, decoded onto the stack. */
#ifndef NAVLINT_PARSERS_SOURCE_NAV_AREA_H
#define NAVLINT_PARSERS_SOURCE_NAV_AREA_H

#include "core/reader.h"
#include "parsers/source_nav/layout.h"

/* `count` records from offset `at` of the input on. */
typedef struct nav_list {
    uint32_t at;
    uint32_t count;
} nav_list;

/* Values of fixed fields, offsets of the lists. */
typedef struct nav_area {
    uint32_t index; /* in the document */
    uint32_t at;    /* offset of the record */
    uint32_t id;
    uint32_t attributes;
    uint32_t corners_at;
    float corners[8];
    nav_list connections[NAV_DIRECTIONS];
    nav_list spots;
    nav_list approach;
    nav_list paths; /* encounter paths: records of varying size */
    uint32_t paths_end;
    uint16_t place;
    uint32_t place_at;
    nav_list ladders[2]; /* up, down */
    uint32_t occupy_at;
    uint32_t light_at;
    uint32_t spawn_at;
    uint32_t spawn_attributes;
    uint16_t fog_place;
    uint32_t fog_place_at;
    nav_list visible;
    uint32_t inherit;
    uint32_t inherit_at;
    uint32_t custom_at; /* the game's flat bytes, if there are any */
    uint32_t end;       /* of the record */
} nav_area;

/* One of the corners' numbers. field: NAV_CORNERS_... */
static inline float nav_corner(const nav_area *area, unsigned field) {
    return area->corners[field - NAV_CORNERS_WEST];
}

/* How many records the area holds, itself included: the work that going through it costs. */
static inline uint64_t nav_records_of(const nav_area *area) {
    uint64_t records = 1 + area->spots.count + area->approach.count + area->paths.count +
                       area->visible.count + area->ladders[0].count + area->ladders[1].count;
    for (int d = 0; d < NAV_DIRECTIONS; d++)
        records += area->connections[d].count;
    return records;
}

/* Whether an area of any game may have this id and these corners: other bytes, read as floats, are
 * mostly huge, or far smaller than anything that a tool writes. */
bool nav_makes_sense(const nav_area *area);

#define NAV_WORLD_UNITS    16384.0f /* MAX_COORD_INTEGER: no map reaches farther from the origin */
#define NAV_SMALLEST_UNITS 1e-20f

/* Offset in the input of the next byte: inputs are smaller than 4 GiB. */
static inline uint32_t nav_offset(const nl_reader *r) {
    return (uint32_t)nl_at_offset(r);
}

/* Reads the record at the reader. paths_end: where its encounter paths end, if that is known from
 * an earlier reading, else 0. The area is good only if nl_ok(r) afterwards; its index is 0. */
void nav_read_area(nl_reader *r, const nav_layout *layout, uint32_t paths_end, nav_area *area);

#endif

/* Where records of a file are: in its bytes, and in the room of the game. */
#ifndef NAVLINT_PARSERS_METROID_PATH_PLACES_H
#define NAVLINT_PARSERS_METROID_PATH_PLACES_H

#include "parsers/metroid_path/records.h"

/* Searches for the record that a link, a lookup entry or a cost belongs to: each starts where the
 * last one ended, and those of a file are limited. */
typedef struct mp_finder {
    uint32_t next[MP_SECTION_COUNT]; /* of each section's holders: where to look first */
    uint64_t tries_left;             /* records that may be looked at */
} mp_finder;

/* What places are made from. */
typedef struct mp_map {
    navlint_report *report;
    const uint8_t *bytes;
    const mp_document *doc;
    mp_finder *finder;
} mp_map;

/* The record of the section that has the run with `item`: the region of a node or link, the leaf of
 * a lookup entry, the point of its link or cost. NL_NO_INDEX if there is none, or if there have
 * been too many searches. */
uint32_t mp_holder_of(const mp_map *map, mp_section section, uint32_t item);

/* The place of a record of the section: its bytes, its name, and where it is in the room: a node
 * and a point where they stand, a region at its centroid, an octree node in the middle of its box,
 * a link in the middle of its edge, entries of other lists where their holder is. */
nl_place mp_map_place(const mp_map *map, mp_section section, uint32_t index);

/* The same bytes as `place`, but the message is about that record. */
nl_place mp_map_about(const mp_map *map, nl_place place, mp_section section, uint32_t index);

#endif

/* Where and why the structure could not be followed any further. */
#ifndef NAVLINT_PARSERS_SOURCE_NAV_LOSS_H
#define NAVLINT_PARSERS_SOURCE_NAV_LOSS_H

#include "core/reader.h"
#include "parsers/source_nav/layout.h"

/* The sections of a file, in its order. */
typedef enum nav_section {
    NAV_IN_HEADER,
    NAV_IN_POPULATION, /* and the fog places */
    NAV_IN_AREA_COUNT,
    NAV_IN_AREAS,
    NAV_IN_LADDERS,
    NAV_IN_VIEW_DISTANCE
} nav_section;

/* What was being read. */
typedef struct nav_part {
    nav_section section;
    uint32_t item;  /* of the areas */
    unsigned count; /* the field that says how many records there are; NL_NO_FIELD: it is none */
    uint32_t corners_at; /* offset of the area's corners; 0: they could not be read */
} nav_part;

typedef struct nav_loss {
    bool happened;
    nav_part part;
    uint64_t at;    /* offset of what could not be read */
    uint64_t need;  /* bytes it takes */
    uint64_t left;  /* bytes there were */
    uint64_t count; /* records promised, if it was a count that failed; else 0 */
} nav_loss;

/* Keeps where the reader has failed; of several losses the first counts. */
void nav_lose(nav_loss *loss, const nl_reader *r, nav_part part);

#endif

/* What the records of a mesh are to somebody who compares two: core/kinds.h. */
#include "parsers/source_nav/layout.h"

#include "core/kinds.h"

enum { MESH, PLACE, FOG, AREA, SPOT, LADDER };

static const nl_kind kinds[] = {
    [MESH] = {.name = "file", .plural = "files"},
    [PLACE] = {.name = "place", .plural = "places", NL_NAMED, .key = {"name"}},
    [FOG] = {.name = "fog place", .plural = "fog places", NL_NAMED, .key = {"name"}},
    /* nav_compress_id numbers areas anew. */
    [AREA] = {.name = "area",
              .plural = "areas",
              NL_NUMBERED,
              .key = {"id"},
              .points = {"nwCorner", "seCorner"}},
    [SPOT] = {.name = "hiding spot",
              .plural = "hiding spots",
              NL_NUMBERED,
              .key = {"id"},
              .points = {"position"}},
    [LADDER] = {.name = "ladder",
                .plural = "ladders",
                NL_NUMBERED,
                .key = {"id"},
                .points = {"top", "bottom"}},
};

static const nl_home homes[] = {
    {.outer = MESH, .kind = PLACE, .path = "places/N"},
    {.outer = MESH, .kind = FOG, .path = "fogPlaces/N"},
    {.outer = MESH, .kind = AREA, .path = "areas/N"},
    {.outer = AREA, .kind = SPOT, .path = "hidingSpots/N"},
    {.outer = MESH, .kind = LADDER, .path = "ladders/N"},
};

#define AREA_ID(record, path)                                                                      \
    { .kind = (record), .field = (path), .meaning = NL_BY_KEY, .target = AREA }

static const nl_sense senses[] = {
    AREA_ID(AREA, "connections/north/N"),
    AREA_ID(AREA, "connections/east/N"),
    AREA_ID(AREA, "connections/south/N"),
    AREA_ID(AREA, "connections/west/N"),
    AREA_ID(AREA, "approachAreas/N/here"),
    AREA_ID(AREA, "approachAreas/N/previous"),
    AREA_ID(AREA, "approachAreas/N/next"),
    AREA_ID(AREA, "encounterPaths/N/fromArea"),
    AREA_ID(AREA, "encounterPaths/N/toArea"),
    {.kind = AREA, .field = "encounterPaths/N/spots/N/spotId", NL_BY_KEY, .target = SPOT},
    {.kind = AREA, .field = "ladders/up/N", NL_BY_KEY, .target = LADDER},
    {.kind = AREA, .field = "ladders/down/N", NL_BY_KEY, .target = LADDER},
    {.kind = AREA, .field = "place", NL_BY_INDEX, .target = PLACE, .bias = 1},
    {.kind = AREA, .field = "fogPlace", NL_BY_INDEX, .target = FOG, .bias = 1},
    AREA_ID(AREA, "visibleAreas/N/area"),
    AREA_ID(AREA, "inheritVisibilityFrom"),
    AREA_ID(LADDER, "topForwardArea"),
    AREA_ID(LADDER, "topLeftArea"),
    AREA_ID(LADDER, "topRightArea"),
    AREA_ID(LADDER, "topBehindArea"),
    AREA_ID(LADDER, "bottomArea"),
};

const nl_kinds nav_kinds = {
    .kinds = kinds,
    .kind_count = NL_KINDS_COUNT(kinds),
    .homes = homes,
    .home_count = NL_KINDS_COUNT(homes),
    .senses = senses,
    .sense_count = NL_KINDS_COUNT(senses),
};

/* What the records of a room are to somebody who compares two: core/kinds.h. */
#include "parsers/metroid_path/layout.h"

#include "core/kinds.h"

enum { ROOM, VERTEX, REGION, LINK, LOOKUP, OCTANT, POINT, POINT_LINK, POINT_COST };

static const nl_kind kinds[] = {
    [ROOM] = {.name = "file", .plural = "files"},
    [VERTEX] = {.name = "node", .plural = "nodes", NL_PLACED, .points = {"position"}, .reach = 2},
    [REGION] = {.name = "region",
                .plural = "regions",
                NL_PLACED,
                .key = {"index"},
                .points = {"centroid"},
                .reach = 2},
    [LINK] = {.name = "link", .plural = "links", NL_PLACED, .is_item = true},
    [LOOKUP] = {.name = "lookup", .plural = "lookups", NL_PLACED, .is_item = true},
    [OCTANT] = {.name = "octree node",
                .plural = "octree nodes",
                NL_PLACED,
                .points = {"center"},
                .reach = 0.5},
    [POINT] = {.name = "point", .plural = "points", NL_PLACED, .points = {"position"}, .reach = 2},
    [POINT_LINK] = {.name = "point link", .plural = "point links", NL_PLACED, .is_item = true},
    [POINT_COST] = {.name = "point cost", .plural = "point costs", NL_PLACED, .is_item = true},
};

static const nl_home homes[] = {
    {.outer = ROOM, .kind = VERTEX, .path = "nodes/N"},
    {.outer = ROOM, .kind = LINK, .path = "links/N"},
    {.outer = ROOM, .kind = REGION, .path = "regions/N"},
    {.outer = ROOM, .kind = LOOKUP, .path = "lookups/N"},
    {.outer = ROOM, .kind = OCTANT, .path = "octree/N"},
    {.outer = ROOM, .kind = POINT, .path = "points/N"},
    {.outer = ROOM, .kind = POINT_LINK, .path = "pointLinks/N"},
    {.outer = ROOM, .kind = POINT_COST, .path = "pointCosts/N"},
};

#define CHILD(number)                                                                              \
    { .kind = OCTANT, .field = "children/" #number, NL_BY_INDEX, .target = OCTANT }

static const nl_sense senses[] = {
    /* The bitmaps have a bit for each pair of regions or points, see `pairs`; the unused words are
     * as long as those follow from. */
    {.kind = ROOM, .field = "groundMap/N", NL_UNSEEN},
    {.kind = ROOM, .field = "flyerMap/N", NL_UNSEEN},
    {.kind = ROOM, .field = "pointMap/N", NL_UNSEEN},
    {.kind = ROOM, .field = "unused", NL_UNSEEN},
    {.kind = REGION, .field = "nodeStart", NL_UNSEEN},
    {.kind = REGION, .field = "linkStart", NL_UNSEEN},
    {.kind = LINK, .field = "node", NL_BY_INDEX, .target = VERTEX},
    {.kind = LINK, .field = "region", NL_BY_INDEX, .target = REGION},
    {.kind = LOOKUP, .field = "lookups", NL_BY_INDEX, .target = REGION},
    CHILD(0),
    CHILD(1),
    CHILD(2),
    CHILD(3),
    CHILD(4),
    CHILD(5),
    CHILD(6),
    CHILD(7),
    {.kind = OCTANT, .field = "regionStart", NL_UNSEEN},
    {.kind = POINT, .field = "linkStart", NL_UNSEEN},
    {.kind = POINT, .field = "costStart", NL_UNSEEN},
    {.kind = POINT_LINK, .field = "pointLinks", NL_BY_INDEX, .target = POINT},
};

static const nl_slice slices[] = {
    {.owner = REGION, .item = VERTEX, .list = "nodes", .first = "nodeStart", .count = "nodeCount"},
    {.owner = REGION, .item = LINK, .list = "links", .first = "linkStart", .count = "linkCount"},
    {.owner = OCTANT,
     .item = LOOKUP,
     .list = "regions",
     .first = "regionStart",
     .count = "regionCount"},
    {.owner = POINT,
     .item = POINT_LINK,
     .list = "links",
     .first = "linkStart",
     .count = "linkCount"},
    {.owner = POINT,
     .item = POINT_COST,
     .list = "costs",
     .first = "costStart",
     .count = "linkCount"},
};

static const nl_pairs pairs[] = {{"groundMap", REGION}, {"flyerMap", REGION}, {"pointMap", POINT}};

const nl_kinds mp_kinds = {
    .kinds = kinds,
    .kind_count = NL_KINDS_COUNT(kinds),
    .homes = homes,
    .home_count = NL_KINDS_COUNT(homes),
    .senses = senses,
    .sense_count = NL_KINDS_COUNT(senses),
    .slices = slices,
    .slice_count = NL_KINDS_COUNT(slices),
    .pairs = pairs,
    .pairs_count = NL_KINDS_COUNT(pairs),
};

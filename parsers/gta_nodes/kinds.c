/* What the records of an area are to somebody who compares two: core/kinds.h. */
#include "parsers/gta_nodes/layout.h"

#include "core/kinds.h"

enum { AREA, NODE, NAVI, LINK };

/* Positions are in eighths of a unit. Nodes and navi nodes have nothing but their number in the
 * file, which every node put in front of them changes. */
static const nl_kind kinds[] = {
    [AREA] = {.name = "file", .plural = "files"},
    [NODE] = {.name = "node",
              .plural = "nodes",
              NL_PLACED,
              .key = {"area", "id"},
              .points = {"position"},
              .wide_point = "extendedPosition",
              .scale = 0.125,
              .reach = 8},
    [NAVI] = {.name = "navi node",
              .plural = "navi nodes",
              NL_PLACED,
              .points = {"position"},
              .wide_point = "extendedPosition",
              .scale = 0.125,
              .reach = 8},
    [LINK] = {.name = "link", .plural = "links", NL_PLACED, .is_item = true},
};

static const nl_home homes[] = {
    {.outer = AREA, .kind = NODE, .path = "nodes/N"},
    {.outer = AREA, .kind = NAVI, .path = "naviNodes/N"},
    {.outer = AREA, .kind = LINK, .path = "links/N"},
    {.outer = AREA, .kind = LINK, .path = "naviLinks/N"},
    {.outer = AREA, .kind = LINK, .path = "lengths/N"},
    {.outer = AREA, .kind = LINK, .path = "flags/N"},
};

static const nl_sense senses[] = {
    /* Run-time pointers and scratch values: what they have in the file is overwritten. */
    {.kind = NODE, .field = "next", NL_UNSEEN},
    {.kind = NODE, .field = "previous", NL_UNSEEN},
    {.kind = NODE, .field = "searchDistance", NL_UNSEEN},
    {.kind = NODE, .field = "firstLink", NL_UNSEEN},
    {.kind = NODE, .field = "flags", NL_BITS, .keep = 0xFFFFFFF0}, /* bits 0-3: number of links */
    {.kind = NAVI, .field = "area", NL_UNSEEN},                    /* in the key of the node */
    {.kind = NAVI, .field = "node", NL_BY_KEY, .target = NODE, .with = "area"},
    {.kind = LINK, .field = "area", NL_UNSEEN},
    {.kind = LINK, .field = "node", NL_BY_KEY, .target = NODE, .with = "area"},
    {.kind = LINK,
     .field = "naviLinks",
     NL_BY_INDEX,
     .target = NAVI,
     .mask = 0x3FF,
     .keep = 0xFC00,
     .own_kind = NODE,
     .own_shift = 10},
    {.kind = LINK,
     .field = "naviNode",
     NL_BY_INDEX,
     .target = NAVI,
     .own_kind = NODE,
     .own_field = "area"},
};

static const nl_slice slices[] = {
    {.owner = NODE,
     .item = LINK,
     .list = "links",
     .first = "firstLink",
     .count = "flags",
     .count_mask = 0xF},
};

const nl_kinds gta_kinds = {
    .kinds = kinds,
    .kind_count = NL_KINDS_COUNT(kinds),
    .homes = homes,
    .home_count = NL_KINDS_COUNT(homes),
    .senses = senses,
    .sense_count = NL_KINDS_COUNT(senses),
    .slices = slices,
    .slice_count = NL_KINDS_COUNT(slices),
};

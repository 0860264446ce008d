/* What the versions make of the file, and what its sections hold. */
#include "parsers/metroid_path/layout.h"

enum {
    PRIME = 1 << MP_HAS_SHORT_REGIONS | 1 << MP_HAS_UNUSED_WORDS,
    ECHOES = 1 << MP_HAS_LONG_REGIONS | 1 << MP_HAS_UNUSED_WORDS | 1 << MP_HAS_POINTS,
    CORRUPTION = 1 << MP_HAS_LONG_REGIONS | 1 << MP_HAS_POINTS,
    SHORT_REGION_BYTES = MP_REGION_SHORT_COPY_AT + MP_WORD_BYTES
};

const mp_layout mp_layouts[MP_VERSION_COUNT] = {
    [MP_PRIME] = {4, "prime", "Metroid Prime (version 4)", PRIME, SHORT_REGION_BYTES,
                  MP_REGION_SHORT_COPY, true},
    [MP_ECHOES] = {6, "echoes", "Metroid Prime 2: Echoes (version 6)", ECHOES, MP_REGION_BYTES,
                   MP_REGION_LONG_COPY, true},
    [MP_CORRUPTION] = {7, "corruption-unconfirmed", "Metroid Prime 3: Corruption (version 7)",
                       CORRUPTION, MP_REGION_BYTES, MP_REGION_LONG_COPY, false},
};

const mp_layout *mp_layout_of(uint32_t version) {
    for (int i = 0; i < MP_VERSION_COUNT; i++)
        if (mp_layouts[i].version == version) return &mp_layouts[i];
    return NULL;
}

const mp_contents mp_sections[MP_SECTION_COUNT] = {
    [MP_NODES] = {"nodes", "node", "nodes", MP_NODE_RECORD, MP_NODE_LIST_COUNT, PATH_COUNT_NODES},
    [MP_LINKS] = {"links", "link", "links", MP_LINK_RECORD, MP_LINK_LIST_COUNT, PATH_COUNT_LINKS},
    [MP_REGIONS] = {"regions", "region", "regions", MP_REGION_RECORD, MP_REGION_LIST_COUNT,
                    PATH_COUNT_REGIONS},
    [MP_GROUND_MAP] = {"groundMap", NULL, "ground bitmap", MP_GROUND_WORD_RECORD, NL_NO_FIELD,
                       PATH_BITMAP_TRUNCATED},
    [MP_FLYER_MAP] = {"flyerMap", NULL, "flyer bitmap", MP_FLYER_WORD_RECORD, NL_NO_FIELD,
                      PATH_BITMAP_TRUNCATED},
    [MP_UNUSED_WORDS] = {"unused", NULL, "unused words behind the bitmaps", MP_UNUSED_RECORD,
                         NL_NO_FIELD, PATH_BITMAP_TRUNCATED},
    [MP_LOOKUPS] = {"lookups", "lookup entry", "entries of the region lookup list",
                    MP_LOOKUP_RECORD, MP_LOOKUP_LIST_COUNT, PATH_COUNT_LOOKUPS},
    [MP_OCTREE] = {"octree", "octree node", "octree nodes", MP_OCTANT_RECORD, MP_OCTANT_LIST_COUNT,
                   PATH_COUNT_OCTREE},
    [MP_GRAPH_POINTS] = {"points", "point", "points", MP_POINT_RECORD, MP_POINT_LIST_COUNT,
                         PATH_COUNT_POINTS},
    [MP_POINT_LINKS] = {"pointLinks", "point link", "links of points", MP_POINT_LINK_RECORD,
                        MP_POINT_LINK_LIST_COUNT, PATH_COUNT_POINT_LINKS},
    [MP_POINT_COSTS] = {"pointCosts", "point cost", "costs of points", MP_POINT_COST_RECORD,
                        MP_POINT_COST_LIST_COUNT, PATH_COUNT_POINT_COSTS},
    [MP_POINT_MAP] = {"pointMap", NULL, "bitmap of the points", MP_POINT_WORD_RECORD, NL_NO_FIELD,
                      PATH_BITMAP_TRUNCATED},
};

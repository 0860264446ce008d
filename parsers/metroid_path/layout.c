/* What the versions make of the file, and what its sections hold. */
#include "parsers/metroid_path/layout.h"

#define WHEN(condition) (1u << (condition))

const mp_layout mp_layouts[MP_VERSION_COUNT] = {
    [MP_PRIME] = {.version = 4,
                  .dialect = "prime",
                  .title = "Metroid Prime (version 4)",
                  .holding = WHEN(MP_HAS_SHORT_REGIONS) | WHEN(MP_HAS_UNUSED_WORDS),
                  .region_bytes = MP_REGION_SHORT_COPY_AT + MP_WORD_BYTES,
                  .copy = MP_REGION_SHORT_COPY,
                  .is_confirmed = true,
                  .points = MP_NO_POINTS},
    [MP_ECHOES] = {.version = 6,
                   .dialect = "echoes",
                   .title = "Metroid Prime 2: Echoes (version 6)",
                   .holding =
                       WHEN(MP_HAS_LONG_REGIONS) | WHEN(MP_HAS_UNUSED_WORDS) | WHEN(MP_HAS_POINTS),
                   .region_bytes = MP_REGION_BYTES,
                   .copy = MP_REGION_LONG_COPY,
                   .is_confirmed = true,
                   .points = MP_POINTS},
    [MP_CORRUPTION] = {.version = 7,
                       .dialect = "corruption-unconfirmed",
                       .title = "Metroid Prime 3: Corruption (version 7)",
                       .holding = WHEN(MP_HAS_LONG_REGIONS) | WHEN(MP_HAS_POINTS),
                       .region_bytes = MP_REGION_BYTES,
                       .copy = MP_REGION_LONG_COPY,
                       .is_confirmed = false,
                       .points = MP_MAYBE_POINTS},
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
    [MP_LOOKUPS] = {"lookups", "lookup", "entries of the region lookup list", MP_LOOKUP_RECORD,
                    MP_LOOKUP_LIST_COUNT, PATH_COUNT_LOOKUPS},
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

uint32_t mp_stride_of(const mp_layout *layout, mp_section section) {
    if (section == MP_REGIONS) return layout->region_bytes;
    if (section == MP_UNUSED_WORDS) return MP_WORD_BYTES;
    return mp_file_fields.records[mp_sections[section].record].bytes;
}

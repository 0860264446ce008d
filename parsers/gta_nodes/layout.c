/* What the variants make of the records, and what counts make of the sections. */
#include "parsers/gta_nodes/layout.h"

#include <string.h>
#include <strings.h>

enum {
    FM92 = 1u << GTA_IN_EXTENDED | 1u << GTA_IN_FM92,
    VER3 = FM92 | 1u << GTA_IN_WIDE_FLOOD,
    FLA4 = 1u << GTA_IN_EXTENDED | 1u << GTA_IN_WIDE_FLOOD | 1u << GTA_IN_FLA4,
    FM92_NAVI_BYTES = GTA_NAVI_EXTENDED_Y_AT + 4
};

/* Nodes and navi nodes end where the first field begins that the dialect lacks. */
const gta_layout gta_layouts[GTA_VARIANT_COUNT] = {
    [GTA_VANILLA] = {"vanilla", GTA_VANILLA_HEADER_BYTES, GTA_NODE_EXTENDED_X_AT,
                     GTA_NAVI_EXTENDED_X_AT, GTA_NAVI_LINK_BYTES, GTA_NAVI_X_AT, false, false,
                     1u << GTA_IN_VANILLA},
    [GTA_VER2] = {"fm92-ver2", GTA_FM92_HEADER_BYTES, GTA_NODE_WIDE_FLOOD_AT, FM92_NAVI_BYTES,
                  GTA_WIDE_NAVI_LINK_BYTES, GTA_NAVI_EXTENDED_X_AT, true, false, FM92},
    [GTA_VER3] = {"fm92-ver3", GTA_FM92_HEADER_BYTES, GTA_NODE_PADDING_AT, FM92_NAVI_BYTES,
                  GTA_WIDE_NAVI_LINK_BYTES, GTA_NAVI_EXTENDED_X_AT, true, true, VER3},
    [GTA_FLA4] = {"fla4", GTA_FLA4_HEADER_BYTES, GTA_NODE_BYTES, GTA_NAVI_BYTES,
                  GTA_WIDE_NAVI_LINK_BYTES, GTA_NAVI_ALIGNED_X_AT, true, true, FLA4},
};

/* The first is right; the others are writers that go by an incomplete description. */
const gta_shape gta_shapes[] = {
    {GTA_RULE_COUNT, 4, false, false, 192, 192, 192},
    {NODES_SIZE_WIDE_LINKS, 8, true, false, 0, 0, 0},
    {NODES_SIZE_ONE_PAD, 4, false, false, 192, 0, 192},
    {NODES_SIZE_NO_PADS, 4, false, false, 192, 0, 0},
    {NODES_SIZE_NO_PADS, 4, false, false, 0, 0, 0},
    {NODES_SIZE_NO_PADS, 4, false, false, 0, 192, 192},
    {NODES_SIZE_EXTRA_PAD, 4, false, false, 192, 192, 192 + 192},
    {NODES_SIZE_EXTRA_PAD, 4, false, false, 192, 192, 192 + 384},
    {NODES_SIZE_UNEQUAL, 4, false, true, 192, 192, 192},
};
const unsigned gta_shape_count = sizeof gta_shapes / sizeof gta_shapes[0];

gta_counts gta_counts_at(const uint8_t *bytes) {
    return (gta_counts){.nodes = nl_load_u32(bytes + GTA_COUNTS_NODES_AT),
                        .vehicles = nl_load_u32(bytes + GTA_COUNTS_VEHICLES_AT),
                        .peds = nl_load_u32(bytes + GTA_COUNTS_PEDS_AT),
                        .navis = nl_load_u32(bytes + GTA_COUNTS_NAVIS_AT),
                        .links = nl_load_u32(bytes + GTA_COUNTS_LINKS_AT)};
}

/* The counts are 32-bit and the records small: nothing here can leave 64 bits. */
gta_sections gta_sections_of(const gta_layout *layout, const gta_shape *shape,
                             const gta_counts *counts, uint64_t header_bytes) {
    const uint64_t links = counts->links;
    const bool has_links = links != 0;
    const bool has_rest = has_links && !shape->links_only;
    const uint64_t navi_links = shape->navi_links_per_navi ? counts->navis : links;
    gta_sections at = {.nodes = header_bytes};
    at.navis = at.nodes + (uint64_t)counts->nodes * layout->node_bytes;
    at.links = at.navis + (uint64_t)counts->navis * layout->navi_bytes;
    at.filler = at.links + links * shape->link_bytes;
    at.navi_links = at.filler + (has_rest ? (uint64_t)shape->spare_links * GTA_LINK_BYTES : 0);
    at.lengths = at.navi_links + (has_rest ? navi_links * layout->navi_link_bytes : 0);
    at.length_pad = at.lengths + (has_rest ? links : 0);
    at.flags = at.length_pad + (has_rest ? shape->length_pad : 0);
    at.flag_pad = at.flags + (has_rest ? links : 0);
    at.marker = at.flag_pad + (has_rest ? shape->flag_pad : 0);
    at.end = at.marker + (layout->is_extended ? GTA_END_BYTES : 0);
    return at;
}

bool gta_is_sector_padding(const uint8_t *bytes, size_t length, uint64_t end) {
    if (length % GTA_SECTOR_BYTES != 0 || length - end >= GTA_SECTOR_BYTES) return false;
    for (size_t i = (size_t)end; i < length; i++)
        if (bytes[i] != 0) return false;
    return true;
}

bool gta_fits(const uint8_t *bytes, size_t length, const gta_layout *layout,
              const gta_sections *at) {
    if (at->end > length) return false;
    const bool marked = !layout->is_extended || memcmp(bytes + at->marker, "EOF", 4) == 0;
    return marked && (at->end == length || gta_is_sector_padding(bytes, length, at->end));
}

uint32_t gta_area_of_name(const char *name) {
    if (strncasecmp(name, "nodes", 5) != 0) return GTA_NONE;
    const char *const digits = name + 5;
    uint32_t area = 0;
    const char *end = digits;
    for (; *end >= '0' && *end <= '9'; end++)
        area = area >= GTA_NONE ? GTA_NONE : area * 10 + (uint32_t)(*end - '0');
    if (end == digits || strcasecmp(end, ".dat") != 0) return GTA_NONE;
    return area < GTA_NONE ? area : GTA_NONE + 1;
}

bool gta_matches_name(const char *name) {
    return gta_area_of_name(name) != GTA_NONE;
}

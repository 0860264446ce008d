#include "parsers/mgs_nav2/layout.h"

const char *const nav2_kind_names[NAV2_KINDS] = {
    [NAV2_GRAPH] = "NavigationGraph (NavWorld)",
    [NAV2_MESH] = "NavmeshChunk",
    [NAV2_UNKNOWN_KIND] = "chunk of type 2",
    [NAV2_SEGGRAPH] = "SegmentGraph",
    [NAV2_SEGMENTS] = "SegmentChunk",
};

const uint8_t nav2_obj2nav2_id[NAV2_ID_BYTES] = {0x45, 0x08, 0x2D, 0x1A, 0xA9, 0xC1, 0xD9, 0x46,
                                                 0x38, 0x38, 0x0A, 0xA5, 0xCD, 0x1C, 0xA7, 0xB7};

uint32_t nav2_data_header_bytes(nav2_kind kind) {
    static const uint32_t bytes[NAV2_KINDS] = {[NAV2_GRAPH] = NAV2_GRAPH_HEADER_BYTES,
                                               [NAV2_MESH] = NAV2_MESH_HEADER_BYTES,
                                               [NAV2_SEGGRAPH] = NAV2_SEGGRAPH_HEADER_BYTES,
                                               [NAV2_SEGMENTS] = NAV2_SEGMENTS_HEADER_BYTES};
    return bytes[kind];
}

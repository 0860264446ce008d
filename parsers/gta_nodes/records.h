/* Records of a decoded file, read in place. */
#ifndef NAVLINT_PARSERS_GTA_NODES_RECORDS_H
#define NAVLINT_PARSERS_GTA_NODES_RECORDS_H

#include "parsers/gta_nodes/geometry.h"

/* One file while it is checked, by itself or among others. */
typedef struct gta_file {
    const nl_job *job;
    const uint8_t *bytes;
    const gta_document *doc; /* NULL: it could not be decoded */
    uint32_t first_node;     /* number of its first node among those of the set */
} gta_file;

enum {
    GTA_FLAG_COUNT = 0x0000000F,
    GTA_FLAG_DEADEND = 1 << 4,
    GTA_FLAG_OFF = 1 << 5,
    GTA_FLAG_ROADBLOCK = 1 << 6,
    GTA_FLAG_BOATS = 1 << 7,
    GTA_FLAG_WAS_OFF = 1 << 8,
    GTA_FLAG_NO_WANDER = 1 << 10,
    GTA_FLAG_SPEED = 3 << 12,
    GTA_FLAG_SPECIAL = 15 << 20,
    GTA_FLAG_PED_FORBIDDEN = 0x00F030D0
};
#define GTA_FLAG_RESERVED 0xFF00CA00u

enum { GTA_SPEED_BIT = 12 };

enum { GTA_LANE_LIGHT_SIDE = 1 << 6, GTA_LIGHT_TRAIN = 1 << 2 };

static inline const uint8_t *gta_bytes(const gta_file *f, uint64_t at) {
    return f->bytes + at;
}

/* The sections of a file are read side by side and several times: memory is asked for all of them
 * at once. Not of a small file, which is soon there, and no more than a core's own cache holds. */
static inline void gta_fetch(const uint8_t *bytes, size_t length) {
    enum { FEWEST_BYTES = 1 << 13, MOST_BYTES = 1 << 18, CACHE_LINE_BYTES = 64 };
    if (length < FEWEST_BYTES || length > MOST_BYTES) return;
    for (size_t at = 0; at < length; at += CACHE_LINE_BYTES)
        __builtin_prefetch(bytes + at);
}

/* ---- Nodes ---- */

static inline uint64_t gta_node_at(const gta_document *doc, uint32_t index) {
    return doc->at.nodes + (uint64_t)index * doc->layout->node_bytes;
}

static inline const uint8_t *gta_node(const gta_file *f, uint32_t index) {
    return f->bytes + gta_node_at(f->doc, index);
}

static inline uint32_t gta_node_base(const uint8_t *node) {
    return nl_load_u16(node + GTA_NODE_FIRST_LINK_AT);
}

static inline uint32_t gta_node_area(const uint8_t *node) {
    return nl_load_u16(node + GTA_NODE_AREA_AT);
}

static inline uint32_t gta_node_id(const uint8_t *node) {
    return nl_load_u16(node + GTA_NODE_ID_AT);
}

static inline uint32_t gta_node_width(const uint8_t *node) {
    return node[GTA_NODE_WIDTH_AT];
}

static inline uint32_t gta_node_flags(const uint8_t *node) {
    return nl_load_u32(node + GTA_NODE_FLAGS_AT);
}

static inline uint32_t gta_node_links(const uint8_t *node) {
    return node[GTA_NODE_FLAGS_AT] & GTA_FLAG_COUNT;
}

static inline uint32_t gta_speed(uint32_t flags) {
    return (flags & GTA_FLAG_SPEED) >> GTA_SPEED_BIT;
}

static inline uint32_t gta_special(uint32_t flags) {
    return (flags & GTA_FLAG_SPECIAL) >> 20;
}

static inline uint32_t gta_node_wide_flood(const uint8_t *node) {
    return nl_load_u16(node + GTA_NODE_WIDE_FLOOD_AT);
}

static inline uint32_t gta_node_flood(const gta_layout *layout, const uint8_t *node) {
    return layout->has_wide_flood ? gta_node_wide_flood(node) : node[GTA_NODE_FLOOD_AT];
}

static inline gta_position gta_old_position(const uint8_t *node) {
    return (gta_position){nl_load_i16(node + GTA_NODE_X_AT), nl_load_i16(node + GTA_NODE_Y_AT),
                          nl_load_i16(node + GTA_NODE_Z_AT)};
}

static inline gta_position gta_extended_position(const uint8_t *node) {
    return (gta_position){nl_load_i32(node + GTA_NODE_EXTENDED_X_AT),
                          nl_load_i32(node + GTA_NODE_EXTENDED_Y_AT),
                          nl_load_i32(node + GTA_NODE_EXTENDED_Z_AT)};
}

static inline gta_position gta_node_position(const gta_document *doc, const uint8_t *node) {
    return doc->layout->is_extended ? gta_extended_position(node) : gta_old_position(node);
}

/* Whether the node's links are all in the file. */
static inline bool gta_has_range(const gta_document *doc, const uint8_t *node) {
    return gta_node_base(node) + gta_node_links(node) <= doc->link_count;
}

/* A node's links: rows of the link sections. None, if they are not all in the file. */
typedef struct gta_range {
    uint32_t first, end;
} gta_range;

static inline gta_range gta_links_of(const gta_file *f, uint32_t node) {
    const uint8_t *const p = gta_node(f, node);
    const uint32_t first = gta_node_base(p);
    return (gta_range){first, gta_has_range(f->doc, p) ? first + gta_node_links(p) : first};
}

/* A node of a map: numbers in the order of areas, then of nodes. */
static inline uint64_t gta_address(uint32_t area, uint32_t node) {
    return (uint64_t)area << 32 | node;
}

/* Vehicle nodes come first. */
static inline bool gta_is_vehicle(const gta_document *doc, uint32_t node) {
    return node < doc->counts.vehicles;
}

/* ---- Navi nodes ---- */

static inline uint64_t gta_navi_at(const gta_document *doc, uint32_t index) {
    return doc->at.navis + (uint64_t)index * doc->layout->navi_bytes;
}

static inline const uint8_t *gta_navi(const gta_file *f, uint32_t index) {
    return f->bytes + gta_navi_at(f->doc, index);
}

static inline uint32_t gta_navi_area(const uint8_t *navi) {
    return nl_load_u16(navi + GTA_NAVI_AREA_AT);
}

static inline uint32_t gta_navi_node(const uint8_t *navi) {
    return nl_load_u16(navi + GTA_NAVI_NODE_AT);
}

static inline uint32_t gta_navi_width(const uint8_t *navi) {
    return navi[GTA_NAVI_WIDTH_AT];
}

static inline gta_position gta_navi_position(const gta_document *doc, const uint8_t *navi) {
    const uint8_t *const p = navi + doc->layout->navi_xy_at;
    return doc->layout->is_extended ? (gta_position){nl_load_i32(p), nl_load_i32(p + 4), 0}
                                    : (gta_position){nl_load_i16(p), nl_load_i16(p + 2), 0};
}

/* ---- Links ---- */

static inline uint64_t gta_link_at(const gta_document *doc, uint32_t row) {
    return doc->at.links + (uint64_t)row * GTA_LINK_BYTES;
}

/* Area in the low half, node in the high one: as it stands in the file. */
static inline uint32_t gta_link(const gta_file *f, uint32_t row) {
    return nl_load_u32(gta_bytes(f, gta_link_at(f->doc, row)));
}

static inline uint64_t gta_navi_link_at(const gta_document *doc, uint32_t row) {
    return doc->at.navi_links + (uint64_t)row * doc->layout->navi_link_bytes;
}

/* As it stands in the file. */
static inline uint32_t gta_raw_navi_link(const gta_file *f, uint32_t row) {
    const uint8_t *const p = gta_bytes(f, gta_navi_link_at(f->doc, row));
    return f->doc->layout->is_extended ? nl_load_u32(p) : nl_load_u16(p);
}

/* A vanilla navi link, 10 bits of navi node and 6 of area, as the extended variants have it. */
static inline uint32_t gta_widened(uint32_t navi_link) {
    return (navi_link & 0x3FF) | (navi_link >> 10) << 16;
}

/* Navi node in the low half, area in the high one, whatever the variant. */
static inline uint32_t gta_navi_link(const gta_file *f, uint32_t row) {
    const uint32_t raw = gta_raw_navi_link(f, row);
    return f->doc->layout->is_extended ? raw : gta_widened(raw);
}

static inline uint32_t gta_length(const gta_file *f, uint32_t row) {
    return *gta_bytes(f, f->doc->at.lengths + row);
}

static inline uint32_t gta_crossing(const gta_file *f, uint32_t row) {
    return *gta_bytes(f, f->doc->at.flags + row);
}

#endif

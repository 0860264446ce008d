/* Records of a decoded file, read in place. */
#ifndef NAVLINT_GTA_NODES_RECORDS_H
#define NAVLINT_GTA_NODES_RECORDS_H

#include "parsers/gta_nodes/layout.h"

/* One file while it is judged, by itself or among others. */
typedef struct gta_file {
    const nl_job *job;
    const uint8_t *bytes;
    const gta_document *doc; /* NULL: it could not be decoded */
    uint32_t first_node;     /* number of its first node among those of the set */
} gta_file;

/* In eighths of a unit. */
typedef struct gta_position {
    int32_t x, y, z;
} gta_position;

enum {
    GTA_FLAG_COUNT = 0x0000000F,
    GTA_FLAG_DEADEND = 1 << 4,
    GTA_FLAG_OFF = 1 << 5,
    GTA_FLAG_ROADBLOCK = 1 << 6,
    GTA_FLAG_BOATS = 1 << 7,
    GTA_FLAG_WAS_OFF = 1 << 8,
    GTA_FLAG_NO_WANDER = 1 << 10,
    GTA_FLAG_PED_FORBIDDEN = 0x00F030D0
};
#define GTA_FLAG_RESERVED 0xFF00CA00u

static inline const uint8_t *gta_bytes(const gta_file *f, uint64_t at) {
    return f->bytes + at;
}

/* ---- Nodes ---- */

static inline uint64_t gta_node_at(const gta_document *doc, uint32_t index) {
    return doc->at.nodes + (uint64_t)index * doc->layout->node_bytes;
}

static inline const uint8_t *gta_node(const gta_file *f, uint32_t index) {
    return f->bytes + gta_node_at(f->doc, index);
}

static inline uint32_t gta_node_base(const uint8_t *node) {
    return nl_load_u16(node + 0x10);
}

static inline uint32_t gta_node_area(const uint8_t *node) {
    return nl_load_u16(node + 0x12);
}

static inline uint32_t gta_node_id(const uint8_t *node) {
    return nl_load_u16(node + 0x14);
}

static inline uint32_t gta_node_width(const uint8_t *node) {
    return node[0x16];
}

static inline uint32_t gta_node_flags(const uint8_t *node) {
    return nl_load_u32(node + 0x18);
}

static inline uint32_t gta_node_links(const uint8_t *node) {
    return node[0x18] & GTA_FLAG_COUNT;
}

static inline uint32_t gta_node_flood(const gta_layout *layout, const uint8_t *node) {
    return layout->has_wide_flood ? nl_load_u16(node + 0x28) : node[0x17];
}

static inline gta_position gta_old_position(const uint8_t *node) {
    return (gta_position){nl_load_i16(node + 8), nl_load_i16(node + 10), nl_load_i16(node + 12)};
}

static inline gta_position gta_extended_position(const uint8_t *node) {
    return (gta_position){nl_load_i32(node + 0x1C), nl_load_i32(node + 0x20),
                          nl_load_i32(node + 0x24)};
}

static inline gta_position gta_node_position(const gta_document *doc, const uint8_t *node) {
    return doc->layout->is_extended ? gta_extended_position(node) : gta_old_position(node);
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
    return nl_load_u16(navi + 4);
}

static inline uint32_t gta_navi_node(const uint8_t *navi) {
    return nl_load_u16(navi + 6);
}

static inline uint32_t gta_navi_width(const uint8_t *navi) {
    return navi[0x0A];
}

static inline gta_position gta_navi_position(const gta_document *doc, const uint8_t *navi) {
    const uint8_t *const p = navi + doc->layout->navi_xy_at;
    return doc->layout->is_extended ? (gta_position){nl_load_i32(p), nl_load_i32(p + 4), 0}
                                    : (gta_position){nl_load_i16(p), nl_load_i16(p + 2), 0};
}

/* ---- Links ---- */

/* Area in the low half, node in the high one: as it stands in the file. */
static inline uint32_t gta_link(const gta_file *f, uint32_t row) {
    return nl_load_u32(gta_bytes(f, f->doc->at.links) + 4 * (size_t)row);
}

static inline uint64_t gta_link_at(const gta_document *doc, uint32_t row) {
    return doc->at.links + 4 * (uint64_t)row;
}

static inline uint64_t gta_navi_link_at(const gta_document *doc, uint32_t row) {
    return doc->at.navi_links + (uint64_t)row * doc->layout->navi_link_bytes;
}

/* As it stands in the file. */
static inline uint32_t gta_raw_navi_link(const gta_file *f, uint32_t row) {
    const uint8_t *const p = gta_bytes(f, gta_navi_link_at(f->doc, row));
    return f->doc->layout->is_extended ? nl_load_u32(p) : nl_load_u16(p);
}

/* Navi node in the low half, area in the high one, whatever the variant. */
static inline uint32_t gta_navi_link(const gta_file *f, uint32_t row) {
    const uint32_t raw = gta_raw_navi_link(f, row);
    return f->doc->layout->is_extended ? raw : (raw & 0x3FF) | (raw >> 10) << 16;
}

static inline uint32_t gta_length(const gta_file *f, uint32_t row) {
    return *gta_bytes(f, f->doc->at.lengths + row);
}

static inline uint32_t gta_crossing(const gta_file *f, uint32_t row) {
    return *gta_bytes(f, f->doc->at.flags + row);
}

/* ---- Places ---- */

/* How far a coordinate is outside the cell in this column or row, in eighths, past the one eighth
 * that rounding makes; 0 inside. */
static inline int64_t gta_outside(int32_t value, int32_t cell) {
    const int64_t low = (int64_t)cell * GTA_CELL - 1;
    const int64_t high = (int64_t)(cell + 1) * GTA_CELL + 1;
    return value < low ? low - value : value > high ? value - high : 0;
}

/* A difference that can be squared, summed and taken times a hundred squared in 64 bits: beyond two
 * million units it does not matter by how much. */
static inline int64_t gta_clamped(int64_t difference) {
    enum { FARTHEST = 1 << 24 };
    return difference > FARTHEST ? FARTHEST : difference < -FARTHEST ? -FARTHEST : difference;
}

static inline int64_t gta_span(int32_t a, int32_t b) {
    return gta_clamped((int64_t)a - b);
}

/* The square root, cut off. */
static inline uint64_t gta_root(uint64_t square) {
    uint64_t root = 0;
    for (uint64_t bit = (uint64_t)1 << 31; bit != 0; bit >>= 1)
        if ((root + bit) * (root + bit) <= square) root += bit;
    return root;
}

/* The square of the distance, in 1/64 units. */
static inline int64_t gta_distance_squared(gta_position a, gta_position b) {
    const int64_t x = gta_span(a.x, b.x);
    const int64_t y = gta_span(a.y, b.y);
    const int64_t z = gta_span(a.z, b.z);
    return x * x + y * y + z * z;
}

#endif

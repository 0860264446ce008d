/* Records of a decoded file, read in place. */
#ifndef NAVLINT_METROID_PATH_RECORDS_H
#define NAVLINT_METROID_PATH_RECORDS_H

#include "parsers/metroid_path/layout.h"

/* In area-local coordinates; z is up. */
typedef struct mp_vector {
    double x, y, z;
} mp_vector;

typedef struct mp_box {
    mp_vector min, max;
} mp_box;

static inline mp_vector mp_vector_at(const uint8_t *p) {
    return (mp_vector){(double)nl_load_f32be(p), (double)nl_load_f32be(p + 4),
                       (double)nl_load_f32be(p + 8)};
}

static inline double mp_larger(double a, double b) {
    return a > b ? a : b;
}

static inline double mp_smaller(double a, double b) {
    return a < b ? a : b;
}

/* The square root without libm: Newton's steps from half the exponent double the right digits each,
 * from at least 3 bits. */
static inline double mp_root(double square) {
    uint64_t bits;
    double root;
    if (!(square > 0)) return 0;
    memcpy(&bits, &square, sizeof bits);
    bits = (bits >> 1) + ((uint64_t)1023 << 51);
    memcpy(&root, &bits, sizeof root);
    for (int i = 0; i < 5; i++)
        root = (root + square / root) / 2;
    return root;
}

static inline mp_box mp_box_at(const uint8_t *p) {
    return (mp_box){mp_vector_at(p), mp_vector_at(p + 12)};
}

/* ---- Where fields are ---- */

enum {
    MP_NODE_NORMAL = 0x0C,

    MP_LINK_NODE = 0x00,
    MP_LINK_REGION = 0x04,
    MP_LINK_WIDTH = 0x08,
    MP_LINK_INVERSE = 0x0C,

    MP_REGION_NODE_COUNT = 0x00,
    MP_REGION_NODE_START = 0x04,
    MP_REGION_LINK_COUNT = 0x08,
    MP_REGION_LINK_START = 0x0C,
    MP_REGION_INDEX_MASK = 0x10,
    MP_REGION_TYPE_MASK = 0x12,
    MP_REGION_HEIGHT = 0x14,
    MP_REGION_NORMAL = 0x18,
    MP_REGION_INDEX = 0x24,
    MP_REGION_CENTROID = 0x28,
    MP_REGION_MIN = 0x34,
    MP_REGION_MAX = 0x40,
    MP_REGION_OBSTRUCTIONS = 0x4C, /* of the longer regions */

    MP_OCTANT_IS_LEAF = 0x00,
    MP_OCTANT_MIN = 0x04,
    MP_OCTANT_MAX = 0x10,
    MP_OCTANT_CENTER = 0x1C,
    MP_OCTANT_CHILDREN = 0x28,
    MP_OCTANT_REGION_COUNT = 0x48,
    MP_OCTANT_REGION_START = 0x4C,

    MP_POINT_FLAGS = 0x0C,
    MP_POINT_LINK_COUNT = 0x10,
    MP_POINT_LINK_START = 0x14,
    MP_POINT_COST_START = 0x18
};

enum { MP_GROUND = 1, MP_FLYER = 2, MP_SWIMMER = 4, MP_FLYABLE = MP_GROUND | MP_FLYER };

/* ---- Places of records ---- */

static inline uint64_t mp_record_at(const mp_document *doc, mp_section section, uint32_t index,
                                    uint32_t record_bytes) {
    return doc->lists[section].at + (uint64_t)index * record_bytes;
}

static inline uint64_t mp_node_at(const mp_document *doc, uint32_t index) {
    return mp_record_at(doc, MP_NODES, index, MP_NODE_BYTES);
}

static inline uint64_t mp_link_at(const mp_document *doc, uint32_t index) {
    return mp_record_at(doc, MP_LINKS, index, MP_LINK_BYTES);
}

static inline uint64_t mp_region_at(const mp_document *doc, uint32_t index) {
    return mp_record_at(doc, MP_REGIONS, index, doc->layout->region_bytes);
}

static inline uint64_t mp_octant_at(const mp_document *doc, uint32_t index) {
    return mp_record_at(doc, MP_OCTREE, index, MP_OCTANT_BYTES);
}

static inline uint64_t mp_point_at(const mp_document *doc, uint32_t index) {
    return mp_record_at(doc, MP_GRAPH_POINTS, index, MP_POINT_BYTES);
}

/* Of a section of words. */
static inline uint64_t mp_word_at(const mp_document *doc, mp_section section, uint32_t index) {
    return mp_record_at(doc, section, index, MP_WORD_BYTES);
}

/* ---- Fields ---- */

static inline uint32_t mp_word(const uint8_t *record, uint32_t at) {
    return nl_load_u32be(record + at);
}

static inline uint32_t mp_region_index(const uint8_t *region) {
    return mp_word(region, MP_REGION_INDEX);
}

static inline uint32_t mp_region_slot(const mp_layout *layout, const uint8_t *region) {
    return mp_word(region, layout->slot_at);
}

static inline uint32_t mp_region_types(const uint8_t *region) {
    return nl_load_u16be(region + MP_REGION_TYPE_MASK);
}

static inline bool mp_is_leaf(const uint8_t *octant) {
    return mp_word(octant, MP_OCTANT_IS_LEAF) != 0;
}

static inline uint32_t mp_child(const uint8_t *octant, int which) {
    return mp_word(octant, MP_OCTANT_CHILDREN + 4 * (uint32_t)which);
}

#endif

/* Records of a decoded file, read in place: where each one is, and fields that several files ask
 * for. */
#ifndef NAVLINT_PARSERS_METROID_PATH_RECORDS_H
#define NAVLINT_PARSERS_METROID_PATH_RECORDS_H

#include "parsers/metroid_path/geometry.h"
#include "parsers/metroid_path/layout.h"

/* Types of regions: bits of the type mask. */
enum { MP_GROUND = 1, MP_FLYER = 2, MP_SWIMMER = 4, MP_FLYABLE = MP_GROUND | MP_FLYER };

/* Offset of a record of the section, in the input. */
static inline uint64_t mp_record_at(const mp_document *doc, mp_section section, uint32_t index) {
    return doc->lists[section].at + (uint64_t)index * mp_stride_of(doc->layout, section);
}

/* The record, in the input's bytes. */
static inline const uint8_t *mp_record(const uint8_t *bytes, const mp_document *doc,
                                       mp_section section, uint32_t index) {
    return bytes + mp_record_at(doc, section, index);
}

/* The word at offset `at` of a record. */
static inline uint32_t mp_word(const uint8_t *record, uint32_t at) {
    return nl_load_u32be(record + at);
}

static inline uint32_t mp_region_index(const uint8_t *region) {
    return mp_word(region, MP_REGION_INDEX_AT);
}

/* The index for the second time. */
static inline uint32_t mp_region_copy(const mp_layout *layout, const uint8_t *region) {
    return mp_word(region, layout->region_bytes - MP_WORD_BYTES);
}

static inline bool mp_is_leaf(const uint8_t *octant) {
    return mp_word(octant, MP_OCTANT_IS_LEAF_AT) != 0;
}

static inline uint32_t mp_child(const uint8_t *octant, uint32_t which) {
    return mp_word(octant, MP_OCTANT_CHILDREN_AT + MP_WORD_BYTES * which);
}

#endif

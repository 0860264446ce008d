/* Where the sections are: bytes to an mp_document, under one version's layout. */
#ifndef NAVLINT_PARSERS_METROID_PATH_SECTIONS_H
#define NAVLINT_PARSERS_METROID_PATH_SECTIONS_H

#include "parsers/metroid_path/layout.h"

typedef enum mp_order { MP_BIG_ENDIAN = 0, MP_LITTLE_ENDIAN } mp_order;

/* A count that is not what the file says: the section has so many records. */
typedef struct mp_correction {
    mp_section section; /* MP_SECTION_COUNT: none */
    uint32_t count;
    uint64_t at; /* offset of the count */
} mp_correction;

static const mp_correction mp_no_correction = {MP_SECTION_COUNT, 0, 0};

/* Follows the sections of bytes[0, length) as `layout` has them, with counts in `order`, as far as
 * they can be followed; the document's loss says where and why they end too early. */
mp_document mp_read_sections(const uint8_t *bytes, size_t length, const mp_layout *layout,
                             mp_order order);

/* The same in big-endian order, with one count corrected. stated: the sections without that, whose
 * count is there. */
mp_document mp_read_corrected(const uint8_t *bytes, size_t length, const mp_document *stated,
                              mp_correction correction);

/* Whether the sections from the corrected count on are there, and a whole fill behind the last one
 * where no points follow. Nothing is kept, so that many counts can be tried. */
bool mp_can_follow(const uint8_t *bytes, size_t length, const mp_layout *layout,
                   mp_correction correction);

/* Bytes from offset `end` to the next multiple of MP_FILL_BYTES. */
static inline uint32_t mp_fill_bytes(uint64_t end) {
    return (uint32_t)((MP_FILL_BYTES - end % MP_FILL_BYTES) % MP_FILL_BYTES);
}

/* What follows the data that end at offset `end`, at most `length`. */
mp_tail mp_tail_at(const uint8_t *bytes, size_t length, size_t end);

#endif

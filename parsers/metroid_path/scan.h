/* Where the sections are: shared by decode.c and the probe, and judges nothing. */
#ifndef NAVLINT_METROID_PATH_SCAN_H
#define NAVLINT_METROID_PATH_SCAN_H

#include "parsers/metroid_path/layout.h"

typedef enum mp_order { MP_BIG_ENDIAN = 0, MP_LITTLE_ENDIAN } mp_order;

/* Follows the sections as `layout` has them and tells how far they could be followed. */
void mp_scan(const uint8_t *bytes, size_t length, const mp_layout *layout, mp_order order,
             mp_document *doc);

/* Whether the sections end where the file does, with an octree and with most regions bearing their
 * own numbers: then the file is laid out so. */
bool mp_is_clean(const uint8_t *bytes, const mp_document *doc);

/* Whether there are regions enough to tell, and most bear their own numbers. */
bool mp_shows_regions(const uint8_t *bytes, const mp_document *doc);

/* What the file is instead, in the words of a message: packed in one of the archives' ways. NULL if
 * it is not. */
const char *mp_packing(const uint8_t *bytes, size_t length);

/* Whether all of it makes sense with the bytes of each word the other way round. */
bool mp_is_swapped(const uint8_t *bytes, size_t length);

#endif

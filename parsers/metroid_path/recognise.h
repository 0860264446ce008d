/* Whose bytes are these: there is no magic, so it depends on what they can be read as. */
#ifndef NAVLINT_PARSERS_METROID_PATH_RECOGNISE_H
#define NAVLINT_PARSERS_METROID_PATH_RECOGNISE_H

#include "parsers/metroid_path/layout.h"

/* Whether the sections of `doc`, read from `bytes`, end where the file does, with an octree and
 * with most regions bearing their own numbers: then the file is laid out so. */
bool mp_is_clean(const uint8_t *bytes, const mp_document *doc);

/* Whether the last octree node can be the root of an octree of so many nodes. */
bool mp_has_root(const uint8_t *bytes, const mp_document *doc);

/* Whether `doc` has regions enough to decide, and most bear their own numbers. */
bool mp_shows_regions(const uint8_t *bytes, const mp_document *doc);

/* How bytes[0, length) are packed, in the words of a message: in one of the archives' ways. NULL if
 * they are not. */
const char *mp_packing(const uint8_t *bytes, size_t length);

#endif

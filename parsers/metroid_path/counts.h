/* A file of which one count is wrong: which, and what it should be. */
#ifndef NAVLINT_PARSERS_METROID_PATH_COUNTS_H
#define NAVLINT_PARSERS_METROID_PATH_COUNTS_H

#include "parsers/metroid_path/sections.h"

/* Looks for one count of bytes[0, length) that can be another number so that everything fits: the
 * sections end at a whole fill, regions have rings and most bear their own numbers, lookups name
 * regions, and the octree is a whole one.
 * stated: the sections as the counts have them, which do not fit. The section is MP_SECTION_COUNT
 * if there is no such count. */
mp_correction mp_find_wrong_count(const uint8_t *bytes, size_t length, const mp_document *stated);

/* Records that mp_find_wrong_count looks for at most in an input of so many bytes. */
uint64_t mp_most_counts(size_t length);

#endif

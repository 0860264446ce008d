/* Adjusts the sizes around a place of a plugin that is about to grow or to shrink there: for
 * breaking built files, and for fuzzing. */
#ifndef NAVLINT_PARSERS_SKYRIM_NAVMESH_MAKE_RESIZE_H
#define NAVLINT_PARSERS_SKYRIM_NAVMESH_MAKE_RESIZE_H

#include "parsers/skyrim_navmesh/container/container.h"

/* The record whose data the place is in or ends; type 0: none. */
sky_record sky_record_at(const uint8_t *bytes, size_t length, uint64_t at);

/* Adds `growth` to the sizes of that record, of its field there, and of the groups around it. */
void sky_resize_record(uint8_t *bytes, size_t length, uint64_t at, int64_t growth);

/* The same for any bytes, sound or not; between two records the groups alone grow. */
void sky_resize(uint8_t *bytes, size_t length, uint64_t at, int64_t growth);

#endif

/* How much memory a plugin takes. */
#ifndef NAVLINT_PARSERS_SKYRIM_NAVMESH_NEED_H
#define NAVLINT_PARSERS_SKYRIM_NAVMESH_NEED_H

#include "parsers/skyrim_navmesh/records.h"

/* The bytes of a navmesh's fields, unpacked; 0 if they will not be unpacked. */
uint64_t sky_unpacked_bytes(const uint8_t *bytes, const sky_record *navm);

/* The most arena bytes of all digests of so many navmeshes whose fields say they have so many
 * bytes, in an input of this size: what it can unpack to is limited by the budget. */
uint64_t sky_digests_need(uint64_t navms, uint64_t field_bytes, uint64_t input_bytes);

#endif

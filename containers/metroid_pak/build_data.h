/* What is in an archive that build.c writes: the bytes of resources, open and packed. */
#ifndef NAVLINT_CONTAINERS_METROID_PAK_BUILD_DATA_H
#define NAVLINT_CONTAINERS_METROID_PAK_BUILD_DATA_H

#include "containers/metroid_pak/build.h"

/* ---- Big-endian numbers ---- */

void pk_put_u16(nl_writer *out, uint32_t value);
void pk_put_u32(nl_writer *out, uint32_t value);

/* `value` until the offset is a multiple of `align`. */
void pk_put_fill(nl_writer *out, uint32_t align, uint8_t value);

/* The navigation of a room without any regions, packed as the spec says, without its fill. */
void pk_put_path(nl_writer *out, const pk_spec *spec);

#endif

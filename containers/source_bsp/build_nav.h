/* The smallest navigation mesh that the game takes: one area, as Team Fortress 2 saves it. */
#ifndef NAVLINT_CONTAINERS_SOURCE_BSP_BUILD_NAV_H
#define NAVLINT_CONTAINERS_SOURCE_BSP_BUILD_NAV_H

#include "core/writer.h"

enum { BSP_BUILT_NAV_BYTES = 135 };

/* bsp_size: of the map that it says it was saved with, bytes. sub_version: 2, or that of another
 * game, whose mesh it is not. */
void bsp_write_nav(nl_writer *out, uint32_t bsp_size, uint32_t sub_version);

#endif

/* Writes archives: path files first, then models, all of them side by side. */
#ifndef NAVLINT_CONTAINERS_GTA_IMG_BUILD_H
#define NAVLINT_CONTAINERS_GTA_IMG_BUILD_H

#include "containers/gta_img/layout.h"

typedef struct img_spec {
    uint32_t areas;         /* nodes0.dat and so on, at most 64, a sector each */
    uint32_t models;        /* 0000000.dff and so on */
    uint32_t model_sectors; /* of each, at most 65535; 0: 1 */
} img_spec;

/* Writes the archive, which breaks no rule; with all 64 areas none of the pedantic ones either. Its
 * path files are valid ones of the game's own format. */
void img_write(nl_writer *out, const img_spec *spec);

#endif

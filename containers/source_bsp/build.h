/* Writes maps of any size in every dialect: lumps of made-up bytes, and a pakfile as bspzip writes
 * it, with files of made-up bytes and navigation meshes. */
#ifndef NAVLINT_CONTAINERS_SOURCE_BSP_BUILD_H
#define NAVLINT_CONTAINERS_SOURCE_BSP_BUILD_H

#include "containers/source_bsp/layout.h"

enum { BSP_SPEC_NAVS = 2 };

typedef enum bsp_variant {
    BSP_BUILD_SOURCE = 0, /* version 20 */
    BSP_BUILD_LEFT4DEAD2,
    BSP_BUILD_CONTAGION,
    BSP_BUILD_GOLDSRC,
    BSP_BUILD_PACKED, /* as bspzip -repack -compress leaves a map */
    BSP_BUILD_VARIANTS
} bsp_variant;

typedef struct bsp_spec {
    bsp_variant variant;
    uint32_t lumps; /* beside the pakfile; at least 1, which is that of the entities */
    uint32_t lump_bytes;
    uint32_t files; /* in the pakfile, beside the meshes */
    uint32_t file_bytes;
    uint32_t name_bytes;             /* of the names of files, at least; 0: as long as they are */
    const char *navs[BSP_SPEC_NAVS]; /* names of meshes; NULL: no more */
    const uint8_t *nav_bytes;        /* of each; NULL: of one made for the map */
    uint32_t nav_length;             /* of nav_bytes */
    bool is_nav_plain;               /* meshes are not those of Team Fortress 2 */
    uint32_t nav_growth;             /* bytes that the map has lost since meshes were saved */
    bool is_decorated;               /* entries have extra fields and comments, the map a fill */
    bool is_pakfile_packed;          /* as a whole */
    bool is_console;                 /* the comment of the zip says so */
} bsp_spec;

/* Writes the map. */
void bsp_write(nl_writer *out, const bsp_spec *spec);

#endif

/* Writes archives: rooms with their navigation, textures, names. */
#ifndef NAVLINT_CONTAINERS_METROID_PAK_BUILD_H
#define NAVLINT_CONTAINERS_METROID_PAK_BUILD_H

#include "containers/metroid_pak/layout.h"

typedef struct pk_spec {
    pk_dialect dialect;
    navlint_packing packing; /* of the navigation: stored, zlib, LZO or CMPD */
    uint32_t rooms;          /* each a MREA and its PATH */
    uint32_t names;          /* of the rooms, one after the other, from the first one again */
    uint32_t textures;       /* of each room */
    uint32_t texture_bytes;  /* of each, filled up */
    uint32_t empties;        /* resources without bytes, in front of all others */
    uint32_t copies;         /* of the first PATH, behind all others, with its id */
    bool is_swapped;         /* the rows of a room's MREA and PATH stand the other way round */
} pk_spec;

/* Writes the file. If its rows are not swapped it passes every rule. */
void pk_write(nl_writer *out, const pk_spec *spec);

/* Gives the spec the dialect of a build variant, and its way of packing. */
void pk_set_variant(pk_spec *spec, unsigned variant);

#endif

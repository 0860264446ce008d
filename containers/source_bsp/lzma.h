/* The headers that stand in front of LZMA streams: of a packed lump, and of a packed file in the
 * pakfile. What is packed is not unpacked here. */
#ifndef NAVLINT_CONTAINERS_SOURCE_BSP_LZMA_H
#define NAVLINT_CONTAINERS_SOURCE_BSP_LZMA_H

#include "containers/source_bsp/entries.h"

enum {
    BSP_MOST_PROPERTIES = 224,           /* (pb * 5 + lp) * 9 + lc */
    BSP_MOST_DICTIONARY_BYTES = 1 << 26, /* "16-64 MB" */
    BSP_PROPERTIES_BYTES = 5             /* the only length that Valve's decoder takes */
};

/* What is wrong with such a header. */
typedef struct bsp_lzma_fault {
    const char *what;       /* of a message; NULL: nothing */
    unsigned field;         /* NL_NO_FIELD: the header is not all there */
    navlint_value expected; /* none: see what */
    navlint_relation relation;
} bsp_lzma_fault;

/* Of a packed lump that is in the file. */
bsp_lzma_fault bsp_lzma_fault_of(const uint8_t *bytes, const bsp_lump *lump);

/* Of an entry of method 14 that is in the lump. */
bsp_lzma_fault bsp_zip_lzma_fault_of(const uint8_t *bytes, const bsp_entry *entry);

#endif

/* A row of the hashes of pieces, read in place. */
#ifndef NAVLINT_CONTAINERS_VALVE_VPK_CHUNKS_H
#define NAVLINT_CONTAINERS_VALVE_VPK_CHUNKS_H

#include "containers/valve_vpk/layout.h"

typedef struct vpk_chunk {
    uint64_t hash_at; /* in the input */
    uint32_t archive, type, offset, length;
} vpk_chunk;

/* The row; below chunk_count. */
vpk_chunk vpk_chunk_of(const uint8_t *bytes, const vpk_document *doc, uint32_t row);

/* Whether it is of the package itself; else of an archive beside it. */
bool vpk_is_chunk_here(const vpk_chunk *chunk);

/* Whether it is an MD5; else something that is left alone: BLAKE3. */
bool vpk_has_chunk_md5(const vpk_chunk *chunk);

#endif

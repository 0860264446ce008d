/* Packs made-up bytes, as nothing but literals: a stream that every LZMA decoder takes, a little
 * longer than what it holds. */
#ifndef NAVLINT_CONTAINERS_SOURCE_BSP_BUILD_LZMA_H
#define NAVLINT_CONTAINERS_SOURCE_BSP_BUILD_LZMA_H

#include "core/writer.h"

enum {
    BSP_BUILT_PROPERTIES = 0, /* lc, lp and pb */
    BSP_BUILT_DICTIONARY_BYTES = 1 << 16
};

/* Bytes that are made as they are asked for: the one at offset i. */
typedef struct bsp_content {
    const uint8_t *bytes; /* NULL: made of the seed */
    uint32_t length;
    uint32_t seed;
} bsp_content;

uint8_t bsp_content_at(const bsp_content *content, uint32_t i);

/* Writes the stream, without properties and without an end mark. */
void bsp_write_lzma(nl_writer *out, const bsp_content *content);

#endif

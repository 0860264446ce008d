/* Where the bytes of an addon go while it is written: as they are, or packed with LZMA. */
#ifndef NAVLINT_CONTAINERS_GMOD_GMA_STREAM_H
#define NAVLINT_CONTAINERS_GMOD_GMA_STREAM_H

#include <stdbool.h>

#include "core/writer.h"

/* A packer that writes literals alone, with the usual properties 0x5D: lc 3, lp 0, pb 2. What is
 * packed gets no smaller, and every decoder reads it. */
typedef struct gma_packer {
    uint64_t low;
    uint32_t range;
    uint8_t cached;
    uint64_t
        waiting; /* bytes 0xFF, and `cached` before them, that a carry may change; 0 at first */
    uint64_t position;
    uint8_t previous;
    uint16_t is_match[4];      /* by position */
    uint16_t literals[8][256]; /* by the byte before */
} gma_packer;

typedef struct gma_stream {
    nl_writer *out;
    gma_packer *packer; /* NULL: bytes stay as they are */
    uint32_t crc;       /* of all that was put */
    uint64_t length;    /* bytes that were put */
} gma_stream;

/* A packer that has written nothing. */
void gma_packer_start(gma_packer *packer);

/* Writes what the packer holds back. */
void gma_packer_end(gma_packer *packer, nl_writer *out);

void gma_put(gma_stream *stream, const void *bytes, size_t length);
void gma_put_u32(gma_stream *stream, uint32_t value);
void gma_put_u64(gma_stream *stream, uint64_t value);
void gma_put_text(gma_stream *stream, const char *text); /* with its NUL */

#endif

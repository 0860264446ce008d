/* Packs bytes in every way that containers do, by the encoders of the libraries that intake unpacks
 * with. */
#ifndef NAVLINT_TESTS_SUPPORT_PACKED_H
#define NAVLINT_TESTS_SUPPORT_PACKED_H

#include <stdbool.h>
#include <stddef.h>

#include "intake/unpack.h"

typedef enum packed_kind {
    PACKED_STORED = 0,
    PACKED_DEFLATE,
    PACKED_LZMA_ZIP,
    PACKED_LZMA_VALVE,
    PACKED_LZMA_ALONE,
    PACKED_LZMA_ENDLESS, /* alone, with an end mark instead of a size */
    PACKED_ZLIB,
    PACKED_LZO,
    PACKED_LZO_OPEN, /* segments that are not packed */
    PACKED_CMPD,     /* a block that lies open and one of segments */
    PACKED_KINDS
} packed_kind;

enum { PACKED_DICTIONARY_BYTES = 1 << 16 };

typedef struct packed_bytes {
    unsigned char *bytes; /* `capacity` of them, the caller's */
    size_t capacity;
    size_t length; /* so far */
    bool is_full;  /* something did not fit, and is not there */
} packed_bytes;

intake_packing packed_packing(packed_kind kind);

/* Puts the packed bytes behind what is there.
 * Returns false if they do not fit, or if the library is not installed. */
bool packed_make(packed_bytes *to, packed_kind kind, const unsigned char *bytes, size_t length);

#endif

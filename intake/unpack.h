/* One packed member of a game's container, from memory to memory and within limits: what a
 * container claims is checked before it is believed, and nothing is taken for it before bytes are
 * there. Knows the C library, libdeflate, liblzma, and liblzo2 where it is installed (lzo.h). */
#ifndef NAVLINT_INTAKE_UNPACK_H
#define NAVLINT_INTAKE_UNPACK_H

#include "intake/archive.h"

/* How a member is packed. The last three may be followed by a fill of 0xFF, of any length. */
typedef enum intake_packing {
    INTAKE_STORED = 0,
    INTAKE_DEFLATE,    /* a bare stream: method 8 of a zip */
    INTAKE_LZMA_ZIP,   /* method 14 of a zip: two bytes of version, u16 5, properties, stream */
    INTAKE_LZMA_VALVE, /* "LZMA", u32 bytes unpacked, u32 bytes of the stream, properties, stream */
    INTAKE_LZMA_ALONE, /* an .lzma file: properties, u64 bytes unpacked or all ones, stream */
    INTAKE_ZLIB,       /* Metroid Prime: u32 big-endian bytes unpacked, zlib stream */
    INTAKE_LZO_SEGMENTS, /* Metroid Prime 2: u32 big-endian bytes unpacked, segments of LZO1X */
    INTAKE_CMPD /* Metroid Prime 3: "CMPD", a table of blocks, blocks of segments or open */
} intake_packing;

/* UINT64_MAX: the container does not say. */
#define INTAKE_UNKNOWN_BYTES UINT64_MAX

typedef struct intake_packed {
    const void *bytes; /* borrowed */
    size_t length;
    intake_packing packing;
    uint64_t unpacked_bytes; /* that the container claims; INTAKE_UNKNOWN_BYTES */
} intake_packed;

typedef struct intake_unpack_limits {
    uint64_t unpacked_bytes;   /* that may come out */
    uint64_t dictionary_bytes; /* that LZMA may ask for: INTAKE_DICTIONARY_BYTES */
} intake_unpack_limits;

/* Valve's "16-64 MB". Source: lzmaDecoder.cpp of the Source SDK 2013. */
#define INTAKE_DICTIONARY_BYTES (UINT64_C(64) << 20)

typedef struct intake_unpacked {
    unsigned char *bytes; /* heap, the caller's to free; NULL unless the outcome is INTAKE_OK */
    size_t length;
    const char *why; /* static words to follow a member's name and a colon; NULL for INTAKE_OK */
} intake_unpacked;

/* Unpacks a member exactly: as many bytes come out as every claim says, and nothing of the packed
 * ones is left over. Takes at most twice what came out, and a byte, but for zlib and deflate what
 * is claimed as far as 1032 times the packed bytes; liblzma's dictionary besides, no larger than
 * what is claimed. Never more than the limit for what comes out. packed, limits: read. out: written
 * whatever the outcome. Returns INTAKE_OK; INTAKE_DAMAGED; INTAKE_MUCH_UNPACKED for either limit;
 * INTAKE_UNSUPPORTED for properties of LZMA that liblzma does not take, and where there is no
 * liblzo2; INTAKE_NO_MEMORY. Source: APPNOTE 4.4.5 and 5.8.8; lzmaDecoder.h of the Source SDK 2013;
 * lzma-file-format.txt of XZ Utils; of the Primes, CPakFile.cpp of PrimeDecomp, pak_gc.py and
 * cmpd.py of retro-data-structures. */
intake_outcome intake_unpack(const intake_packed *packed, const intake_unpack_limits *limits,
                             intake_unpacked *out);

#endif

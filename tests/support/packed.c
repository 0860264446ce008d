#include "tests/support/packed.h"

#include <dlfcn.h>
#include <libdeflate.h>
#include <lzma.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SEGMENT_BYTES = 0x4000, LZO_MEMORY_BYTES = 16384 * sizeof(void *) };

static void put_bytes(packed_bytes *to, const void *bytes, size_t length) {
    to->is_full |= length > to->capacity - to->length;
    if (to->is_full) return;
    memcpy(to->bytes + to->length, bytes, length);
    to->length += length;
}

static void put(packed_bytes *to, uint64_t value, size_t length, bool is_big_endian) {
    unsigned char bytes[8];
    for (size_t i = 0; i < length; i++)
        bytes[i] = (unsigned char)(value >> 8 * (is_big_endian ? length - 1 - i : i));
    put_bytes(to, bytes, length);
}

/* ---- deflate ---- */

static void put_deflate(packed_bytes *to, const unsigned char *bytes, size_t length, bool is_zlib) {
    struct libdeflate_compressor *const packer = libdeflate_alloc_compressor(9);
    unsigned char *const at = to->bytes + to->length;
    const size_t room = to->capacity - to->length;
    const size_t used = is_zlib ? libdeflate_zlib_compress(packer, bytes, length, at, room)
                                : libdeflate_deflate_compress(packer, bytes, length, at, room);
    to->is_full |= used == 0;
    to->length += used;
    libdeflate_free_compressor(packer);
}

/* ---- LZMA ---- */

static void put_properties(packed_bytes *to) {
    put(to, LZMA_PB_DEFAULT * 45 + LZMA_LC_DEFAULT, 1, false);
    put(to, PACKED_DICTIONARY_BYTES, 4, false);
}

static void put_lzma(packed_bytes *to, const unsigned char *bytes, size_t length,
                     bool has_end_mark) {
    lzma_options_lzma options;
    const lzma_filter filters[] = {{LZMA_FILTER_LZMA1EXT, &options}, {LZMA_VLI_UNKNOWN, NULL}};
    lzma_stream stream = LZMA_STREAM_INIT;
    if (lzma_lzma_preset(&options, 0)) abort();
    options.dict_size = PACKED_DICTIONARY_BYTES;
    options.ext_flags = has_end_mark ? LZMA_LZMA1EXT_ALLOW_EOPM : 0;
    lzma_set_ext_size(options, length);
    if (lzma_raw_encoder(&stream, filters) != LZMA_OK) abort();
    stream.next_in = bytes;
    stream.avail_in = length;
    stream.next_out = to->bytes + to->length;
    stream.avail_out = to->capacity - to->length;
    to->is_full |= lzma_code(&stream, LZMA_FINISH) != LZMA_STREAM_END;
    to->length = to->capacity - stream.avail_out;
    lzma_end(&stream);
}

static void put_zip_lzma(packed_bytes *to, const unsigned char *bytes, size_t length) {
    put_bytes(to, "\x09\x14\x05\0", 4);
    put_properties(to);
    put_lzma(to, bytes, length, false);
}

/* Sizes that are known when what follows them is there. */
static void put_at(packed_bytes *to, size_t at, uint64_t value, size_t length, bool is_big_endian) {
    packed_bytes earlier = {to->bytes, to->capacity, at, false};
    put(&earlier, value, length, is_big_endian);
}

static void put_valve_lzma(packed_bytes *to, const unsigned char *bytes, size_t length) {
    put_bytes(to, "LZMA", 4);
    put(to, length, 4, false);
    const size_t size_at = to->length;
    put(to, 0, 4, false);
    put_properties(to);
    const size_t start = to->length;
    put_lzma(to, bytes, length, false);
    if (!to->is_full) put_at(to, size_at, to->length - start, 4, false);
}

static void put_alone(packed_bytes *to, const unsigned char *bytes, size_t length,
                      bool has_end_mark) {
    put_properties(to);
    put(to, has_end_mark ? UINT64_MAX : length, 8, false);
    put_lzma(to, bytes, length, has_end_mark);
}

/* ---- LZO ---- */

typedef int lzo_encode(const unsigned char *in, size_t in_bytes, unsigned char *out,
                       size_t *out_bytes, void *memory);

static lzo_encode *lzo_encoder(void) {
    void *const library = dlopen("liblzo2.so.2", RTLD_NOW | RTLD_LOCAL);
    void *const symbol = library ? dlsym(library, "lzo1x_1_compress") : NULL;
    lzo_encode *encode = NULL;
    memcpy(&encode, &symbol, sizeof symbol);
    return encode;
}

static size_t pack_segment(lzo_encode *encode, const unsigned char *bytes, size_t length,
                           unsigned char *out) {
    static unsigned char memory[LZO_MEMORY_BYTES];
    size_t used = 0;
    if (encode(bytes, length, out, &used, memory) != 0) abort();
    return used;
}

/* encode: NULL: all segments lie open. */
static void put_segments(packed_bytes *to, const unsigned char *bytes, size_t length,
                         lzo_encode *encode) {
    static unsigned char segment[2 * SEGMENT_BYTES];
    for (size_t at = 0; at < length; at += SEGMENT_BYTES) {
        const size_t part = length - at < SEGMENT_BYTES ? length - at : SEGMENT_BYTES;
        const size_t used = encode ? pack_segment(encode, bytes + at, part, segment) : 0;
        put(to, used > 0 ? used : 0x10000 - part, 2, true);
        put_bytes(to, used > 0 ? segment : bytes + at, used > 0 ? used : part);
    }
}

static void put_lzo(packed_bytes *to, const unsigned char *bytes, size_t length, bool is_open) {
    lzo_encode *const encode = is_open ? NULL : lzo_encoder();
    to->is_full |= !is_open && !encode;
    put(to, length, 4, true);
    put_segments(to, bytes, length, encode);
}

/* A block that would be no smaller lies open. Returns the bytes that it takes. */
static size_t put_block(packed_bytes *to, const unsigned char *bytes, size_t length,
                        lzo_encode *encode) {
    const size_t start = to->length;
    put_segments(to, bytes, length, encode);
    if (to->is_full || to->length - start < length) return to->length - start;
    to->length = start;
    put_bytes(to, bytes, length);
    return length;
}

static void put_cmpd(packed_bytes *to, const unsigned char *bytes, size_t length) {
    lzo_encode *const encode = lzo_encoder();
    const size_t open = length < 12 ? length : 12;
    to->is_full |= !encode;
    put_bytes(to, "CMPD\0\0\0\2", 8);
    put(to, open, 4, true);
    put(to, open, 4, true);
    const size_t row_at = to->length;
    put(to, 0, 4, true);
    put(to, length - open, 4, true);
    put_bytes(to, bytes, open);
    const size_t used = put_block(to, bytes + open, length - open, encode);
    if (!to->is_full) put_at(to, row_at, 0xC0000000 | used, 4, true);
}

/* ---- all ---- */

intake_packing packed_packing(packed_kind kind) {
    static const intake_packing packings[PACKED_KINDS] = {[PACKED_STORED] = INTAKE_STORED,
                                                          [PACKED_DEFLATE] = INTAKE_DEFLATE,
                                                          [PACKED_LZMA_ZIP] = INTAKE_LZMA_ZIP,
                                                          [PACKED_LZMA_VALVE] = INTAKE_LZMA_VALVE,
                                                          [PACKED_LZMA_ALONE] = INTAKE_LZMA_ALONE,
                                                          [PACKED_LZMA_ENDLESS] = INTAKE_LZMA_ALONE,
                                                          [PACKED_ZLIB] = INTAKE_ZLIB,
                                                          [PACKED_LZO] = INTAKE_LZO_SEGMENTS,
                                                          [PACKED_LZO_OPEN] = INTAKE_LZO_SEGMENTS,
                                                          [PACKED_CMPD] = INTAKE_CMPD};
    return packings[kind];
}

static void put_packed(packed_bytes *to, packed_kind kind, const unsigned char *bytes,
                       size_t length) {
    switch (kind) {
    case PACKED_DEFLATE:
        put_deflate(to, bytes, length, false);
        break;
    case PACKED_LZMA_ZIP:
        put_zip_lzma(to, bytes, length);
        break;
    case PACKED_LZMA_VALVE:
        put_valve_lzma(to, bytes, length);
        break;
    case PACKED_LZMA_ALONE:
    case PACKED_LZMA_ENDLESS:
        put_alone(to, bytes, length, kind == PACKED_LZMA_ENDLESS);
        break;
    case PACKED_ZLIB:
        put(to, length, 4, true);
        put_deflate(to, bytes, length, true);
        break;
    case PACKED_LZO:
    case PACKED_LZO_OPEN:
        put_lzo(to, bytes, length, kind == PACKED_LZO_OPEN);
        break;
    case PACKED_CMPD:
        put_cmpd(to, bytes, length);
        break;
    default:
        put_bytes(to, bytes, length);
    }
}

bool packed_make(packed_bytes *to, packed_kind kind, const unsigned char *bytes, size_t length) {
    put_packed(to, kind, bytes, length);
    return !to->is_full;
}

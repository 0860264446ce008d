#include "containers/metroid_pak/build_data.h"

enum { PATH_BYTES = 128, PATH_FILL = 32, ADLER_MODULUS = 65521 };

void pk_put_u16(nl_writer *out, uint32_t value) {
    nl_write_u8(out, value >> 8);
    nl_write_u8(out, value);
}

void pk_put_u32(nl_writer *out, uint32_t value) {
    pk_put_u16(out, value >> 16);
    pk_put_u16(out, value);
}

void pk_put_fill(nl_writer *out, uint32_t align, uint8_t value) {
    while (out->at % align != 0)
        nl_write_u8(out, value);
}

/* ---- Navigation ---- */

static void put_words(nl_writer *out, uint32_t count, uint32_t value) {
    for (uint32_t i = 0; i < count; i++)
        pk_put_u32(out, value);
}

/* No nodes, links, regions and lookups, and an octree of one leaf; see parsers/metroid_path. */
static void put_open_path(nl_writer *out, const pk_spec *spec) {
    static const uint32_t versions[PK_DIALECT_COUNT] = {4, 7, 7};
    const bool is_echoes = spec->dialect == PK_PRIME && spec->packing == NAVLINT_PACKED_LZO;
    pk_put_u32(out, is_echoes ? 6 : versions[spec->dialect]);
    put_words(out, 4, 0);
    pk_put_u32(out, 1); /* octree nodes; of this one: */
    pk_put_u32(out, 1); /* a leaf */
    put_words(out, 9, 0);
    put_words(out, 8, 0xFFFFFFFF); /* no children */
    put_words(out, 2, 0);
    if (is_echoes) pk_put_u32(out, 0); /* points */
    pk_put_fill(out, PATH_FILL, 0xFF);
}

/* ---- Packed ---- */

static uint32_t adler_of(const uint8_t *bytes, size_t length) {
    uint32_t low = 1;
    uint32_t high = 0;
    for (size_t i = 0; i < length; i++) {
        low = (low + bytes[i]) % ADLER_MODULUS;
        high = (high + low) % ADLER_MODULUS;
    }
    return high << 16 | low;
}

/* One block that is stored. */
static void put_zlib(nl_writer *out, const uint8_t *bytes, uint32_t length) {
    pk_put_u32(out, length);
    pk_put_u16(out, 0x7801);
    nl_write_u8(out, 1);
    nl_write_u16(out, length);
    nl_write_u16(out, ~length);
    nl_write_bytes(out, bytes, length);
    pk_put_u32(out, adler_of(bytes, length));
}

/* LZO1X: all bytes but a run at the end, at least 4 and at most 238, and the run as a match of the
 * byte in front of it, of at most 33. */
static void put_lzo_segment(nl_writer *out, const uint8_t *bytes, uint32_t length) {
    uint32_t open = length;
    while (open > 4 && length - open < 33 && bytes[open - 1] == bytes[open - 2])
        open--;
    const uint32_t run = length - open;
    pk_put_u16(out, 1 + open + 3 + 3);
    nl_write_u8(out, 17 + open);
    nl_write_bytes(out, bytes, open);
    nl_write_u8(out, 0x20 | (run - 2));
    pk_put_u16(out, 0);
    nl_write_u8(out, 0x11);
    pk_put_u16(out, 0);
}

static void put_lzo(nl_writer *out, const uint8_t *bytes, uint32_t length) {
    pk_put_u32(out, length);
    put_lzo_segment(out, bytes, length);
}

/* A block that is stored, and one of a segment. */
static void put_cmpd(nl_writer *out, const uint8_t *bytes, uint32_t length) {
    const uint32_t first = 12;
    nl_writer counter = nl_writer_over(NULL, 0);
    put_lzo_segment(&counter, bytes + first, length - first);
    nl_write_bytes(out, "CMPD", 4);
    pk_put_u32(out, 2);
    pk_put_u32(out, first);
    pk_put_u32(out, first);
    pk_put_u32(out, 0xC0u << 24 | (uint32_t)counter.at);
    pk_put_u32(out, length - first);
    nl_write_bytes(out, bytes, first);
    put_lzo_segment(out, bytes + first, length - first);
}

void pk_put_path(nl_writer *out, const pk_spec *spec) {
    uint8_t bytes[PATH_BYTES];
    nl_writer path = nl_writer_over(bytes, sizeof bytes);
    put_open_path(&path, spec);
    if (spec->packing == NAVLINT_PACKED_ZLIB)
        put_zlib(out, bytes, PATH_BYTES);
    else if (spec->packing == NAVLINT_PACKED_LZO)
        put_lzo(out, bytes, PATH_BYTES);
    else if (spec->packing == NAVLINT_PACKED_CMPD)
        put_cmpd(out, bytes, PATH_BYTES);
    else
        nl_write_bytes(out, bytes, PATH_BYTES);
}

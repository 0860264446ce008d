#include "intake/unpack.h"

#include <libdeflate.h>
#include <lzma.h>
#include <stdlib.h>
#include <string.h>

#include "intake/lzo.h"

enum { FIRST_BYTES = 64 * 1024, LARGEST_FILLED_UNIT_BYTES = 64 };

/* Most bytes that come of one: 258 for a length and a distance of a bit each. Source: RFC 1951,
 * 3.2.5. */
enum { DEFLATE_RATIO = 1032 };

static const char much[] = "unpacks to more bytes than the limit";
static const char more[] = "unpacks to more bytes than it should";
static const char fewer[] = "unpacks to fewer bytes than it should";
static const char cut[] = "what is packed is cut short";
static const char contradiction[] = "two sizes of it contradict each other";

/* Where it stands: what is left of the packed bytes, and what has come out. */
typedef struct unpacking {
    const unsigned char *in;
    size_t in_bytes;
    uint64_t claimed_bytes; /* INTAKE_UNKNOWN_BYTES, or exactly so many come out */
    intake_unpack_limits limits;
    unsigned char *out; /* heap */
    size_t used;
    size_t capacity;
    const char *why;
} unpacking;

static intake_outcome end(unpacking *u, intake_outcome outcome, const char *why) {
    u->why = why;
    return outcome;
}

static intake_outcome damaged(unpacking *u, const char *why) {
    return end(u, INTAKE_DAMAGED, why);
}

static intake_outcome no_memory(unpacking *u) {
    return end(u, INTAKE_NO_MEMORY, "not enough memory");
}

static const unsigned char *take(unpacking *u, size_t length) {
    if (length > u->in_bytes) return NULL;
    const unsigned char *const taken = u->in;
    u->in += length;
    u->in_bytes -= length;
    return taken;
}

static uint64_t little_endian(const unsigned char *bytes, size_t length) {
    uint64_t value = 0;
    for (size_t i = length; i > 0; i--)
        value = value << 8 | bytes[i - 1];
    return value;
}

static uint32_t big_endian(const unsigned char *bytes, size_t length) {
    uint32_t value = 0;
    for (size_t i = 0; i < length; i++)
        value = value << 8 | bytes[i];
    return value;
}

static size_t least(uint64_t a, size_t b) {
    return a < b ? (size_t)a : b;
}

/* ---- how much comes out ---- */

/* What the member's own header says; it and the container must agree. */
static intake_outcome settle(unpacking *u, uint64_t stated_bytes) {
    if (u->claimed_bytes == INTAKE_UNKNOWN_BYTES) u->claimed_bytes = stated_bytes;
    if (u->claimed_bytes != stated_bytes) return damaged(u, contradiction);
    const bool is_much = stated_bytes > u->limits.unpacked_bytes;
    return is_much ? end(u, INTAKE_MUCH_UNPACKED, much) : INTAKE_OK;
}

/* A byte beyond, which shows that there is more. */
static size_t most_capacity(const unpacking *u) {
    return least(u->claimed_bytes, (size_t)u->limits.unpacked_bytes) + 1;
}

static bool set_capacity(unpacking *u, size_t capacity) {
    unsigned char *const out = realloc(u->out, capacity);
    if (!out) return false;
    u->out = out;
    u->capacity = capacity;
    return true;
}

/* Room for as many bytes more, which are no more than most_capacity allows: doubled as it fills. */
static bool make_room(unpacking *u, size_t bytes) {
    const size_t most = most_capacity(u);
    size_t capacity = u->capacity > 0 ? u->capacity : FIRST_BYTES;
    if (u->out && bytes <= u->capacity - u->used) return true;
    while (capacity < u->used + bytes)
        capacity *= 2;
    return set_capacity(u, capacity < most ? capacity : most);
}

static bool is_all(const unpacking *u, unsigned char byte) {
    for (size_t i = 0; i < u->in_bytes; i++)
        if (u->in[i] != byte) return false;
    return true;
}

/* What is left of the packed bytes may fill the last unit of a pack: with 0xFF as the studio does,
 * or with zeros as randomprime does, which are fewer than the larger unit has. */
static bool is_fill(const unpacking *u) {
    return is_all(u, 0xFF) || (u->in_bytes < LARGEST_FILLED_UNIT_BYTES && is_all(u, 0));
}

static intake_outcome finish(unpacking *u, bool may_have_fill) {
    const bool is_known = u->claimed_bytes != INTAKE_UNKNOWN_BYTES;
    if (is_known && u->used < u->claimed_bytes) return damaged(u, fewer);
    if (is_known && u->used > u->claimed_bytes) return damaged(u, more);
    if (u->used > u->limits.unpacked_bytes) return end(u, INTAKE_MUCH_UNPACKED, much);
    if (u->in_bytes > 0 && !(may_have_fill && is_fill(u)))
        return damaged(u, "bytes are left over behind what is packed");
    return INTAKE_OK;
}

/* ---- open ---- */

static intake_outcome unpack_stored(unpacking *u) {
    const size_t length = u->in_bytes;
    const intake_outcome outcome = settle(u, length);
    if (outcome != INTAKE_OK) return outcome;
    if (!set_capacity(u, length + 1)) return no_memory(u);
    if (length > 0) memcpy(u->out, take(u, length), length);
    u->used = length;
    return INTAKE_OK;
}

/* ---- deflate and zlib ---- */

typedef enum libdeflate_result inflate(struct libdeflate_decompressor *decoder, const void *in,
                                       size_t in_bytes, void *out, size_t out_bytes,
                                       size_t *in_used, size_t *out_used);

/* libdeflate starts anew whenever there was too little room, so no longer one than can be filled.
 */
static intake_outcome run_inflate(unpacking *u, inflate *run,
                                  struct libdeflate_decompressor *decoder) {
    const size_t most = least((uint64_t)u->in_bytes * DEFLATE_RATIO + 1, most_capacity(u));
    const bool is_known = u->claimed_bytes != INTAKE_UNKNOWN_BYTES;
    enum libdeflate_result result = LIBDEFLATE_INSUFFICIENT_SPACE;
    size_t in_used = 0;
    if (is_known && u->claimed_bytes / DEFLATE_RATIO > u->in_bytes) return damaged(u, fewer);
    for (size_t room = is_known ? most : least(FIRST_BYTES, most);
         result == LIBDEFLATE_INSUFFICIENT_SPACE && room > u->capacity;
         room = least(2 * (uint64_t)room, most)) {
        free(u->out);
        u->out = NULL;
        if (!set_capacity(u, room)) return no_memory(u);
        result = run(decoder, u->in, u->in_bytes, u->out, room, &in_used, &u->used);
    }
    if (result == LIBDEFLATE_INSUFFICIENT_SPACE) {
        u->used = u->capacity;
        return is_known ? damaged(u, more) : end(u, INTAKE_MUCH_UNPACKED, much);
    }
    if (result != LIBDEFLATE_SUCCESS) return damaged(u, "the deflate stream is damaged");
    (void)take(u, in_used);
    return INTAKE_OK;
}

static intake_outcome run_decoder(unpacking *u, inflate *run) {
    struct libdeflate_decompressor *const decoder = libdeflate_alloc_decompressor();
    const intake_outcome outcome = decoder ? run_inflate(u, run, decoder) : no_memory(u);
    libdeflate_free_decompressor(decoder);
    return outcome;
}

static intake_outcome unpack_deflate(unpacking *u) {
    const intake_outcome outcome = run_decoder(u, libdeflate_deflate_decompress_ex);
    return outcome == INTAKE_OK ? finish(u, false) : outcome;
}

/* The size in front of what a Prime packs. */
static intake_outcome take_size(unpacking *u) {
    const unsigned char *const size = take(u, 4);
    return size ? settle(u, big_endian(size, 4)) : damaged(u, cut);
}

static intake_outcome unpack_zlib(unpacking *u) {
    intake_outcome outcome = take_size(u);
    if (outcome == INTAKE_OK) outcome = run_decoder(u, libdeflate_zlib_decompress_ex);
    return outcome == INTAKE_OK ? finish(u, true) : outcome;
}

/* ---- LZMA ---- */

enum { PROPERTIES = 5, MOST_PROPERTY = 9 * 5 * 5 - 1, ALONE_BYTES = PROPERTIES + 8 };

static void put_little_endian(unsigned char *bytes, uint64_t value, size_t length) {
    for (size_t i = 0; i < length; i++)
        bytes[i] = (unsigned char)(value >> 8 * i);
}

/* The header of an .lzma file, whatever was there. No distance goes back further than what has come
 * out, so the dictionary need not be larger. */
static intake_outcome make_header(unpacking *u, const unsigned char *properties,
                                  unsigned char *header) {
    const uint64_t dictionary = little_endian(properties + 1, 4);
    const unsigned bits = properties[0];
    if (bits > MOST_PROPERTY) return damaged(u, "the properties of LZMA are damaged");
    if (bits % 9 + bits / 9 % 5 > LZMA_LCLP_MAX)
        return end(u, INTAKE_UNSUPPORTED, "properties of LZMA that liblzma does not take");
    if (dictionary > u->limits.dictionary_bytes)
        return end(u, INTAKE_MUCH_UNPACKED, "LZMA asks for a larger dictionary than the limit");
    header[0] = properties[0];
    put_little_endian(header + 1, least(u->claimed_bytes, (size_t)dictionary), 4);
    put_little_endian(header + PROPERTIES, u->claimed_bytes, 8);
    return INTAKE_OK;
}

static intake_outcome tell_lzma(unpacking *u, lzma_ret status) {
    if (status == LZMA_STREAM_END) return INTAKE_OK;
    if (status == LZMA_MEM_ERROR) return no_memory(u);
    return damaged(u, status == LZMA_BUF_ERROR ? cut : "the LZMA stream is damaged");
}

static intake_outcome run_lzma(unpacking *u, lzma_stream *stream) {
    lzma_ret status = LZMA_OK;
    stream->next_in = u->in;
    stream->avail_in = u->in_bytes;
    while (status == LZMA_OK) {
        if (!make_room(u, 1)) return no_memory(u);
        stream->next_out = u->out + u->used;
        stream->avail_out = u->capacity - u->used;
        status = lzma_code(stream, LZMA_FINISH);
        u->used = u->capacity - stream->avail_out;
        if (u->used > u->limits.unpacked_bytes) return end(u, INTAKE_MUCH_UNPACKED, much);
    }
    (void)take(u, u->in_bytes - stream->avail_in);
    const intake_outcome outcome = tell_lzma(u, status);
    return outcome == INTAKE_OK ? finish(u, false) : outcome;
}

static intake_outcome unpack_lzma(unpacking *u, const unsigned char *properties) {
    unsigned char header[ALONE_BYTES];
    unsigned char nothing = 0; /* liblzma wants room even for a header */
    lzma_stream stream = LZMA_STREAM_INIT;
    intake_outcome outcome = make_header(u, properties, header);
    if (outcome != INTAKE_OK) return outcome;
    lzma_ret status = lzma_alone_decoder(&stream, UINT64_MAX);
    stream.next_in = header;
    stream.avail_in = sizeof header;
    stream.next_out = &nothing;
    stream.avail_out = sizeof nothing;
    if (status == LZMA_OK) status = lzma_code(&stream, LZMA_RUN);
    outcome = status == LZMA_OK ? run_lzma(u, &stream) : tell_lzma(u, status);
    lzma_end(&stream);
    return outcome;
}

/* Two bytes of version, which nobody reads. */
static intake_outcome unpack_zip_lzma(unpacking *u) {
    const unsigned char *const head = take(u, 4 + PROPERTIES);
    if (!head) return damaged(u, cut);
    if (little_endian(head + 2, 2) != PROPERTIES)
        return damaged(u, "the properties of LZMA are damaged");
    return unpack_lzma(u, head + 4);
}

static intake_outcome unpack_valve_lzma(unpacking *u) {
    const unsigned char *const head = take(u, 12 + PROPERTIES);
    if (!head) return damaged(u, cut);
    if (memcmp(head, "LZMA", 4) != 0) return damaged(u, "it does not begin with \"LZMA\"");
    if (little_endian(head + 8, 4) != u->in_bytes) return damaged(u, contradiction);
    const intake_outcome outcome = settle(u, little_endian(head + 4, 4));
    return outcome == INTAKE_OK ? unpack_lzma(u, head + 12) : outcome;
}

static intake_outcome unpack_alone_lzma(unpacking *u) {
    const unsigned char *const head = take(u, ALONE_BYTES);
    if (!head) return damaged(u, cut);
    const uint64_t stated = little_endian(head + PROPERTIES, 8);
    const uint64_t bytes = stated == UINT64_MAX ? u->claimed_bytes : stated;
    const intake_outcome outcome = bytes == INTAKE_UNKNOWN_BYTES ? INTAKE_OK : settle(u, bytes);
    return outcome == INTAKE_OK ? unpack_lzma(u, head) : outcome;
}

/* ---- LZO in segments ---- */

enum { SEGMENT_BYTES = 0x4000 };

/* i16 length: of a segment of LZO1X, or, negative, of one that lies open. */
static intake_outcome take_segment(unpacking *u, size_t unpacked_bytes) {
    const unsigned char *const head = take(u, 2);
    if (!head) return damaged(u, cut);
    const bool is_open = head[0] & 0x80;
    const size_t length = is_open ? 0x10000 - big_endian(head, 2) : big_endian(head, 2);
    const unsigned char *const packed = take(u, length);
    if (!packed) return damaged(u, cut);
    if (is_open && length != unpacked_bytes) return damaged(u, contradiction);
    if (!make_room(u, unpacked_bytes)) return no_memory(u);
    if (is_open)
        memcpy(u->out + u->used, packed, length);
    else if (!intake_lzo_unpack(packed, length, u->out + u->used, unpacked_bytes))
        return damaged(u, "a segment of LZO is damaged");
    u->used += unpacked_bytes;
    return INTAKE_OK;
}

/* All segments give as many bytes but the last. */
static intake_outcome take_segments(unpacking *u, uint64_t unpacked_bytes) {
    intake_outcome outcome = INTAKE_OK;
    while (outcome == INTAKE_OK && unpacked_bytes > 0) {
        const size_t bytes = least(unpacked_bytes, SEGMENT_BYTES);
        outcome = take_segment(u, bytes);
        unpacked_bytes -= bytes;
    }
    return outcome;
}

static intake_outcome need_lzo(unpacking *u) {
    if (intake_lzo_prepare()) return INTAKE_OK;
    return end(u, INTAKE_UNSUPPORTED, "packed by LZO, and liblzo2 is not installed");
}

static intake_outcome unpack_lzo(unpacking *u) {
    intake_outcome outcome = take_size(u);
    if (outcome == INTAKE_OK) outcome = need_lzo(u);
    if (outcome == INTAKE_OK) outcome = take_segments(u, u->claimed_bytes);
    if (outcome == INTAKE_OK && !make_room(u, 1)) outcome = no_memory(u); /* of nothing, too */
    return outcome == INTAKE_OK ? finish(u, true) : outcome;
}

/* ---- CMPD ---- */

enum { BLOCK_ROW_BYTES = 8 };

static intake_outcome take_packed_block(unpacking *u, size_t packed_bytes, uint32_t bytes) {
    unpacking block = *u;
    block.in = take(u, packed_bytes);
    block.in_bytes = packed_bytes;
    intake_outcome outcome = need_lzo(&block);
    if (outcome == INTAKE_OK) outcome = take_segments(&block, bytes);
    if (outcome == INTAKE_OK && block.in_bytes > 0) outcome = damaged(&block, contradiction);
    u->out = block.out;
    u->used = block.used;
    u->capacity = block.capacity;
    return end(u, outcome, block.why);
}

/* A block that is no smaller packed lies open. */
static intake_outcome take_block(unpacking *u, size_t packed_bytes, uint32_t bytes) {
    if (packed_bytes > bytes) return damaged(u, contradiction);
    if (packed_bytes > u->in_bytes) return damaged(u, cut);
    if (packed_bytes < bytes) return take_packed_block(u, packed_bytes, bytes);
    if (!make_room(u, bytes)) return no_memory(u);
    if (bytes > 0) memcpy(u->out + u->used, take(u, bytes), bytes);
    u->used += bytes;
    return INTAKE_OK;
}

/* The bytes that come of all blocks. */
static uint64_t sum_of(const unsigned char *rows, size_t count) {
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += big_endian(rows + i * BLOCK_ROW_BYTES + 4, 4);
    return sum;
}

/* Of each row the first byte is a flag of unknown meaning: 00, A0 and C0 are known. */
static intake_outcome unpack_cmpd(unpacking *u) {
    const unsigned char *const head = take(u, 8);
    if (!head) return damaged(u, cut);
    const size_t count = big_endian(head + 4, 4);
    if (memcmp(head, "CMPD", 4) != 0) return damaged(u, "it does not begin with \"CMPD\"");
    if (count > u->in_bytes / BLOCK_ROW_BYTES) return damaged(u, cut);
    const unsigned char *const rows = take(u, count * BLOCK_ROW_BYTES);
    intake_outcome outcome = settle(u, sum_of(rows, count));
    if (outcome == INTAKE_OK && !make_room(u, 1)) outcome = no_memory(u);
    for (size_t i = 0; outcome == INTAKE_OK && i < count; i++) {
        const unsigned char *const row = rows + i * BLOCK_ROW_BYTES;
        outcome = take_block(u, big_endian(row + 1, 3), big_endian(row + 4, 4));
    }
    return outcome == INTAKE_OK ? finish(u, true) : outcome;
}

/* ---- all ---- */

static intake_outcome unpack(unpacking *u, intake_packing packing) {
    static intake_outcome (*const steps[])(unpacking *) = {
        [INTAKE_STORED] = unpack_stored,         [INTAKE_DEFLATE] = unpack_deflate,
        [INTAKE_LZMA_ZIP] = unpack_zip_lzma,     [INTAKE_LZMA_VALVE] = unpack_valve_lzma,
        [INTAKE_LZMA_ALONE] = unpack_alone_lzma, [INTAKE_ZLIB] = unpack_zlib,
        [INTAKE_LZO_SEGMENTS] = unpack_lzo,      [INTAKE_CMPD] = unpack_cmpd};
    if (u->claimed_bytes != INTAKE_UNKNOWN_BYTES && u->claimed_bytes > u->limits.unpacked_bytes)
        return end(u, INTAKE_MUCH_UNPACKED, much);
    return steps[packing](u);
}

intake_outcome intake_unpack(const intake_packed *packed, const intake_unpack_limits *limits,
                             intake_unpacked *out) {
    unpacking u = {.in = packed->bytes,
                   .in_bytes = packed->length,
                   .claimed_bytes = packed->unpacked_bytes,
                   .limits = *limits};
    u.limits.unpacked_bytes = least(limits->unpacked_bytes, SIZE_MAX / 4);
    const intake_outcome outcome = unpack(&u, packed->packing);
    *out = (intake_unpacked){.why = u.why};
    if (outcome != INTAKE_OK) return free(u.out), outcome;
    out->bytes = u.out;
    out->length = u.used;
    return INTAKE_OK;
}

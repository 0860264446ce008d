#include "containers/metroid_pak/streams.h"

#include "core/checked.h"

enum {
    WORD_BYTES = 4,
    BLOCK_BYTES = 8,      /* of CMPD's table: a flag, 24 bits of packed size, 32 of unpacked size */
    BLOCKS_AT = 8,        /* that table */
    DEFLATE_RATIO = 1032, /* the most that deflate packs */
    LZO_SLACK = 64 + 3    /* bytes that LZO1X may add to what it cannot pack, besides a sixteenth */
};

/* ---- Which packing ---- */

static bool is_tagged(const uint8_t *p, uint64_t length) {
    return length >= BLOCKS_AT && memcmp(p, "CMPD", 4) == 0;
}

/* The first two bytes of what zlib writes, at any of its levels (RFC 1950, 2.2). */
static bool has_zlib_header(const uint8_t *p) {
    return p[0] == 0x78 && (p[1] == 0x01 || p[1] == 0x5E || p[1] == 0x9C || p[1] == 0xDA);
}

static uint64_t sum_of_blocks(const nl_job *job, const uint8_t *p, uint64_t length) {
    const uint64_t count = nl_load_u32be(p + WORD_BYTES);
    if (!nl_fits(count, BLOCK_BYTES, length - BLOCKS_AT)) return UINT64_MAX;
    if (!nl_spend(job->budget, count)) return UINT64_MAX;
    uint64_t sum = 0;
    for (uint64_t i = 0; i < count; i++)
        sum += nl_load_u32be(p + BLOCKS_AT + i * BLOCK_BYTES + WORD_BYTES);
    return sum;
}

static pk_stream blocks_of(const nl_job *job, const uint8_t *p, uint64_t length) {
    if (is_tagged(p, length))
        return (pk_stream){NAVLINT_PACKED_CMPD, sum_of_blocks(job, p, length)};
    return (pk_stream){NAVLINT_PACKED_OTHERWISE, UINT64_MAX};
}

pk_stream pk_stream_of(const nl_job *job, const pk_document *doc, const pk_row *row) {
    const pk_shape *const shape = doc->tables.shape;
    if (!row->fits || row->size < WORD_BYTES + 2)
        return (pk_stream){NAVLINT_PACKED_OTHERWISE, UINT64_MAX};
    const uint8_t *const p = job->bytes + row->start;
    if (shape->is_sectioned || (!shape->is_confirmed && is_tagged(p, row->size)))
        return blocks_of(job, p, row->size);
    const bool is_zlib = has_zlib_header(p + WORD_BYTES);
    return (pk_stream){is_zlib ? NAVLINT_PACKED_ZLIB : NAVLINT_PACKED_LZO, nl_load_u32be(p)};
}

/* ---- Segments of LZO ---- */

/* A stream while it is followed: bytes [at, end) of the input are left of it. */
typedef struct follower {
    const uint8_t *bytes;
    uint64_t at;
    uint64_t end;
    pk_flaw flaw;
} follower;

static bool fail(follower *f, const char *what, uint64_t at, uint64_t length) {
    f->flaw.what = what;
    f->flaw.at = at;
    f->flaw.length = nl_max(length, 1);
    return false;
}

static bool ends_with_mark(const uint8_t *segment, uint32_t length) {
    static const uint8_t mark[] = {0x11, 0x00, 0x00};
    return length >= sizeof mark && memcmp(segment + length - sizeof mark, mark, sizeof mark) == 0;
}

/* A segment that unpacks to `want` bytes, behind its length. */
static bool follow_segment(follower *f, uint32_t want) {
    f->flaw.steps++;
    const uint64_t at = f->at;
    if (f->end - at < 2) return fail(f, "ends in front of a segment", at, f->end - at);
    const uint16_t word = nl_load_u16be(f->bytes + at);
    const bool is_stored = word > INT16_MAX;
    const uint32_t length = is_stored ? 0x10000u - word : word;
    if (length == 0) return fail(f, "has a segment of no bytes", at, 2);
    if (is_stored && length != want)
        return fail(f, "has a stored segment of another length than it must have", at, 2);
    if (length > want + want / 16 + LZO_SLACK)
        return fail(f, "has a segment that is longer than packing can make it", at, 2);
    if (length > f->end - at - 2) return fail(f, "has a segment that is cut off", at, 2);
    const uint8_t *const segment = f->bytes + at + 2;
    const bool is_zlib = length >= 2 && has_zlib_header(segment);
    if (!is_stored && !is_zlib && !ends_with_mark(segment, length))
        return fail(f, "has a segment without the end mark 11 00 00", at, 2 + (uint64_t)length);
    f->at = at + 2 + length;
    return true;
}

/* So many segments that they unpack to `total` bytes. */
static bool follow_segments(follower *f, uint64_t total) {
    for (uint64_t done = 0; done < total; done += PK_SEGMENT_BYTES)
        if (!follow_segment(f, (uint32_t)nl_min(total - done, PK_SEGMENT_BYTES))) return false;
    return true;
}

static bool follow_lzo(follower *f) {
    const uint32_t total = nl_load_u32be(f->bytes + f->at);
    if (total == 0) return fail(f, "unpacks to nothing", f->at, WORD_BYTES);
    f->at += WORD_BYTES;
    return follow_segments(f, total);
}

/* ---- zlib ---- */

/* Where it ends only unpacking tells. */
static bool follow_zlib(follower *f) {
    const uint64_t at = f->at;
    const uint32_t total = nl_load_u32be(f->bytes + at);
    const uint64_t packed = f->end - at - WORD_BYTES;
    if (total == 0) return fail(f, "unpacks to nothing", at, WORD_BYTES);
    if (packed < 2 + 1 + 4) return fail(f, "is shorter than a zlib stream can be", at, f->end - at);
    if (total > packed * DEFLATE_RATIO)
        return fail(f, "is too short for what it should unpack to", at, WORD_BYTES);
    if ((f->bytes[at + WORD_BYTES + 2] >> 1 & 3) == 3)
        return fail(f, "starts with a block of a type that zlib does not have", at + WORD_BYTES + 2,
                    1);
    f->at = f->end;
    return true;
}

/* ---- CMPD ---- */

static bool follow_block(follower *f, uint64_t row_at) {
    const uint32_t packed = nl_load_u32be(f->bytes + row_at) & 0xFFFFFF;
    const uint32_t unpacked = nl_load_u32be(f->bytes + row_at + WORD_BYTES);
    f->flaw.steps++;
    if (packed > unpacked)
        return fail(f, "has a block that is larger than what it unpacks to", row_at, BLOCK_BYTES);
    if (packed > f->end - f->at) return fail(f, "has a block that is cut off", row_at, BLOCK_BYTES);
    follower block = *f;
    block.end = f->at + packed;
    const bool is_sound = packed == unpacked || follow_segments(&block, unpacked);
    f->flaw = block.flaw;
    if (is_sound && packed != unpacked && block.at != block.end)
        return fail(f, "has a block with bytes behind its last segment", block.at,
                    block.end - block.at);
    f->at += packed;
    return is_sound;
}

static bool follow_cmpd(follower *f) {
    const uint64_t at = f->at;
    const uint64_t count = nl_load_u32be(f->bytes + at + WORD_BYTES);
    if (count == 0) return fail(f, "has no blocks", at + WORD_BYTES, WORD_BYTES);
    if (!nl_fits(count, BLOCK_BYTES, f->end - at - BLOCKS_AT))
        return fail(f, "has a table of blocks that is cut off", at + WORD_BYTES, WORD_BYTES);
    f->at = at + BLOCKS_AT + count * BLOCK_BYTES;
    for (uint64_t i = 0; i < count; i++)
        if (!follow_block(f, at + BLOCKS_AT + i * BLOCK_BYTES)) return false;
    return true;
}

/* ---- All of it ---- */

static bool follow(follower *f, navlint_packing packing) {
    switch (packing) {
    case NAVLINT_PACKED_ZLIB:
        return follow_zlib(f);
    case NAVLINT_PACKED_LZO:
        return follow_lzo(f);
    case NAVLINT_PACKED_CMPD:
        return follow_cmpd(f);
    default:
        return fail(f, "does not start as packed resources do", f->at,
                    nl_min(f->end - f->at, BLOCKS_AT));
    }
}

pk_flaw pk_find_flaw(const uint8_t *bytes, const pk_row *row, pk_stream stream) {
    follower f = {.bytes = bytes, .at = row->start, .end = row->end};
    (void)follow(&f, stream.packing);
    f.flaw.end = f.at;
    return f.flaw;
}

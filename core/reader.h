/* The sticky bounded reader: the one bounds check of the program.
 *
 * Reads past the end return 0 and set `failed`; from then on every read fails, so decode code reads
 * like the layout table and asks nl_ok once a record. A count that is read after the failure is 0,
 * so its loop ends by itself. The reader remembers what was wanted and where, for the message.
 * Lengths are compared, never pointers: a computed pointer past the end is undefined behaviour. */
#ifndef NAVLINT_CORE_READER_H
#define NAVLINT_CORE_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "core/checked.h"

typedef struct nl_reader {
    const uint8_t *bytes; /* the window; never NULL */
    size_t length;        /* bytes in the window */
    size_t at;            /* next byte, from the start of the window */
    uint64_t base;        /* offset of the window in the input */
    bool failed;
    uint64_t fail_at;    /* offset in the input of the read that failed */
    uint64_t fail_need;  /* bytes it wanted */
    uint64_t fail_left;  /* bytes there were */
    uint64_t fail_count; /* records it wanted, if it was nl_records that failed; else 0 */
} nl_reader;

/* A reader of bytes[0, length) that speaks offsets from the start of the input. */
static inline nl_reader nl_reader_over(const uint8_t *bytes, size_t length) {
    return (nl_reader){.bytes = bytes, .length = length};
}

static inline bool nl_ok(const nl_reader *r) {
    return !r->failed;
}

static inline size_t nl_left(const nl_reader *r) {
    return r->length - r->at;
}

/* Offset in the input of the next byte. */
static inline uint64_t nl_at_offset(const nl_reader *r) {
    return r->base + r->at;
}

/* Records the first failure and closes the reader: nothing is left to read. */
static inline void nl_reader_fail(nl_reader *r, uint64_t need, uint64_t count) {
    if (!r->failed) {
        r->failed = true;
        r->fail_at = nl_at_offset(r);
        r->fail_need = need;
        r->fail_left = nl_left(r);
        r->fail_count = count;
    }
    r->length = r->at;
}

/* The next n bytes, and past them; NULL once failed. */
static inline const uint8_t *nl_take(nl_reader *r, size_t n) {
    if (__builtin_expect(n > r->length - r->at, 0)) {
        nl_reader_fail(r, n, 0);
        return NULL;
    }
    const uint8_t *const p = r->bytes + r->at;
    r->at += n;
    return p;
}

static inline void nl_skip(nl_reader *r, size_t n) {
    (void)nl_take(r, n);
}

/* A child that ends after the next n bytes; the parent goes on behind them. Empty on failure. */
nl_reader nl_window(nl_reader *r, size_t n);

/* Past `count` records of record_size bytes (at least 1): the one door for counted arrays. The
 * count is compared before anything is multiplied or allocated. */
static inline void nl_skip_records(nl_reader *r, uint64_t count, size_t record_size) {
    if (__builtin_expect(!nl_fits(count, record_size, nl_left(r)), 0))
        nl_reader_fail(r, nl_mul_sat(count, record_size), count);
    else
        r->at += (size_t)count * record_size;
}

/* The same, as a window over the records. Empty on failure. */
nl_reader nl_records(nl_reader *r, uint64_t count, size_t record_size);

/* Typed loads from checked bytes. memcpy: the input has no alignment. */
static inline uint16_t nl_load_u16(const uint8_t *p) {
    uint16_t v;
    memcpy(&v, p, sizeof v);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    v = __builtin_bswap16(v);
#endif
    return v;
}

static inline uint32_t nl_load_u32(const uint8_t *p) {
    uint32_t v;
    memcpy(&v, p, sizeof v);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    v = __builtin_bswap32(v);
#endif
    return v;
}

static inline uint64_t nl_load_u64(const uint8_t *p) {
    uint64_t v;
    memcpy(&v, p, sizeof v);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    v = __builtin_bswap64(v);
#endif
    return v;
}

static inline int16_t nl_load_i16(const uint8_t *p) {
    return (int16_t)nl_load_u16(p);
}

static inline int32_t nl_load_i32(const uint8_t *p) {
    return (int32_t)nl_load_u32(p);
}

static inline uint16_t nl_load_u16be(const uint8_t *p) {
    return __builtin_bswap16(nl_load_u16(p));
}

static inline uint32_t nl_load_u32be(const uint8_t *p) {
    return __builtin_bswap32(nl_load_u32(p));
}

static inline float nl_float_of(uint32_t bits) {
    float v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

static inline float nl_load_f32(const uint8_t *p) {
    return nl_float_of(nl_load_u32(p));
}

static inline float nl_load_f32be(const uint8_t *p) {
    return nl_float_of(nl_load_u32be(p));
}

/* Typed reads: 0 once failed. */
static inline uint8_t nl_u8(nl_reader *r) {
    const uint8_t *const p = nl_take(r, 1);
    return p ? *p : (uint8_t)0;
}

static inline uint16_t nl_u16(nl_reader *r) {
    const uint8_t *const p = nl_take(r, 2);
    return p ? nl_load_u16(p) : (uint16_t)0;
}

static inline uint32_t nl_u32(nl_reader *r) {
    const uint8_t *const p = nl_take(r, 4);
    return p ? nl_load_u32(p) : 0;
}

static inline float nl_f32(nl_reader *r) {
    const uint8_t *const p = nl_take(r, 4);
    return p ? nl_load_f32(p) : 0;
}

static inline uint16_t nl_u16be(nl_reader *r) {
    const uint8_t *const p = nl_take(r, 2);
    return p ? nl_load_u16be(p) : (uint16_t)0;
}

static inline uint32_t nl_u32be(nl_reader *r) {
    const uint8_t *const p = nl_take(r, 4);
    return p ? nl_load_u32be(p) : 0;
}

static inline float nl_f32be(nl_reader *r) {
    const uint8_t *const p = nl_take(r, 4);
    return p ? nl_load_f32be(p) : 0;
}

#endif

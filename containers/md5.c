#include "containers/md5.h"

#include <string.h>

enum { BLOCK_BYTES = 64, LENGTH_BYTES = 8, ROUND_STEPS = 16, STEPS = 64 };

/* The four words that become the digest. */
typedef struct words {
    uint32_t a;
    uint32_t b;
    uint32_t c;
    uint32_t d;
} words;

/* RFC 1321, 3.4: the whole part of 4294967296 times |sin(i)|, i from 1 in radians. */
static const uint32_t sines[STEPS] = {
    0xD76AA478, 0xE8C7B756, 0x242070DB, 0xC1BDCEEE, 0xF57C0FAF, 0x4787C62A, 0xA8304613, 0xFD469501,
    0x698098D8, 0x8B44F7AF, 0xFFFF5BB1, 0x895CD7BE, 0x6B901122, 0xFD987193, 0xA679438E, 0x49B40821,
    0xF61E2562, 0xC040B340, 0x265E5A51, 0xE9B6C7AA, 0xD62F105D, 0x02441453, 0xD8A1E681, 0xE7D3FBC8,
    0x21E1CDE6, 0xC33707D6, 0xF4D50D87, 0x455A14ED, 0xA9E3E905, 0xFCEFA3F8, 0x676F02D9, 0x8D2A4C8A,
    0xFFFA3942, 0x8771F681, 0x6D9D6122, 0xFDE5380C, 0xA4BEEA44, 0x4BDECFA9, 0xF6BB4B60, 0xBEBFBC70,
    0x289B7EC6, 0xEAA127FA, 0xD4EF3085, 0x04881D05, 0xD9D4D039, 0xE6DB99E5, 0x1FA27CF8, 0xC4AC5665,
    0xF4292244, 0x432AFF97, 0xAB9423A7, 0xFC93A039, 0x655B59C3, 0x8F0CCC92, 0xFFEFF47D, 0x85845DD1,
    0x6FA87E4F, 0xFE2CE6E0, 0xA3014314, 0x4E0811A1, 0xF7537E82, 0xBD3AF235, 0x2AD7D2BB, 0xEB86D391,
};

static uint32_t read_word(const uint8_t *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

static void write_word(uint8_t *bytes, uint32_t word) {
    for (unsigned i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(word >> 8 * i);
}

static uint32_t rotated(uint32_t word, unsigned bits) {
    return word << bits | word >> (32 - bits);
}

/* F, G, H and I of the RFC. */
static uint32_t mixed(unsigned round, const words *w) {
    switch (round) {
    case 0:
        return (w->b & w->c) | (~w->b & w->d);
    case 1:
        return (w->b & w->d) | (w->c & ~w->d);
    case 2:
        return w->b ^ w->c ^ w->d;
    default:
        return w->c ^ (w->b | ~w->d);
    }
}

/* One of the four rounds: which word of the block a step takes, (first + step * stride) % 16, and
 * by how many bits the steps rotate, four by four. A constant where a round is inlined. */
typedef struct plan {
    unsigned round;
    unsigned first;
    unsigned stride;
    unsigned bits[4];
} plan;

static inline __attribute__((always_inline)) void take_step(words *w, const uint8_t *block, plan p,
                                                            unsigned step) {
    const unsigned at = (p.first + step * p.stride) % ROUND_STEPS;
    const uint32_t sine = sines[p.round * ROUND_STEPS + step];
    const uint32_t turned = w->a + mixed(p.round, w) + sine + read_word(block + 4 * at);
    *w = (words){w->d, w->b + rotated(turned, p.bits[step % 4]), w->b, w->c};
}

/* Four steps at a time: behind them each word is where it was, so the compiler moves none. */
static inline __attribute__((always_inline)) void take_round(words *w, const uint8_t *block,
                                                             plan p) {
    for (unsigned step = 0; step < ROUND_STEPS; step += 4) {
        take_step(w, block, p, step);
        take_step(w, block, p, step + 1);
        take_step(w, block, p, step + 2);
        take_step(w, block, p, step + 3);
    }
}

static void take_block(words *sum, const uint8_t *block) {
    words w = *sum;
    take_round(&w, block, (plan){0, 0, 1, {7, 12, 17, 22}});
    take_round(&w, block, (plan){1, 1, 5, {5, 9, 14, 20}});
    take_round(&w, block, (plan){2, 5, 3, {4, 11, 16, 23}});
    take_round(&w, block, (plan){3, 0, 7, {6, 10, 15, 21}});
    *sum = (words){sum->a + w.a, sum->b + w.b, sum->c + w.c, sum->d + w.d};
}

/* What is behind the last whole block, a set bit, and the length in bits at the end of a block. */
static void take_rest(words *sum, const uint8_t *rest, uint64_t length) {
    uint8_t padded[2 * BLOCK_BYTES] = {0};
    const size_t rest_bytes = (size_t)(length % BLOCK_BYTES);
    const size_t padded_bytes =
        rest_bytes < BLOCK_BYTES - LENGTH_BYTES ? BLOCK_BYTES : 2 * BLOCK_BYTES;
    if (rest_bytes > 0) memcpy(padded, rest, rest_bytes);
    padded[rest_bytes] = 0x80;
    write_word(padded + padded_bytes - 8, (uint32_t)(length << 3));
    write_word(padded + padded_bytes - 4, (uint32_t)(length >> 29));
    for (size_t at = 0; at < padded_bytes; at += BLOCK_BYTES)
        take_block(sum, padded + at);
}

void box_md5(const void *bytes, size_t length, uint8_t digest[BOX_MD5_BYTES]) {
    const uint8_t *at = bytes;
    words sum = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476};
    for (size_t left = length; left >= BLOCK_BYTES; left -= BLOCK_BYTES, at += BLOCK_BYTES)
        take_block(&sum, at);
    take_rest(&sum, at, length);
    write_word(digest, sum.a);
    write_word(digest + 4, sum.b);
    write_word(digest + 8, sum.c);
    write_word(digest + 12, sum.d);
}

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

/* By how many bits each of a round's steps rotates, four by four. */
static const uint8_t rotations[STEPS / ROUND_STEPS][4] = {
    {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

/* Which word of the block a step takes: (first + step * stride) % 16. */
static const uint8_t firsts[] = {0, 1, 5, 0};
static const uint8_t strides[] = {1, 5, 3, 7};

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

static void take_block(words *sum, const uint8_t *block) {
    words w = *sum;
    for (unsigned step = 0; step < STEPS; step++) {
        const unsigned round = step / ROUND_STEPS;
        const unsigned at = (firsts[round] + step * strides[round]) % 16;
        const uint32_t turned = w.a + mixed(round, &w) + sines[step] + read_word(block + 4 * at);
        const uint32_t next = w.b + rotated(turned, rotations[round][step % 4]);
        w = (words){w.d, next, w.b, w.c};
    }
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

#include "cli/sha256.h"

#include <stdint.h>
#include <string.h>

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define HAS_SHA_INSTRUCTIONS
#include <cpuid.h>
#include <immintrin.h>
#endif

enum { BLOCK_BYTES = 64, ROUNDS = 64, STATE_WORDS = 8, LENGTH_BYTES = 8 };

/* The fractional parts of the cube roots of the first 64 primes. */
static const uint32_t constants[ROUNDS] = {
    0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5, 0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5,
    0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3, 0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174,
    0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC, 0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA,
    0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7, 0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967,
    0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13, 0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85,
    0xA2BFE8A1, 0xA81A664B, 0xC24B8B70, 0xC76C51A3, 0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070,
    0x19A4C116, 0x1E376C08, 0x2748774C, 0x34B0BCB5, 0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3,
    0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208, 0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2};

/* The fractional parts of the square roots of the first eight primes. */
static const uint32_t initial_state[STATE_WORDS] = {0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A,
                                                    0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19};

typedef void (*absorb_fn)(uint32_t state[STATE_WORDS], const uint8_t *blocks, size_t count);

/* ---- Anywhere ---- */

static uint32_t load_be(const uint8_t *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void store_be(uint8_t *p, uint32_t word) {
    for (unsigned i = 0; i < 4; i++)
        p[i] = (uint8_t)(word >> (24 - 8 * i));
}

static uint32_t turned(uint32_t word, unsigned bits) {
    return word >> bits | word << (32 - bits);
}

static void make_schedule(uint32_t words[ROUNDS], const uint8_t *block) {
    for (unsigned i = 0; i < 16; i++)
        words[i] = load_be(block + 4 * i);
    for (unsigned i = 16; i < ROUNDS; i++) {
        const uint32_t a = words[i - 15], b = words[i - 2];
        words[i] = words[i - 16] + (turned(a, 7) ^ turned(a, 18) ^ a >> 3) + words[i - 7] +
                   (turned(b, 17) ^ turned(b, 19) ^ b >> 10);
    }
}

/* Round `step` of eight, after which all are where they were: instead of moving on, a to h of the
 * standard are found one word further down each time. */
static inline __attribute__((always_inline)) void turn(uint32_t v[STATE_WORDS], unsigned step,
                                                       uint32_t word_and_constant) {
#define AT(letter) v[(STATE_WORDS + (letter)-step) % STATE_WORDS]
    const uint32_t a = AT(0), b = AT(1), c = AT(2), e = AT(4), f = AT(5), g = AT(6);
    const uint32_t first = AT(7) + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) +
                           ((e & f) ^ (~e & g)) + word_and_constant;
    AT(3) += first;
    AT(7) = first + (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
#undef AT
}

static void turn_all(uint32_t v[STATE_WORDS], const uint32_t words[ROUNDS]) {
    for (unsigned i = 0; i < ROUNDS; i += STATE_WORDS) {
#pragma GCC unroll 8
        for (unsigned step = 0; step < STATE_WORDS; step++)
            turn(v, step, words[i + step] + constants[i + step]);
    }
}

static void absorb_anywhere(uint32_t state[STATE_WORDS], const uint8_t *blocks, size_t count) {
    for (; count > 0; count--, blocks += BLOCK_BYTES) {
        uint32_t words[ROUNDS], v[STATE_WORDS];
        make_schedule(words, blocks);
        memcpy(v, state, sizeof v);
        turn_all(v, words);
        for (unsigned i = 0; i < STATE_WORDS; i++)
            state[i] += v[i];
    }
}

/* ---- With the processor's own instructions ---- */

#ifdef HAS_SHA_INSTRUCTIONS
#define SHA_TARGET __attribute__((target("sha,sse4.1,ssse3")))

/* The words that the processor wants together: abef is a, b, e and f. */
typedef struct halves {
    __m128i abef, cdgh;
} halves;

SHA_TARGET static halves halves_of(const uint32_t state[STATE_WORDS]) {
    const __m128i dcba = _mm_loadu_si128((const __m128i *)(const void *)state);
    const __m128i hgfe = _mm_loadu_si128((const __m128i *)(const void *)(state + 4));
    const __m128i cdab = _mm_shuffle_epi32(dcba, 0xB1);
    const __m128i efgh = _mm_shuffle_epi32(hgfe, 0x1B);
    return (halves){_mm_alignr_epi8(cdab, efgh, 8), _mm_blend_epi16(efgh, cdab, 0xF0)};
}

SHA_TARGET static void store_halves(uint32_t state[STATE_WORDS], halves h) {
    const __m128i feba = _mm_shuffle_epi32(h.abef, 0x1B);
    const __m128i dchg = _mm_shuffle_epi32(h.cdgh, 0xB1);
    _mm_storeu_si128((__m128i *)(void *)state, _mm_blend_epi16(feba, dchg, 0xF0));
    _mm_storeu_si128((__m128i *)(void *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

SHA_TARGET static void load_block(__m128i words[4], const uint8_t *block) {
    const __m128i swap = _mm_set_epi64x(0x0C0D0E0F08090A0B, 0x0405060700010203);
    for (unsigned i = 0; i < 4; i++)
        words[i] = _mm_shuffle_epi8(
            _mm_loadu_si128((const __m128i *)(const void *)(block + 16 * i)), swap);
}

/* The next four words, of the last sixteen. */
SHA_TARGET static __m128i next_words(const __m128i words[4], unsigned i) {
    const __m128i last = words[(i + 3) % 4];
    const __m128i seventh = _mm_alignr_epi8(last, words[(i + 2) % 4], 4);
    const __m128i sum = _mm_sha256msg1_epu32(words[i % 4], words[(i + 1) % 4]);
    return _mm_sha256msg2_epu32(_mm_add_epi32(sum, seventh), last);
}

SHA_TARGET static halves after_block(halves h, const uint8_t *block) {
    __m128i words[4];
    load_block(words, block);
#pragma GCC unroll 16
    for (unsigned i = 0; i < ROUNDS / 4; i++) {
        if (i >= 4) words[i % 4] = next_words(words, i);
        const __m128i known = _mm_loadu_si128((const __m128i *)(const void *)(constants + 4 * i));
        const __m128i sum = _mm_add_epi32(words[i % 4], known);
        h.cdgh = _mm_sha256rnds2_epu32(h.cdgh, h.abef, sum);
        h.abef = _mm_sha256rnds2_epu32(h.abef, h.cdgh, _mm_shuffle_epi32(sum, 0x0E));
    }
    return h;
}

SHA_TARGET static void absorb_by_processor(uint32_t state[STATE_WORDS], const uint8_t *blocks,
                                           size_t count) {
    halves sum = halves_of(state);
    for (; count > 0; count--, blocks += BLOCK_BYTES) {
        const halves turned_on = after_block(sum, blocks);
        sum = (halves){_mm_add_epi32(sum.abef, turned_on.abef),
                       _mm_add_epi32(sum.cdgh, turned_on.cdgh)};
    }
    store_halves(state, sum);
}

/* CPUID leaf 1 for SSSE3 and SSE4.1, leaf 7 for SHA. */
static int has_instructions(void) {
    unsigned a = 0, b = 0, c = 0, d = 0;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_SSSE3) || !(c & bit_SSE4_1)) return 0;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_SHA);
}
#endif

static absorb_fn best_way(void) {
#ifdef HAS_SHA_INSTRUCTIONS
    if (has_instructions()) return absorb_by_processor;
#endif
    return absorb_anywhere;
}

/* ---- All of it ---- */

/* What is left of the bytes, a bit, zeros and the number of bits: one block or two. */
static size_t make_end(uint8_t end[2 * BLOCK_BYTES], const uint8_t *rest, uint64_t length) {
    const size_t left = (size_t)(length % BLOCK_BYTES);
    const size_t bytes = left + 1 + LENGTH_BYTES > BLOCK_BYTES ? 2 * BLOCK_BYTES : BLOCK_BYTES;
    memset(end, 0, bytes);
    if (left > 0) memcpy(end, rest, left);
    end[left] = 0x80;
    store_be(end + bytes - 8, (uint32_t)(length >> 29));
    store_be(end + bytes - 4, (uint32_t)(length << 3));
    return bytes / BLOCK_BYTES;
}

static void digest_by(absorb_fn absorb, const void *bytes, size_t length,
                      unsigned char digest[CLI_SHA256_BYTES]) {
    const size_t count = length / BLOCK_BYTES;
    uint32_t state[STATE_WORDS];
    uint8_t end[2 * BLOCK_BYTES];
    memcpy(state, initial_state, sizeof state);
    if (count > 0) absorb(state, bytes, count);
    const uint8_t *const rest = count > 0 ? (const uint8_t *)bytes + count * BLOCK_BYTES : bytes;
    absorb(state, end, make_end(end, rest, length));
    for (unsigned i = 0; i < STATE_WORDS; i++)
        store_be(digest + 4 * i, state[i]);
}

void cli_sha256(const void *bytes, size_t length, unsigned char digest[CLI_SHA256_BYTES]) {
    digest_by(best_way(), bytes, length, digest);
}

void cli_sha256_hex(const void *bytes, size_t length, char hex[CLI_SHA256_HEX_BYTES]) {
    static const char digits[] = "0123456789abcdef";
    unsigned char digest[CLI_SHA256_BYTES];
    cli_sha256(bytes, length, digest);
    for (size_t i = 0; i < CLI_SHA256_BYTES; i++) {
        hex[2 * i] = digits[digest[i] >> 4];
        hex[2 * i + 1] = digits[digest[i] & 0x0F];
    }
    hex[2 * CLI_SHA256_BYTES] = '\0';
}

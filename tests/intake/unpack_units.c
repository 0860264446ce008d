/* Every packing: whole, cut at every byte, with every byte changed, and claiming what is not so.
 * NAVLINT_SAMPLES names the folder of real files, if it is not ../shared/samples; without it the
 * test that needs it is skipped. */
#include "intake/unpack.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "intake/lzo.h"
#include "tests/support/packed.h"

enum { PLAIN_BYTES = 0x4000 + 3000, BOMB_BYTES = 16 << 20, PACKED_CAPACITY = 1 << 20 };

static const intake_unpack_limits roomy = {UINT64_C(1) << 32, INTAKE_DICTIONARY_BYTES};

/* ---- what is taken from the heap, but for the libraries' own ---- */

static size_t largest_block;
static size_t most_block = SIZE_MAX; /* larger ones are refused */

static bool is_refused(size_t length) {
    if (length > largest_block) largest_block = length;
    return length > most_block;
}

void *__real_malloc(size_t length);
void *__wrap_malloc(size_t length);
void *__real_realloc(void *block, size_t length);
void *__wrap_realloc(void *block, size_t length);

void *__wrap_malloc(size_t length) {
    return is_refused(length) ? NULL : __real_malloc(length);
}

void *__wrap_realloc(void *block, size_t length) {
    return is_refused(length) ? NULL : __real_realloc(block, length);
}

/* ---- packing ---- */

typedef struct packed {
    const char *name;
    packed_kind kind;
    intake_packing packing;
    size_t length;
    unsigned char bytes[PACKED_CAPACITY];
} packed;

static unsigned char plain[PLAIN_BYTES];

static packed stored = {"stored", PACKED_STORED, INTAKE_STORED, 0, {0}};
static packed deflated = {"deflate", PACKED_DEFLATE, INTAKE_DEFLATE, 0, {0}};
static packed zip_lzma = {"LZMA in a zip", PACKED_LZMA_ZIP, INTAKE_LZMA_ZIP, 0, {0}};
static packed valve_lzma = {"LZMA of Valve", PACKED_LZMA_VALVE, INTAKE_LZMA_VALVE, 0, {0}};
static packed alone = {"LZMA alone", PACKED_LZMA_ALONE, INTAKE_LZMA_ALONE, 0, {0}};
static packed endless = {
    "LZMA alone, of unknown size", PACKED_LZMA_ENDLESS, INTAKE_LZMA_ALONE, 0, {0}};
static packed zlib = {"zlib", PACKED_ZLIB, INTAKE_ZLIB, 0, {0}};
static packed lzo = {"LZO", PACKED_LZO, INTAKE_LZO_SEGMENTS, 0, {0}};
static packed lzo_open = {"LZO, open", PACKED_LZO_OPEN, INTAKE_LZO_SEGMENTS, 0, {0}};
static packed cmpd = {"CMPD", PACKED_CMPD, INTAKE_CMPD, 0, {0}};

static packed *const all[] = {&stored,  &deflated, &zip_lzma, &valve_lzma, &alone,
                              &endless, &zlib,     &lzo,      &lzo_open,   &cmpd};

#define EACH(one)                                                                                  \
    size_t i_##one = 0;                                                                            \
    i_##one < sizeof all / sizeof all[0];                                                          \
    i_##one++

/* What does not fit, and what no library packs, is left without bytes. */
static void make(const unsigned char *bytes, size_t length) {
    for (EACH(one)) {
        packed *const one = all[i_one];
        packed_bytes to = {one->bytes, PACKED_CAPACITY, 0, false};
        one->length = packed_make(&to, one->kind, bytes, length) ? to.length : 0;
    }
}

/* Words that repeat, and among them what does not. */
static int make_plain(void **state) {
    (void)state;
    uint32_t noise = 1;
    for (size_t i = 0; i < PLAIN_BYTES; i++) {
        noise = noise * 1664525 + 1013904223;
        plain[i] = i % 64 < 6 ? (unsigned char)(noise >> 24) : (unsigned char)(i % 64);
    }
    make(plain, PLAIN_BYTES);
    return 0;
}

static bool needs_lzo(const packed *one) {
    return one == &lzo || one == &cmpd;
}

static bool is_missing(const packed *one) {
    return needs_lzo(one) && !intake_lzo_prepare();
}

static intake_outcome run(const packed *one, const void *bytes, size_t length, uint64_t claimed,
                          const intake_unpack_limits *limits, intake_unpacked *out) {
    const intake_packed from = {bytes, length, one->packing, claimed};
    const intake_outcome outcome = intake_unpack(&from, limits, out);
    assert_true((outcome == INTAKE_OK) == (out->bytes != NULL));
    assert_true((outcome == INTAKE_OK) == (out->why == NULL));
    return outcome;
}

static intake_outcome run_whole(const packed *one, uint64_t claimed, uint64_t limit_bytes) {
    const intake_unpack_limits limits = {limit_bytes, INTAKE_DICTIONARY_BYTES};
    intake_unpacked out;
    const intake_outcome outcome = run(one, one->bytes, one->length, claimed, &limits, &out);
    free(out.bytes);
    return outcome;
}

/* ---- tests ---- */

static void test_whole(void **state) {
    (void)state;
    const uint64_t claims[] = {PLAIN_BYTES, INTAKE_UNKNOWN_BYTES};
    for (size_t i = 0; i < 2; i++)
        for (EACH(one)) {
            const packed *const one = all[i_one];
            intake_unpacked out;
            if (is_missing(one) || (one == &zip_lzma && i == 1)) continue;
            assert_int_equal(run(one, one->bytes, one->length, claims[i], &roomy, &out), INTAKE_OK);
            assert_int_equal(out.length, PLAIN_BYTES);
            assert_memory_equal(out.bytes, plain, PLAIN_BYTES);
            free(out.bytes);
        }
}

/* Of nothing comes nothing. */
static void test_empty(void **state) {
    (void)state;
    const packed zero = {"LZO of nothing", PACKED_LZO, INTAKE_LZO_SEGMENTS, 4, {0}};
    const packed none = {"stored", PACKED_STORED, INTAKE_STORED, 0, {0}};
    intake_unpacked out;
    assert_int_equal(run(&none, NULL, 0, 0, &roomy, &out), INTAKE_OK);
    assert_int_equal(out.length, 0);
    free(out.bytes);
    if (!intake_lzo_prepare()) skip();
    assert_int_equal(run(&zero, zero.bytes, zero.length, 0, &roomy, &out), INTAKE_OK);
    free(out.bytes);
}

/* A block of its size, for AddressSanitizer. */
static unsigned char *copy(const packed *one, size_t length) {
    unsigned char *const exact = malloc(length > 0 ? length : 1);
    assert_non_null(exact);
    memcpy(exact, one->bytes, length);
    return exact;
}

static void test_every_cut(void **state) {
    (void)state;
    for (EACH(one)) {
        const packed *const one = all[i_one];
        for (size_t length = 0; length < one->length; length++) {
            unsigned char *const exact = copy(one, length);
            intake_unpacked out;
            const intake_outcome outcome = run(one, exact, length, PLAIN_BYTES, &roomy, &out);
            assert_true(outcome == INTAKE_DAMAGED || is_missing(one));
            const intake_outcome unknown =
                run(one, exact, length, INTAKE_UNKNOWN_BYTES, &roomy, &out);
            assert_true(unknown != INTAKE_OK || one == &stored);
            free(out.bytes);
            free(exact);
        }
    }
}

/* Where a sum is missing other bytes may come out, but as many. */
static void test_every_byte(void **state) {
    (void)state;
    static const unsigned char odd[] = {0, 1, 0x7f, 0x80, 0xff};
    const intake_unpack_limits limits = {1 << 20, INTAKE_DICTIONARY_BYTES};
    for (EACH(one)) {
        const packed *const one = all[i_one];
        unsigned char *const exact = copy(one, one->length);
        for (size_t at = 0; at < one->length; at++)
            for (size_t i = 0; i < sizeof odd; i++) {
                intake_unpacked out;
                exact[at] = odd[i];
                const intake_outcome outcome =
                    run(one, exact, one->length, PLAIN_BYTES, &limits, &out);
                assert_true(outcome == INTAKE_OK ? out.length == PLAIN_BYTES
                                                 : outcome != INTAKE_END);
                free(out.bytes);
                exact[at] = one->bytes[at];
            }
        free(exact);
    }
}

/* Every claim is held against what comes out. */
static void test_claims(void **state) {
    (void)state;
    static const uint64_t wrong[] = {0, 1, PLAIN_BYTES - 1, PLAIN_BYTES + 1, 0xFFFFFFFF};
    for (EACH(one))
        for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
            if (!is_missing(all[i_one]))
                assert_int_equal(run_whole(all[i_one], wrong[i], UINT64_MAX), INTAKE_DAMAGED);
}

static void test_limit(void **state) {
    (void)state;
    for (EACH(one)) {
        if (is_missing(all[i_one])) continue;
        assert_int_equal(run_whole(all[i_one], PLAIN_BYTES, PLAIN_BYTES), INTAKE_OK);
        assert_int_equal(run_whole(all[i_one], PLAIN_BYTES, PLAIN_BYTES - 1), INTAKE_MUCH_UNPACKED);
        if (all[i_one] == &zip_lzma) continue;
        assert_int_equal(run_whole(all[i_one], INTAKE_UNKNOWN_BYTES, PLAIN_BYTES), INTAKE_OK);
        assert_int_equal(run_whole(all[i_one], INTAKE_UNKNOWN_BYTES, PLAIN_BYTES - 1),
                         INTAKE_MUCH_UNPACKED);
    }
}

/* 0xFF or zeros behind what a Prime packs, not both, and nothing else anywhere. */
static void test_what_is_left_over(void **state) {
    (void)state;
    for (EACH(one)) {
        packed *const one = all[i_one];
        if (is_missing(one)) continue;
        const bool may_have_fill = one->packing >= INTAKE_ZLIB;
        const intake_outcome expected = may_have_fill ? INTAKE_OK : INTAKE_DAMAGED;
        memset(one->bytes + one->length, 0xFF, 3);
        one->length += 3;
        assert_int_equal(run_whole(one, PLAIN_BYTES, UINT64_MAX), expected);
        one->bytes[one->length - 1] = 0;
        assert_int_equal(run_whole(one, PLAIN_BYTES, UINT64_MAX), INTAKE_DAMAGED);
        memset(one->bytes + one->length - 3, 0, 3);
        assert_int_equal(run_whole(one, PLAIN_BYTES, UINT64_MAX), expected);
        one->length -= 3;
    }
}

static void test_dictionary(void **state) {
    (void)state;
    const packed *const lzmas[] = {&zip_lzma, &valve_lzma, &alone, &endless};
    for (size_t i = 0; i < sizeof lzmas / sizeof lzmas[0]; i++) {
        intake_unpack_limits limits = {UINT64_MAX, PACKED_DICTIONARY_BYTES};
        intake_unpacked out;
        const packed *const one = lzmas[i];
        assert_int_equal(run(one, one->bytes, one->length, PLAIN_BYTES, &limits, &out), INTAKE_OK);
        free(out.bytes);
        limits.dictionary_bytes--;
        assert_int_equal(run(one, one->bytes, one->length, PLAIN_BYTES, &limits, &out),
                         INTAKE_MUCH_UNPACKED);
    }
}

/* lc and lp of together more than four are LZMA's, and not liblzma's. */
static void test_properties(void **state) {
    (void)state;
    intake_unpacked out;
    unsigned char *const exact = copy(&alone, alone.length);
    exact[0] = 8;
    assert_int_equal(run(&alone, exact, alone.length, PLAIN_BYTES, &roomy, &out),
                     INTAKE_UNSUPPORTED);
    exact[0] = 9 * 5 * 5;
    assert_int_equal(run(&alone, exact, alone.length, PLAIN_BYTES, &roomy, &out), INTAKE_DAMAGED);
    free(exact);
}

/* A few bytes that claim four gigabytes get a block for what they can give. */
static void test_claims_take_no_memory(void **state) {
    (void)state;
    static const unsigned char claim[] = "\xff\xff\xff\xff\x78\x9c\x00\x00\x00\x00\x00\x00\x00";
    const intake_packing packings[] = {INTAKE_DEFLATE, INTAKE_ZLIB, INTAKE_LZO_SEGMENTS};
    intake_unpacked out;
    for (size_t i = 0; i < sizeof packings / sizeof packings[0]; i++) {
        const intake_packed from = {claim, sizeof claim - 1, packings[i], 0xFFFFFFFF};
        largest_block = 0;
        assert_int_not_equal(intake_unpack(&from, &roomy, &out), INTAKE_OK);
        assert_true(largest_block <= 64 * 1024);
    }
}

/* Zeros: no block is larger than the limit, and with room for them all come out. */
static void test_bombs(void **state) {
    (void)state;
    unsigned char *const zeros = calloc(1, BOMB_BYTES);
    assert_non_null(zeros);
    make(zeros, BOMB_BYTES);
    for (EACH(one)) {
        const packed *const one = all[i_one];
        if (is_missing(one) || one == &stored || one == &lzo_open) continue;
        const uint64_t limit_bytes = BOMB_BYTES / 4;
        largest_block = 0;
        assert_int_equal(run_whole(one, BOMB_BYTES, limit_bytes), INTAKE_MUCH_UNPACKED);
        if (one != &zip_lzma)
            assert_int_equal(run_whole(one, INTAKE_UNKNOWN_BYTES, limit_bytes),
                             INTAKE_MUCH_UNPACKED);
        assert_true(largest_block <= limit_bytes + 1);
        assert_int_equal(run_whole(one, BOMB_BYTES, BOMB_BYTES), INTAKE_OK);
        assert_true(largest_block <= BOMB_BYTES + 1);
    }
    free(zeros);
    make(plain, PLAIN_BYTES);
}

static void test_memory_that_runs_out(void **state) {
    (void)state;
    for (EACH(one)) {
        if (is_missing(all[i_one])) continue;
        most_block = PLAIN_BYTES / 2;
        assert_int_equal(run_whole(all[i_one], PLAIN_BYTES, UINT64_MAX), INTAKE_NO_MEMORY);
        most_block = SIZE_MAX;
    }
}

/* ---- real ones ---- */

static size_t load(const char *folder, const char *name, const char *ending, unsigned char *bytes) {
    char path[4096];
    snprintf(path, sizeof path, "%s/containers/pak/%s%s", folder, name, ending);
    FILE *const file = fopen(path, "rb");
    if (!file) return 0;
    const size_t length = fread(bytes, 1, PACKED_CAPACITY, file);
    fclose(file);
    return length;
}

static void test_samples(void **state) {
    (void)state;
    static const struct {
        const char *name;
        intake_packing packing;
    } samples[] = {{"echoes-resource-0", INTAKE_LZO_SEGMENTS},
                   {"corruption-resource-0", INTAKE_CMPD},
                   {"corruption-resource-1", INTAKE_CMPD}};
    static unsigned char in[PACKED_CAPACITY], expected[PACKED_CAPACITY];
    const char *const named = getenv("NAVLINT_SAMPLES");
    const char *const folder = named ? named : "../shared/samples";
    if (!intake_lzo_prepare()) skip();
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        const size_t in_bytes = load(folder, samples[i].name, ".bin", in);
        const size_t out_bytes = load(folder, samples[i].name, ".out", expected);
        const intake_packed from = {in, in_bytes, samples[i].packing, INTAKE_UNKNOWN_BYTES};
        intake_unpacked out;
        if (in_bytes == 0) skip();
        assert_int_equal(intake_unpack(&from, &roomy, &out), INTAKE_OK);
        assert_int_equal(out.length, out_bytes);
        assert_memory_equal(out.bytes, expected, out_bytes);
        free(out.bytes);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole),
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_every_cut),
        cmocka_unit_test(test_every_byte),
        cmocka_unit_test(test_claims),
        cmocka_unit_test(test_limit),
        cmocka_unit_test(test_what_is_left_over),
        cmocka_unit_test(test_dictionary),
        cmocka_unit_test(test_properties),
        cmocka_unit_test(test_claims_take_no_memory),
        cmocka_unit_test(test_bombs),
        cmocka_unit_test(test_memory_that_runs_out),
        cmocka_unit_test(test_samples),
    };
    return cmocka_run_group_tests_name("unpack_units", tests, make_plain, NULL);
}

/* The mutator of inputs that are made of pieces: built once for each kind, in FUZZ_PIECES. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "validator/build.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

enum { MOST_BYTES = 4096, FILE_BYTES = 1536, ROUNDS = 20000 };

/* An engine that appends a byte where there is room for it, and flips a bit elsewhere. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size) {
    if (max_size == 0) return 0;
    if (size < max_size)
        data[size++] = 0;
    else
        data[size / 2] ^= 1;
    return size;
}

/* A head, then two members of a set; a file and lines of text for the other kinds. */
static size_t make_seed(uint8_t *out) {
    static const char head[] = "\0\0";
    static const char text[] = "Host: a\r\nX: \xe2\x81\xa6=1; b\r\n\r\n";
    size_t at = sizeof head - 1;
    memcpy(out, head, at);
    for (unsigned variant = 0; variant < 2; variant++) {
        size_t length = 0;
        uint8_t *const member = out + at;
        assert_true(nl_build_variant("source-nav", variant, 1, member + 4, FILE_BYTES, &length));
        member[0] = (uint8_t)length;
        member[1] = (uint8_t)(length >> 8);
        member[2] = 1;
        member[3] = 'a';
        at += 4 + length;
    }
    memcpy(out + at, text, sizeof text - 1);
    return at + sizeof text - 1;
}

/* In a block of exactly max_size bytes, for AddressSanitizer. */
static size_t mutate(const uint8_t *seed_bytes, size_t size, size_t max_size, unsigned seed,
                     uint8_t *result) {
    uint8_t *const block = malloc(max_size);
    assert_non_null(block);
    memcpy(block, seed_bytes, size);
    const size_t changed = LLVMFuzzerCustomMutator(block, size, max_size, seed);
    assert_in_range(changed, 1, max_size);
    memcpy(result, block, changed);
    free(block);
    return changed;
}

static void results_keep_their_room_and_differ(void **context) {
    static uint8_t seed_bytes[MOST_BYTES], first[MOST_BYTES], second[MOST_BYTES];
    (void)context;
    const size_t size = make_seed(seed_bytes);
    unsigned differing = 0;
    unsigned growing = 0;
    for (unsigned seed = 0; seed < ROUNDS; seed++) {
        const size_t max_size = size + seed % 3 * 100;
        const size_t a = mutate(seed_bytes, size, max_size, seed, first);
        const size_t b = mutate(seed_bytes, size, max_size, seed, second);
        assert_int_equal(a, b);
        assert_memory_equal(first, second, a);
        differing += a != size || memcmp(first, seed_bytes, size) != 0;
        growing += a > size;
    }
    assert_true(differing > ROUNDS / 2);
    assert_true(growing > 0);
}

/* Whatever came before. */
static void mutations_follow_each_other(void **context) {
    static uint8_t bytes[MOST_BYTES];
    (void)context;
    size_t size = make_seed(bytes);
    for (unsigned seed = 0; seed < ROUNDS; seed++)
        size = mutate(bytes, size, sizeof bytes, seed, bytes);
}

static void nothing_becomes_something(void **context) {
    uint8_t byte = 0;
    (void)context;
    assert_int_equal(LLVMFuzzerCustomMutator(&byte, 0, 1, 7), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_keep_their_room_and_differ),
        cmocka_unit_test(mutations_follow_each_other),
        cmocka_unit_test(nothing_becomes_something),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

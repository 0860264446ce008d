/* The mutator of inputs that are made of pieces: built once for each kind, in FUZZ_PIECES. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "core/tar.h"
#include "fuzz/mutate_kinds.h"
#include "validator/valid_files.h"

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

/* ---- What is known of the pieces ---- */

typedef bool (*is_wanted_fn)(const uint8_t *bytes, size_t size, size_t seed_size);

/* How many of the results are as wanted. */
static unsigned count_results(const void *seed_bytes, size_t size, is_wanted_fn is_wanted) {
    static uint8_t result[MOST_BYTES];
    unsigned count = 0;
    for (unsigned seed = 0; seed < ROUNDS; seed++)
        count += is_wanted(result, mutate(seed_bytes, size, MOST_BYTES, seed, result), size);
    return count;
}

static bool has_longer_name(const uint8_t *bytes, size_t size, size_t seed_size) {
    return bytes[1] > 2 && size == seed_size + bytes[1] - 2;
}

static bool has_another_number(const uint8_t *bytes, size_t size, size_t seed_size) {
    static const uint8_t fact[] = {1, 3, 0, 0, 0, 0, 0xc0, 0xbf, 0, 0};
    return size == seed_size && bytes[6] == 1 && memcmp(bytes + 6, fact, sizeof fact) != 0;
}

static void texts_and_numbers_of_reports_change(void **context) {
    static const char report[] = "\0\2ab\x40\0"
                                 "\1\3\0\0\0\0\xc0\xbf\0\0";
    (void)context;
    if (FUZZ_PIECES != REPORT) return;
    assert_true(count_results(report, sizeof report - 1, has_longer_name) > ROUNDS / 50);
    assert_true(count_results(report, sizeof report - 1, has_another_number) > ROUNDS / 50);
}

static bool ends_at_second_delimiter(const uint8_t *bytes, size_t size, size_t seed_size) {
    return size < seed_size && size > 20 && memcmp(bytes + size - 5, "\r\n--b", 5) == 0;
}

static bool has_many_parts(const uint8_t *bytes, size_t size, size_t seed_size) {
    unsigned parts = 0;
    for (size_t at = 0; at + 3 <= size; at++)
        parts += memcmp(bytes + at, "--b", 3) == 0;
    return size > seed_size && parts > 8;
}

static void forms_are_cut_and_grow_part_by_part(void **context) {
    static const char form[] = "\1\0\0\1b"
                               "--b\r\nX: y\r\n\r\nfile\r\n--b\r\nX: y\r\n\r\nfile\r\n--b--\r\n";
    (void)context;
    if (FUZZ_PIECES != UPLOAD) return;
    assert_true(count_results(form, sizeof form - 1, ends_at_second_delimiter) > ROUNDS / 500);
    assert_true(count_results(form, sizeof form - 1, has_many_parts) > ROUNDS / 500);
}

enum { TAR_AT = 3, CHECKSUM_AT = 148, CHECKSUM_BYTES = 8 };

static unsigned sum_of(const uint8_t *header) {
    unsigned sum = 0;
    for (int i = 0; i < NL_TAR_BLOCK_BYTES; i++)
        sum += i >= CHECKSUM_AT && i < CHECKSUM_AT + CHECKSUM_BYTES ? ' ' : header[i];
    return sum;
}

static size_t put_tar(uint8_t *out) {
    nl_writer writer = nl_writer_over(out + TAR_AT, MOST_BYTES - TAR_AT);
    memset(out, 0, TAR_AT);
    nl_tar_header(&writer, "a", 4);
    nl_write_bytes(&writer, "file", 4);
    nl_tar_pad(&writer, 4);
    nl_tar_end(&writer);
    assert_true(nl_writer_ok(&writer));
    return TAR_AT + writer.at;
}

/* Another header than that of the seed, whose sum is right. */
static bool has_mended_header(const uint8_t *bytes, size_t size, size_t seed_size) {
    uint8_t seed[MOST_BYTES];
    if (size != seed_size || put_tar(seed) != seed_size) return false;
    const uint8_t *const header = bytes + TAR_AT;
    return memcmp(header, seed + TAR_AT, NL_TAR_BLOCK_BYTES) != 0 &&
           strtoul((const char *)header + CHECKSUM_AT, NULL, 8) == sum_of(header);
}

static void sums_of_tars_are_mended(void **context) {
    uint8_t tar[MOST_BYTES];
    (void)context;
    if (FUZZ_PIECES != ARCHIVE) return;
    const size_t size = put_tar(tar);
    assert_true(count_results(tar, size, has_mended_header) > ROUNDS / 50);
}

static bool has_more_damages(const uint8_t *bytes, size_t size, size_t seed_size) {
    (void)bytes;
    return size > seed_size && (size - seed_size) % 3 == 0;
}

static void damages_are_added(void **context) {
    (void)context;
    if (FUZZ_PIECES != DAMAGES) return;
    assert_true(count_results("\0\0\0\0\0", 5, has_more_damages) > ROUNDS / 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_keep_their_room_and_differ),
        cmocka_unit_test(mutations_follow_each_other),
        cmocka_unit_test(nothing_becomes_something),
        cmocka_unit_test(texts_and_numbers_of_reports_change),
        cmocka_unit_test(forms_are_cut_and_grow_part_by_part),
        cmocka_unit_test(sums_of_tars_are_mended),
        cmocka_unit_test(damages_are_added),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The engine behind the rooms' tables of witnesses. */
#include "tests/support/unit.h"

#include <stdlib.h>
#include <string.h>

#include "core/tar.h"
#include "parsers/metroid_path/build.h"
#include "parsers/source_nav/build.h"
#include "parsers/witness.h"

enum { FILE_BYTES = 1 << 14, SCRATCH_BYTES = 1 << 20, LADDER_BYTES = 61 };

/* ---- Tables of our own ---- */

#define ONE     (&(const nav_spec){.version = 16, .rows = 1, .columns = 1})
#define LADDERS (&(const nav_spec){.version = 6, .rows = 1, .columns = 4, .ladders = 2})
#define ROOM    (&(const mp_spec){.columns = 1, .rows = 1})

enum {
    NUMBERS, /* rows of little_rows */
    BUILT,
    SET_AND_CUT,
    CUT_AND_SET,
    STRINGS,
    ZEROS,
    SHORT,
    RAW,
    ARCHIVE,
    DOUBTFUL, /* rows from here on cannot be made */
    NO_ROW = DOUBTFUL,
    NO_SUCH_FIELD,
    GONE_BY_NOW,
    NO_FIELDS_AT_ALL,
    STRING_TOO_LONG,
    CUT_TOO_MUCH,
    DROP_TOO_MUCH,
    BAD_MEMBER,
    LITTLE_ROWS
};

enum { BIG_NUMBER, BIG_REAL, BIG_TEXT, BIG_ROWS }; /* rows of big_rows */

static const nl_witness_file *const little_rows[LITTLE_ROWS] = {
#include "tests/unit/witnesses_little.def"
};

static void write_little(nl_writer *out, const void *spec) {
    nav_write(out, spec);
}

static const nl_witness_file *const big_rows[BIG_ROWS] = {
#include "tests/unit/witnesses_big.def"
};

static void write_big(nl_writer *out, const void *spec) {
    mp_write(out, spec);
}

static const nl_witnesses little = {.rows = little_rows, .write = write_little};
static const nl_witnesses big = {.rows = big_rows, .write = write_big};

/* ---- What is made of them ---- */

typedef struct made {
    bool is_ok;
    size_t length;
    uint8_t bytes[FILE_BYTES];
} made;

static made make_with(const nl_witnesses *table, unsigned row, size_t scratch_bytes) {
    static uint8_t scratch[SCRATCH_BYTES];
    nl_format format = table == &big ? nl_format_metroid_path : nl_format_source_nav;
    format.witnesses = table;
    made file = {.length = 0};
    nl_writer out = nl_writer_over(file.bytes, sizeof file.bytes);
    file.is_ok = nl_write_witness(&format, row, &out, nl_arena_over(scratch, scratch_bytes));
    file.length = out.at;
    return file;
}

static made make(unsigned row) {
    return make_with(&little, row, SCRATCH_BYTES);
}

/* ---- Tests ---- */

static void numbers_have_the_field_s_type(void **state) {
    (void)state;
    const made file = make(NUMBERS);
    assert_true(file.is_ok);
    assert_memory_equal(file.bytes + 4, "\x0F\0\0\0", 4);
    assert_memory_equal(file.bytes + 24, "\xFE\xFF\xFF\xFF", 4);
    assert_memory_equal(file.bytes + 32, "\0\0\xC0\xBF\0\0\xC0\x7F", 8); /* -1.5, a quiet NaN */
    assert_memory_equal(file.bytes + 44, "\0\0\x80\x7F", 4);
}

static void numbers_have_the_field_s_byte_order(void **state) {
    (void)state;
    const made count = make_with(&big, BIG_NUMBER, SCRATCH_BYTES);
    assert_true(count.is_ok);
    assert_memory_equal(count.bytes + 4, "\1\2\3\4", 4);
    const made place = make_with(&big, BIG_REAL, SCRATCH_BYTES);
    assert_true(place.is_ok);
    assert_memory_equal(place.bytes + 8, "\x3F\x80\0\0", 4);
    assert_false(make_with(&big, BIG_TEXT, SCRATCH_BYTES).is_ok); /* bytes, and no number */
}

static void a_path_means_the_file_as_it_is_then(void **state) {
    (void)state;
    const made built = make(BUILT);
    const made before = make(SET_AND_CUT);
    const made after = make(CUT_AND_SET);
    assert_true(built.is_ok && before.is_ok && after.is_ok);
    assert_int_equal(after.length, built.length - LADDER_BYTES);
    assert_int_equal(before.length, after.length);
    assert_memory_equal(before.bytes, after.bytes, after.length);
    assert_false(make(GONE_BY_NOW).is_ok);
}

static void strings_go_to_a_field_s_start_and_to_the_end(void **state) {
    (void)state;
    const made file = make(STRINGS);
    assert_true(file.is_ok);
    assert_memory_equal(file.bytes, "ab\xED\xFE", 4);
    assert_memory_equal(file.bytes + file.length - 5, "c\0dee", 5);
}

static void zeros_are_put_in_front_of_a_field(void **state) {
    (void)state;
    const made file = make(ZEROS);
    assert_true(file.is_ok);
    assert_memory_equal(file.bytes + 12, "\0\0\0\7\7\7\7\1", 8);
}

static void a_file_ends_in_front_of_a_field(void **state) {
    (void)state;
    const made file = make(SHORT);
    assert_true(file.is_ok);
    assert_int_equal(file.length, 16 - 2);
}

static void bytes_stand_in_for_a_file(void **state) {
    (void)state;
    const made file = make(RAW);
    assert_true(file.is_ok);
    assert_int_equal(file.length, 3);
    assert_memory_equal(file.bytes, "r\0w", 3);
}

static void an_archive_has_all_files(void **state) {
    (void)state;
    const made archive = make(ARCHIVE);
    assert_true(archive.is_ok);
    assert_int_equal(archive.length % NL_TAR_BLOCK_BYTES, 0);
    assert_string_equal((const char *)archive.bytes, "first");
    assert_memory_equal(archive.bytes + NL_TAR_BLOCK_BYTES, "1\0", 2);
    const uint8_t *const second = archive.bytes + 2 * (size_t)NL_TAR_BLOCK_BYTES;
    assert_string_equal((const char *)second, "second");
    assert_memory_equal(second + NL_TAR_BLOCK_BYTES, "\xCE\xFA\xED\xFE", 4);
}

static void what_cannot_be_done_fails(void **state) {
    (void)state;
    for (unsigned row = DOUBTFUL; row < LITTLE_ROWS; row++)
        assert_false(make(row).is_ok);
}

/* Every row, in ever larger buffers: it fails until the file has room, on its way to its end too.
 */
static void what_does_not_fit_fails(void **state) {
    (void)state;
    static uint8_t scratch[SCRATCH_BYTES];
    nl_format format = nl_format_source_nav;
    format.witnesses = &little;
    for (unsigned row = 0; row < DOUBTFUL; row++) {
        const size_t length = make(row).length;
        size_t enough = 0;
        for (bool fits = false; !fits; enough++) {
            assert_in_range(enough, 0, FILE_BYTES);
            uint8_t *const tight = malloc(enough + 1);
            assert_non_null(tight);
            nl_writer out = nl_writer_over(tight, enough);
            fits = nl_write_witness(&format, row, &out, nl_arena_over(scratch, sizeof scratch));
            assert_true(!fits || out.at == length);
            free(tight);
        }
        assert_in_range(enough, length + 1, FILE_BYTES);
    }
}

static void no_field_is_found_in_too_little_memory(void **state) {
    (void)state;
    size_t enough = 0;
    while (enough < SCRATCH_BYTES && !make_with(&little, NUMBERS, enough).is_ok)
        enough += 64;
    assert_in_range(enough, sizeof(navlint_report), SCRATCH_BYTES);
    for (size_t more = enough; more < enough + 4096; more += 512)
        assert_true(make_with(&little, NUMBERS, more).is_ok);
    assert_true(make_with(&little, RAW, 0).is_ok);
}

static void bytes_are_put_in_and_taken_out(void **state) {
    (void)state;
    uint8_t bytes[8] = "abcdef";
    nl_writer file = {bytes, sizeof bytes, 6};
    assert_true(nl_splice(&file, 2, 2));
    assert_int_equal(file.at, 8);
    assert_memory_equal(bytes, "ab\0\0cdef", 8);
    assert_true(nl_splice(&file, 1, -4));
    assert_int_equal(file.at, 4);
    assert_memory_equal(bytes, "adef", 4);
    assert_true(nl_splice(&file, 4, 4));
    assert_int_equal(file.at, 8);
}

static void a_splice_that_does_not_fit_changes_nothing(void **state) {
    (void)state;
    uint8_t bytes[8] = "abcdef";
    nl_writer file = {bytes, sizeof bytes, 6};
    assert_false(nl_splice(&file, 2, 3));
    assert_false(nl_splice(&file, 7, 1));
    assert_false(nl_splice(&file, 4, -3));
    assert_false(nl_splice(&file, 0, INT64_MIN));
    assert_int_equal(file.at, 6);
    assert_memory_equal(bytes, "abcdef", 7);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_have_the_field_s_type),
        cmocka_unit_test(numbers_have_the_field_s_byte_order),
        cmocka_unit_test(a_path_means_the_file_as_it_is_then),
        cmocka_unit_test(strings_go_to_a_field_s_start_and_to_the_end),
        cmocka_unit_test(zeros_are_put_in_front_of_a_field),
        cmocka_unit_test(a_file_ends_in_front_of_a_field),
        cmocka_unit_test(bytes_stand_in_for_a_file),
        cmocka_unit_test(an_archive_has_all_files),
        cmocka_unit_test(what_cannot_be_done_fails),
        cmocka_unit_test(what_does_not_fit_fails),
        cmocka_unit_test(no_field_is_found_in_too_little_memory),
        cmocka_unit_test(bytes_are_put_in_and_taken_out),
        cmocka_unit_test(a_splice_that_does_not_fit_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

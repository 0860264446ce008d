/* What the rooms' witnesses are made with. */
#include "tests/support/unit.h"

#include <string.h>

#include "core/tar.h"
#include "parsers/witness.h"
#include "tests/support/sample.h"

enum { SCRATCH_BYTES = 1 << 20 };

static bool finds(const char *path, size_t scratch_bytes, navlint_field *field) {
    static uint8_t scratch[SCRATCH_BYTES];
    sample file = built(BASE);
    const nl_writer written = {file.bytes, sizeof file.bytes, file.length};
    return nl_find_field(nl_formats[0], &written, path, nl_arena_over(scratch, scratch_bytes),
                         field);
}

static void a_field_is_found_by_its_path(void **state) {
    (void)state;
    navlint_field field;
    assert_true(finds("/version", SCRATCH_BYTES, &field));
    assert_int_equal(field.offset, 4);
    assert_int_equal(field.length, 4);
    assert_false(finds("/versions", SCRATCH_BYTES, &field));
}

static void no_field_is_found_in_too_little_memory(void **state) {
    (void)state;
    navlint_field field;
    size_t enough = 0;
    while (enough < SCRATCH_BYTES && !finds("/version", enough, &field))
        enough += 64;
    assert_in_range(enough, sizeof(navlint_report), SCRATCH_BYTES);
    for (size_t more = enough; more < enough + 4096; more += 512)
        assert_true(finds("/version", more, &field));
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

static void what_does_not_fit_changes_nothing(void **state) {
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

/* A header, the file and its padding; one byte less does not do. */
static void an_archive_takes_files_that_fit(void **state) {
    (void)state;
    static uint8_t bytes[2 * NL_TAR_BLOCK_BYTES];
    for (size_t capacity = 0; capacity <= sizeof bytes; capacity++) {
        nl_writer out = nl_writer_over(bytes, capacity);
        nl_writer file = nl_open_member(&out);
        nl_write_bytes(&file, "file", 4);
        assert_int_equal(nl_close_member(&out, &file, "name"), capacity == sizeof bytes);
    }
    assert_string_equal((const char *)bytes, "name");
    assert_memory_equal(bytes + NL_TAR_BLOCK_BYTES, "file\0", 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_field_is_found_by_its_path),
        cmocka_unit_test(no_field_is_found_in_too_little_memory),
        cmocka_unit_test(bytes_are_put_in_and_taken_out),
        cmocka_unit_test(what_does_not_fit_changes_nothing),
        cmocka_unit_test(an_archive_takes_files_that_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Whose bytes are they? */
#include "tests/support/unit.h"

#include "tests/support/judge.h"

static const char *detected(const char *name, const void *bytes, size_t length) {
    const navlint_input input = {.name = name, .bytes = bytes, .length = length};
    const char *how = "untouched";
    const navlint_format *const format = navlint_detect(&input, &how);
    assert_ptr_equal(navlint_detect(&input, NULL), format);
    assert_true((format == NULL) == (how == NULL));
    if (format) assert_string_equal(format->id, "source-nav");
    return how;
}

static void the_magic_is_told(void **state) {
    (void)state;
    assert_string_equal(detected(NULL, "\xCE\xFA\xED\xFE", 4), "magic");
    assert_string_equal(detected("x.zip", "\xCE\xFA\xED\xFE\x10\0\0\0", 8), "magic");
    assert_string_equal(detected(NULL, "\xFE\xED\xFA\xCE", 4), "magic"); /* big-endian */
}

static void a_damaged_magic_is_told_by_the_rest(void **state) {
    (void)state;
    assert_string_equal(detected(NULL, "\xCE\xFB\xED\xFE\x10\0\0\0", 8), "content");
    assert_null(detected(NULL, "\xCE\xFB\xED\xFE\x11\0\0\0", 8));
    assert_null(detected(NULL, "\xCE\xFB\xEE\xFE\x10\0\0\0", 8)); /* two bytes differ */
    assert_null(detected(NULL, "\xCE\xFB\xED\xFE\x10\0\0", 7));
}

static void the_wrapper_is_told_by_its_size(void **state) {
    (void)state;
    const char wrapped[] = "LZMA\x1C\0\0\0\1\0\0\0]\0\0\0\1\0";
    assert_string_equal(detected(NULL, wrapped, 18), "content");
    assert_null(detected(NULL, wrapped, 17));
    assert_null(detected(NULL, "LZMA", 4));
}

static void a_name_decides_where_no_content_speaks(void **state) {
    (void)state;
    assert_string_equal(detected("maps/de_dust2.nav", "unlike", 6), "name");
    assert_string_equal(detected("DE_DUST2.NAV", "", 0), "name");
    assert_string_equal(detected("a.nav", NULL, 0), "name");
    assert_null(detected("a.nav.txt", "unlike", 6));
    assert_null(detected("nav", "unlike", 6));
    assert_null(detected(".", "unlike", 6));
    assert_null(detected("", "", 0));
    assert_null(detected(NULL, "", 0));
    assert_null(detected(NULL, NULL, 0));
}

static void no_input_is_no_format(void **state) {
    (void)state;
    const char *how = "untouched";
    assert_null(navlint_detect(NULL, &how));
    assert_null(how);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_magic_is_told),
        cmocka_unit_test(a_damaged_magic_is_told_by_the_rest),
        cmocka_unit_test(the_wrapper_is_told_by_its_size),
        cmocka_unit_test(a_name_decides_where_no_content_speaks),
        cmocka_unit_test(no_input_is_no_format),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Bounded text, message templates and JSON Pointers. */
#include "tests/support/unit.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/limits.h"
#include "core/path.h"
#include "core/text.h"

static void expect_real(double value, const char *expected) {
    char chars[64];
    nl_text text = nl_text_over(chars, sizeof chars);
    nl_put_real(&text, value);
    assert_string_equal(chars, expected);
}

static void reals_are_short_and_read_back(void **state) {
    (void)state;
    expect_real(0, "0");
    expect_real(-0.0, "-0");
    expect_real(1, "1");
    expect_real(-24.5, "-24.5");
    expect_real((double)0.1f, "0.1");
    expect_real((double)(1.0f / 3), "0.33333334");
    expect_real(16385, "16385");
    expect_real((double)16777217.0f, "16777216");
    expect_real((double)FLT_MAX, "3.4028235e+38");
    expect_real((double)FLT_MIN, "1.1754944e-38");
    expect_real((double)FLT_TRUE_MIN, "1.4013e-45");
}

static void what_is_no_number_has_a_name(void **state) {
    (void)state;
    expect_real((double)NAN, "NaN");
    expect_real(-(double)NAN, "NaN");
    expect_real((double)INFINITY, "Infinity");
    expect_real(-(double)INFINITY, "-Infinity");
}

static void every_float_reads_back(void **state) {
    (void)state;
    for (uint64_t bits = 0; bits <= UINT32_MAX; bits += 65521) {
        const uint32_t word = (uint32_t)bits;
        float value;
        memcpy(&value, &word, sizeof value);
        char chars[64];
        nl_text text = nl_text_over(chars, sizeof chars);
        nl_put_real(&text, (double)value);
        if (isfinite(value)) assert_true(strtof(chars, NULL) == value);
    }
}

/* What the C library makes of it, from six digits on. */
static void expect_as_library(double value) {
    char digits[64];
    for (int precision = 6; precision <= 9; precision++) {
        (void)snprintf(digits, sizeof digits, "%.*g", precision, value);
        if ((float)strtod(digits, NULL) == (float)value) break;
    }
    expect_real(value, digits);
}

static void digits_are_the_librarys(void **state) {
    (void)state;
    for (uint64_t bits = 0; bits < 0x7F800000; bits += 8191) {
        const uint32_t word = (uint32_t)bits;
        float value;
        memcpy(&value, &word, sizeof value);
        expect_as_library((double)value);
        expect_as_library(-(double)value);
    }
}

/* Halves of all places, powers of ten and what lies beside them. */
static void digits_near_the_middle_and_the_ends(void **state) {
    (void)state;
    for (double power = 1e-6; power < 1e10; power *= 10) {
        for (int step = 1; step < 3000; step++) {
            expect_as_library(power * step / 2);
            expect_as_library(power * step / 2 * (1 - DBL_EPSILON));
            expect_as_library(power * step / 2 * (1 + DBL_EPSILON));
            expect_as_library(power * (999999 + step * 0.0005) / 1000);
        }
    }
}

static void integers_of_all_sizes(void **state) {
    (void)state;
    char chars[128];
    nl_text text = nl_text_over(chars, sizeof chars);
    const navlint_value lowest = nl_int(INT64_MIN);
    const navlint_value minus = nl_int(-7);
    const navlint_value nothing = {0};
    nl_put_uint(&text, 0);
    nl_put_char(&text, ' ');
    nl_put_uint(&text, UINT64_MAX);
    nl_put_char(&text, ' ');
    nl_put_value(&text, &lowest);
    nl_put_value(&text, &minus);
    nl_put_value(&text, &nothing);
    nl_put(&text, " ");
    nl_put_hex(&text, 0);
    nl_put_hex(&text, UINT64_MAX);
    assert_string_equal(chars, "0 18446744073709551615 -9223372036854775808-7 "
                               "0x00xffffffffffffffff");
    assert_int_equal(text.length, strlen(chars));
}

static void bytes_of_a_file_are_escaped(void **state) {
    (void)state;
    char chars[300];
    nl_text text = nl_text_over(chars, sizeof chars);
    const uint8_t odd[] = {0x00, 0x1F, ' ', '"', '\\', '~', 0x7F, 0x80, 0xFF};
    nl_put_bytes(&text, odd, sizeof odd);
    assert_string_equal(chars, "\\x00\\x1f \"\\x5c~\\x7f\\x80\\xff");
}

static void long_names_are_cut_with_a_mark(void **state) {
    (void)state;
    uint8_t name[NL_SHOWN_NAME_BYTES + 1];
    char chars[4 * NL_SHOWN_NAME_BYTES + 4];
    memset(name, 0xEE, sizeof name);
    nl_text text = nl_text_over(chars, sizeof chars);
    nl_put_bytes(&text, name, NL_SHOWN_NAME_BYTES);
    assert_int_equal(text.length, 4 * NL_SHOWN_NAME_BYTES);
    text = nl_text_over(chars, sizeof chars);
    nl_put_bytes(&text, name, sizeof name);
    assert_int_equal(text.length, 4 * NL_SHOWN_NAME_BYTES + 3);
    assert_string_equal(chars + text.length - 3, "...");
}

static void what_does_not_fit_is_cut(void **state) {
    (void)state;
    char chars[8] = "#######";
    nl_text text = nl_text_over(chars, 5);
    nl_put(&text, "abc");
    nl_put(&text, "defg");
    assert_string_equal(chars, "abcd");
    assert_int_equal(text.length, 4);
    assert_memory_equal(chars + 5, "##", 3); /* what lies behind is not touched */
    text = nl_text_over(chars, 1);
    nl_put_uint(&text, 12345);
    assert_string_equal(chars, "");
}

static void expect_template(const char *template_text, const char *expected) {
    const navlint_value actual = nl_uint(255);
    const navlint_value wanted = nl_string("a word");
    const navlint_value args[NL_MAX_ARGS] = {nl_uint(16), nl_real(0.5), nl_int(-1), {0}};
    const nl_template_values values = {&actual, &wanted, args};
    char chars[128];
    nl_text text = nl_text_over(chars, sizeof chars);
    nl_put_template(&text, template_text, &values);
    assert_string_equal(chars, expected);
}

static void templates_are_filled_in(void **state) {
    (void)state;
    expect_template("", "");
    expect_template("no braces", "no braces");
    expect_template("{actual} is not {expected}", "255 is not a word");
    expect_template("{0}{1}{2}{3}.", "160.5-1.");
    expect_template("{actual:x} {0:x}", "0xff 0x10");
    expect_template("{expected:x} {1:x} {2:x}", "a word 0.5 -1"); /* only integers have digits */
}

static void templates_know_one_from_many(void **state) {
    (void)state;
    const navlint_value one = nl_uint(1), minus = nl_int(1), two = nl_uint(2);
    const navlint_value args[NL_MAX_ARGS] = {nl_uint(1), nl_uint(0), nl_real(1), nl_string("1")};
    const nl_template_values values = {&one, &two, args};
    char chars[128];
    nl_text text = nl_text_over(chars, sizeof chars);
    nl_put_template(
        &text, "{actual:byte|bytes} {expected:is|are} {0:vertex|vertices} {1:|s} {2:a|b} {3:a|b}",
        &values);
    assert_string_equal(chars, "byte are vertex s a b");
    text = nl_text_over(chars, sizeof chars);
    nl_put_template(&text, "{actual:byte|bytes", &(nl_template_values){&minus, &two, args});
    assert_string_equal(chars, "byte");
}

static void odd_templates_do_no_harm(void **state) {
    (void)state;
    expect_template("{4}{9}{}{:x}{actua}{actuals}|", "|");
    expect_template("{!}{number}{whatever}|", "|"); /* as long as names that there are */
    expect_template("{4:a|b}{x:a|b}{0:}{0:|}|", "16|");
    expect_template("open {actual", "open 255");
    expect_template("open {", "open ");
    expect_template("}", "}");
}

static void template_values_are_not_templates(void **state) {
    (void)state;
    const navlint_value actual = nl_string("{expected}");
    const navlint_value expected = nl_string("no");
    const navlint_value args[NL_MAX_ARGS] = {{0}};
    char chars[64];
    nl_text text = nl_text_over(chars, sizeof chars);
    nl_put_template(&text, "<{actual}>", &(nl_template_values){&actual, &expected, args});
    assert_string_equal(chars, "<{expected}>");
}

static void expect_path(const nl_path *path, const char *expected) {
    char chars[256];
    nl_text text = nl_text_over(chars, sizeof chars);
    nl_put_path(&text, path);
    assert_string_equal(chars, expected);
}

static void paths_are_json_pointers(void **state) {
    (void)state;
    const nl_path areas = nl_key(NULL, "areas");
    const nl_path area = nl_item(&areas, 40);
    const nl_path connections = nl_key(&area, "connections");
    const nl_path north = nl_key(&connections, "north");
    const nl_path last = nl_item(&north, UINT64_MAX);
    expect_path(NULL, "");
    expect_path(&areas, "/areas");
    expect_path(&last, "/areas/40/connections/north/18446744073709551615");
}

static void paths_keep_the_deepest_frames(void **state) {
    (void)state;
    nl_path frames[NL_MAX_PATH_DEPTH + 2];
    frames[0] = nl_key(NULL, "root");
    for (size_t i = 1; i < NL_MAX_PATH_DEPTH + 2; i++)
        frames[i] = nl_item(&frames[i - 1], i);
    expect_path(&frames[NL_MAX_PATH_DEPTH - 1], "/root/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15");
    expect_path(&frames[NL_MAX_PATH_DEPTH + 1], "/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reals_are_short_and_read_back),
        cmocka_unit_test(what_is_no_number_has_a_name),
        cmocka_unit_test(every_float_reads_back),
        cmocka_unit_test(digits_are_the_librarys),
        cmocka_unit_test(digits_near_the_middle_and_the_ends),
        cmocka_unit_test(integers_of_all_sizes),
        cmocka_unit_test(bytes_of_a_file_are_escaped),
        cmocka_unit_test(long_names_are_cut_with_a_mark),
        cmocka_unit_test(what_does_not_fit_is_cut),
        cmocka_unit_test(templates_are_filled_in),
        cmocka_unit_test(templates_know_one_from_many),
        cmocka_unit_test(odd_templates_do_no_harm),
        cmocka_unit_test(template_values_are_not_templates),
        cmocka_unit_test(paths_are_json_pointers),
        cmocka_unit_test(paths_keep_the_deepest_frames),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Whose bytes are they? */
#include "tests/support/unit.h"

#include "tests/support/judge.h"

#include <string.h>

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

/* ---- What the fronts ask ---- */

static const navlint_format *as(const char *forced, const char *name, const char *bytes,
                                navlint_origin origin) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    options.format = forced;
    const navlint_input input = {.name = name, .bytes = bytes, .length = strlen(bytes)};
    return navlint_detect_as(&options, &input, origin);
}

static void without_a_forced_format_the_bytes_decide(void **state) {
    (void)state;
    const navlint_format *const nav = navlint_format_by_id("source-nav");
    for (navlint_origin origin = NAVLINT_NAMED; origin <= NAVLINT_FOUND; origin++) {
        assert_ptr_equal(as(NULL, "a", "\xCE\xFA\xED\xFE", origin), nav);
        assert_ptr_equal(as(NULL, "a.nav", "unlike", origin), nav);
        assert_null(as(NULL, "a.txt", "unlike", origin));
        assert_null(navlint_detect_as(NULL, NULL, origin));
    }
}

static void a_forced_format_holds_for_what_is_named(void **state) {
    (void)state;
    const navlint_format *const gta = navlint_format_by_id("gta-nodes");
    assert_ptr_equal(as("gta-nodes", "a.txt", "unlike", NAVLINT_NAMED), gta);
    assert_ptr_equal(as("gta-nodes", NULL, "\xCE\xFA\xED\xFE", NAVLINT_NAMED), gta);
    assert_ptr_equal(as("skyrim-nvmi", "a.txt", "unlike", NAVLINT_NAMED),
                     navlint_format_by_id("skyrim-navmesh"));
}

static void a_forced_format_takes_of_what_is_found_its_own(void **state) {
    (void)state;
    const navlint_format *const gta = navlint_format_by_id("gta-nodes");
    const navlint_format *const nav = navlint_format_by_id("source-nav");
    assert_ptr_equal(as("source-nav", "a.txt", "\xCE\xFA\xED\xFE", NAVLINT_FOUND), nav);
    assert_ptr_equal(as("gta-nodes", "other.DAT", "unlike", NAVLINT_FOUND), gta);
    assert_null(as("gta-nodes", "other.DAT", "\xCE\xFA\xED\xFE", NAVLINT_FOUND));
    assert_null(as("gta-nodes", "a.nav", "unlike", NAVLINT_FOUND));
    assert_null(as("gta-nodes", "a.txt", "unlike", NAVLINT_FOUND));
    assert_null(as("gta-nodes", NULL, "unlike", NAVLINT_FOUND));
}

typedef struct companion_case {
    const char *name;
    size_t length;
    bool is_one;
} companion_case;

static void companions_of_macos_are_passed_over_where_they_are_found(void **state) {
    (void)state;
    static const char header[] = "\0\5\x16\7\0\2\0\0Mac OS X        ";
    static const companion_case cases[] = {
        {"._a.nav", sizeof header, true},
        {"maps/._a.nav", 4, true},
        {"x.zip!__MACOSX/._a.bsp", 4, true},
        {"x.zip!._a.nav", 4, true},
        {"maps\\._a.nav", 4, true},
        {"._a.nav", 3, false},
        {"a._b.nav", sizeof header, false},
        {"._/a.nav", sizeof header, false},
        {"__MACOSX/a.nav", sizeof header, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const navlint_input input = {
            .name = cases[i].name, .bytes = header, .length = cases[i].length};
        assert_non_null(navlint_detect_as(NULL, &input, NAVLINT_NAMED));
        if (!navlint_detect_as(NULL, &input, NAVLINT_FOUND) != cases[i].is_one)
            fail_msg("%s of %zu bytes", cases[i].name, cases[i].length);
    }
    assert_non_null(as(NULL, "._a.nav", "\xCE\xFA\xED\xFE", NAVLINT_FOUND));
    assert_null(as(NULL, NULL, "unlike", NAVLINT_FOUND));
    assert_non_null(navlint_detect_as(NULL, &(navlint_input){.name = "._a.nav"}, NAVLINT_FOUND));
}

static void extensions_are_taken_in_any_case(void **state) {
    (void)state;
    const navlint_format *const nav = navlint_format_by_id("source-nav");
    assert_true(navlint_format_takes_name(nav, "maps/a.NAV"));
    assert_true(navlint_format_takes_name(NULL, "a.nav"));
    assert_true(navlint_format_takes_name(NULL, "any.dat")); /* others use it too */
    assert_false(navlint_format_takes_name(nav, "any.dat"));
    assert_false(navlint_format_takes_name(nav, "a.nav.txt"));
    assert_false(navlint_format_takes_name(nav, "a.nav/b"));
    assert_false(navlint_format_takes_name(NULL, "nav"));
    assert_false(navlint_format_takes_name(NULL, ""));
    assert_false(navlint_format_takes_name(NULL, NULL));
}

/* ---- What a file is instead ---- */

static void expect_words(const char *name, const char *bytes, size_t length, const char *words) {
    const navlint_input input = {.name = name, .bytes = bytes, .length = length};
    judged j = judge_set(NULL, &input, 1);
    const navlint_limit *const limit = navlint_report_limit(j.report);
    const navlint_finding *const finding = navlint_report_finding(j.report, 0);
    const char *const said = limit ? limit->message : finding ? finding->message : "";
    if (!strstr(said, words)) fail_msg("%s does not say %s", said, words);
    judged_free(&j);
}

static void files_of_other_kinds_are_named(void **state) {
    (void)state;
    static const char zeros[512];
    static const struct {
        const char *bytes;
        size_t length;
        const char *words;
    } files[] = {
        {"", 0, "an empty file"},
        {zeros, sizeof zeros, "zero bytes"},
        {"Notes.\r\n\tgr\xC3\xBC\xC3\x9F", 14, "a text file"},
        {"version https://git-lfs.github.com/spec/v1\noid sha256:0", 55, "run git lfs pull"},
        {"PK\3\4\24\0\0\0\0\0\0\0", 12, "a zip archive"},
        {"BSA\0\x69\0\0\0\x24\0\0\0", 12, "(BSA)"},
        {"4SET\1\2\3\4\5\6\7\1", 12, "swapped bytes"},
        {"<!DOCTYPE html><title>", 22, "a web page"},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        expect_words("upload", files[i].bytes, files[i].length, files[i].words);
        expect_words("upload.nav", files[i].bytes, files[i].length, files[i].words);
    }
    expect_words("upload", "\1\2\3", 3, "no known format recognises the bytes");
    expect_words("upload", "\xFF\x80\xFF\x7F", 4, "no known format recognises the bytes");
}

static void what_the_bytes_say_is_not_doubted(void **state) {
    (void)state;
    const navlint_input input = {.name = "a.txt", .bytes = "\xCE\xFA\xED\xFE", .length = 4};
    judged j = judge_set(NULL, &input, 1);
    for (size_t i = 0; i < navlint_report_finding_count(j.report); i++)
        assert_null(strstr(navlint_report_finding(j.report, i)->message, "this is"));
    judged_free(&j);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_magic_is_told),
        cmocka_unit_test(a_damaged_magic_is_told_by_the_rest),
        cmocka_unit_test(the_wrapper_is_told_by_its_size),
        cmocka_unit_test(a_name_decides_where_no_content_speaks),
        cmocka_unit_test(no_input_is_no_format),
        cmocka_unit_test(without_a_forced_format_the_bytes_decide),
        cmocka_unit_test(a_forced_format_holds_for_what_is_named),
        cmocka_unit_test(a_forced_format_takes_of_what_is_found_its_own),
        cmocka_unit_test(companions_of_macos_are_passed_over_where_they_are_found),
        cmocka_unit_test(extensions_are_taken_in_any_case),
        cmocka_unit_test(files_of_other_kinds_are_named),
        cmocka_unit_test(what_the_bytes_say_is_not_doubted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

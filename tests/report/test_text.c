#include <string.h>

#include "tests/report/cases.h"
#include "tests/report/suite.h"

#define FULL_ERROR                                                                                 \
    "maps/full.nav:+0x2e60: error: 7 areas, 3 fit [FIRST_COUNT] (250 in all)\n"                    \
    "maps/full.nav:+0x10: note: the count\n"                                                       \
    "maps/full.nav:+0x20: note: the end\n"
#define FULL_WARNING "maps/full.nav:+0x3000: warning: odd [FIRST_ODD]\n"
#define FULL_INFO    "maps/full.nav:+0x3001: info: odder [FIRST_ODD]\n"
#define FULL_NOTE                                                                                  \
    "maps/full.nav: note: findings are left out: 250 errors, 1 warnings and 1 infos in all\n"
#define SET_NOTE     "maps: note: findings are left out: 251 errors, 1 warnings and 2 infos in all\n"
#define SET_ERROR    "maps:+0x0: error: 2 files, 64 make a map [FIRST_COUNT]\n"
#define LIMITED_INFO "limited.nav:+0x1: info: odd [FIRST_ODD]\n"
#define LIMITED_NOTE "limited.nav: indeterminate: the step budget ran out [limit:steps]\n"

static void is_empty_for_a_clean_file(void **state) {
    (void)state;
    expect_text(navlint_report_text(&clean_report, NAVLINT_INFO), "");
}

static void has_a_line_for_each_finding_and_related_place(void **state) {
    (void)state;
    expect_text(navlint_report_text(&full_report, NAVLINT_INFO),
                FULL_ERROR FULL_WARNING FULL_INFO FULL_NOTE);
}

static void leaves_out_what_is_less_severe(void **state) {
    (void)state;
    expect_text(navlint_report_text(&full_report, NAVLINT_WARNING),
                FULL_ERROR FULL_WARNING FULL_NOTE);
    expect_text(navlint_report_text(&full_report, NAVLINT_ERROR), FULL_ERROR FULL_NOTE);
}

static void names_the_limit_whatever_the_severity(void **state) {
    (void)state;
    expect_text(navlint_report_text(&limited_report, NAVLINT_INFO), LIMITED_INFO LIMITED_NOTE);
    expect_text(navlint_report_text(&limited_report, NAVLINT_ERROR), LIMITED_NOTE);
    expect_text(navlint_report_text(&unrecognised_report, NAVLINT_ERROR),
                "-: indeterminate: no known format fits [limit:unrecognised]\n");
}

static void shows_members_in_order_then_their_set(void **state) {
    (void)state;
    expect_text(
        navlint_report_text(&set_report, NAVLINT_INFO),
        FULL_ERROR FULL_WARNING FULL_INFO FULL_NOTE LIMITED_INFO LIMITED_NOTE SET_ERROR SET_NOTE);
}

static void names_the_limit_of_the_set_itself(void **state) {
    (void)state;
    static const navlint_limit limit = {"arena", "no memory is left for the set"};
    navlint_report report = set_report;
    report.limit = &limit;
    expect_text(navlint_report_text(&report, NAVLINT_ERROR),
                FULL_ERROR FULL_NOTE LIMITED_NOTE SET_ERROR SET_NOTE
                "maps: indeterminate: no memory is left for the set [limit:arena]\n");
}

static void escapes_what_could_fool_a_terminal(void **state) {
    (void)state;
    expect_text(navlint_report_text(&hostile_report, NAVLINT_INFO),
                "a\\xffb\\xe2\\x82c\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"
                "d\\xc0\\xafe\\xed\\xa0\\x80f\\xf4\\x90\\x80\\x80g\\x0a\\x1b[31m\\x7f"
                "\\xc2\\x9b\\xe2\\x80\\xae\\xe2\\x80\\xa8\\xf0\\x9f\\x98"
                ":+0x0: error: place \"\\x1b[2J\\xff\" [FIRST_COUNT]\n");
}

/* Every byte pair and a tail: whatever comes, the text has one line and no control character. */
static void holds_one_line_for_any_name(void **state) {
    (void)state;
    for (unsigned pair = 0; pair < 0x10000; pair++) {
        const char name[] = {'n', (char)(pair >> 8), (char)(pair & 0xFF), '\0'};
        navlint_report report = unrecognised_report;
        report.name = name;
        const navlint_text text = navlint_report_text(&report, NAVLINT_INFO);
        assert_non_null(text.text);
        assert_ptr_equal(strpbrk(text.text, "\n\r\x1b\x7f"), text.text + text.length - 1);
        navlint_text_free(text);
    }
}

int run_text_tests(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_empty_for_a_clean_file),
        cmocka_unit_test(has_a_line_for_each_finding_and_related_place),
        cmocka_unit_test(leaves_out_what_is_less_severe),
        cmocka_unit_test(names_the_limit_whatever_the_severity),
        cmocka_unit_test(shows_members_in_order_then_their_set),
        cmocka_unit_test(names_the_limit_of_the_set_itself),
        cmocka_unit_test(escapes_what_could_fool_a_terminal),
        cmocka_unit_test(holds_one_line_for_any_name),
    };
    return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}

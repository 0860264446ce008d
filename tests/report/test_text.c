#include <string.h>

#include "tests/report/cases.h"
#include "tests/report/suite.h"

#define FULL_ERROR                                                                                 \
    "maps/full.nav:+0x2e60: error: 7 areas, 3 fit [FIRST_COUNT]\n"                                 \
    "maps/full.nav:+0x10: note: the count\n"                                                       \
    "maps/full.nav:+0x20: note: the end\n"
#define FULL_MORE    "maps/full.nav: ... and 249 more FIRST_COUNT\n"
#define FULL_WARNING "maps/full.nav:+0x3000: warning: odd [FIRST_ODD]\n"
#define FULL_INFO    "maps/full.nav:+0x3001: info: odder [FIRST_ODD]\n"
#define SET_ERROR    "maps:+0x0: error: 2 files, 64 make a map [FIRST_COUNT]\n"
#define LIMITED_INFO "limited.nav:+0x1: info: odd [FIRST_ODD]\n"
#define LIMITED_NOTE "limited.nav: indeterminate: the step budget ran out [limit:steps]\n"

static const navlint_text_style warnings = {.struct_bytes = sizeof warnings,
                                            .min_severity = NAVLINT_WARNING};
static const navlint_text_style errors = {.struct_bytes = sizeof errors,
                                          .min_severity = NAVLINT_ERROR};

static void is_empty_for_a_clean_file(void **state) {
    (void)state;
    expect_text(navlint_report_text(&clean_report, NULL), "");
}

static void has_a_line_for_each_finding_and_related_place(void **state) {
    (void)state;
    expect_text(navlint_report_text(&full_report, NULL),
                FULL_ERROR FULL_MORE FULL_WARNING FULL_INFO);
}

static void shows_hints_alone_if_asked_to(void **state) {
    (void)state;
    static const navlint_text_style hints = {
        .struct_bytes = sizeof hints, .min_severity = NAVLINT_ERROR, .hints_only = true};
    expect_text(navlint_report_text(&full_report, &hints),
                "maps/full.nav:+0x2e60: error: 7 areas, 3 fit [FIRST_COUNT]\n"
                "maps/full.nav:+0x10: note: the count\n" FULL_MORE);
}

static void gives_places_in_the_outer_file(void **state) {
    (void)state;
    static const uint64_t offsets[] = {0x100}, nowhere[] = {UINT64_MAX};
    navlint_text_style style = {.struct_bytes = sizeof style,
                                .min_severity = NAVLINT_ERROR,
                                .outer_offsets = offsets,
                                .outer_name = "x.gma"};
    expect_text(navlint_report_text(&full_report, &style),
                "maps/full.nav:+0x2e60: error: 7 areas, 3 fit [FIRST_COUNT] (+0x2f60 in x.gma)\n"
                "maps/full.nav:+0x10: note: the count (+0x110 in x.gma)\n"
                "maps/full.nav:+0x20: note: the end (+0x120 in x.gma)\n" FULL_MORE);
    style.outer_offsets = nowhere;
    expect_text(navlint_report_text(&full_report, &style), FULL_ERROR FULL_MORE);
}

/* Of callers that know no outer file yet. */
static void reads_styles_of_older_callers(void **state) {
    (void)state;
    static const uint64_t offsets[] = {0x100};
    const navlint_text_style style = {.struct_bytes = offsetof(navlint_text_style, outer_offsets),
                                      .min_severity = NAVLINT_ERROR,
                                      .outer_offsets = offsets};
    expect_text(navlint_report_text(&full_report, &style), FULL_ERROR FULL_MORE);
}

static void leaves_out_what_is_less_severe(void **state) {
    (void)state;
    expect_text(navlint_report_text(&full_report, &warnings), FULL_ERROR FULL_MORE FULL_WARNING);
    expect_text(navlint_report_text(&full_report, &errors), FULL_ERROR FULL_MORE);
}

static void names_the_limit_whatever_the_severity(void **state) {
    (void)state;
    expect_text(navlint_report_text(&limited_report, NULL), LIMITED_INFO LIMITED_NOTE);
    expect_text(navlint_report_text(&limited_report, &errors), LIMITED_NOTE);
    expect_text(navlint_report_text(&unrecognised_report, &errors),
                "-: indeterminate: no known format fits [limit:unrecognised]\n");
}

static void shows_members_in_order_then_their_set(void **state) {
    (void)state;
    expect_text(navlint_report_text(&set_report, NULL),
                FULL_ERROR FULL_MORE FULL_WARNING FULL_INFO LIMITED_INFO LIMITED_NOTE SET_ERROR);
}

static void names_the_limit_of_the_set_itself(void **state) {
    (void)state;
    static const navlint_limit limit = {"arena", "no memory is left for the set"};
    navlint_report report = set_report;
    report.limit = &limit;
    expect_text(navlint_report_text(&report, &errors), FULL_ERROR FULL_MORE LIMITED_NOTE SET_ERROR
                "maps: indeterminate: no memory is left for the set [limit:arena]\n");
}

/* ---- What is left out ---- */

#define LINE(offset, word, code) "many:+" offset ": " word ": odd [" code "]\n"

static const navlint_rule first = {.code = "FIRST"};
static const navlint_rule second = {.code = "SECOND"};

static navlint_finding odd(const navlint_rule *rule, navlint_severity severity, uint64_t offset) {
    return (navlint_finding){
        .rule = rule, .severity = severity, .message = "odd", .offset = offset};
}

/* The report shows its findings alone: what is found in all is up to the test. */
static navlint_report many(const navlint_finding *findings, size_t count, uint64_t errors_in_all) {
    return (navlint_report){.name = "many",
                            .summary = {.errors = errors_in_all},
                            .findings = findings,
                            .finding_count = count};
}

static void caps_each_rule_by_itself(void **state) {
    (void)state;
    navlint_finding findings[8];
    for (size_t i = 0; i < 8; i++)
        findings[i] = odd(i % 2 == 0 ? &first : &second, NAVLINT_ERROR, i);
    findings[0].occurrences = 1300; /* the library has left out some already */
    const navlint_report report = many(findings, 8, 1304);
    expect_text(navlint_report_text(
                    &report, &(navlint_text_style){.struct_bytes = sizeof(navlint_text_style),
                                                   .findings_per_rule = 2,
                                                   .more = "--all"}),
                LINE("0x0", "error", "FIRST") LINE("0x1", "error", "SECOND")
                    LINE("0x2", "error", "FIRST") "many: ... and 1,298 more FIRST (--all)\n" LINE(
                        "0x3", "error", "SECOND") "many: ... and 2 more SECOND (--all)\n");
    expect_text(navlint_report_text(
                    &report, &(navlint_text_style){.struct_bytes = sizeof(navlint_text_style),
                                                   .findings_per_rule = 4}),
                LINE("0x0", "error", "FIRST") LINE("0x1", "error", "SECOND")
                    LINE("0x2", "error", "FIRST") LINE("0x3", "error", "SECOND")
                        LINE("0x4", "error", "FIRST") LINE("0x5", "error", "SECOND")
                            LINE("0x6", "error", "FIRST") "many: ... and 1,296 more FIRST\n" LINE(
                                "0x7", "error", "SECOND"));
}

static void says_how_many_are_of_rules_not_shown_at_all(void **state) {
    (void)state;
    const navlint_finding finding = odd(&first, NAVLINT_ERROR, 0);
    navlint_report report = many(&finding, 1, 3);
    expect_text(navlint_report_text(&report, NULL),
                LINE("0x0", "error", "FIRST") "many: ... and 2 more findings\n");
    report.finding_count = 0;
    report.summary.errors = 1;
    expect_text(navlint_report_text(&report, NULL), "many: ... and 1 more finding\n");
    report.summary.hidden = 1; /* which are counted elsewhere */
    expect_text(navlint_report_text(&report, NULL), "");
}

static void says_how_many_follow_from_a_cause(void **state) {
    (void)state;
    navlint_finding findings[] = {odd(&first, NAVLINT_ERROR, 9), odd(&second, NAVLINT_ERROR, 1)};
    findings[0].is_cause = true;
    navlint_report report = many(findings, 2, 1205);
    report.summary.consequences = 1203;
    expect_text(
        navlint_report_text(&report, NULL),
        LINE("0x9", "error", "FIRST") "many: ... and 1,203 findings that follow from it\n" LINE(
            "0x1", "error", "SECOND"));
    findings[1].is_cause = true;
    report.summary = (navlint_summary){.errors = 3, .consequences = 1};
    expect_text(navlint_report_text(&report, NULL),
                LINE("0x9", "error", "FIRST") LINE(
                    "0x1", "error", "SECOND") "many: ... and 1 finding that follows from these\n");
    findings[0].severity = findings[1].severity = NAVLINT_WARNING;
    expect_text(navlint_report_text(&report, &errors),
                "many: ... and 1 finding that follows from what is not shown\n");
}

static void says_how_to_get_there(void **state) {
    (void)state;
    navlint_finding finding = odd(&first, NAVLINT_ERROR, 0);
    finding.jump = "setpos 1 2 3";
    const navlint_report report = many(&finding, 1, 1);
    expect_text(navlint_report_text(&report, NULL),
                "many:+0x0: error: odd [FIRST] jump: setpos 1 2 3\n");
}

/* ---- Hostile texts ---- */

static void escapes_what_could_fool_a_terminal(void **state) {
    (void)state;
    expect_text(navlint_report_text(&hostile_report, NULL),
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
        const navlint_text text = navlint_report_text(&report, NULL);
        assert_non_null(text.text);
        assert_ptr_equal(strpbrk(text.text, "\n\r\x1b\x7f"), text.text + text.length - 1);
        navlint_text_free(text);
    }
}

int run_text_tests(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_empty_for_a_clean_file),
        cmocka_unit_test(has_a_line_for_each_finding_and_related_place),
        cmocka_unit_test(shows_hints_alone_if_asked_to),
        cmocka_unit_test(gives_places_in_the_outer_file),
        cmocka_unit_test(reads_styles_of_older_callers),
        cmocka_unit_test(leaves_out_what_is_less_severe),
        cmocka_unit_test(names_the_limit_whatever_the_severity),
        cmocka_unit_test(shows_members_in_order_then_their_set),
        cmocka_unit_test(names_the_limit_of_the_set_itself),
        cmocka_unit_test(caps_each_rule_by_itself),
        cmocka_unit_test(says_how_many_are_of_rules_not_shown_at_all),
        cmocka_unit_test(says_how_many_follow_from_a_cause),
        cmocka_unit_test(says_how_to_get_there),
        cmocka_unit_test(escapes_what_could_fool_a_terminal),
        cmocka_unit_test(holds_one_line_for_any_name),
    };
    return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}

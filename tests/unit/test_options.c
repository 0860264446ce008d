/* Names in the options, and what they do to the rules. */
#include "tests/support/unit.h"

#include "tests/support/judge.h"
#include "tests/support/sample.h"

static void expect_status(const navlint_options *options, navlint_status status,
                          const char *culprit) {
    const char *told = "untouched";
    assert_int_equal(navlint_options_check(options, &told), status);
    assert_int_equal(navlint_options_check(options, NULL), status);
    if (culprit)
        assert_string_equal(told, culprit);
    else
        assert_null(told);
    judged j = judge_bytes(options, "", 0);
    assert_int_equal(j.status, status);
    judged_free(&j);
}

static void known_names_pass(void **state) {
    (void)state;
    navlint_options options = default_options();
    expect_status(&options, NAVLINT_OK, NULL);
    const char *const codes[] = {"NAV_MAGIC", "NAV_CONN_SELF"};
    const navlint_override overrides[] = {{"NAV_TRAILING", NAVLINT_OFF}};
    options.format = "source-nav";
    options.game = "gmod";
    options.ignore = codes;
    options.ignore_count = 2;
    options.only = codes;
    options.only_count = 1;
    options.overrides = overrides;
    options.override_count = 1;
    expect_status(&options, NAVLINT_OK, NULL);
}

static void unknown_names_are_culprits(void **state) {
    (void)state;
    const char *const codes[] = {"NAV_MAGIC", "nav_magic"};
    const char *const missing[] = {NULL};
    const navlint_override overrides[] = {{"NAV_MAGIC", NAVLINT_INFO}, {"NAV_", NAVLINT_OFF}};
    navlint_options options = default_options();
    options.format = "source_nav";
    expect_status(&options, NAVLINT_UNKNOWN_FORMAT, "source_nav");
    options = default_options();
    options.game = "quake";
    expect_status(&options, NAVLINT_UNKNOWN_GAME, "quake");
    options = default_options();
    options.ignore = codes;
    options.ignore_count = 2;
    expect_status(&options, NAVLINT_UNKNOWN_RULE, "nav_magic");
    options = default_options();
    options.only = codes + 1;
    options.only_count = 1;
    expect_status(&options, NAVLINT_UNKNOWN_RULE, "nav_magic");
    options = default_options();
    options.overrides = overrides;
    options.override_count = 2;
    expect_status(&options, NAVLINT_UNKNOWN_RULE, "NAV_");
    options = default_options();
    options.ignore = missing;
    options.ignore_count = 1;
    expect_status(&options, NAVLINT_UNKNOWN_RULE, "");
}

static void expect_bad(const navlint_options *options) {
    const char *culprit = "untouched";
    assert_int_equal(navlint_options_check(options, &culprit), NAVLINT_BAD_ARGUMENT);
    assert_null(culprit);
}

static void lists_that_are_not_there_and_values_that_are_none_are_refused(void **state) {
    (void)state;
    const navlint_override override = {"NAV_CONN_ZERO", (navlint_severity)9};
    for (unsigned i = 0; i < 6; i++) {
        navlint_options options = default_options();
        if (i == 0) options.ignore_count = 1;
        if (i == 1) options.only_count = 1;
        if (i == 2) options.override_count = 1;
        if (i == 3) options.min_severity = (navlint_severity)9;
        if (i == 4) options.scope = (navlint_scope)9;
        if (i == 5) options.overrides = &override, options.override_count = 1;
        expect_bad(&options);
    }
}

static void rules_can_be_ignored_and_chosen(void **state) {
    (void)state;
    const sample s = witness("NAV_CONN_TWO_DIRECTIONS"); /* breaks NAV_CONN_SIDE too */
    const char *const two[] = {"NAV_CONN_TWO_DIRECTIONS"};
    navlint_options options = default_options();
    judged all = judge_bytes(&options, s.bytes, s.length);
    options.ignore = two;
    options.ignore_count = 1;
    judged without = judge_bytes(&options, s.bytes, s.length);
    options = default_options();
    options.only = two;
    options.only_count = 1;
    judged chosen = judge_bytes(&options, s.bytes, s.length);
    options.ignore = two;
    options.ignore_count = 1;
    judged neither = judge_bytes(&options, s.bytes, s.length);
    assert_int_equal(findings_of(all.report, two[0]), 1);
    assert_int_equal(navlint_report_finding_count(without.report),
                     navlint_report_finding_count(all.report) - 1);
    assert_null(finding_of(without.report, two[0]));
    assert_int_equal(navlint_report_finding_count(chosen.report), 1);
    assert_non_null(finding_of(chosen.report, two[0]));
    assert_int_equal(navlint_report_finding_count(neither.report), 0);
    judged_free(&all);
    judged_free(&without);
    judged_free(&chosen);
    judged_free(&neither);
}

static navlint_verdict verdict_with(const sample *s, const navlint_override *rows, size_t count) {
    navlint_options options = default_options();
    options.overrides = rows;
    options.override_count = count;
    judged j = judge_bytes(&options, s->bytes, s->length);
    const navlint_verdict verdict = navlint_report_verdict(j.report);
    judged_free(&j);
    return verdict;
}

static void later_overrides_win(void **state) {
    (void)state;
    const sample s = witness("NAV_CONN_SELF");
    const navlint_override rows[] = {{"NAV_CONN_SELF", NAVLINT_INFO},
                                     {"NAV_CONN_SELF", NAVLINT_ERROR},
                                     {"NAV_CONN_SELF", NAVLINT_WARNING}};
    assert_int_equal(verdict_with(&s, rows, 0), NAVLINT_VALID);
    assert_int_equal(verdict_with(&s, rows, 2), NAVLINT_INVALID);
    assert_int_equal(verdict_with(&s, rows, 3), NAVLINT_VALID);
}

static void an_override_does_not_bring_back_what_is_ignored(void **state) {
    (void)state;
    const sample s = witness("NAV_CONN_ZERO");
    const char *const zero[] = {"NAV_CONN_ZERO"};
    const char *const other[] = {"NAV_MAGIC"};
    const navlint_override rows[] = {{"NAV_CONN_ZERO", NAVLINT_ERROR},
                                     {"NAV_CONN_ZERO", NAVLINT_OFF}};
    assert_int_equal(verdict_with(&s, rows, 1), NAVLINT_INVALID);
    assert_int_equal(verdict_with(&s, rows, 2), NAVLINT_VALID);
    navlint_options options = default_options();
    options.overrides = rows;
    options.override_count = 1;
    options.ignore = zero;
    options.ignore_count = 1;
    judged ignored = judge_bytes(&options, s.bytes, s.length);
    assert_int_equal(navlint_report_verdict(ignored.report), NAVLINT_VALID);
    options.ignore_count = 0;
    options.only = other;
    options.only_count = 1;
    judged left_out = judge_bytes(&options, s.bytes, s.length);
    assert_int_equal(navlint_report_verdict(left_out.report), NAVLINT_VALID);
    judged_free(&ignored);
    judged_free(&left_out);
}

/* What was lost stays lost, whether its finding is wanted or not. */
static void lost_data_is_never_valid(void **state) {
    (void)state;
    const char *const codes[] = {"NAV_TRUNCATED",    "NAV_COUNT",      "NAV_MAGIC",
                                 "NAV_BYTE_SWAPPED", "NAV_COMPRESSED", "NAV_VERSION"};
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        const sample s = witness(codes[i]);
        navlint_options options = default_options();
        options.ignore = codes + i;
        options.ignore_count = 1;
        judged j = judge_bytes(&options, s.bytes, s.length);
        assert_int_equal(navlint_report_verdict(j.report), NAVLINT_INDETERMINATE);
        assert_string_equal(limit_of(j.report), "undecoded");
        judged_free(&j);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_names_pass),
        cmocka_unit_test(unknown_names_are_culprits),
        cmocka_unit_test(lists_that_are_not_there_and_values_that_are_none_are_refused),
        cmocka_unit_test(rules_can_be_ignored_and_chosen),
        cmocka_unit_test(later_overrides_win),
        cmocka_unit_test(an_override_does_not_bring_back_what_is_ignored),
        cmocka_unit_test(lost_data_is_never_valid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Suppressing and settling: counts, caps and what follows from causes. */
#include "tests/support/unit.h"

#include <stdio.h>
#include <string.h>

#include "core/report.h"

enum { RULES = 3, ALPHA = 0, BETA, GAMMA, CAP = 40 };

static const navlint_rule rules[RULES] = {
    [ALPHA] = {.code = "T_ALPHA", .severity = NAVLINT_ERROR, .message = "alpha"},
    [BETA] = {.code = "T_BETA", .severity = NAVLINT_WARNING, .message = "beta"},
    [GAMMA] = {.code = "T_GAMMA", .severity = NAVLINT_INFO, .message = "gamma"},
};

static const navlint_format format = {.id = "test", .rules = rules, .rule_count = RULES};
static _Alignas(16) uint8_t memory[1 << 20];
static nl_report_pool pool;

static navlint_report *new_report_under(nl_report_caps caps) {
    const navlint_input input = {.name = "input", .length = 1000};
    pool = nl_report_pool_over(nl_arena_over(memory, sizeof memory), caps);
    navlint_report *const report = nl_report_new(&pool, &input);
    assert_non_null(report);
    assert_true(nl_report_set_format(report, &format, "magic"));
    return report;
}

static navlint_report *new_report(void) {
    return new_report_under((nl_report_caps){CAP, CAP});
}

static void emit(navlint_report *report, unsigned rule, uint64_t offset) {
    const nl_place place = nl_place_in(nl_place_of(report, NULL), "items", NL_NO_INDEX, offset);
    nl_emit(&place, rule, NULL, &(nl_draft){.length = 1});
}

static void emit_cause(navlint_report *report, unsigned rule, uint64_t offset) {
    const nl_place place = nl_place_in(nl_place_of(report, NULL), "items", NL_NO_INDEX, offset);
    assert_true(nl_emit_cause(&place, rule, NULL, &(nl_draft){.length = 1}));
}

static navlint_options options_with(uint32_t findings, uint32_t findings_per_rule) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.max_findings = findings;
    options.max_findings_per_rule = findings_per_rule;
    return options;
}

static void settle(const navlint_report *report) {
    const navlint_options options = options_with(CAP, CAP);
    assert_int_equal(navlint_report_settle(report, &options), NAVLINT_OK);
}

static uint64_t suppressed_of(const navlint_report *report) {
    const navlint_tally suppressed = navlint_report_suppressed(report);
    return suppressed.errors + suppressed.warnings + suppressed.infos;
}

/* The offsets of the findings, those that are suppressed in brackets: "[4] 8". */
static const char *shown(const navlint_report *report) {
    static char text[512];
    text[0] = '\0';
    for (size_t i = 0; i < navlint_report_finding_count(report); i++) {
        const navlint_finding *const finding = navlint_report_finding(report, i);
        const size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, finding->suppression ? "%s[%d]" : "%s%d",
                 i > 0 ? " " : "", (int)finding->offset);
    }
    return text;
}

static void nothing_suppressed_changes_nothing(void **state) {
    (void)state;
    navlint_report *const report = new_report();
    emit(report, ALPHA, 4);
    emit(report, GAMMA, 8);
    nl_report_seal(report);
    settle(report);
    assert_string_equal(shown(report), "4 8");
    assert_int_equal(suppressed_of(report), 0);
    assert_false(navlint_report_summary(report).truncated);
    assert_int_equal(navlint_report_finding(report, 0)->occurrences, 0);
}

/* ---- Caps that are applied later ---- */

/* Findings of all severities, found in another order than that of their places. */
static void emit_mixed(navlint_report *report, unsigned seed) {
    for (unsigned i = 0; i < 24; i++) {
        const unsigned number = seed + 7 * i;
        emit(report, number * number % RULES, number * 13 % 101);
    }
    nl_report_seal(report);
}

typedef struct listed {
    char offsets[512];
    uint64_t occurrences[CAP];
    bool is_truncated;
} listed;

static listed listed_in(const navlint_report *report) {
    listed list = {.is_truncated = navlint_report_summary(report).truncated};
    snprintf(list.offsets, sizeof list.offsets, "%s", shown(report));
    for (size_t i = 0; i < navlint_report_finding_count(report); i++)
        list.occurrences[i] = navlint_report_finding(report, i)->occurrences;
    return list;
}

static void check_caps(uint32_t findings, uint32_t per_rule, unsigned seed) {
    const navlint_options options = options_with(findings, per_rule);
    navlint_report *report = new_report_under((nl_report_caps){findings, per_rule});
    emit_mixed(report, seed);
    const listed wanted = listed_in(report);
    report = new_report();
    emit_mixed(report, seed);
    assert_int_equal(navlint_report_settle(report, &options), NAVLINT_OK);
    assert_int_equal(navlint_report_settle(report, &options), NAVLINT_BAD_ARGUMENT);
    const listed settled = listed_in(report);
    assert_string_equal(settled.offsets, wanted.offsets);
    assert_memory_equal(settled.occurrences, wanted.occurrences, sizeof wanted.occurrences);
    assert_int_equal(settled.is_truncated, wanted.is_truncated);
}

static void settled_later_or_kept_under_caps_is_the_same(void **state) {
    (void)state;
    for (uint32_t findings = 1; findings <= 25; findings++)
        for (uint32_t per_rule = 1; per_rule <= 10; per_rule++)
            for (unsigned seed = 0; seed < 20; seed++)
                check_caps(findings, per_rule, seed);
}

static void counts_stay_and_tell_what_is_suppressed(void **state) {
    (void)state;
    navlint_report *const report = new_report();
    emit(report, ALPHA, 4);
    emit(report, BETA, 8);
    emit(report, GAMMA, 12);
    emit(report, ALPHA, 16);
    nl_report_seal(report);
    navlint_report_suppress(report, 0, "why");
    navlint_report_suppress(report, 2, NULL);
    navlint_report_suppress(report, 4, "past the end");
    settle(report);
    const navlint_summary summary = navlint_report_summary(report);
    assert_string_equal(shown(report), "[4] 8 [12] 16");
    assert_string_equal(navlint_report_finding(report, 0)->suppression, "why");
    assert_string_equal(navlint_report_finding(report, 2)->suppression, "");
    assert_int_equal(summary.errors, 2);
    assert_int_equal(navlint_report_suppressed(report).errors, 1);
    assert_int_equal(navlint_report_suppressed(report).warnings, 0);
    assert_int_equal(navlint_report_suppressed(report).infos, 1);
    assert_int_equal(navlint_report_verdict(report), NAVLINT_INVALID);
}

static void caps_hold_for_the_rest(void **state) {
    (void)state;
    const navlint_options options = options_with(3, 2);
    navlint_report *const report = new_report();
    for (uint64_t at = 0; at < 6; at++)
        emit(report, GAMMA, at);
    for (uint64_t at = 10; at < 16; at++)
        emit(report, ALPHA, at);
    nl_report_seal(report);
    navlint_report_suppress(report, 0, "");
    navlint_report_suppress(report, 6, "");
    assert_int_equal(navlint_report_settle(report, &options), NAVLINT_OK);
    assert_string_equal(shown(report), "[0] 1 [10] 11 12");
    assert_true(navlint_report_summary(report).truncated);
    assert_int_equal(navlint_report_finding(report, 0)->occurrences, 0);
    assert_int_equal(navlint_report_finding(report, 1)->occurrences, 5);
    assert_int_equal(navlint_report_finding(report, 3)->occurrences, 5);
    assert_int_equal(navlint_report_finding(report, 4)->occurrences, 0);
}

static void what_the_caps_left_out_before_stays_counted(void **state) {
    (void)state;
    navlint_report *const report = new_report();
    for (uint64_t at = 0; at < CAP + 7; at++)
        emit(report, ALPHA, at);
    nl_report_seal(report);
    for (size_t i = 0; i + 1 < CAP; i++)
        navlint_report_suppress(report, i, "");
    settle(report);
    assert_int_equal(suppressed_of(report), CAP - 1);
    assert_int_equal(navlint_report_finding(report, 0)->occurrences, 0);
    assert_int_equal(navlint_report_finding(report, CAP - 1)->occurrences, 8);
    assert_true(navlint_report_summary(report).truncated);
}

static void what_is_less_severe_is_hidden_unless_it_is_suppressed(void **state) {
    (void)state;
    navlint_options options = options_with(CAP, CAP);
    options.min_severity = NAVLINT_WARNING;
    navlint_report *const report = new_report();
    emit(report, GAMMA, 0);
    emit(report, GAMMA, 1);
    emit(report, BETA, 2);
    nl_report_seal(report);
    navlint_report_suppress(report, 0, "");
    assert_int_equal(navlint_report_settle(report, &options), NAVLINT_OK);
    assert_string_equal(shown(report), "[0] 2");
    assert_int_equal(navlint_report_summary(report).hidden, 1);
    assert_false(navlint_report_summary(report).truncated);
}

static void consequences_go_with_all_their_causes(void **state) {
    (void)state;
    for (unsigned causes = 0; causes <= 2; causes++) {
        navlint_report *const report = new_report();
        emit_cause(report, ALPHA, 0);
        emit_cause(report, BETA, 1);
        nl_follow(report, true);
        emit(report, ALPHA, 2);
        emit(report, GAMMA, 3);
        nl_follow(report, false);
        emit(report, GAMMA, 4);
        nl_report_seal(report);
        for (size_t i = 0; i < causes; i++)
            navlint_report_suppress(report, i, "");
        settle(report);
        assert_int_equal(navlint_report_summary(report).consequences, causes == 2 ? 0 : 2);
        assert_int_equal(suppressed_of(report), causes == 2 ? 4 : causes);
    }
}

static void where_no_cause_is_named_any_finding_may_be_one(void **state) {
    (void)state;
    for (unsigned count = 0; count <= 2; count++) {
        navlint_report *const report = new_report();
        emit(report, ALPHA, 0);
        emit(report, BETA, 1);
        nl_follow(report, true);
        emit(report, ALPHA, 2);
        nl_report_seal(report);
        for (size_t i = 0; i < count; i++)
            navlint_report_suppress(report, i, "");
        settle(report);
        assert_int_equal(navlint_report_summary(report).consequences, count == 2 ? 0 : 1);
        assert_int_equal(suppressed_of(report), count == 2 ? 3 : count);
    }
}

static void bad_arguments_change_nothing(void **state) {
    (void)state;
    navlint_options options = options_with(0, 0);
    navlint_report *const report = new_report();
    emit(report, ALPHA, 0);
    nl_report_seal(report);
    options.struct_bytes = 1;
    assert_int_equal(navlint_report_settle(report, &options), NAVLINT_BAD_ARGUMENT);
    assert_int_equal(navlint_report_settle(report, NULL), NAVLINT_BAD_ARGUMENT);
    assert_int_equal(navlint_report_settle(NULL, &options), NAVLINT_BAD_ARGUMENT);
    assert_string_equal(shown(report), "0");
}

static void a_report_without_findings(void **state) {
    (void)state;
    navlint_report *const report = new_report();
    nl_report_seal(report);
    navlint_report_suppress(report, 0, "");
    settle(report);
    assert_int_equal(navlint_report_finding_count(report), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_suppressed_changes_nothing),
        cmocka_unit_test(counts_stay_and_tell_what_is_suppressed),
        cmocka_unit_test(caps_hold_for_the_rest),
        cmocka_unit_test(what_the_caps_left_out_before_stays_counted),
        cmocka_unit_test(what_is_less_severe_is_hidden_unless_it_is_suppressed),
        cmocka_unit_test(consequences_go_with_all_their_causes),
        cmocka_unit_test(settled_later_or_kept_under_caps_is_the_same),
        cmocka_unit_test(where_no_cause_is_named_any_finding_may_be_one),
        cmocka_unit_test(bad_arguments_change_nothing),
        cmocka_unit_test(a_report_without_findings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Arguments, formats and games that are asked for, limits, words. */
#include "tests/support/unit.h"

#include <string.h>

#include "core/limits.h"
#include "tests/support/judge.h"
#include "tests/support/sample.h"

/* ---- Arguments ---- */

static void bad_arguments_are_refused(void **state) {
    (void)state;
    const navlint_options options = default_options();
    const navlint_input input = {.bytes = "", .length = 0};
    uint8_t memory[16];
    const navlint_report *report = NULL;
    assert_int_equal(navlint_check(NULL, &input, 1, memory, 16, &report), NAVLINT_BAD_ARGUMENT);
    assert_int_equal(navlint_check(&options, NULL, 1, memory, 16, &report), NAVLINT_BAD_ARGUMENT);
    assert_int_equal(navlint_check(&options, &input, 0, memory, 16, &report), NAVLINT_BAD_ARGUMENT);
    assert_int_equal(navlint_check(&options, &input, 1, NULL, 16, &report), NAVLINT_BAD_ARGUMENT);
    assert_int_equal(navlint_check(&options, &input, 1, memory, 16, NULL), NAVLINT_BAD_ARGUMENT);
    assert_int_equal(navlint_check(&options, &input, 1, memory, 16, &report), NAVLINT_NO_MEMORY);
    assert_null(report);
    size_t length = 0;
    assert_int_equal(navlint_witness(NULL, memory, 16, &length), NAVLINT_BAD_ARGUMENT);
    assert_int_equal(navlint_witness("NAV_MAGIC", NULL, 16, &length), NAVLINT_BAD_ARGUMENT);
    assert_int_equal(navlint_witness("NAV_MAGIC", memory, 16, NULL), NAVLINT_BAD_ARGUMENT);
    assert_int_equal(navlint_witness("NAV_NONE", memory, 16, &length), NAVLINT_UNKNOWN_RULE);
    assert_int_equal(navlint_witness("NAV_MAGIC", memory, 16, &length), NAVLINT_NO_MEMORY);
}

static void catalogue_getters_end(void **state) {
    (void)state;
    assert_non_null(navlint_format_at(0));
    assert_null(navlint_format_at(navlint_format_count()));
    assert_null(navlint_format_by_id(NULL));
    assert_null(navlint_format_by_id(""));
    assert_null(navlint_rule_by_code(NULL, NULL));
    assert_null(navlint_rule_by_code("NAV_NONE", NULL));
    const navlint_format *owner = NULL;
    assert_non_null(navlint_rule_by_code("NAV_TRAILING", &owner));
    assert_string_equal(owner->id, "source-nav");
    assert_int_equal(navlint_arena_bound(NULL, 100), 0);
    assert_true(navlint_arena_bound(owner, 0) > 0);
    assert_true(navlint_arena_bound(owner, UINT32_MAX) > UINT32_MAX);
}

/* ---- Formats that are asked for ---- */

static void a_forced_format_is_obeyed_and_complains(void **state) {
    (void)state;
    navlint_options options = default_options();
    options.format = "source-nav";
    judged j = judge_bytes(&options, "GIF89a..", 8);
    assert_int_equal(navlint_report_verdict(j.report), NAVLINT_INVALID);
    assert_non_null(finding_of(j.report, "NAV_MAGIC"));
    assert_string_equal(navlint_report_detected_by(j.report), "option");
    judged_free(&j);
    j = judge_bytes(&options, "GI", 2);
    assert_non_null(finding_of(j.report, "NAV_TRUNCATED"));
    judged_free(&j);
    j = judge_bytes(&options, NULL, 0);
    assert_non_null(finding_of(j.report, "NAV_TRUNCATED"));
    judged_free(&j);
}

static void what_nobody_recognises_is_indeterminate(void **state) {
    (void)state;
    judged j = judge_bytes(NULL, "GIF89a..", 8);
    assert_int_equal(navlint_report_verdict(j.report), NAVLINT_INDETERMINATE);
    assert_string_equal(limit_of(j.report), "unrecognised");
    assert_null(navlint_report_format(j.report));
    assert_null(navlint_report_detected_by(j.report));
    assert_int_equal(navlint_report_unclaimed_count(j.report), 1);
    assert_int_equal(navlint_report_unclaimed(j.report, 0)->length, 8);
    judged_free(&j);
}

static judged judge_as_game(const char *game, const sample *s) {
    navlint_options options = default_options();
    options.game = game;
    return judge_bytes(&options, s->bytes, s->length);
}

static void expect_clean(const char *game, const sample *s) {
    judged j = judge_as_game(game, s);
    assert_int_equal(navlint_report_verdict(j.report), NAVLINT_VALID);
    assert_int_equal(navlint_report_finding_count(j.report), 0);
    judged_free(&j);
}

static void expect_layout_error(const char *game, const sample *s) {
    judged j = judge_as_game(game, s);
    assert_int_equal(navlint_report_verdict(j.report), NAVLINT_INVALID);
    assert_int_equal(findings_of(j.report, "NAV_LAYOUT"), 1);
    assert_int_equal(navlint_report_finding_count(j.report), 1); /* read as it is: no noise */
    assert_int_equal(navlint_report_unclaimed_count(j.report), 0);
    judged_free(&j);
}

static void games_read_their_own_files(void **state) {
    (void)state;
    const sample cs = built(COUNTER_STRIKE), base = built(BASE), tf = built(TEAM_FORTRESS);
    const sample l4d = built(LEFT_4_DEAD), goldsrc = built(GOLDSRC);
    expect_clean("css", &cs);
    expect_clean("csgo", &cs);
    expect_clean("gmod", &base);
    expect_clean("tf2", &base); /* sub-version 0: no bytes of TF's own */
    expect_clean("tf2", &tf);
    expect_clean("l4d2", &l4d);
    expect_clean("cs16", &goldsrc);
    expect_clean("gmod", &goldsrc);
}

static void other_games_are_out_of_step(void **state) {
    (void)state;
    const sample cs = built(COUNTER_STRIKE), tf = built(TEAM_FORTRESS), l4d = built(LEFT_4_DEAD);
    const sample base = built(BASE);
    expect_layout_error("gmod", &cs);
    expect_layout_error("gmod", &tf);
    expect_layout_error("gmod", &l4d);
    expect_layout_error("tf2", &l4d);
    expect_layout_error("css", &tf);
    expect_layout_error("l4d2", &base);
    expect_layout_error("tf2c", &base);
}

static void an_old_loader_refuses_newer_files(void **state) {
    (void)state;
    const sample base = built(BASE);
    judged j = judge_as_game("cs16", &base);
    assert_int_equal(navlint_report_verdict(j.report), NAVLINT_INVALID);
    const navlint_finding *const version = finding_of(j.report, "NAV_VERSION");
    assert_non_null(version);
    assert_int_equal(version->actual.as.uint, 16);
    assert_int_equal(version->relation, NAVLINT_BETWEEN);
    assert_int_equal(version->expected.as.uint, 1);
    assert_int_equal(version->alternatives[0].as.uint, 5);
    assert_int_equal(navlint_report_finding_count(j.report), 1);
    assert_int_equal(fact_of(j.report, "areas"), 4); /* and is read on */
    judged_free(&j);
}

/* ---- Limits ---- */

static void an_input_too_large_is_not_read(void **state) {
    (void)state;
    const sample s = witness("NAV_CONN_ZERO");
    navlint_options options = default_options();
    options.max_input_bytes = s.length;
    judged at = judge_bytes(&options, s.bytes, s.length);
    assert_int_equal(navlint_report_verdict(at.report), NAVLINT_INVALID);
    judged_free(&at);
    options.max_input_bytes = s.length - 1;
    judged over = judge_bytes(&options, s.bytes, s.length);
    assert_int_equal(navlint_report_verdict(over.report), NAVLINT_INDETERMINATE);
    assert_string_equal(limit_of(over.report), "inputBytes");
    assert_int_equal(navlint_report_finding_count(over.report), 0);
    assert_int_equal(navlint_report_bytes(over.report), s.length);
    judged_free(&over);
}

static void the_step_budget_is_the_caller_s(void **state) {
    (void)state;
    const sample s = built(COUNTER_STRIKE);
    judged plenty = judge_bytes(NULL, s.bytes, s.length);
    const uint64_t needed = navlint_report_usage(plenty.report).steps;
    assert_int_equal(navlint_report_usage(plenty.report).step_budget,
                     NL_STEPS_FLOOR + NL_STEPS_PER_BYTE * s.length);
    judged_free(&plenty);
    navlint_options options = default_options();
    options.max_steps = needed;
    judged enough = judge_bytes(&options, s.bytes, s.length);
    assert_int_equal(navlint_report_verdict(enough.report), NAVLINT_VALID);
    judged_free(&enough);
    for (options.max_steps = 1; options.max_steps < needed; options.max_steps++) {
        judged short_of = judge_bytes(&options, s.bytes, s.length);
        assert_int_equal(navlint_report_verdict(short_of.report), NAVLINT_INDETERMINATE);
        assert_string_equal(limit_of(short_of.report), "steps");
        assert_int_equal(navlint_report_finding_count(short_of.report), 0);
        assert_true(navlint_report_usage(short_of.report).steps <= options.max_steps);
        judged_free(&short_of);
    }
}

/* Even where the room has to find out whose layout it is. */
static void too_few_steps_are_called_so(void **state) {
    (void)state;
    sample s = built(COUNTER_STRIKE);
    s.bytes[8] = 77; /* the sub-version */
    navlint_options options = default_options();
    options.max_steps = 1;
    judged j = judge_bytes(&options, s.bytes, s.length);
    assert_int_equal(navlint_report_verdict(j.report), NAVLINT_INDETERMINATE);
    assert_string_equal(limit_of(j.report), "steps");
    judged_free(&j);
}

/* ---- Words ---- */

static void words_are_those_of_the_schema(void **state) {
    (void)state;
    assert_string_equal(navlint_severity_text(NAVLINT_ERROR), "error");
    assert_string_equal(navlint_severity_text(NAVLINT_WARNING), "warning");
    assert_string_equal(navlint_severity_text(NAVLINT_INFO), "info");
    assert_string_equal(navlint_severity_text(NAVLINT_OFF), "off");
    assert_string_equal(navlint_impact_text(NAVLINT_CRASH), "crash");
    assert_string_equal(navlint_impact_text(NAVLINT_COSMETIC), "cosmetic");
    assert_string_equal(navlint_verdict_text(NAVLINT_VALID), "valid");
    assert_string_equal(navlint_verdict_text(NAVLINT_INDETERMINATE), "indeterminate");
    for (int status = NAVLINT_OK; status <= NAVLINT_UNSUPPORTED; status++)
        assert_true(strlen(navlint_status_text((navlint_status)status)) > 1);
    assert_true(strlen(navlint_version()) >= 5);
}

static void what_is_no_value_is_unknown(void **state) {
    (void)state;
    const int values[] = {-1, 4, 5, 9, 99, INT32_MAX};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        const int value = values[i];
        if (value != 5 && value != 4)
            assert_string_equal(navlint_packing_text((navlint_packing)value), "unknown");
        if (value != 4) assert_string_equal(navlint_impact_text((navlint_impact)value), "unknown");
        assert_string_equal(navlint_severity_text((navlint_severity)value), "unknown");
        assert_string_equal(navlint_verdict_text((navlint_verdict)value), "unknown");
        assert_string_equal(navlint_safety_text((navlint_safety)value), "unknown");
        assert_string_equal(navlint_role_text((navlint_role)value), "unknown");
    }
}

/* A larger input is not decoded. */
static void the_arena_of_absurd_sizes_is_that_of_the_largest(void **state) {
    (void)state;
    for (size_t i = 0; i < navlint_format_count(); i++) {
        const navlint_format *const format = navlint_format_at(i);
        const uint64_t largest = navlint_arena_bound(format, UINT32_MAX);
        assert_true(largest >= navlint_arena_bound(format, UINT32_MAX - 1));
        for (unsigned bits = 33; bits <= 64; bits++)
            assert_true(navlint_arena_bound(format, UINT64_MAX >> (64 - bits)) == largest);
    }
}

static size_t memory_of(const char *format, size_t length) {
    static const uint8_t zeros[1];
    navlint_options options = default_options();
    options.format = format;
    const navlint_input input = {.name = "a", .bytes = length > 0 ? zeros : NULL, .length = length};
    return navlint_memory_bound(&options, &input, 1);
}

/* In the memory that it takes. */
static void judge_empty(const char *format) {
    navlint_options options = default_options();
    options.format = format;
    judged j = judge_bytes(&options, NULL, 0);
    assert_null(navlint_report_limit(j.report));
    assert_int_equal(navlint_report_verdict(j.report), NAVLINT_INVALID);
    judged_free(&j);
}

/* Its bytes are measured although there are none; a set may have many. */
static void an_empty_file_takes_no_more_than_a_byte(void **state) {
    (void)state;
    for (size_t i = 0; i < navlint_format_count(); i++) {
        const char *const format = navlint_format_at(i)->id;
        assert_true(memory_of(format, 0) <= memory_of(format, 1));
        judge_empty(format);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_file_takes_no_more_than_a_byte),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(what_is_no_value_is_unknown),
        cmocka_unit_test(the_arena_of_absurd_sizes_is_that_of_the_largest),
        cmocka_unit_test(catalogue_getters_end),
        cmocka_unit_test(a_forced_format_is_obeyed_and_complains),
        cmocka_unit_test(what_nobody_recognises_is_indeterminate),
        cmocka_unit_test(games_read_their_own_files),
        cmocka_unit_test(other_games_are_out_of_step),
        cmocka_unit_test(an_old_loader_refuses_newer_files),
        cmocka_unit_test(an_input_too_large_is_not_read),
        cmocka_unit_test(the_step_budget_is_the_caller_s),
        cmocka_unit_test(too_few_steps_are_called_so),
        cmocka_unit_test(words_are_those_of_the_schema),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Every rule that can be fixed proves it with its witness: witness, fix, check no longer finds the
 * rule, nor an error that was not there; bytes outside of the declared changes are equal; a second
 * fix finds nothing to do. So in every dialect that a witness can be written in. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parsers/fix.h"
#include "parsers/witness.h"
#include "tests/fix/promise.h"
#include "tests/support/changes.h"
#include "tests/support/judge.h"
#include "tests/support/tar.h"
#include "tests/support/unit.h"

enum {
    WITNESS_BYTES = 1 << 20,
    SCRATCH_BYTES = 8 << 20,
    MAX_FILES = 300,
    OWN_DIALECT = -1,
};

static uint8_t bytes[WITNESS_BYTES];
static uint8_t scratch[SCRATCH_BYTES];

/* A witness: one file, or those of a set. */
typedef struct proof {
    const nl_format *format;
    const navlint_rule *rule;
    int variant;
    char name[160];
    navlint_input inputs[MAX_FILES];
    size_t input_count;
} proof;

/* false if the dialect cannot have such a file. */
static bool write_witness(const proof *p, nl_writer *file) {
    const unsigned rule = (unsigned)(p->rule - p->format->info.rules);
    const nl_arena arena = nl_arena_over(scratch, sizeof scratch);
    if (p->variant == OWN_DIALECT) return nl_write_witness(p->format, rule, file, arena);
    return nl_write_witness_as(p->format, rule, (unsigned)p->variant, file, arena);
}

static bool make(proof *p, const nl_format *format, const navlint_rule *rule, int variant) {
    nl_writer file = nl_writer_over(bytes, sizeof bytes);
    p->format = format;
    p->rule = rule;
    p->variant = variant;
    const bool is_written = write_witness(p, &file);
    nl_unpoison(scratch, sizeof scratch);
    if (!is_written) return false;
    (void)snprintf(p->name, sizeof p->name, "%s%s", rule->code, format->info.extensions[0]);
    p->inputs[0] = (navlint_input){.name = p->name, .bytes = bytes, .length = file.at};
    p->input_count = 1;
    if (tar_is(bytes, file.at)) p->input_count = tar_inputs(bytes, file.at, p->inputs, MAX_FILES);
    return true;
}

static const navlint_report *report_at(const navlint_report *report, size_t index) {
    return index == 0 ? report : navlint_report_member(report, index - 1);
}

static size_t broken_in(const navlint_report *report, const char *code) {
    size_t count = 0;
    for (size_t i = 0; i <= navlint_report_member_count(report); i++)
        count += findings_of(report_at(report, i), code);
    return count;
}

/* All findings of the rule, with those that follow from others and are not listed. */
static uint64_t all_broken_in(const navlint_report *report, size_t rule) {
    uint64_t count = 0;
    for (size_t i = 0; i <= navlint_report_member_count(report); i++) {
        const navlint_report *const one = report_at(report, i);
        if (one->rules && one->format) count += one->rules[rule].total;
    }
    return count;
}

/* A safe fix is made without being asked for unsafe ones. */
static bool is_unsafe(const navlint_rule *rule) {
    return navlint_rule_fix(rule, NULL) == NAVLINT_UNSAFE;
}

/* ---- What must hold ---- */

static void check_errors(const proof *p, const navlint_report *before,
                         const navlint_report *after) {
    for (size_t i = 0; i < p->format->info.rule_count; i++) {
        const navlint_rule *const rule = &p->format->info.rules[i];
        if (rule->severity == NAVLINT_ERROR && all_broken_in(after, i) > all_broken_in(before, i))
            fail_msg("%s (variant %d): fixing it breaks %s", p->rule->code, p->variant, rule->code);
    }
}

static void check_second(const proof *p, const navlint_input *after) {
    fixed_set again = fix_set(after, p->input_count, is_unsafe(p->rule), p->rule->code);
    assert_int_equal(again.status, NAVLINT_OK);
    if (navlint_fixed_count(again.fixed) != 0)
        fail_msg("%s (variant %d): a second fix finds something to do", p->rule->code, p->variant);
    fixed_free(&again);
}

static const char *reason_of(const navlint_fixed *fixed) {
    const navlint_applied *const refused = navlint_refused_at(fixed, 0);
    const navlint_limit *const limit = navlint_fixed_limit(fixed);
    if (refused) return refused->reason;
    return limit ? limit->message : "no fix was made";
}

static void check_fixed(const proof *p, const judged *before, const fixed_set *set) {
    static navlint_input after[MAX_FILES];
    const char *const broken = broken_changes(set->fixed, p->inputs, p->input_count);
    if (broken) fail_msg("%s (variant %d): %s", p->rule->code, p->variant, broken);
    fixed_inputs(set, p->inputs, p->input_count, after);
    judged now = judge_set(NULL, after, p->input_count);
    assert_int_equal(now.status, NAVLINT_OK);
    if (broken_in(now.report, p->rule->code) != 0)
        fail_msg("%s (variant %d) is found after its fix: %s", p->rule->code, p->variant,
                 reason_of(set->fixed));
    check_errors(p, before->report, now.report);
    judged_free(&now);
    check_second(p, after);
}

/* Returns whether the witness breaks the rule in this dialect. */
static bool check_proof(const proof *p) {
    judged before = judge_set(NULL, p->inputs, p->input_count);
    assert_int_equal(before.status, NAVLINT_OK);
    const bool is_broken = broken_in(before.report, p->rule->code) != 0;
    fixed_set set = fix_set(p->inputs, p->input_count, is_unsafe(p->rule), p->rule->code);
    assert_int_equal(set.status, NAVLINT_OK);
    if (is_broken) check_fixed(p, &before, &set);
    fixed_free(&set);
    judged_free(&before);
    return is_broken;
}

/* ---- All rules ---- */

static bool is_wanted(const navlint_rule *rule) {
    const char *const only = getenv("NAVLINT_FIX_ONLY");
    return navlint_rule_fix(rule, NULL) != NAVLINT_NOT_FIXABLE &&
           (!only || strcmp(only, rule->code) == 0);
}

static void check_own(const nl_format *format, const navlint_rule *rule) {
    static proof p;
    if (!make(&p, format, rule, OWN_DIALECT)) fail_msg("%s has no witness", rule->code);
    if (!check_proof(&p)) fail_msg("the witness of %s does not break it", rule->code);
}

static void check_dialects(const nl_format *format, const navlint_rule *rule) {
    static proof p;
    for (unsigned i = 0; i < format->build_variants; i++)
        if (make(&p, format, rule, (int)i)) (void)check_proof(&p);
}

static size_t for_each_fixable(void (*check)(const nl_format *, const navlint_rule *)) {
    size_t count = 0;
    for (size_t i = 0; i < nl_format_count; i++)
        for (size_t k = 0; k < nl_formats[i]->info.rule_count; k++) {
            const navlint_rule *const rule = &nl_formats[i]->info.rules[k];
            if (!is_wanted(rule)) continue;
            check(nl_formats[i], rule);
            count++;
        }
    return count;
}

static void each_fixable_rule_is_fixed_in_its_witness(void **state) {
    (void)state;
    assert_true(for_each_fixable(check_own) > 0);
}

static void each_fixable_rule_is_fixed_in_each_dialect(void **state) {
    (void)state;
    assert_true(for_each_fixable(check_dialects) > 0);
}

/* What a finding brings along belongs to a rule that says so: users ask before they fix. */
static size_t rules_without_row;

static void check_brings_none(const nl_format *format, const navlint_rule *rule) {
    static proof p;
    if (!format->fixes || !make(&p, format, rule, OWN_DIALECT)) return;
    judged before = judge_set(NULL, p.inputs, p.input_count);
    for (size_t i = 0; i <= navlint_report_member_count(before.report); i++) {
        const navlint_finding *const finding = finding_of(report_at(before.report, i), rule->code);
        if (!finding || finding->fix.length == 0 || navlint_rule_fix(rule, NULL)) continue;
        print_error("%s finds a fix and has no row in fixes.def\n", rule->code);
        rules_without_row++;
    }
    judged_free(&before);
}

static void rules_that_bring_a_fix_say_so(void **state) {
    (void)state;
    for (size_t i = 0; i < nl_format_count; i++)
        for (size_t k = 0; k < nl_formats[i]->info.rule_count; k++)
            check_brings_none(nl_formats[i], &nl_formats[i]->info.rules[k]);
    assert_int_equal(rules_without_row, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_fixable_rule_is_fixed_in_its_witness),
        cmocka_unit_test(each_fixable_rule_is_fixed_in_each_dialect),
        cmocka_unit_test(rules_that_bring_a_fix_say_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* What a report must be, whatever was judged. */
#include "fuzz/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RULES = 1024 /* of one format */ };

static bool inside(uint64_t offset, uint64_t length, uint64_t total_bytes) {
    return offset <= total_bytes && length <= total_bytes - offset;
}

/* Reports are shown in terminals and logs: nothing of a file may reach them raw. */
static bool printable(const char *text) {
    if (!text) return false;
    for (; *text != '\0'; text++)
        if (*text < 0x20 || *text > 0x7e) return false;
    return true;
}

static void check_value(const navlint_value *value) {
    REQUIRE(16, value->kind <= NAVLINT_TEXT);
    if (value->kind == NAVLINT_TEXT) REQUIRE(16, printable(value->as.text));
}

/* Invariants 4 and 5. */
static void check_usage(const navlint_report *report) {
    const navlint_usage usage = navlint_report_usage(report);
    const uint64_t bound =
        navlint_arena_bound(navlint_report_format(report), navlint_report_bytes(report));
    REQUIRE(4, usage.arena_peak <= usage.arena_bound);
    REQUIRE(4, usage.arena_bound == bound);
    REQUIRE(5, usage.steps <= usage.step_budget);
}

/* Invariant 8. */
static void check_verdict(const navlint_report *report) {
    const navlint_verdict verdict = navlint_report_verdict(report);
    const navlint_limit *const limit = navlint_report_limit(report);
    const uint64_t errors = navlint_report_summary(report).errors;
    REQUIRE(8, !limit == (verdict != NAVLINT_INDETERMINATE));
    REQUIRE(8, !limit || (printable(limit->name) && printable(limit->message)));
    REQUIRE(8, limit || (verdict == NAVLINT_VALID) == (errors == 0));
}

static bool has_finding_at(const navlint_report *report, const navlint_range *range) {
    const size_t count = navlint_report_finding_count(report);
    for (size_t i = 0; i < count; i++) {
        const navlint_finding *const finding = navlint_report_finding(report, i);
        if (finding->offset <= range->offset + range->length &&
            range->offset <= finding->offset + finding->length)
            return true;
    }
    return false;
}

/* Invariant 9: "valid" is said of decoded files alone. What no field accounts for has a finding. */
static void check_decoded(const navlint_report *report) {
    if (navlint_report_verdict(report) != NAVLINT_VALID) return;
    REQUIRE(9, navlint_report_format(report));
    REQUIRE(9, navlint_report_detected_by(report));
    REQUIRE(9, navlint_report_claimed_bytes(report) > 0);
    if (navlint_report_summary(report).truncated) return;
    for (size_t i = 0; i < navlint_report_unclaimed_count(report); i++)
        REQUIRE(9, has_finding_at(report, navlint_report_unclaimed(report, i)));
}

static void check_place(const navlint_finding *finding, uint64_t input_bytes) {
    REQUIRE(10, inside(finding->offset, finding->length, input_bytes));
    for (size_t i = 0; i < finding->related_count; i++) {
        const navlint_related *const related = &finding->related[i];
        REQUIRE(10, inside(related->offset, related->length, input_bytes));
        REQUIRE(16, printable(related->message));
    }
    REQUIRE(12, !finding->encoding || finding->fix.length == 0);
    REQUIRE(10, finding->encoding || (finding->inner.offset == 0 && finding->inner.length == 0));
    REQUIRE(12, finding->fix.length <= sizeof finding->fix.bytes);
    REQUIRE(12, inside(finding->fix.offset, finding->fix.length, input_bytes));
}

/* Of a file: what has no bytes is its end or a field. */
static void check_lengths(const navlint_report *report) {
    for (size_t i = 0; i < navlint_report_finding_count(report); i++) {
        const navlint_finding *const finding = navlint_report_finding(report, i);
        REQUIRE(10, finding->length > 0 || finding->offset == navlint_report_bytes(report) ||
                        finding->field);
    }
}

static void check_words(const navlint_finding *finding) {
    REQUIRE(16, finding->rule && finding->severity <= NAVLINT_INFO);
    REQUIRE(16, printable(finding->message) && finding->message[0] != '\0');
    REQUIRE(16, printable(finding->path));
    REQUIRE(16, finding->path[0] == '\0' || finding->path[0] == '/');
    REQUIRE(16, !finding->field || printable(finding->field));
    REQUIRE(16, !finding->type || printable(finding->type));
    REQUIRE(16, !finding->encoding || printable(finding->encoding));
    check_value(&finding->expected);
    check_value(&finding->actual);
}

/* Invariant 11: causes first, then by offset, then inner offset, then code. */
static void check_order(const navlint_report *report, size_t index) {
    if (index == 0) return;
    const navlint_finding *const before = navlint_report_finding(report, index - 1);
    const navlint_finding *const finding = navlint_report_finding(report, index);
    REQUIRE(11, before->is_cause >= finding->is_cause);
    if (before->is_cause != finding->is_cause) return;
    REQUIRE(11, before->offset <= finding->offset);
    if (before->offset != finding->offset) return;
    REQUIRE(11, before->inner.offset <= finding->inner.offset);
    if (before->inner.offset == finding->inner.offset)
        REQUIRE(11, strcmp(before->rule->code, finding->rule->code) <= 0);
}

/* The rows of a rule table are one array, so a pointer gives the row. */
static size_t rule_index(const navlint_report *report, const navlint_rule *rule) {
    const navlint_format *const format = navlint_report_format(report);
    REQUIRE(16, format);
    const size_t index = (size_t)(rule - format->rules);
    REQUIRE(16, index < format->rule_count);
    return index;
}

/* Invariant 6. Only the counters in use are cleared: most inputs have few findings. */
static void check_rule_caps(const navlint_report *report, const navlint_options *options) {
    static uint32_t kept[MOST_RULES];
    const size_t count = navlint_report_finding_count(report);
    REQUIRE(6, count <= options->max_findings);
    if (count == 0) return;
    const size_t rule_count = navlint_report_format(report)->rule_count;
    REQUIRE(6, rule_count <= MOST_RULES);
    memset(kept, 0, rule_count * sizeof kept[0]);
    for (size_t i = 0; i < count; i++) {
        const size_t rule = rule_index(report, navlint_report_finding(report, i)->rule);
        REQUIRE(6, ++kept[rule] <= options->max_findings_per_rule);
    }
}

/* Invariant 7: the sums are exact, so they equal what was kept, what follows from a cause and what
 * was not severe enough, unless the caps left some out. summary: of what the report itself keeps.
 */
static void check_sums(const navlint_report *report, navlint_summary summary) {
    const uint64_t sums[] = {summary.errors, summary.warnings, summary.infos};
    const uint64_t unlisted = summary.consequences + summary.hidden;
    uint64_t kept[] = {0, 0, 0};
    const size_t count = navlint_report_finding_count(report);
    for (size_t i = 0; i < count; i++)
        kept[navlint_report_finding(report, i)->severity]++;
    for (size_t severity = 0; severity < 3; severity++)
        REQUIRE(7, sums[severity] >= kept[severity]);
    const uint64_t sum = sums[0] + sums[1] + sums[2];
    REQUIRE(7, summary.truncated ? sum > count + unlisted : sum == count + unlisted);
}

/* Invariant 40: what has a position has a finite one, and what leads there is one printable line.
 */
static void check_world(const navlint_finding *finding) {
    const navlint_subject *const subject = &finding->subject;
    const char *const texts[] = {subject->kind, subject->name,       subject->record,
                                 subject->cell, subject->worldspace, finding->jump};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        REQUIRE(40, !texts[i] || printable(texts[i]));
    if (!finding->position.is_known) return;
    REQUIRE(40, isfinite(finding->position.x) && isfinite(finding->position.y) &&
                    isfinite(finding->position.z));
}

/* Invariant 41: a bound has as many values as it needs, each of a kind. */
static void check_expected(const navlint_finding *finding) {
    const size_t count = finding->alternative_count;
    switch (finding->relation) {
    case NAVLINT_EQUAL:
        REQUIRE(41, count == 0);
        return;
    case NAVLINT_AT_MOST:
    case NAVLINT_AT_LEAST:
        REQUIRE(41, count == 0 && finding->expected.kind != NAVLINT_TEXT);
        break;
    case NAVLINT_BETWEEN:
        REQUIRE(41, count == 1 && finding->expected.kind != NAVLINT_TEXT);
        break;
    case NAVLINT_ONE_OF:
        REQUIRE(41, count >= 1);
        break;
    case NAVLINT_DESCRIBED:
        REQUIRE(41, count == 0 && finding->expected.kind == NAVLINT_TEXT);
        break;
    }
    REQUIRE(41, finding->expected.kind != NAVLINT_NO_VALUE);
    for (size_t i = 0; i < count; i++)
        check_value(&finding->alternatives[i]);
}

static void check_each_finding(const navlint_report *report) {
    const size_t count = navlint_report_finding_count(report);
    for (size_t i = 0; i < count; i++) {
        const navlint_finding *const finding = navlint_report_finding(report, i);
        check_words(finding);
        check_place(finding, navlint_report_bytes(report));
        check_world(finding);
        check_expected(finding);
        check_order(report, i);
    }
    REQUIRE(6, !navlint_report_finding(report, count));
}

static void check_findings(const navlint_report *report, const navlint_options *options) {
    check_each_finding(report);
    check_rule_caps(report, options);
    check_sums(report, navlint_report_summary(report));
}

/* Invariant 13: claimed and unclaimed bytes are all bytes, and the gaps are in order and apart. */
static void check_coverage(const navlint_report *report) {
    const uint64_t input_bytes = navlint_report_bytes(report);
    uint64_t end = 0;
    uint64_t unclaimed = 0;
    for (size_t i = 0; i < navlint_report_unclaimed_count(report); i++) {
        const navlint_range *const range = navlint_report_unclaimed(report, i);
        REQUIRE(13, inside(range->offset, range->length, input_bytes) && range->length > 0);
        REQUIRE(13, i == 0 ? range->offset >= end : range->offset > end);
        end = range->offset + range->length;
        unclaimed += range->length;
    }
    REQUIRE(13, navlint_report_claimed_bytes(report) + unclaimed == input_bytes);
}

static void check_facts(const navlint_report *report) {
    for (size_t i = 0; i < navlint_report_fact_count(report); i++) {
        const navlint_fact *const fact = navlint_report_fact(report, i);
        REQUIRE(16, printable(fact->name));
        check_value(&fact->value);
    }
}

void fuzz_check_report(const navlint_report *report, const navlint_options *options,
                       const navlint_input *input) {
    REQUIRE(3, navlint_report_bytes(report) == input->length);
    REQUIRE(3, navlint_report_member_count(report) == 0);
    check_usage(report);
    check_verdict(report);
    check_decoded(report);
    check_findings(report, options);
    check_lengths(report);
    check_coverage(report);
    check_facts(report);
}

/* ---- Sets (invariant 22) ---- */

/* What is left of a set's sums once its members' are taken off: what it says itself. */
static navlint_summary own_summary(const navlint_report *set) {
    navlint_summary own = navlint_report_summary(set);
    for (size_t i = 0; i < navlint_report_member_count(set); i++) {
        const navlint_summary of_member = navlint_report_summary(navlint_report_member(set, i));
        REQUIRE(22, own.truncated || !of_member.truncated);
        REQUIRE(22, own.errors >= of_member.errors && own.warnings >= of_member.warnings &&
                        own.infos >= of_member.infos);
        own.errors -= of_member.errors;
        own.warnings -= of_member.warnings;
        own.infos -= of_member.infos;
        own.consequences -= of_member.consequences;
        own.hidden -= of_member.hidden;
    }
    return own;
}

static bool is_any_truncated(const navlint_report *set) {
    for (size_t i = 0; i < navlint_report_member_count(set); i++)
        if (navlint_report_summary(navlint_report_member(set, i)).truncated) return true;
    return false;
}

static void check_set_head(const navlint_report *set, const navlint_input *inputs, size_t count) {
    uint64_t bytes = 0;
    REQUIRE(22, navlint_report_member_count(set) == count);
    REQUIRE(22, !navlint_report_member(set, count));
    REQUIRE(22, !navlint_report_format(set));
    for (size_t i = 0; i < count; i++) {
        const navlint_report *const member = navlint_report_member(set, i);
        REQUIRE(22, strcmp(navlint_report_name(member), inputs[i].name) == 0);
        REQUIRE(22, !navlint_report_limit(member) || navlint_report_limit(set));
        bytes += inputs[i].length;
    }
    REQUIRE(22, navlint_report_bytes(set) == bytes);
}

void fuzz_check_set(const navlint_report *set, const navlint_options *options,
                    const navlint_input *inputs, size_t count) {
    check_set_head(set, inputs, count);
    for (size_t i = 0; i < count; i++)
        fuzz_check_report(navlint_report_member(set, i), options, &inputs[i]);
    navlint_summary own = own_summary(set);
    check_verdict(set);
    check_each_finding(set);
    REQUIRE(22, navlint_report_finding_count(set) <= options->max_findings);
    check_facts(set);
    /* That a member is cut short says nothing of what the set keeps itself. */
    if (!is_any_truncated(set)) check_sums(set, own);
}

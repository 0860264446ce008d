/* What holds for any bytes whatever. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sweep/sweep.h"

enum { SHOWN_FAILURES = 40, PLENTY_BYTES = 4 << 20 };

static char context[512];
static size_t failures;
static uint64_t checks;

void sweeping(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(context, sizeof context, format, arguments);
    va_end(arguments);
}

void expect(bool holds, const char *what) {
    checks++;
    if (holds) return;
    if (failures++ < SHOWN_FAILURES) (void)fprintf(stderr, "%s: not so: %s\n", context, what);
}

size_t expect_failures(void) {
    return failures;
}

uint64_t expect_checks(void) {
    return checks;
}

static bool is_inside(uint64_t offset, uint64_t length, uint64_t bytes) {
    return offset <= bytes && length <= bytes - offset;
}

static void expect_finding(const navlint_report *report, size_t index) {
    const uint64_t bytes = navlint_report_bytes(report);
    const navlint_finding *const f = navlint_report_finding(report, index);
    const navlint_finding *const before = index ? navlint_report_finding(report, index - 1) : NULL;
    expect(is_inside(f->offset, f->length, bytes), "a finding lies inside the input");
    expect(f->length != 0 || f->offset == bytes, "a finding of nothing is at the end");
    expect(!f->encoding || (f->fix.length == 0 && f->length != 0),
           "packed bytes have no fix, and are there");
    expect(is_inside(f->fix.offset, f->fix.length, bytes), "a fix lies inside the input");
    for (size_t i = 0; i < f->related_count; i++)
        expect(is_inside(f->related[i].offset, f->related[i].length, bytes),
               "a related place lies inside the input");
    expect(!strpbrk(f->message, "{}"), "messages are filled in");
    expect(f->path[0] == '\0' || f->path[0] == '/', "paths are JSON Pointers");
    if (!before || before->is_cause) return;
    const int codes = strcmp(before->rule->code, f->rule->code);
    const bool is_same_place =
        before->offset == f->offset && before->inner.offset == f->inner.offset;
    const bool is_behind = before->offset < f->offset ||
                           (before->offset == f->offset && before->inner.offset < f->inner.offset);
    expect(is_behind || (is_same_place && codes <= 0), "findings are sorted by offset, then code");
}

static void expect_sums(const navlint_report *report) {
    const navlint_summary sum = navlint_report_summary(report);
    const size_t kept = navlint_report_finding_count(report);
    const uint64_t seen = sum.errors + sum.warnings + sum.infos;
    const uint64_t listed = seen - sum.consequences - sum.hidden;
    expect(sum.truncated ? listed > kept : listed == kept, "the summary counts the findings");
    uint64_t accounted = navlint_report_claimed_bytes(report);
    for (size_t i = 0; i < navlint_report_unclaimed_count(report); i++)
        accounted += navlint_report_unclaimed(report, i)->length;
    expect(accounted == navlint_report_bytes(report), "claimed and unclaimed are all bytes");
    const navlint_verdict verdict = navlint_report_verdict(report);
    expect(verdict != NAVLINT_VALID || sum.errors == 0, "valid means no errors");
    expect(verdict != NAVLINT_INVALID || sum.errors > 0, "invalid means errors");
    expect((verdict != NAVLINT_INDETERMINATE) == !navlint_report_limit(report),
           "a limit is what makes a verdict indeterminate");
}

static void expect_usage(const navlint_report *report) {
    const navlint_usage usage = navlint_report_usage(report);
    expect(usage.steps <= usage.step_budget, "steps stay within the budget");
    expect(usage.arena_peak <= usage.arena_bound, "the arena stays within its bound");
}

static bool is_same_finding(const navlint_finding *a, const navlint_finding *b) {
    return a->rule == b->rule && a->offset == b->offset && a->length == b->length &&
           a->inner.offset == b->inner.offset && a->inner.length == b->inner.length &&
           strcmp(a->path, b->path) == 0 && strcmp(a->message, b->message) == 0;
}

static bool has_finding(const navlint_report *report, const navlint_finding *finding) {
    for (size_t i = 0; i < navlint_report_finding_count(report); i++)
        if (is_same_finding(navlint_report_finding(report, i), finding)) return true;
    return false;
}

bool is_part_of(const navlint_report *part, const navlint_report *whole) {
    const navlint_finding *const first = navlint_report_finding(whole, 0);
    if (first && first->is_cause) return true;
    for (size_t i = 0; i < navlint_report_finding_count(part); i++)
        if (!has_finding(whole, navlint_report_finding(part, i))) return false;
    return true;
}

static bool has_same_text(const navlint_report *a, const navlint_report *b) {
    const navlint_text x = navlint_report_json(a, NAVLINT_JSON_COMPACT, NULL);
    const navlint_text y = navlint_report_json(b, NAVLINT_JSON_COMPACT, NULL);
    const bool same = x.text && y.text && strcmp(x.text, y.text) == 0;
    navlint_text_free(x);
    navlint_text_free(y);
    return same;
}

/* Again, in a block that starts elsewhere and held other bytes before. */
static void expect_same_again(const navlint_options *options, const navlint_input *input,
                              const navlint_report *report) {
    static uint8_t other[PLENTY_BYTES];
    const navlint_report *again = NULL;
    memset(other, 0x5A, 1 << 16);
    expect(navlint_check(options, input, 1, other + 8, sizeof other - 8, &again) == NAVLINT_OK,
           "the second time is as the first");
    if (again) expect(has_same_text(report, again), "the same input gives the same report");
}

const navlint_report *judge_any(const navlint_options *options, const uint8_t *bytes, size_t length,
                                void *memory, size_t memory_bytes) {
    const navlint_input input = {.bytes = bytes, .length = length};
    const navlint_report *report = NULL;
    const navlint_status status = navlint_check(options, &input, 1, memory, memory_bytes, &report);
    expect(status == NAVLINT_OK || status == NAVLINT_NO_MEMORY, "any bytes get a report");
    if (!report) return NULL;
    for (size_t i = 0; i < navlint_report_finding_count(report); i++)
        expect_finding(report, i);
    expect_sums(report);
    expect_usage(report);
    return report;
}

const navlint_report *judge_plenty(const uint8_t *bytes, size_t length) {
    static uint8_t memory[PLENTY_BYTES];
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    const navlint_input input = {.bytes = bytes, .length = length};
    expect(navlint_memory_bound(&options, &input, 1) < sizeof memory - 8, "4 MiB are plenty");
    const navlint_report *const report = judge_any(&options, bytes, length, memory, sizeof memory);
    expect(report, "plenty of memory makes a report");
    if (!report) exit(EXIT_FAILURE);
    expect_same_again(&options, &input, report);
    return report;
}

/* One number for all that a report says: equal for equal reports, wherever they live. Reading every
 * field is also what shows MemorySanitizer a field that was never written. */
#include "fuzz/oracle.h"

#include <stdlib.h>
#include <string.h>

static uint64_t mix(uint64_t digest, uint64_t value) {
    return (digest ^ value) * 0x9e3779b97f4a7c15u + (digest >> 29);
}

static uint64_t mix_bytes(uint64_t digest, const void *bytes, size_t length) {
    const uint8_t *const octets = bytes;
    digest = mix(digest, length);
    for (size_t i = 0; i < length; i++)
        digest = mix(digest, octets[i]);
    return digest;
}

static uint64_t mix_text(uint64_t digest, const char *text) {
    return !text ? mix(digest, UINT64_MAX) : mix_bytes(digest, text, strlen(text));
}

static uint64_t mix_value(uint64_t digest, const navlint_value *value) {
    digest = mix(digest, value->kind);
    if (value->kind == NAVLINT_NO_VALUE) return digest;
    if (value->kind == NAVLINT_TEXT) return mix_text(digest, value->as.text);
    return mix(digest, value->as.uint);
}

static uint64_t mix_finding(uint64_t digest, const navlint_finding *finding) {
    digest = mix_text(digest, finding->rule->code);
    digest = mix(digest, finding->severity);
    digest = mix_text(digest, finding->message);
    digest = mix(mix(digest, finding->offset), finding->length);
    digest = mix_text(mix_text(digest, finding->path), finding->field);
    digest = mix_text(digest, finding->type);
    digest = mix_value(mix_value(digest, &finding->expected), &finding->actual);
    for (size_t i = 0; i < finding->related_count; i++) {
        const navlint_related *const related = &finding->related[i];
        digest = mix_text(mix(mix(digest, related->offset), related->length), related->message);
    }
    digest = mix_bytes(mix(digest, finding->fix.offset), finding->fix.bytes, finding->fix.length);
    digest = mix(mix(digest, finding->inner.offset), finding->inner.length);
    return mix(mix_text(digest, finding->encoding), finding->occurrences);
}

static uint64_t mix_head(uint64_t digest, const navlint_report *report) {
    const navlint_format *const format = navlint_report_format(report);
    const navlint_limit *const limit = navlint_report_limit(report);
    const navlint_summary summary = navlint_report_summary(report);
    digest = mix(digest, navlint_report_verdict(report));
    digest = mix_text(digest, navlint_report_name(report));
    digest = mix_text(digest, !format ? NULL : format->id);
    digest = mix_text(digest, navlint_report_format_version(report));
    digest = mix_text(digest, navlint_report_dialect(report));
    digest = mix_text(digest, navlint_report_endianness(report));
    digest = mix_text(digest, navlint_report_detected_by(report));
    digest = mix_text(digest, !limit ? NULL : limit->name);
    digest = mix_text(digest, !limit ? NULL : limit->message);
    digest = mix(mix(mix(digest, summary.errors), summary.warnings), summary.infos);
    return mix(digest, summary.truncated);
}

/* The peak of the arena is left out: it counts the padding that the block's own alignment costs. */
static uint64_t mix_usage(uint64_t digest, const navlint_report *report) {
    const navlint_usage usage = navlint_report_usage(report);
    return mix(mix(mix(digest, usage.arena_bound), usage.steps), usage.step_budget);
}

static uint64_t mix_coverage(uint64_t digest, const navlint_report *report) {
    digest = mix(digest, navlint_report_claimed_bytes(report));
    for (size_t i = 0; i < navlint_report_unclaimed_count(report); i++) {
        const navlint_range *const range = navlint_report_unclaimed(report, i);
        digest = mix(mix(digest, range->offset), range->length);
    }
    return digest;
}

uint64_t fuzz_report_digest(const navlint_report *report) {
    return mix_usage(fuzz_verdict_digest(report), report);
}

uint64_t fuzz_verdict_digest(const navlint_report *report) {
    uint64_t digest = mix_coverage(mix_head(1, report), report);
    for (size_t i = 0; i < navlint_report_finding_count(report); i++)
        digest = mix_finding(digest, navlint_report_finding(report, i));
    for (size_t i = 0; i < navlint_report_fact_count(report); i++) {
        const navlint_fact *const fact = navlint_report_fact(report, i);
        digest = mix_value(mix_text(digest, fact->name), &fact->value);
    }
    return digest;
}

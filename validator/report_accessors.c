/* The public view of a report: one line each. */
#include "core/report.h"

navlint_verdict navlint_report_verdict(const navlint_report *report) {
    if (report->limit.name) return NAVLINT_INDETERMINATE;
    return report->summary.errors ? NAVLINT_INVALID : NAVLINT_VALID;
}

const char *navlint_report_name(const navlint_report *report) {
    return report->name;
}

uint64_t navlint_report_bytes(const navlint_report *report) {
    return report->bytes;
}

/* A set's own is what its rules come from; what its inputs are the members say. */
const navlint_format *navlint_report_format(const navlint_report *report) {
    return report->member_count == 0 ? report->format : NULL;
}

const char *navlint_report_format_version(const navlint_report *report) {
    return report->version[0] ? report->version : NULL;
}

const char *navlint_report_dialect(const navlint_report *report) {
    return report->dialect;
}

const char *navlint_report_endianness(const navlint_report *report) {
    return report->endianness;
}

const char *navlint_report_detected_by(const navlint_report *report) {
    return report->detected_by;
}

const navlint_limit *navlint_report_limit(const navlint_report *report) {
    return report->limit.name ? &report->limit : NULL;
}

navlint_summary navlint_report_summary(const navlint_report *report) {
    return report->summary;
}

navlint_tally navlint_report_suppressed(const navlint_report *report) {
    return report->suppressed;
}

navlint_usage navlint_report_usage(const navlint_report *report) {
    return report->usage;
}

size_t navlint_report_finding_count(const navlint_report *report) {
    return report->finding_count;
}

const navlint_finding *navlint_report_finding(const navlint_report *report, size_t index) {
    return index < report->finding_count ? &report->findings[index]->finding : NULL;
}

size_t navlint_report_fact_count(const navlint_report *report) {
    return report->fact_count;
}

const navlint_fact *navlint_report_fact(const navlint_report *report, size_t index) {
    return index < report->fact_count ? &report->facts[index] : NULL;
}

uint64_t navlint_report_claimed_bytes(const navlint_report *report) {
    return report->claimed_bytes;
}

size_t navlint_report_unclaimed_count(const navlint_report *report) {
    return report->unclaimed_count;
}

const navlint_range *navlint_report_unclaimed(const navlint_report *report, size_t index) {
    return index < report->unclaimed_count ? &report->unclaimed[index] : NULL;
}

size_t navlint_report_member_count(const navlint_report *report) {
    return report->member_count;
}

const navlint_report *navlint_report_member(const navlint_report *report, size_t index) {
    return index < report->member_count ? report->members[index] : NULL;
}

/* A test double of the library below report/: a report is what the test writes down. */
#ifndef NAVLINT_TESTS_REPORT_FAKE_H
#define NAVLINT_TESTS_REPORT_FAKE_H

#include "navlint/navlint.h"

struct navlint_report {
    navlint_verdict verdict;
    const char *name;
    uint64_t bytes;
    const navlint_format *format;
    const char *version;
    const char *dialect;
    const char *endianness;
    const char *detected_by;
    const navlint_limit *limit;
    navlint_summary summary;
    navlint_tally suppressed; /* of these */
    const navlint_finding *findings;
    size_t finding_count;
    const navlint_fact *facts;
    size_t fact_count;
    uint64_t claimed_bytes;
    const navlint_range *unclaimed;
    size_t unclaimed_count;
    const navlint_report *const *members;
    size_t member_count;
};

/* The formats that the double knows: "first-format" with two rules, "second-format" with one. */
extern const navlint_format fake_formats[2];

/* A fix that was made, one that was refused, and a limit. report: of what came of it. */
const navlint_fixed *fake_fixed(const navlint_report *report);

#endif

/* The reports that the tests render. */
#ifndef NAVLINT_TESTS_REPORT_CASES_H
#define NAVLINT_TESTS_REPORT_CASES_H

#include "tests/report/fake.h"

extern const navlint_report clean_report;   /* valid, no finding */
extern const navlint_report full_report;    /* a finding with every member, and one with none */
extern const navlint_report values_report;  /* facts of all kinds */
extern const navlint_report hostile_report; /* text that is not UTF-8 or not printable */
extern const navlint_report unrecognised_report; /* no format */
extern const navlint_report limited_report;      /* findings and a limit */
extern const navlint_report set_report;          /* full_report and limited_report */

typedef struct report_case {
    const char *name; /* for the file that the JSON is written to */
    const navlint_report *report;
} report_case;

enum { REPORT_CASES = 7 };
extern const report_case report_cases[REPORT_CASES];

#endif

/* One check with memory of its own, and questions that many tests ask of its report. */
#ifndef NAVLINT_TESTS_SUPPORT_JUDGE_H
#define NAVLINT_TESTS_SUPPORT_JUDGE_H

#include "navlint/navlint.h"

typedef struct judged {
    void *memory; /* the report lives in it */
    navlint_status status;
    const navlint_report *report; /* NULL unless status is NAVLINT_OK */
} judged;

/* Checks the inputs in a block of the size that navlint_memory_bound says.
 * options: NULL for the defaults. Free the result with judged_free. Ends the program if there is no
 * heap. */
judged judge_set(const navlint_options *options, const navlint_input *inputs, size_t input_count);

/* The same for one input without a name. */
judged judge_bytes(const navlint_options *options, const void *bytes, size_t length);

void judged_free(judged *result);

/* How many kept findings have this code. */
size_t findings_of(const navlint_report *report, const char *code);

/* The first kept finding with this code; NULL if there is none. */
const navlint_finding *finding_of(const navlint_report *report, const char *code);

/* The value of an unsigned fact; UINT64_MAX if the report has no such fact. */
uint64_t fact_of(const navlint_report *report, const char *name);

/* The limit's name; "" if the report has none. */
const char *limit_of(const navlint_report *report);

#endif

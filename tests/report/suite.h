/* The groups of tests, one a file; each returns how many tests failed. */
#ifndef NAVLINT_TESTS_REPORT_SUITE_H
#define NAVLINT_TESTS_REPORT_SUITE_H

/* cmocka.h needs these four before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "navlint/navlint.h"

int run_artifact_tests(void);
int run_json_tests(void);
int run_text_tests(void);
int run_memory_tests(void);

/* Fails the test unless `text` is exactly `expected`; frees it. */
void expect_text(navlint_text text, const char *expected);

#endif

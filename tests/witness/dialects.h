#ifndef NAVLINT_TESTS_WITNESS_DIALECTS_H
#define NAVLINT_TESTS_WITNESS_DIALECTS_H

/* Runs the tests of the tables corpus/<room>/dialects.tsv. Returns how many failed. */
int run_dialect_tests(void);

#endif

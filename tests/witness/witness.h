#ifndef NAVLINT_TESTS_WITNESS_WITNESS_H
#define NAVLINT_TESTS_WITNESS_WITNESS_H

#include "tests/support/unit.h"

#include "navlint/navlint.h"

/* Calls `visit` for every rule of every format. */
typedef void (*rule_fn)(const navlint_format *format, const navlint_rule *rule);
void for_each_rule(rule_fn visit);

int run_rule_tests(void);

#endif

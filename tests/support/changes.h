/* Whether a fix changed what it says, and nothing else. */
#ifndef NAVLINT_TESTS_SUPPORT_CHANGES_H
#define NAVLINT_TESTS_SUPPORT_CHANGES_H

#include "navlint/navlint.h"

/* What is wrong with the changes that the result declares: bytes outside of them differ, or they
 * are in no order. NULL: nothing. */
const char *broken_changes(const navlint_fixed *fixed, const navlint_input *inputs,
                           size_t input_count);

#endif

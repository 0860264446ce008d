/* One fix with memory of its own. */
#ifndef NAVLINT_TESTS_FIX_PROMISE_H
#define NAVLINT_TESTS_FIX_PROMISE_H

#include "navlint/navlint.h"

typedef struct fixed_set {
    void *memory; /* the result lives in it */
    navlint_status status;
    const navlint_fixed *fixed;
} fixed_set;

/* Fixes the inputs in a block of the size that navlint_fix_bound says. only: one rule; NULL: all.
 * Free the result with fixed_free. Ends the program if there is no heap. */
fixed_set fix_set(const navlint_input *inputs, size_t input_count, bool unsafe, const char *only);

void fixed_free(fixed_set *set);

/* The inputs as they are after the fix: names and whether they are context stay. */
void fixed_inputs(const fixed_set *set, const navlint_input *inputs, size_t input_count,
                  navlint_input *after);

#endif

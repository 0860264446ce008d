#include "tests/fix/promise.h"

#include <stdio.h>
#include <stdlib.h>

fixed_set fix_set(const navlint_input *inputs, size_t input_count, bool unsafe, const char *only) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    navlint_fix_options wishes;
    navlint_fix_options_init(&wishes, sizeof wishes);
    wishes.unsafe = unsafe;
    wishes.only = &only;
    wishes.only_count = only ? 1 : 0;
    const size_t bytes = navlint_fix_bound(&options, inputs, input_count);
    fixed_set set = {.memory = malloc(bytes)};
    if (!set.memory) {
        (void)fprintf(stderr, "no heap for a block of %zu bytes\n", bytes);
        exit(EXIT_FAILURE);
    }
    set.status =
        navlint_fix_apply(&options, &wishes, inputs, input_count, set.memory, bytes, &set.fixed);
    return set;
}

void fixed_free(fixed_set *set) {
    free(set->memory);
    set->memory = NULL;
    set->fixed = NULL;
}

void fixed_inputs(const fixed_set *set, const navlint_input *inputs, size_t input_count,
                  navlint_input *after) {
    for (size_t i = 0; i < input_count; i++) {
        size_t length = 0;
        const void *const bytes = navlint_fixed_bytes(set->fixed, i, &length);
        after[i] = inputs[i];
        if (bytes) after[i].bytes = bytes;
        if (bytes) after[i].length = length;
    }
}

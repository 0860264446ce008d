#include "tests/fix/promise.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* Two states of a file, and how far they have been compared. */
typedef struct comparison {
    const uint8_t *before, *after;
    uint64_t before_length, after_length;
    uint64_t before_at, after_at;
} comparison;

static const char *compare_up_to(comparison *c, uint64_t before_end, uint64_t after_end) {
    if (before_end < c->before_at || before_end > c->before_length) return "changes in no order";
    if (after_end < c->after_at || after_end > c->after_length) return "changes in no order";
    const uint64_t length = before_end - c->before_at;
    if (after_end - c->after_at != length) return "bytes between changes have moved apart";
    if (length != 0 &&
        memcmp(c->before + c->before_at, c->after + c->after_at, (size_t)length) != 0)
        return "bytes outside of the changes differ";
    return NULL;
}

static const char *broken_in(const fixed_set *set, size_t index, const navlint_input *before,
                             const navlint_input *after) {
    comparison c = {before->bytes, after->bytes, before->length, after->length, 0, 0};
    for (size_t i = 0; i < navlint_change_count(set->fixed, index); i++) {
        const navlint_change *const change = navlint_change_at(set->fixed, index, i);
        const char *const broken = compare_up_to(&c, change->before.offset, change->after.offset);
        if (broken) return broken;
        c.before_at = change->before.offset + change->before.length;
        c.after_at = change->after.offset + change->after.length;
        if (c.before_at > c.before_length || c.after_at > c.after_length)
            return "changes past the end";
    }
    return compare_up_to(&c, c.before_length, c.after_length);
}

const char *broken_promise(const fixed_set *set, const navlint_input *inputs, size_t input_count) {
    const char *broken = NULL;
    for (size_t i = 0; !broken && i < input_count; i++) {
        navlint_input after;
        fixed_set one = *set;
        size_t length = 0;
        const void *const bytes = navlint_fixed_bytes(one.fixed, i, &length);
        after = inputs[i];
        if (bytes) after.bytes = bytes;
        if (bytes) after.length = length;
        if (bytes && inputs[i].is_context) return "context was changed";
        if (!bytes && navlint_change_count(set->fixed, i) != 0) return "changes without bytes";
        broken = broken_in(set, i, &inputs[i], &after);
    }
    return broken;
}

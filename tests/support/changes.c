#include "tests/support/changes.h"

#include <string.h>

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

static const char *broken_in(const navlint_fixed *fixed, size_t index, const navlint_input *before,
                             const navlint_input *after) {
    comparison c = {before->bytes, after->bytes, before->length, after->length, 0, 0};
    for (size_t i = 0; i < navlint_change_count(fixed, index); i++) {
        const navlint_change *const change = navlint_change_at(fixed, index, i);
        const char *const broken = compare_up_to(&c, change->before.offset, change->after.offset);
        if (broken) return broken;
        c.before_at = change->before.offset + change->before.length;
        c.after_at = change->after.offset + change->after.length;
        if (c.before_at > c.before_length || c.after_at > c.after_length)
            return "changes past the end";
    }
    return compare_up_to(&c, c.before_length, c.after_length);
}

const char *broken_changes(const navlint_fixed *fixed, const navlint_input *inputs,
                           size_t input_count) {
    const char *broken = NULL;
    for (size_t i = 0; !broken && i < input_count; i++) {
        navlint_input after = inputs[i];
        size_t length = 0;
        const void *const bytes = navlint_fixed_bytes(fixed, i, &length);
        if (bytes) after.bytes = bytes;
        if (bytes) after.length = length;
        if (bytes && inputs[i].is_context) return "context was changed";
        if (!bytes && navlint_change_count(fixed, i) != 0) return "changes without bytes";
        broken = broken_in(fixed, i, &inputs[i], &after);
    }
    return broken;
}

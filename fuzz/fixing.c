/* Invariant 54: what fixing promises of any bytes. */
#include "fuzz/block.h"
#include "fuzz/oracle.h"

#include <string.h>

static fuzz_block fix_block;
static fuzz_block again_block;
static fuzz_block check_block;

static const navlint_fixed *fix_in(fuzz_block *block, const navlint_options *options,
                                   const navlint_input *input) {
    navlint_fix_options wishes;
    navlint_fix_options_init(&wishes, sizeof wishes);
    wishes.unsafe = true;
    const size_t bytes = navlint_fix_bound(options, input, 1);
    const navlint_fixed *fixed = NULL;
    const navlint_status status =
        navlint_fix_apply(options, &wishes, input, 1, fuzz_block_take(block, bytes), bytes, &fixed);
    REQUIRE(54, status == NAVLINT_OK && fixed);
    return fixed;
}

/* ---- Bytes ---- */

/* Two states of a file, and how far they have been compared. */
typedef struct comparison {
    const uint8_t *before, *after;
    uint64_t before_at, after_at;
} comparison;

static void compare_up_to(comparison *c, uint64_t before_end, uint64_t after_end) {
    REQUIRE(54, before_end >= c->before_at && after_end >= c->after_at);
    const uint64_t length = before_end - c->before_at;
    REQUIRE(54, after_end - c->after_at == length);
    REQUIRE(54, length == 0 ||
                    memcmp(c->before + c->before_at, c->after + c->after_at, (size_t)length) == 0);
}

/* Bytes outside of the changes are equal. */
static void check_changes(const navlint_fixed *fixed, const navlint_input *before,
                          const navlint_input *after) {
    comparison c = {before->bytes, after->bytes, 0, 0};
    for (size_t i = 0; i < navlint_change_count(fixed, 0); i++) {
        const navlint_change *const change = navlint_change_at(fixed, 0, i);
        REQUIRE(54, change->before.offset <= before->length &&
                        change->before.length <= before->length - change->before.offset);
        REQUIRE(54, change->after.offset <= after->length &&
                        change->after.length <= after->length - change->after.offset);
        compare_up_to(&c, change->before.offset, change->after.offset);
        c.before_at = change->before.offset + change->before.length;
        c.after_at = change->after.offset + change->after.length;
    }
    compare_up_to(&c, before->length, after->length);
}

/* ---- What is said ---- */

static void check_applied(const navlint_applied *fix, const navlint_input *input, bool is_made) {
    REQUIRE(54, fix->rule && fix->deed && fix->message && fix->path);
    REQUIRE(54, fix->input == 0 && fix->offset <= input->length);
    REQUIRE(54, (fix->reason == NULL) == is_made);
    REQUIRE(54, fix->edit_count > 0);
    for (size_t i = 0; i < fix->edit_count; i++)
        REQUIRE(54, fix->edits[i].offset <= input->length && fix->edits[i].path);
}

static void check_story(const navlint_fixed *fixed, const navlint_input *input) {
    for (size_t i = 0; i < navlint_fixed_count(fixed); i++)
        check_applied(navlint_fixed_at(fixed, i), input, true);
    for (size_t i = 0; i < navlint_refused_count(fixed); i++)
        check_applied(navlint_refused_at(fixed, i), input, false);
    REQUIRE(54, (navlint_fixed_bytes(fixed, 0, NULL) != NULL) == (navlint_fixed_count(fixed) > 0));
}

/* ---- What is found ---- */

static void check_is_better(const navlint_report *before, const navlint_report *after) {
    const navlint_summary old = navlint_report_summary(before);
    const navlint_summary now = navlint_report_summary(after);
    const bool was_limited = navlint_report_limit(before) != NULL;
    REQUIRE(54, now.errors <= old.errors);
    REQUIRE(54, was_limited || navlint_report_limit(after) == NULL);
}

void fuzz_check_fixing(const navlint_report *before, const navlint_options *options,
                       const navlint_input *input) {
    const navlint_fixed *const fixed = fix_in(&fix_block, options, input);
    navlint_input after = *input;
    const void *const bytes = navlint_fixed_bytes(fixed, 0, &after.length);
    if (bytes) after.bytes = bytes;
    if (!bytes) after.length = input->length;
    check_story(fixed, input);
    check_changes(fixed, input, &after);
    const size_t block_bytes = navlint_memory_bound(options, &after, 1);
    const navlint_report *report = NULL;
    REQUIRE(54, navlint_check(options, &after, 1, fuzz_block_take(&check_block, block_bytes),
                              block_bytes, &report) == NAVLINT_OK);
    check_is_better(before, report);
    REQUIRE(54, fuzz_verdict_digest(report) == fuzz_verdict_digest(navlint_fixed_report(fixed)));
    if (bytes && !navlint_fixed_limit(fixed))
        REQUIRE(54, !navlint_fixed_bytes(fix_in(&again_block, options, &after), 0, NULL));
}

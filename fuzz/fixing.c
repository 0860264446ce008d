/* Invariant 54: what fixing promises of any bytes. */
#include "fuzz/block.h"
#include "fuzz/oracle.h"
#include "tests/support/changes.h"

static fuzz_block fix_block;
static fuzz_block again_block;
static fuzz_block check_block;

/* What is fixed: with which options, and whether at a loss. */
typedef struct fix_request {
    const navlint_options *options;
    bool unsafe;
} fix_request;

static const navlint_fixed *fix_in(fuzz_block *block, const fix_request *request,
                                   const navlint_input *input) {
    navlint_fix_options wishes;
    navlint_fix_options_init(&wishes, sizeof wishes);
    wishes.unsafe = request->unsafe;
    const size_t bytes = navlint_fix_bound(request->options, input, 1);
    const navlint_fixed *fixed = NULL;
    const navlint_status status = navlint_fix_apply(request->options, &wishes, input, 1,
                                                    fuzz_block_take(block, bytes), bytes, &fixed);
    REQUIRE(54, status == NAVLINT_OK && fixed);
    return fixed;
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
    REQUIRE(54, navlint_fixed_count(fixed) <= navlint_fixed_total(fixed));
    REQUIRE(54, navlint_refused_count(fixed) <= navlint_refused_total(fixed));
    REQUIRE(54, (navlint_fixed_bytes(fixed, 0, NULL) != NULL) == (navlint_fixed_count(fixed) > 0));
}

/* ---- What is found ---- */

static bool is_less(const navlint_summary *a, const navlint_summary *b) {
    if (a->errors != b->errors) return a->errors < b->errors;
    if (a->warnings != b->warnings) return a->warnings < b->warnings;
    return a->infos < b->infos;
}

static void check_is_better(const navlint_report *before, const navlint_report *after) {
    const navlint_summary old = navlint_report_summary(before);
    const navlint_summary now = navlint_report_summary(after);
    REQUIRE(54, is_less(&now, &old));
    REQUIRE(54, navlint_report_limit(before) || !navlint_report_limit(after));
}

void fuzz_check_fixing(const navlint_report *before, const navlint_options *options,
                       const navlint_input *input, bool unsafe) {
    const fix_request request = {options, unsafe};
    const navlint_fixed *const fixed = fix_in(&fix_block, &request, input);
    navlint_input after = *input;
    const void *const bytes = navlint_fixed_bytes(fixed, 0, &after.length);
    if (bytes) after.bytes = bytes;
    if (!bytes) after.length = input->length;
    check_story(fixed, input);
    REQUIRE(54, !broken_changes(fixed, input, 1));
    const size_t block_bytes = navlint_memory_bound(options, &after, 1);
    const navlint_report *report = NULL;
    REQUIRE(54, navlint_check(options, &after, 1, fuzz_block_take(&check_block, block_bytes),
                              block_bytes, &report) == NAVLINT_OK);
    if (bytes) check_is_better(before, report);
    REQUIRE(54, fuzz_verdict_digest(report) == fuzz_verdict_digest(navlint_fixed_report(fixed)));
    if (bytes && !navlint_fixed_limit(fixed))
        REQUIRE(54, !navlint_fixed_bytes(fix_in(&again_block, &request, &after), 0, NULL));
}

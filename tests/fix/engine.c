/* The engine's own limits and promises, on a format whose fixes are made for them. */
#include <stdlib.h>
#include <string.h>

#include "tests/fix/letters.h"
#include "tests/fix/promise.h"
#include "tests/support/unit.h"

enum { FILE_BYTES = 1 << 18 };

static char text[FILE_BYTES];

/* Fixes "LTRS" with these letters behind it, so often. */
static fixed_set fix_letters(const char *letters, int times) {
    size_t at = 4;
    memcpy(text, "LTRS", 4);
    for (int i = 0; i < times; i++, at += strlen(letters))
        memcpy(text + at, letters, strlen(letters));
    const navlint_input input = {.name = "a.ltr", .bytes = text, .length = at};
    fixed_set set = fix_set(&input, 1, false, NULL);
    assert_int_equal(set.status, NAVLINT_OK);
    return set;
}

static const char *limit_of(const fixed_set *set) {
    const navlint_limit *const limit = navlint_fixed_limit(set->fixed);
    return limit ? limit->name : "";
}

static size_t left_by(const fixed_set *set) {
    return (size_t)navlint_report_summary(navlint_fixed_report(set->fixed)).warnings;
}

/* ---- Work ---- */

static void a_fix_that_works_too_much_is_reported(void **state) {
    (void)state;
    fixed_set set = fix_letters("gp", 1);
    assert_int_equal(navlint_fixed_count(set.fixed), 1);
    assert_int_equal(left_by(&set), 1);
    assert_string_equal(limit_of(&set), "work");
    fixed_free(&set);
}

/* Three of them take more than a round has. */
static void fixes_behind_vain_work_have_their_turn(void **state) {
    (void)state;
    fixed_set set = fix_letters("vvvvvp", 1);
    assert_int_equal(navlint_fixed_count(set.fixed), 1);
    assert_string_equal(limit_of(&set), "");
    fixed_free(&set);
}

static void vain_work_has_an_end(void **state) {
    (void)state;
    fixed_set set = fix_letters("v", 100);
    assert_int_equal(navlint_fixed_count(set.fixed), 0);
    assert_string_equal(limit_of(&set), "work");
    fixed_free(&set);
}

/* Each takes half of what a round has; one is computed. */
static void a_shared_fix_is_computed_once(void **state) {
    (void)state;
    fixed_set set = fix_letters("wp", 20);
    assert_int_equal(navlint_fixed_count(set.fixed), 21);
    assert_int_equal(navlint_fixed_at(set.fixed, 20)->round, 1);
    assert_int_equal(left_by(&set), 0);
    assert_string_equal(limit_of(&set), "");
    fixed_free(&set);
}

/* ---- Overlaps ---- */

static void a_fix_that_overlaps_itself_is_refused(void **state) {
    (void)state;
    fixed_set set = fix_letters("tp", 1);
    assert_int_equal(navlint_fixed_count(set.fixed), 1);
    assert_int_equal(navlint_refused_count(set.fixed), 1);
    const navlint_applied *const torn = navlint_refused_at(set.fixed, 0);
    assert_string_equal(torn->reason, "its own changes overlap");
    assert_int_equal(torn->edit_count, 2);
    assert_memory_equal(torn->edits[0].removed_bytes, "t", 1);
    fixed_free(&set);
}

static void a_file_of_such_fixes_ends(void **state) {
    (void)state;
    fixed_set set = fix_letters("t", 3);
    assert_int_equal(navlint_refused_count(set.fixed), 3);
    assert_string_equal(limit_of(&set), "");
    fixed_free(&set);
}

/* ---- What is shown ---- */

static void totals_count_what_is_not_shown(void **state) {
    (void)state;
    fixed_set set = fix_letters("p", 1500);
    assert_int_equal(left_by(&set), 0);
    assert_int_equal(navlint_fixed_count(set.fixed), 1000);
    assert_int_equal(navlint_fixed_total(set.fixed), 1500);
    fixed_free(&set);
}

/* Each has 64 edits with their paths: more than there is room for. */
static void a_fix_is_shown_as_a_whole_or_not_at_all(void **state) {
    (void)state;
    char letters[LETTERS_OF_MANY + 1] = "m";
    memset(letters + 1, '-', LETTERS_OF_MANY - 1);
    fixed_set set = fix_letters(letters, 300);
    const size_t count = navlint_fixed_count(set.fixed);
    assert_int_equal(navlint_fixed_total(set.fixed), 300);
    assert_in_range(count, 50, 299);
    for (size_t i = 0; i < count; i++) {
        const navlint_applied *const fix = navlint_fixed_at(set.fixed, i);
        assert_string_equal(fix->message, "an m");
        assert_int_equal(fix->edit_count, 64);
        assert_string_equal(fix->edits[63].path, "/letters");
    }
    fixed_free(&set);
}

/* Refusals that are forgotten make room for those that come again. */
static void refused_fixes_are_counted_once(void **state) {
    (void)state;
    fixed_set set = fix_letters("bp", 20);
    assert_int_equal(navlint_fixed_total(set.fixed), 20);
    assert_int_equal(navlint_refused_total(set.fixed), 20);
    assert_string_equal(navlint_refused_at(set.fixed, 19)->reason, "the finding would stay");
    fixed_free(&set);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fix_that_works_too_much_is_reported),
        cmocka_unit_test(fixes_behind_vain_work_have_their_turn),
        cmocka_unit_test(vain_work_has_an_end),
        cmocka_unit_test(a_shared_fix_is_computed_once),
        cmocka_unit_test(a_fix_that_overlaps_itself_is_refused),
        cmocka_unit_test(a_file_of_such_fixes_ends),
        cmocka_unit_test(totals_count_what_is_not_shown),
        cmocka_unit_test(a_fix_is_shown_as_a_whole_or_not_at_all),
        cmocka_unit_test(refused_fixes_are_counted_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

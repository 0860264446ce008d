/* What each room builds is valid when it is large, too. */
#include "tests/support/judge.h"
#include "tests/support/unit.h"
#include "validator/valid_files.h"

enum { LARGE_BYTES = 4 << 20, CAPACITY = 16 << 20 };

static uint8_t bytes[CAPACITY];

typedef void (*built_fn)(const navlint_format *format, size_t length);

static void for_each_variant(uint64_t target_bytes, built_fn visit) {
    for (size_t i = 0; i < navlint_format_count(); i++) {
        const navlint_format *const format = navlint_format_at(i);
        for (unsigned variant = 0; variant < nl_build_variants(format->id); variant++) {
            size_t length = 0;
            assert_true(
                nl_build_variant(format->id, variant, target_bytes, bytes, sizeof bytes, &length));
            visit(format, length);
        }
    }
}

static void is_valid(const navlint_format *format, size_t length) {
    judged j = judge_bytes(NULL, bytes, length);
    assert_int_equal(navlint_report_verdict(j.report), NAVLINT_VALID);
    assert_ptr_equal(navlint_report_format(j.report), format);
    judged_free(&j);
}

static void large_files_are_valid(void **state) {
    (void)state;
    for_each_variant(LARGE_BYTES, is_valid);
}

static void what_is_not_built(void **state) {
    (void)state;
    size_t length = 0;
    assert_int_equal(nl_build_variants("no-such-format"), 0);
    assert_false(nl_build_variant("no-such-format", 0, 1, bytes, sizeof bytes, &length));
    assert_false(nl_build_variant("mgs-nav2", nl_build_variants("mgs-nav2"), 1, bytes, sizeof bytes,
                                  &length));
}

/* Counts of zero make sizes that add up, and still no file. */
static void zeros_are_nothing(void **state) {
    (void)state;
    static const uint8_t zeros[8192];
    for (size_t length = 0; length <= sizeof zeros; length++) {
        const navlint_input input = {.bytes = zeros, .length = length};
        if (navlint_detect(&input, NULL)) fail_msg("%zu zeros are a file", length);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(large_files_are_valid),
        cmocka_unit_test(what_is_not_built),
        cmocka_unit_test(zeros_are_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Claimed bytes: merged as they come, and the gaps between them. */
#include "tests/support/unit.h"

#include <string.h>

#include "core/report.h"

enum { INPUT_BYTES = 1000 };

static _Alignas(16) uint8_t memory[1 << 17];
static nl_report_pool pool;

static navlint_report *empty_report(void) {
    const navlint_input input = {.length = INPUT_BYTES};
    pool = nl_report_pool_over(nl_arena_over(memory, sizeof memory), (nl_report_caps){0, 0});
    navlint_report *const report = nl_report_new(&pool, &input);
    assert_non_null(report);
    return report;
}

typedef struct claim {
    uint64_t offset, length;
} claim;

static navlint_report *claimed(const claim *claims, size_t count) {
    navlint_report *const report = empty_report();
    for (size_t i = 0; i < count; i++)
        nl_claim(report, claims[i].offset, claims[i].length);
    nl_report_seal(report);
    return report;
}

static void expect_gaps(const navlint_report *report, const claim *gaps, size_t count) {
    uint64_t unclaimed = 0;
    assert_int_equal(navlint_report_unclaimed_count(report), count);
    for (size_t i = 0; i < count; i++) {
        const navlint_range *const range = navlint_report_unclaimed(report, i);
        assert_int_equal(range->offset, gaps[i].offset);
        assert_int_equal(range->length, gaps[i].length);
        unclaimed += range->length;
    }
    assert_null(navlint_report_unclaimed(report, count));
    assert_int_equal(navlint_report_claimed_bytes(report) + unclaimed, INPUT_BYTES);
}

#define EXPECT_GAPS(claims, ...)                                                                   \
    do {                                                                                           \
        const claim gaps[] = {__VA_ARGS__};                                                        \
        expect_gaps(claimed(claims, sizeof claims / sizeof claims[0]), gaps,                       \
                    sizeof gaps / sizeof gaps[0]);                                                 \
    } while (0)

static void no_claim_leaves_everything(void **state) {
    (void)state;
    const claim none[] = {{10, 0}};
    EXPECT_GAPS(none, {0, INPUT_BYTES});
}

static void the_whole_leaves_nothing(void **state) {
    (void)state;
    const claim whole[] = {{0, INPUT_BYTES}, {0, 1}, {INPUT_BYTES - 1, 1}};
    expect_gaps(claimed(whole, 3), NULL, 0);
}

static void gaps_at_the_borders(void **state) {
    (void)state;
    const claim inner[] = {{1, INPUT_BYTES - 2}};
    EXPECT_GAPS(inner, {0, 1}, {INPUT_BYTES - 1, 1});
}

static void touching_and_overlapping_claims_merge(void **state) {
    (void)state;
    const claim touching[] = {{0, 10}, {20, 10}, {10, 10}};
    EXPECT_GAPS(touching, {30, INPUT_BYTES - 30});
    const claim overlapping[] = {{50, 10}, {5, 10}, {10, 45}, {7, 2}};
    EXPECT_GAPS(overlapping, {0, 5}, {60, INPUT_BYTES - 60});
    const claim swallowing[] = {{10, 5}, {20, 5}, {30, 5}, {40, 5}, {8, 25}};
    EXPECT_GAPS(swallowing, {0, 8}, {35, 5}, {45, INPUT_BYTES - 45});
    const claim same_start[] = {{10, 5}, {10, 50}, {10, 1}, {80, 20}};
    EXPECT_GAPS(same_start, {0, 10}, {60, 20}, {100, INPUT_BYTES - 100});
}

static void any_claims_add_up(void **state) {
    (void)state;
    uint32_t seed = 7;
    for (int round = 0; round < 200; round++) {
        navlint_report *const report = empty_report();
        bool is_claimed[INPUT_BYTES] = {false};
        for (int i = 0; i < 60; i++) {
            seed = seed * 1664525u + 1013904223u;
            const uint32_t offset = (seed >> 8) % INPUT_BYTES;
            const uint32_t most = INPUT_BYTES - offset < 30 ? INPUT_BYTES - offset : 30;
            const uint32_t length = (seed >> 20) % (most + 1);
            nl_claim(report, offset, length);
            memset(is_claimed + offset, true, length);
        }
        nl_report_seal(report);
        uint64_t expected = 0;
        for (int i = 0; i < INPUT_BYTES; i++)
            expected += is_claimed[i];
        assert_int_equal(navlint_report_claimed_bytes(report), expected);
        for (size_t i = 0; i < navlint_report_unclaimed_count(report); i++) {
            const navlint_range *const gap = navlint_report_unclaimed(report, i);
            assert_true(gap->length > 0);
            assert_true(gap->offset == 0 || is_claimed[gap->offset - 1]);
            for (uint64_t at = gap->offset; at < gap->offset + gap->length; at++)
                assert_false(is_claimed[at]);
        }
    }
}

static void ranges_past_the_maximum_count_as_unclaimed(void **state) {
    (void)state;
    enum { LENGTH = 2 * NL_MAX_RANGES + 200 };
    navlint_report *const report = empty_report();
    report->bytes = LENGTH;
    for (uint64_t i = 0; i < NL_MAX_RANGES + 50; i++)
        nl_claim(report, 2 * i + 1, 1);
    nl_claim(report, 2, 1); /* joins two: there is room for one more */
    nl_claim(report, LENGTH - 1, 1);
    nl_report_seal(report);
    uint64_t unclaimed = 0;
    for (size_t i = 0; i < navlint_report_unclaimed_count(report); i++)
        unclaimed += navlint_report_unclaimed(report, i)->length;
    assert_int_equal(navlint_report_claimed_bytes(report), NL_MAX_RANGES + 2);
    assert_int_equal(unclaimed + navlint_report_claimed_bytes(report), LENGTH);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_claim_leaves_everything),
        cmocka_unit_test(the_whole_leaves_nothing),
        cmocka_unit_test(gaps_at_the_borders),
        cmocka_unit_test(touching_and_overlapping_claims_merge),
        cmocka_unit_test(any_claims_add_up),
        cmocka_unit_test(ranges_past_the_maximum_count_as_unclaimed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Checked arithmetic and the budget: every edge. */
#include "tests/support/unit.h"

#include "core/budget.h"
#include "core/checked.h"

enum { UNTOUCHED = 77 };

static void adds_up_to_the_highest(void **state) {
    (void)state;
    uint64_t sum = UNTOUCHED;
    assert_true(nl_add(UINT64_MAX - 1, 1, &sum));
    assert_true(sum == UINT64_MAX);
    assert_true(nl_add(0, UINT64_MAX, &sum) && sum == UINT64_MAX);
    sum = UNTOUCHED;
    assert_false(nl_add(UINT64_MAX, 1, &sum));
    assert_false(nl_add(1, UINT64_MAX, &sum));
    assert_false(nl_add(UINT64_MAX, UINT64_MAX, &sum));
    assert_true(sum == UNTOUCHED);
}

static void subtracts_down_to_zero(void **state) {
    (void)state;
    uint64_t difference = UNTOUCHED;
    assert_false(nl_sub(0, 1, &difference));
    assert_false(nl_sub(UINT64_MAX - 1, UINT64_MAX, &difference));
    assert_true(difference == UNTOUCHED);
    assert_true(nl_sub(5, 5, &difference) && difference == 0);
    assert_true(nl_sub(UINT64_MAX, 0, &difference) && difference == UINT64_MAX);
}

static void multiplies_up_to_the_highest(void **state) {
    (void)state;
    const uint64_t half = (uint64_t)1 << 32;
    uint64_t product = UNTOUCHED;
    assert_false(nl_mul(half, half, &product));
    assert_false(nl_mul(UINT64_MAX, 2, &product));
    assert_false(nl_mul(UINT64_MAX / 3 + 1, 3, &product));
    assert_true(product == UNTOUCHED);
    assert_true(nl_mul(half, half - 1, &product) && product == UINT64_MAX - UINT32_MAX);
    assert_true(nl_mul(UINT64_MAX / 3, 3, &product) && product == UINT64_MAX);
    assert_true(nl_mul(UINT64_MAX, 1, &product) && product == UINT64_MAX);
    assert_true(nl_mul(UINT64_MAX, 0, &product) && product == 0);
    assert_true(nl_mul(0, UINT64_MAX, &product) && product == 0);
}

static void saturates(void **state) {
    (void)state;
    const uint64_t half = (uint64_t)1 << 32;
    assert_true(nl_add_sat(UINT64_MAX, 1) == UINT64_MAX);
    assert_true(nl_add_sat(UINT64_MAX - 1, 1) == UINT64_MAX);
    assert_true(nl_add_sat(2, 3) == 5);
    assert_true(nl_mul_sat(half, half) == UINT64_MAX);
    assert_true(nl_mul_sat(UINT64_MAX, 0) == 0);
    assert_true(nl_mul_sat(6, 7) == 42);
}

static void takes_the_lesser_and_the_greater(void **state) {
    (void)state;
    assert_true(nl_min(1, UINT64_MAX) == 1 && nl_min(UINT64_MAX, 1) == 1 && nl_min(4, 4) == 4);
    assert_true(nl_max(1, UINT64_MAX) == UINT64_MAX && nl_max(3, 2) == 3 && nl_max(4, 4) == 4);
}

static void spends_to_the_last_step(void **state) {
    (void)state;
    nl_budget budget = nl_budget_of(10);
    assert_true(nl_spend(&budget, 0) && nl_spend(&budget, 9) && nl_spend(&budget, 1));
    assert_true(nl_spent(&budget) == 10);
    assert_false(budget.exhausted);
    assert_true(nl_spend(&budget, 0)); /* nothing costs nothing */
    assert_false(nl_spend(&budget, 1));
    assert_true(budget.exhausted);
}

static void a_charge_too_high_uses_the_budget_up(void **state) {
    (void)state;
    nl_budget budget = nl_budget_of(10);
    assert_false(nl_spend(&budget, UINT64_MAX));
    assert_true(budget.exhausted && budget.left == 0);
    assert_true(nl_spent(&budget) == 10); /* never more than there was */
    assert_false(nl_spend(&budget, 1));
}

static void an_empty_budget_pays_nothing(void **state) {
    (void)state;
    nl_budget budget = nl_budget_of(0);
    assert_false(nl_spend(&budget, 1));
    assert_true(budget.exhausted && nl_spent(&budget) == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adds_up_to_the_highest),
        cmocka_unit_test(subtracts_down_to_zero),
        cmocka_unit_test(multiplies_up_to_the_highest),
        cmocka_unit_test(saturates),
        cmocka_unit_test(takes_the_lesser_and_the_greater),
        cmocka_unit_test(spends_to_the_last_step),
        cmocka_unit_test(a_charge_too_high_uses_the_budget_up),
        cmocka_unit_test(an_empty_budget_pays_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

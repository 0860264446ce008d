/* Keys in order: few, which are inserted, and many, which go through a heap. */
#include "tests/support/unit.h"

#include <stdlib.h>

#include "core/sort.h"

enum { MOST = 100 };

static int compare(const void *a, const void *b) {
    const uint64_t one = *(const uint64_t *)a;
    const uint64_t other = *(const uint64_t *)b;
    return (one > other) - (one < other);
}

/* The key behind the last is not touched. */
static void sorts_like_qsort(const uint64_t *keys, uint32_t count) {
    uint64_t sorted[MOST + 1];
    uint64_t wanted[MOST] = {0};
    for (uint32_t i = 0; i < count; i++)
        sorted[i] = wanted[i] = keys[i];
    sorted[count] = 0;
    nl_sort_keys(sorted, count);
    qsort(wanted, count, sizeof wanted[0], compare);
    for (uint32_t i = 0; i < count; i++)
        assert_true(sorted[i] == wanted[i]);
    assert_true(sorted[count] == 0);
}

/* Every count, the keys being multiples. */
static void every_count(uint64_t multiplier, uint64_t modulus) {
    for (uint32_t count = 0; count <= MOST; count++) {
        uint64_t keys[MOST] = {0};
        for (uint64_t i = 0; i < count; i++)
            keys[i] = (i + 1) * multiplier % modulus; /* wraps, as meant */
        sorts_like_qsort(keys, count);
    }
}

static void keys_in_order(void **state) {
    (void)state;
    every_count(1, UINT64_MAX);
}

static void keys_in_reverse(void **state) {
    (void)state;
    every_count(UINT64_MAX - 1, UINT64_MAX);
}

static void keys_at_random(void **state) {
    (void)state;
    every_count(UINT64_C(0x9e3779b97f4a7c15), UINT64_MAX);
}

static void equal_keys(void **state) {
    (void)state;
    every_count(0, UINT64_MAX);
    every_count(7, 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_in_order),
        cmocka_unit_test(keys_in_reverse),
        cmocka_unit_test(keys_at_random),
        cmocka_unit_test(equal_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

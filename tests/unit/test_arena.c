/* The bump allocator. */
#include "tests/support/unit.h"

#include <string.h>

#include "core/arena.h"

enum { CAPACITY = 256 };

static _Alignas(16) uint8_t block[CAPACITY + 16];

static nl_arena fresh(size_t skew) {
    memset(block, 0xAA, sizeof block);
    return nl_arena_over(block + skew, CAPACITY);
}

static void aligns_whatever_the_block(void **state) {
    (void)state;
    for (size_t skew = 0; skew < 16; skew++)
        for (size_t align = 1; align <= 16; align *= 2) {
            nl_arena arena = fresh(skew);
            assert_non_null(nl_alloc(&arena, 1, 1, 1));
            void *const p = nl_alloc(&arena, 1, 16, align);
            assert_int_equal((uintptr_t)p % align, 0);
            assert_true((uint8_t *)p >= arena.base + 1);
            assert_true((uint8_t *)p + 16 <= arena.base + arena.used);
        }
}

static void things_without_a_size_take_nothing(void **state) {
    (void)state;
    nl_arena arena = fresh(0);
    assert_non_null(nl_alloc(&arena, UINT64_MAX, 0, 1));
    assert_int_equal(arena.used, 0);
    assert_false(arena.exhausted);
}

static void the_last_byte_fits_and_one_more_does_not(void **state) {
    (void)state;
    nl_arena arena = fresh(0);
    assert_non_null(nl_alloc(&arena, CAPACITY, 1, 1));
    assert_int_equal(arena.used, CAPACITY);
    assert_false(arena.exhausted);
    assert_null(nl_alloc(&arena, 1, 1, 1));
    assert_true(arena.exhausted);
    assert_int_equal(arena.used, CAPACITY); /* a refusal takes nothing */
}

static void padding_counts(void **state) {
    (void)state;
    nl_arena arena = fresh(0);
    assert_non_null(nl_alloc(&arena, CAPACITY - 7, 1, 1));
    assert_null(nl_alloc(&arena, 1, 8, 8));
    assert_true(arena.exhausted);
}

static void refuses_what_would_wrap(void **state) {
    (void)state;
    nl_arena arena = fresh(0);
    assert_null(nl_alloc(&arena, UINT64_MAX, 16, 16));
    assert_null(nl_alloc(&arena, UINT64_MAX / 16 + 2, 16, 16)); /* 16 modulo 2^64 */
    assert_null(nl_alloc(&arena, 2, SIZE_MAX, 1));
    assert_int_equal(arena.used, 0);
}

static void exhaustion_sticks_but_smaller_requests_go_on(void **state) {
    (void)state;
    nl_arena arena = fresh(0);
    assert_null(nl_alloc(&arena, CAPACITY + 1, 1, 1));
    assert_non_null(nl_alloc(&arena, 1, 1, 1));
    nl_arena_release(&arena, 0);
    assert_true(arena.exhausted);
}

static void nothing_is_a_pointer(void **state) {
    (void)state;
    nl_arena arena = fresh(0);
    assert_non_null(nl_alloc(&arena, 0, 8, 8));
    assert_non_null(nl_alloc(&arena, 8, 0, 1));
    assert_non_null(nl_alloc_zeroed(&arena, 0, 8, 8));
    assert_int_equal(arena.used, 0);
    assert_non_null(nl_alloc(&arena, CAPACITY, 1, 1));
    assert_non_null(nl_alloc(&arena, 0, 1, 1)); /* at the end, too */
    assert_false(arena.exhausted);
    nl_arena empty = nl_arena_over(block, 0);
    assert_non_null(nl_alloc(&empty, 0, 1, 1));
    assert_null(nl_alloc(&empty, 1, 1, 1));
}

static void zeroed_is_zero_and_plain_is_left_alone(void **state) {
    (void)state;
    nl_arena arena = fresh(0);
    const uint8_t *const plain = NL_NEW(&arena, uint8_t, 8);
    const uint32_t *const zeroed = NL_NEW_ZEROED(&arena, uint32_t, 4);
    assert_non_null(plain);
    assert_non_null(zeroed);
    for (int i = 0; i < 8; i++)
        assert_int_equal(plain[i], 0xAA);
    for (int i = 0; i < 4; i++)
        assert_int_equal(zeroed[i], 0);
    assert_int_equal(block[8 + 16], 0xAA);
}

static void release_gives_back_and_the_peak_stays(void **state) {
    (void)state;
    nl_arena arena = fresh(0);
    const void *const first = nl_alloc(&arena, 10, 1, 1);
    const size_t mark = nl_arena_mark(&arena);
    assert_non_null(nl_alloc(&arena, 100, 1, 1));
    nl_arena_release(&arena, mark);
    assert_int_equal(arena.used, 10);
    assert_int_equal(arena.peak, 110);
    const uint8_t *const second = nl_alloc(&arena, 20, 1, 1);
    assert_ptr_equal(second, (const uint8_t *)first + 10);
    assert_int_equal(arena.peak, 110);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(aligns_whatever_the_block),
        cmocka_unit_test(things_without_a_size_take_nothing),
        cmocka_unit_test(the_last_byte_fits_and_one_more_does_not),
        cmocka_unit_test(padding_counts),
        cmocka_unit_test(refuses_what_would_wrap),
        cmocka_unit_test(exhaustion_sticks_but_smaller_requests_go_on),
        cmocka_unit_test(nothing_is_a_pointer),
        cmocka_unit_test(zeroed_is_zero_and_plain_is_left_alone),
        cmocka_unit_test(release_gives_back_and_the_peak_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

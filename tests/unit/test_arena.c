/* The bump allocator. */
#include "tests/support/unit.h"

#include <stdlib.h>
#include <string.h>

#include "core/arena.h"
#include "navlint/navlint.h"

enum { CAPACITY = 256 };

static _Alignas(16) uint8_t block[CAPACITY + 16];

static nl_arena fresh(size_t skew) {
    nl_unpoison(block, sizeof block);
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
    nl_unpoison(block, sizeof block);
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

#ifdef NL_ADDRESS_SANITIZER
static bool is_poisoned(const void *byte) {
    return __asan_address_is_poisoned(byte) != 0;
}

static bool all_poisoned(const uint8_t *bytes, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!is_poisoned(&bytes[i])) return false;
    return true;
}

static void only_what_is_handed_out_may_be_touched(void **state) {
    (void)state;
    for (size_t bytes = 1; bytes <= 40; bytes++) {
        nl_arena arena = fresh(0);
        assert_true(all_poisoned(block, CAPACITY));
        const uint8_t *const first = nl_alloc(&arena, bytes, 1, 1);
        assert_null(__asan_region_is_poisoned(block, bytes));
        assert_true(all_poisoned(first + bytes, CAPACITY - bytes));
        assert_false(is_poisoned(block + CAPACITY));
    }
    nl_unpoison(block, sizeof block);
    assert_null(__asan_region_is_poisoned(block, sizeof block));
}

static void what_is_released_may_not_be_touched(void **state) {
    (void)state;
    nl_arena arena = fresh(0);
    const uint8_t *const kept = nl_alloc(&arena, 3, 5, 1);
    const size_t mark = nl_arena_mark(&arena);
    const uint8_t *const scratch = NL_NEW(&arena, uint64_t, 4) ? kept + 16 : NULL;
    assert_false(is_poisoned(scratch));
    nl_arena_release(&arena, mark);
    assert_true(all_poisoned(scratch, 4 * sizeof(uint64_t)));
    assert_null(__asan_region_is_poisoned((uint8_t *)(uintptr_t)kept, 15));
    assert_non_null(nl_alloc(&arena, 1, 8, 8));
    assert_false(is_poisoned(scratch));
    assert_true(is_poisoned(scratch + 8));
}

static void an_item_past_a_fenced_block_may_not_be_touched(void **state) {
    (void)state;
    for (size_t item = 1; item <= 48; item++) {
        nl_arena arena = fresh(0);
        nl_arena_fence(&arena);
        const uint8_t *const first = nl_alloc(&arena, 1, item, 1);
        const uint8_t *const second = nl_alloc(&arena, 1, item, 1);
        assert_true(all_poisoned(first + item, item < 40 ? item : 40));
        assert_true(second >= first + 2 * item);
        assert_false(is_poisoned(first) || is_poisoned(second));
    }
}

/* What an arena without red zones says of the same requests. */
static void red_zones_do_not_count(void **state) {
    (void)state;
    static _Alignas(16) uint8_t other[CAPACITY];
    nl_arena arenas[] = {fresh(0), nl_arena_over(other, sizeof other)};
    nl_arena_fence(&arenas[0]);
    size_t used[2], peaks[2];
    for (size_t i = 0; i < 2; i++) {
        assert_non_null(nl_alloc(&arenas[i], 3, 1, 1));
        const size_t mark = nl_arena_mark(&arenas[i]);
        assert_non_null(nl_alloc(&arenas[i], 1, 16, 16));
        assert_non_null(nl_alloc(&arenas[i], 5, 1, 1));
        nl_arena_release(&arenas[i], mark);
        assert_non_null(nl_alloc(&arenas[i], 1, 8, 8));
        used[i] = arenas[i].used;
        peaks[i] = arenas[i].peak;
    }
    assert_int_equal(used[0], used[1]);
    assert_int_equal(peaks[0], peaks[1]);
    nl_arena_release(&arenas[0], 0);
    assert_ptr_equal(arenas[0].base, block);
    assert_int_equal(arenas[0].capacity, CAPACITY);
    assert_true(all_poisoned(block, CAPACITY));
}

static void a_request_that_red_zones_are_in_the_way_of_is_noted(void **state) {
    (void)state;
    nl_arena arena = fresh(0);
    nl_arena_fence(&arena);
    assert_null(nl_alloc(&arena, CAPACITY + 1, 1, 1));
    assert_false(nl_arena_is_crowded(&arena));
    assert_non_null(nl_alloc(&arena, 16, 1, 1));
    assert_null(nl_alloc(&arena, CAPACITY - 16, 1, 1));
    assert_true(nl_arena_is_crowded(&arena));
}

static void the_callers_block_is_the_callers_again(void **state) {
    (void)state;
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    options.max_findings = 1;
    const navlint_input input = {.name = "none", .bytes = (const uint8_t *)"abc", .length = 3};
    const size_t bytes = navlint_memory_bound(&options, &input, 1);
    uint8_t *const memory = malloc(bytes);
    const navlint_report *report = NULL;
    assert_non_null(memory);
    assert_int_equal(navlint_check(&options, &input, 1, memory, bytes, &report), NAVLINT_OK);
    assert_null(__asan_region_is_poisoned(memory, bytes));
    free(memory);
}
#endif

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
#ifdef NL_ADDRESS_SANITIZER
        cmocka_unit_test(only_what_is_handed_out_may_be_touched),
        cmocka_unit_test(what_is_released_may_not_be_touched),
        cmocka_unit_test(an_item_past_a_fenced_block_may_not_be_touched),
        cmocka_unit_test(red_zones_do_not_count),
        cmocka_unit_test(a_request_that_red_zones_are_in_the_way_of_is_noted),
        cmocka_unit_test(the_callers_block_is_the_callers_again),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

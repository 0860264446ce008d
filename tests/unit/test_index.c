/* Ids that a file chose, and the rows that have them. */
#include "tests/support/unit.h"

#include <stdlib.h>
#include <string.h>

#include "core/index.h"

typedef struct built {
    void *memory;
    nl_arena arena;
    nl_budget budget;
    nl_index index;
    bool ok;
} built;

/* Builds in an arena of exactly the bytes that the header promises to suffice. */
static built build(const uint32_t *keys, uint32_t count) {
    built b = {.memory = malloc((size_t)nl_index_bytes(count))};
    assert_non_null(b.memory);
    b.arena = nl_arena_over(b.memory, (size_t)nl_index_bytes(count));
    b.budget = nl_budget_of(1u << 20);
    b.ok = nl_index_build(&b.index, &b.arena, &b.budget, keys, count);
    assert_false(b.arena.exhausted);
    return b;
}

static void dismiss(built *b) {
    free(b->memory);
}

static uint32_t naive(const uint32_t *keys, uint32_t count, uint32_t key) {
    for (uint32_t row = 0; row < count; row++)
        if (keys[row] == key) return row;
    return NL_NO_ROW;
}

static void agrees_with_naive(const built *b, const uint32_t *keys, uint32_t count, uint32_t key) {
    assert_int_equal(nl_index_find(&b->index, key), naive(keys, count, key));
}

static void never_built_finds_nothing(void **state) {
    (void)state;
    const nl_index index = {0};
    assert_int_equal(nl_index_find(&index, 0), NL_NO_ROW);
    assert_int_equal(nl_index_find(&index, UINT32_MAX), NL_NO_ROW);
}

static void empty_finds_nothing(void **state) {
    (void)state;
    const uint32_t none[1] = {0};
    built b = build(none, 0);
    assert_true(b.ok);
    assert_int_equal(nl_index_find(&b.index, 0), NL_NO_ROW);
    dismiss(&b);
}

static void dense_keys_are_looked_up_directly(void **state) {
    (void)state;
    const uint32_t keys[] = {1, 2, 4, 7, 3, 0};
    built b = build(keys, 6);
    assert_true(b.ok);
    assert_int_equal(b.index.multiplier, 0);
    for (uint32_t key = 0; key < 40; key++)
        agrees_with_naive(&b, keys, 6, key);
    agrees_with_naive(&b, keys, 6, UINT32_MAX);
    dismiss(&b);
}

static void sparse_keys_are_hashed(void **state) {
    (void)state;
    const uint32_t keys[] = {0, UINT32_MAX, 0x80000000u, 5, 820337};
    built b = build(keys, 5);
    assert_true(b.ok);
    assert_true(b.index.multiplier != 0);
    for (uint32_t i = 0; i < 5; i++) {
        agrees_with_naive(&b, keys, 5, keys[i]);
        agrees_with_naive(&b, keys, 5, keys[i] + 1);
        agrees_with_naive(&b, keys, 5, keys[i] - 1);
    }
    dismiss(&b);
}

static void of_equal_keys_the_first_is_kept(void **state) {
    (void)state;
    const uint32_t dense[] = {3, 1, 3, 1, 1, 2};
    const uint32_t sparse[] = {900000, 7, 900000, UINT32_MAX, UINT32_MAX, 7};
    built d = build(dense, 6);
    built s = build(sparse, 6);
    for (uint32_t i = 0; i < 6; i++) {
        agrees_with_naive(&d, dense, 6, dense[i]);
        agrees_with_naive(&s, sparse, 6, sparse[i]);
    }
    dismiss(&d);
    dismiss(&s);
}

static void all_equal_keys_do_not_give_up(void **state) {
    (void)state;
    enum { COUNT = 1000 };
    uint32_t keys[COUNT];
    for (uint32_t i = 0; i < COUNT; i++)
        keys[i] = UINT32_MAX;
    built b = build(keys, COUNT);
    assert_true(b.ok);
    assert_int_equal(nl_index_find(&b.index, UINT32_MAX), 0);
    assert_int_equal(nl_index_find(&b.index, 0), NL_NO_ROW);
    dismiss(&b);
}

static uint32_t next_random(uint64_t *seed) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 32);
}

typedef struct keyed_row {
    uint32_t key;
    uint32_t row;
} keyed_row;

static int by_key_then_row(const void *a, const void *b) {
    const keyed_row *const x = a;
    const keyed_row *const y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return x->row < y->row ? -1 : 1;
}

/* 100,000 keys, a quarter of them repeated, against a sorted table. */
static void many_random_keys_are_found(void **state) {
    (void)state;
    enum { COUNT = 100000 };
    uint32_t *const keys = malloc(COUNT * sizeof *keys);
    keyed_row *const sorted = malloc(COUNT * sizeof *sorted);
    assert_non_null(keys);
    assert_non_null(sorted);
    uint64_t seed = 1;
    for (uint32_t i = 0; i < COUNT; i++) {
        keys[i] = i % 4 == 3 ? keys[next_random(&seed) % i] : next_random(&seed);
        sorted[i] = (keyed_row){keys[i], i};
    }
    qsort(sorted, COUNT, sizeof *sorted, by_key_then_row);
    built b = build(keys, COUNT);
    assert_true(b.ok);
    for (uint32_t i = 0; i < COUNT; i++) {
        const bool is_first = i == 0 || sorted[i - 1].key != sorted[i].key;
        if (is_first) assert_int_equal(nl_index_find(&b.index, sorted[i].key), sorted[i].row);
        const bool has_gap = i + 1 < COUNT && sorted[i + 1].key > sorted[i].key + 1;
        if (has_gap) assert_int_equal(nl_index_find(&b.index, sorted[i].key + 1), NL_NO_ROW);
    }
    dismiss(&b);
    free(keys);
    free(sorted);
}

/* Those of index.c, which keeps them to itself. */
static const uint32_t multipliers[] = {0x9E3779B1u, 0x85EBCA6Bu, 0xC2B2AE35u, 0x27D4EB2Fu};
enum { COLLIDING = 256 }; /* in 512 slots; their homes are the first 128 */

static bool is_homed_low(uint32_t key, size_t multiplier_count) {
    for (size_t i = 0; i < multiplier_count; i++)
        if ((key * multipliers[i]) >> 30 != 0) return false;
    return true;
}

/* Keys whose homes lie in the first quarter of the table for the first so many multipliers. The
 * last of 256 such keys stands 128 slots from its home at least: out of reach. */
static void colliding_keys(uint32_t *keys, size_t multiplier_count) {
    uint32_t key = 100000;
    for (uint32_t i = 0; i < COLLIDING; i++) {
        while (!is_homed_low(key, multiplier_count) ||
               (multiplier_count < 4 && is_homed_low(key, multiplier_count + 1)))
            key++;
        keys[i] = key++;
    }
}

static void colliding_keys_make_it_try_the_next_multiplier(void **state) {
    (void)state;
    uint32_t keys[COLLIDING];
    for (size_t beaten = 1; beaten < 4; beaten++) {
        colliding_keys(keys, beaten);
        built b = build(keys, COLLIDING);
        assert_true(b.ok);
        assert_int_equal(b.index.multiplier, multipliers[beaten]);
        for (uint32_t i = 0; i < COLLIDING; i++) {
            agrees_with_naive(&b, keys, COLLIDING, keys[i]);
            agrees_with_naive(&b, keys, COLLIDING, keys[i] ^ 0x80000000u);
        }
        dismiss(&b);
    }
}

static void keys_that_beat_all_multipliers_use_the_budget_up(void **state) {
    (void)state;
    uint32_t keys[COLLIDING];
    colliding_keys(keys, 4);
    built b = build(keys, COLLIDING);
    assert_false(b.ok);
    assert_true(b.budget.exhausted);
    for (uint32_t i = 0; i < COLLIDING; i++) { /* incomplete, but never wrong */
        const uint32_t row = nl_index_find(&b.index, keys[i]);
        assert_true(row == i || row == NL_NO_ROW);
    }
    dismiss(&b);
}

static void a_full_cluster_is_found_to_its_last_slot(void **state) {
    (void)state;
    enum { COUNT = 200 }; /* 512 slots; 128 keys share the home of the last slot, and wrap */
    uint32_t keys[COUNT];
    uint32_t key = 1000000;
    for (uint32_t i = 0; i < COUNT; i++) {
        while (i < NL_INDEX_REACH ? (key * multipliers[0]) >> 23 != 511
                                  : (key * multipliers[0]) >> 30 != 2)
            key++;
        keys[i] = key++;
    }
    built b = build(keys, COUNT);
    assert_true(b.ok);
    assert_int_equal(b.index.multiplier, multipliers[0]);
    for (uint32_t i = 0; i < COUNT; i++)
        assert_int_equal(nl_index_find(&b.index, keys[i]), i);
    uint32_t absent = key;
    while ((absent * multipliers[0]) >> 23 != 511)
        absent++;
    assert_int_equal(nl_index_find(&b.index, absent), NL_NO_ROW);
    dismiss(&b);
}

static void too_little_memory_or_work_fails(void **state) {
    (void)state;
    const uint32_t keys[] = {1, 1000000, 2000000};
    _Alignas(16) uint8_t memory[63]; /* the smallest table has 16 slots */
    nl_arena arena = nl_arena_over(memory, sizeof memory);
    nl_budget budget = nl_budget_of(100);
    nl_index index;
    assert_false(nl_index_build(&index, &arena, &budget, keys, 3));
    assert_true(arena.exhausted);
    assert_false(budget.exhausted);
    assert_int_equal(nl_index_find(&index, 1), NL_NO_ROW);
    budget = nl_budget_of(2);
    assert_false(nl_index_build(&index, &arena, &budget, keys, 3));
    assert_true(budget.exhausted);
    nl_unpoison(memory, sizeof memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(never_built_finds_nothing),
        cmocka_unit_test(empty_finds_nothing),
        cmocka_unit_test(dense_keys_are_looked_up_directly),
        cmocka_unit_test(sparse_keys_are_hashed),
        cmocka_unit_test(of_equal_keys_the_first_is_kept),
        cmocka_unit_test(all_equal_keys_do_not_give_up),
        cmocka_unit_test(many_random_keys_are_found),
        cmocka_unit_test(colliding_keys_make_it_try_the_next_multiplier),
        cmocka_unit_test(keys_that_beat_all_multipliers_use_the_budget_up),
        cmocka_unit_test(a_full_cluster_is_found_to_its_last_slot),
        cmocka_unit_test(too_little_memory_or_work_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Groups of things, beside labels that are handed from thing to thing until none changes. */
#include "tests/support/unit.h"

#include "core/groups.h"

enum { MOST = 24, ROUNDS = 400 };

/* The same numbers every time. */
static uint32_t next_number(uint32_t *state) {
    *state = *state * 1664525 + 1013904223; /* wraps, as meant */
    return *state >> 8;
}

/* What the groups are, found by going through all things. */
static void relabel(uint32_t *labels, uint32_t count, uint32_t a, uint32_t b) {
    const uint32_t low = labels[a] < labels[b] ? labels[a] : labels[b];
    const uint32_t high = labels[a] < labels[b] ? labels[b] : labels[a];
    for (uint32_t i = 0; i < count; i++)
        if (labels[i] == high) labels[i] = low;
}

static void has_labels(const nl_groups *groups, const uint32_t *labels) {
    for (uint32_t i = 0; i < groups->count; i++)
        assert_int_equal(nl_group_of(groups, i), labels[i]);
    for (uint32_t i = 0; i < groups->count; i++)
        assert_true(groups->parents[i] <= i);
}

static void join_some(uint32_t count, uint32_t joins, uint32_t *state) {
    uint32_t parents[MOST + 1] = {0};
    uint32_t labels[MOST];
    const nl_groups groups = {parents, count};
    parents[count] = MOST; /* behind the last: left alone */
    nl_groups_clear(&groups);
    for (uint32_t i = 0; i < count; i++)
        labels[i] = i;
    for (uint32_t i = 0; i < joins; i++) {
        const uint32_t a = next_number(state) % count;
        const uint32_t b = next_number(state) % count;
        nl_groups_join(&groups, a, b);
        relabel(labels, count, a, b);
        if (i % 3 == 0) has_labels(&groups, labels); /* looking shortens ways: not always */
    }
    has_labels(&groups, labels);
    assert_int_equal(parents[count], MOST);
}

static void groups_are_those_of_labels(void **state) {
    (void)state;
    uint32_t numbers = 1;
    for (uint32_t round = 0; round < ROUNDS; round++)
        join_some(1 + round % MOST, round % (2 * MOST), &numbers);
}

/* The longest way: each thing hangs on the one before. */
static void a_chain_is_one_group(void **state) {
    (void)state;
    uint32_t parents[MOST];
    const nl_groups groups = {parents, MOST};
    nl_groups_clear(&groups);
    for (uint32_t i = MOST - 1; i > 0; i--)
        nl_groups_join(&groups, i - 1, i);
    for (uint32_t i = 0; i < MOST; i++)
        assert_int_equal(nl_group_of(&groups, i), 0);
}

static void no_things(void **state) {
    (void)state;
    uint32_t behind = 7;
    nl_groups_clear(&(nl_groups){&behind, 0});
    assert_int_equal(behind, 7);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_are_those_of_labels),
        cmocka_unit_test(a_chain_is_one_group),
        cmocka_unit_test(no_things),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

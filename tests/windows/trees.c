/* The trees of cli/os/windows/search.c, against a table of what is in them. Exit status 1: they are
 * wrong. */
#include <search.h>
#include <stdbool.h>
#include <stdint.h>

enum { KEYS = 2000, STEPS = 400000, MANY = 1000000 };

static int compare(const void *left, const void *right) {
    const uintptr_t a = (uintptr_t)left, b = (uintptr_t)right;
    return (a > b) - (a < b);
}

static void *tree;
static bool is_in[KEYS];

static bool put(uintptr_t key) {
    const void *const *const found = tsearch((void *)key, &tree, compare);
    return found && *found == (void *)key;
}

static bool is_found(uintptr_t key) {
    return tfind((void *)key, &tree, compare) != NULL;
}

static bool is_taken(uintptr_t key) {
    return tdelete((void *)key, &tree, compare) != NULL;
}

/* Two of three keys are put in, and one is taken out. */
static bool is_right_after_step(uintptr_t key, unsigned turn) {
    if (turn % 3 != 0) {
        is_in[key] = true;
        return put(key) && is_found(key);
    }
    const bool was_in = is_in[key];
    is_in[key] = false;
    return is_found(key) == was_in && is_taken(key) == was_in && !is_found(key);
}

static bool is_right_by_chance(void) {
    uint32_t seed = 1;
    for (unsigned i = 0; i < STEPS; i++) {
        seed = seed * 1664525 + 1013904223;
        if (!is_right_after_step(seed >> 8 & 1023, seed >> 24)) return false;
    }
    for (uintptr_t key = 0; key < KEYS; key++)
        if (is_taken(key) != is_in[key]) return false;
    return tree == NULL;
}

/* A chain would take hours. */
static bool is_quick_in_order(void) {
    for (uintptr_t key = 1; key <= MANY; key++)
        if (!put(key)) return false;
    for (uintptr_t key = 1; key <= MANY; key++)
        if (!is_taken(key)) return false;
    return tree == NULL;
}

int main(void) {
    return is_right_by_chance() && is_quick_in_order() ? 0 : 1;
}

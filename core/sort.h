/* Order for what a file chose: n log n whatever it is, and in place; the C library's qsort may
 * allocate. */
#ifndef NAVLINT_CORE_SORT_H
#define NAVLINT_CORE_SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Whether the item at `a` belongs in front of the one at `b`. */
typedef bool (*nl_before_fn)(const void *a, const void *b);

enum { NL_MOST_SORTED_BYTES = 24 };

/* An array to be sorted. */
typedef struct nl_sorted {
    uint8_t *items;
    size_t item_bytes; /* at most NL_MOST_SORTED_BYTES */
    nl_before_fn before;
} nl_sorted;

static inline __attribute__((always_inline)) const uint8_t *nl_sorted_at(nl_sorted array,
                                                                         uint32_t i) {
    return array.items + i * array.item_bytes;
}

/* The item sinks from `root` to its place in the heap [0, count). */
static inline __attribute__((always_inline)) void nl_sort_sink(nl_sorted array, const uint8_t *item,
                                                               uint32_t root, uint32_t count) {
    for (uint32_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
        if (child + 1 < count &&
            array.before(nl_sorted_at(array, child), nl_sorted_at(array, child + 1)))
            child++;
        if (!array.before(item, nl_sorted_at(array, child))) break;
        memcpy(array.items + root * array.item_bytes, nl_sorted_at(array, child), array.item_bytes);
        root = child;
    }
    memcpy(array.items + root * array.item_bytes, item, array.item_bytes);
}

/* Heapsort of `count` items. Equal ones come in any order: what has to keep its order brings it
 * along. Inlined, so that item_bytes and `before` are constants where they are. */
static inline __attribute__((always_inline)) void nl_sort(nl_sorted array, uint32_t count) {
    uint8_t item[NL_MOST_SORTED_BYTES];
    for (uint32_t root = count / 2; root-- > 0;) {
        memcpy(item, nl_sorted_at(array, root), array.item_bytes);
        nl_sort_sink(array, item, root, count);
    }
    for (uint32_t end = count; end-- > 1;) {
        memcpy(item, nl_sorted_at(array, end), array.item_bytes);
        memcpy(array.items + end * array.item_bytes, array.items, array.item_bytes);
        nl_sort_sink(array, item, 0, end);
    }
}

/* Sorts keys[0, count) upwards. Equal keys cannot be told apart: what has to keep its order brings
 * its place in the low bits. */
void nl_sort_keys(uint64_t *keys, uint32_t count);

#endif

#include "core/sort.h"

static bool key_comes_before(const void *a, const void *b) {
    uint64_t left, right;
    memcpy(&left, a, sizeof left);
    memcpy(&right, b, sizeof right);
    return left < right;
}

static void insert_sort(uint64_t *keys, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        const uint64_t key = keys[i];
        uint32_t at = i;
        for (; at > 0 && keys[at - 1] > key; at--)
            keys[at] = keys[at - 1];
        keys[at] = key;
    }
}

void nl_sort_keys(uint64_t *keys, uint32_t count) {
    enum { FEW = 16 };
    if (count <= FEW)
        insert_sort(keys, count);
    else
        nl_sort((nl_sorted){(uint8_t *)keys, sizeof *keys, key_comes_before}, count);
}

#include "core/sort.h"

/* The key at `root` sinks to its place in the heap keys[0, count). */
static void sink(uint64_t *keys, uint32_t root, uint32_t count) {
    const uint64_t key = keys[root];
    for (uint32_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
        if (child + 1 < count && keys[child + 1] > keys[child]) child++;
        if (keys[child] <= key) break;
        keys[root] = keys[child];
        root = child;
    }
    keys[root] = key;
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
    if (count <= FEW) {
        insert_sort(keys, count);
        return;
    }
    for (uint32_t left = count / 2; left > 0; left--)
        sink(keys, left - 1, count);
    for (uint32_t end = count - 1; end > 0; end--) {
        const uint64_t last = keys[end];
        keys[end] = keys[0];
        keys[0] = last;
        sink(keys, 0, end);
    }
}

#include "parsers/metroid_path/groups.h"

void mp_groups_clear(mp_groups *groups) {
    for (uint32_t i = 0; i < groups->count; i++)
        groups->parent[i] = i;
}

/* Halves the way on each visit. */
uint32_t mp_group_of(const mp_groups *groups, uint32_t thing) {
    uint32_t *const parent = groups->parent;
    while (parent[thing] != thing) {
        parent[thing] = parent[parent[thing]];
        thing = parent[thing];
    }
    return thing;
}

void mp_groups_join(mp_groups *groups, uint32_t a, uint32_t b) {
    const uint32_t x = mp_group_of(groups, a);
    const uint32_t y = mp_group_of(groups, b);
    groups->parent[x < y ? y : x] = x < y ? x : y;
}

bool mp_own(uint8_t *marks, uint32_t start, uint32_t count) {
    for (uint32_t i = start; i < start + count; i++) {
        if (marks[i]) return false;
        marks[i] = 1;
    }
    return true;
}

uint32_t mp_unowned(const uint8_t *marks, uint32_t count, uint32_t *first) {
    uint32_t unowned = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (marks[i]) continue;
        if (unowned++ == 0) *first = i;
    }
    return unowned;
}

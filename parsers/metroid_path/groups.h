/* What belongs together: groups of things that links join, and items that have an owner. */
#ifndef NAVLINT_PARSERS_METROID_PATH_GROUPS_H
#define NAVLINT_PARSERS_METROID_PATH_GROUPS_H

#include <stdbool.h>
#include <stdint.h>

/* Groups of things that links join: a forest, in which the lowest thing of a group is its root. */
typedef struct mp_groups {
    uint32_t *parent; /* of each thing; its own for a root */
    uint32_t count;   /* of things */
} mp_groups;

/* Every thing is a group by itself. */
void mp_groups_clear(mp_groups *groups);

/* The root of the thing's group; halves the way to it. */
static inline uint32_t mp_group_of(const mp_groups *groups, uint32_t thing) {
    uint32_t *const parent = groups->parent;
    while (parent[thing] != thing) {
        parent[thing] = parent[parent[thing]];
        thing = parent[thing];
    }
    return thing;
}

/* Makes one group of those of a and b. */
static inline void mp_groups_join(mp_groups *groups, uint32_t a, uint32_t b) {
    const uint32_t x = mp_group_of(groups, a);
    const uint32_t y = mp_group_of(groups, b);
    groups->parent[x < y ? y : x] = x < y ? x : y;
}

/* Marks items [start, start + count) as owned until one is so already; whether none was. */
bool mp_own(uint8_t *marks, uint32_t start, uint32_t count);

/* How many items of marks[0, count) have no owner; `first` becomes the first of them. */
uint32_t mp_unowned(const uint8_t *marks, uint32_t count, uint32_t *first);

#endif

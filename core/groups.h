/* Groups of things that links join: a forest, in which the lowest thing of a group is its root. */
#ifndef NAVLINT_CORE_GROUPS_H
#define NAVLINT_CORE_GROUPS_H

#include <stdint.h>

typedef struct nl_groups {
    uint32_t
        *parents;   /* of each thing, borrowed: none is higher than the thing, a root's is itself */
    uint32_t count; /* of things */
} nl_groups;

/* Every thing is a group by itself. */
static inline void nl_groups_clear(const nl_groups *groups) {
    for (uint32_t i = 0; i < groups->count; i++)
        groups->parents[i] = i;
}

/* The root of the group of `thing`, which is below the count; halves the way to it. */
static inline uint32_t nl_group_of(const nl_groups *groups, uint32_t thing) {
    uint32_t *const parents = groups->parents;
    while (parents[thing] != thing) {
        parents[thing] = parents[parents[thing]];
        thing = parents[thing];
    }
    return thing;
}

/* Makes one group of those of a and b. */
static inline void nl_groups_join(const nl_groups *groups, uint32_t a, uint32_t b) {
    const uint32_t x = nl_group_of(groups, a);
    const uint32_t y = nl_group_of(groups, b);
    groups->parents[x < y ? y : x] = x < y ? x : y;
}

#endif

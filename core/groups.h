/* Groups of things that links join: a forest, in which the lowest thing of a group is its root. */
#ifndef NAVLINT_CORE_GROUPS_H
#define NAVLINT_CORE_GROUPS_H

#include <stdint.h>

typedef struct nl_groups {
    uint32_t *parents; /* of each thing, not above it: itself for a root; borrowed */
    uint32_t count;    /* of things */
} nl_groups;

/* Every thing is a group by itself. */
static inline void nl_groups_clear(const nl_groups *groups) {
    uint32_t *const parents = groups->parents;
    const uint32_t count = groups->count;
    /*@ loop invariant 0 <= i <= count;
        loop invariant \forall integer j; 0 <= j < i ==> parents[j] == j;
        loop assigns i, parents[0 .. count - 1];
        loop variant count - i; */
    for (uint32_t i = 0; i < count; i++)
        parents[i] = i;
}

/* The root of the group of `thing`, which is below the count; halves the way to it. */
static inline uint32_t nl_group_of(const nl_groups *groups, uint32_t thing) {
    uint32_t *const parents = groups->parents;
    /*@ loop invariant 0 <= thing <= \at(thing, Pre);
        loop invariant FOREST(groups) && SAME_ROOTS(groups, Pre);
        loop assigns thing, parents[0 .. \at(thing, Pre)];
        loop variant thing; */
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
    /*@ assert \let i = x; \let j = y; JOINED(groups, i, j, Pre); */
}

#endif

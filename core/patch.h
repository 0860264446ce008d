/* A container of which one member gets other bytes in place. Whoever judges containers (validator)
 * makes the patch; the room of the container follows it: what must not be touched, and which sums
 * have to be true again. */
#ifndef NAVLINT_CORE_PATCH_H
#define NAVLINT_CORE_PATCH_H

#include <stddef.h>

#include "core/budget.h"

/* Bytes [start, end) of a container. */
typedef struct nl_stretch {
    uint64_t start;
    uint64_t end;
} nl_stretch;

static inline bool nl_stretches_meet(nl_stretch one, nl_stretch other) {
    return one.start < one.end && other.start < other.end && one.start < other.end &&
           other.start < one.end;
}

typedef struct nl_patch {
    const uint8_t *before; /* the container */
    uint8_t *after;        /* as many bytes: a copy, in which the member is changed already */
    uint64_t length;
    nl_stretch head, rest; /* of the member, in the container; the head is mostly empty */
    nl_stretch changed;    /* from the first byte that may differ to the last */
    nl_budget *budget;
    const char *problem; /* why the member cannot be changed: static; NULL */
} nl_patch;

/* Whether the member has bytes of the stretch. */
static inline bool nl_patch_meets(const nl_patch *patch, nl_stretch stretch) {
    return nl_stretches_meet(patch->head, stretch) || nl_stretches_meet(patch->rest, stretch);
}

/* The first reason stays. */
static inline void nl_patch_refuse(nl_patch *patch, const char *problem) {
    if (!patch->problem) patch->problem = problem;
}

#endif

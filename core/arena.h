/* One block per check, handed in by the caller; allocation is a bump, release is a reset. */
#ifndef NAVLINT_CORE_ARENA_H
#define NAVLINT_CORE_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct nl_arena {
    uint8_t *base;
    size_t capacity; /* bytes */
    size_t used;     /* bytes */
    size_t peak;     /* the highest `used` ever */
    bool exhausted;  /* a request did not fit; stays set until the arena is made anew */
} nl_arena;

/* An arena over memory[0, capacity). Borrows the memory. */
nl_arena nl_arena_over(void *memory, size_t capacity);

/* `count` items of `size` bytes, aligned to `align` (a power of two, at most 16), not cleared.
 * Returns NULL if it does not fit, and sets `exhausted`: the engine turns that into the verdict.
 * A request for no bytes returns a pointer that must not be dereferenced. */
void *nl_alloc(nl_arena *arena, uint64_t count, size_t size, size_t align);

/* As nl_alloc, cleared to zero. */
void *nl_alloc_zeroed(nl_arena *arena, uint64_t count, size_t size, size_t align);

#define NL_NEW(arena, type, count)                                                                 \
    ((type *)nl_alloc((arena), (count), sizeof(type), _Alignof(type)))
#define NL_NEW_ZEROED(arena, type, count)                                                          \
    ((type *)nl_alloc_zeroed((arena), (count), sizeof(type), _Alignof(type)))

/* Scratch: everything allocated after nl_arena_mark is gone after nl_arena_release. */
static inline size_t nl_arena_mark(const nl_arena *arena) {
    return arena->used;
}

static inline void nl_arena_release(nl_arena *arena, size_t mark) {
    arena->used = mark;
}

#endif

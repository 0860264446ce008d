/* One block per check, handed in by the caller; allocation is a bump, release is a reset. */
#ifndef NAVLINT_CORE_ARENA_H
#define NAVLINT_CORE_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/poison.h"

/* A red zone moves the base behind itself and shortens the capacity, so that `used` and `peak` are
 * what they are without red zones. */
typedef struct nl_arena {
    uint8_t *base;
    size_t capacity; /* bytes */
    size_t used;     /* bytes */
    size_t peak;     /* the highest `used` ever */
    bool exhausted;  /* a request did not fit; stays set until the arena is made anew */
#ifdef NL_ADDRESS_SANITIZER
    bool is_fenced;                /* new blocks get a red zone */
    bool is_crowded;               /* a request failed while there were red zones */
    struct nl_red_zone *last_zone; /* NULL: none */
#endif
} nl_arena;

/* An arena over memory[0, capacity). Borrows the memory, which sanitizers let nobody touch from now
 * on but for the blocks that are handed out: whoever gives it back calls nl_unpoison. */
nl_arena nl_arena_over(void *memory, size_t capacity);

/* Puts a red zone behind every block to come, as long as there is room for one; only
 * AddressSanitizer's builds have them. They take memory that no bound knows of: if a request failed
 * for it, maybe, nl_arena_is_crowded says so, and the work must be done again without red zones. */
static inline void nl_arena_fence(nl_arena *arena) {
#ifdef NL_ADDRESS_SANITIZER
    arena->is_fenced = true;
#else
    (void)arena;
#endif
}

static inline bool nl_arena_is_crowded(const nl_arena *arena) {
#ifdef NL_ADDRESS_SANITIZER
    return arena->is_crowded;
#else
    (void)arena;
    return false;
#endif
}

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

#if defined(NL_ADDRESS_SANITIZER) || defined(NL_MEMORY_SANITIZER)
void nl_arena_take_back(nl_arena *arena, size_t mark); /* for nl_arena_release alone */
#else
#define nl_arena_take_back(arena, mark) ((void)0)
#endif

static inline void nl_arena_release(nl_arena *arena, size_t mark) {
    nl_arena_take_back(arena, mark);
    arena->used = mark;
}

#endif

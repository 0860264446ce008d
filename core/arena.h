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

/* nl_arena_fence: puts a red zone behind every block to come, as long as there is room for one.
 * They take memory that no bound knows of: nl_arena_is_crowded says whether a request failed that
 * might have fitted without, and then the work must be done again in an arena that has none. */
#ifdef NL_ADDRESS_SANITIZER
void nl_arena_fence(nl_arena *arena);
bool nl_arena_is_crowded(const nl_arena *arena);
#else
#define nl_arena_fence(arena)      ((void)(arena))
#define nl_arena_is_crowded(arena) ((void)(arena), false)
#endif

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

/* What the arena's own functions tell of themselves to red_zones.c: a block that ends where the
 * used part does, a request that failed, the end of all behind a mark. */
#ifdef NL_ADDRESS_SANITIZER
void nl_arena_open_block(nl_arena *arena, size_t bytes, size_t item_bytes);
void nl_arena_note_refusal(nl_arena *arena);
#else
#define nl_arena_open_block(arena, bytes, item_bytes) ((void)0)
#define nl_arena_note_refusal(arena)                  ((void)0)
#endif
#if defined(NL_ADDRESS_SANITIZER) || defined(NL_MEMORY_SANITIZER)
void nl_arena_take_back(nl_arena *arena, size_t mark);
#else
#define nl_arena_take_back(arena, mark) ((void)0)
#endif

/* Scratch: everything allocated after nl_arena_mark is gone after nl_arena_release. */
static inline size_t nl_arena_mark(const nl_arena *arena) {
    return arena->used;
}

static inline void nl_arena_release(nl_arena *arena, size_t mark) {
    nl_arena_take_back(arena, mark);
    arena->used = mark;
}

#endif

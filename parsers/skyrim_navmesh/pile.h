/* Rows whose number is not known beforehand: chunks in the arena, each twice as large as the one
 * before up to a limit, then copied together. */
#ifndef NAVLINT_PARSERS_SKYRIM_NAVMESH_PILE_H
#define NAVLINT_PARSERS_SKYRIM_NAVMESH_PILE_H

#include "core/arena.h"

typedef struct sky_chunk {
    struct sky_chunk *next;
    uint32_t count, capacity;
    uint64_t align; /* rows follow */
} sky_chunk;

typedef struct sky_pile {
    uint32_t row_bytes;
    uint32_t count;
    sky_chunk *first, *last;
} sky_pile;

static inline sky_pile sky_pile_of(size_t row_bytes) {
    return (sky_pile){.row_bytes = (uint32_t)row_bytes};
}

/* Room for one row more; NULL if the arena is used up. */
void *sky_add_slow(sky_pile *pile, nl_arena *arena);

static inline void *sky_add(sky_pile *pile, nl_arena *arena) {
    sky_chunk *const chunk = pile->last;
    if (!chunk || chunk->count == chunk->capacity) return sky_add_slow(pile, arena);
    pile->count++;
    return (uint8_t *)(chunk + 1) + (size_t)chunk->count++ * pile->row_bytes;
}

/* Copies all rows to `rows`. */
void sky_gather(const sky_pile *pile, void *rows);

/* The most arena bytes that a pile of so many rows takes. */
uint64_t sky_pile_bytes(uint64_t count, size_t row_bytes);

#endif

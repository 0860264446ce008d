#include "parsers/skyrim_navmesh/pile.h"

#include <string.h>

enum { FIRST_ROWS = 16, MOST_ROWS = 1 << 14, ALIGN = 16 };

void *sky_add_slow(sky_pile *pile, nl_arena *arena) {
    const uint32_t before = pile->last ? pile->last->capacity : FIRST_ROWS / 2;
    const uint32_t capacity = before < MOST_ROWS ? 2 * before : MOST_ROWS;
    sky_chunk *const chunk =
        nl_alloc(arena, sizeof(sky_chunk) + (uint64_t)capacity * pile->row_bytes, 1, ALIGN);
    if (!chunk) return NULL;
    *chunk = (sky_chunk){.capacity = capacity};
    if (pile->last)
        pile->last->next = chunk;
    else
        pile->first = chunk;
    pile->last = chunk;
    return sky_add(pile, arena);
}

void sky_gather(const sky_pile *pile, void *rows) {
    uint8_t *to = rows;
    for (const sky_chunk *chunk = pile->first; chunk; chunk = chunk->next) {
        const size_t bytes = (size_t)chunk->count * pile->row_bytes;
        memcpy(to, chunk + 1, bytes);
        to += bytes;
    }
}

uint64_t sky_pile_bytes(uint64_t count, size_t row_bytes) {
    uint64_t bytes = 0;
    uint64_t rows = 0;
    for (uint64_t capacity = FIRST_ROWS; rows < count; rows += capacity) {
        if (rows != 0 && capacity < MOST_ROWS) capacity *= 2;
        bytes += sizeof(sky_chunk) + capacity * row_bytes + ALIGN;
    }
    return bytes;
}

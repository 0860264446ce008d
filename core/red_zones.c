/* What arenas do in the builds of sanitizers only. */
#include "core/arena.h"

#ifdef NL_ADDRESS_SANITIZER
/* Stands in the zone itself, which AddressSanitizer lets nobody read or write but the functions
 * that say so. */
typedef struct nl_red_zone {
    struct nl_red_zone *before; /* NULL: the first */
    size_t bytes;
    size_t used; /* of the arena, up to the end of the block in front of the zone */
} nl_red_zone;

#define NL_UNCHECKED __attribute__((no_sanitize_address))

enum { ZONE_LEAST_BYTES = 48, ZONE_MOST_BYTES = 256, ZONE_GRAIN = 16 };
_Static_assert(ZONE_LEAST_BYTES >= sizeof(nl_red_zone) + _Alignof(nl_red_zone) - 1,
               "a zone holds its record wherever it begins");

/* An item past the end of a block lies in the zone, unless it is huge. What follows the zone is
 * aligned as it would be without. */
static size_t zone_bytes_for(size_t item_bytes) {
    const size_t wanted = (item_bytes + ZONE_GRAIN - 1) / ZONE_GRAIN * ZONE_GRAIN;
    if (wanted < ZONE_LEAST_BYTES) return ZONE_LEAST_BYTES;
    return wanted < ZONE_MOST_BYTES ? wanted : ZONE_MOST_BYTES;
}

NL_UNCHECKED static void push_zone(nl_arena *arena, size_t bytes) {
    uint8_t *const start = arena->base + arena->used;
    const size_t skipped = (size_t)(-(uintptr_t)start & (_Alignof(nl_red_zone) - 1));
    nl_red_zone *const zone = (void *)(start + skipped);
    zone->before = arena->last_zone;
    zone->bytes = bytes;
    zone->used = arena->used;
    arena->last_zone = zone;
    arena->base += bytes;
    arena->capacity -= bytes;
}

NL_UNCHECKED static void pop_zones(nl_arena *arena, size_t mark) {
    for (nl_red_zone *zone = arena->last_zone; zone && zone->used > mark; zone = zone->before) {
        arena->base -= zone->bytes;
        arena->capacity += zone->bytes;
        arena->last_zone = zone->before;
    }
}

void nl_arena_open_block(nl_arena *arena, size_t bytes, size_t item_bytes) {
    const size_t zone_bytes = zone_bytes_for(item_bytes);
    if (bytes == 0) return;
    nl_unpoison(arena->base + arena->used - bytes, bytes);
    if (arena->is_fenced && zone_bytes <= arena->capacity - arena->used)
        push_zone(arena, zone_bytes);
}

void nl_arena_note_refusal(nl_arena *arena) {
    if (arena->last_zone) arena->is_crowded = true;
}

void nl_arena_take_back(nl_arena *arena, size_t mark) {
    const uint8_t *const end = arena->base + arena->used;
    pop_zones(arena, mark);
    nl_poison(arena->base + mark, (size_t)(end - (arena->base + mark)));
}

void nl_arena_fence(nl_arena *arena) {
    arena->is_fenced = true;
}

bool nl_arena_is_crowded(const nl_arena *arena) {
    return arena->is_crowded;
}
#endif

#ifdef NL_MEMORY_SANITIZER
void nl_arena_take_back(nl_arena *arena, size_t mark) {
    nl_poison(arena->base + mark, arena->used - mark);
}
#endif

#include "core/arena.h"

#include <string.h>

#include "core/checked.h"

nl_arena nl_arena_over(void *memory, size_t capacity) {
    nl_poison(memory, capacity);
    return (nl_arena){.base = memory, .capacity = capacity};
}

static size_t padding_for(const nl_arena *arena, size_t align) {
    const uintptr_t next = (uintptr_t)(arena->base + arena->used);
    return (size_t)(-next & (align - 1));
}

void *nl_alloc(nl_arena *arena, uint64_t count, size_t size, size_t align) {
    const size_t left = arena->capacity - arena->used;
    const size_t padding = padding_for(arena, align);
    if (padding > left || (size != 0 && !nl_fits(count, size, left - padding))) {
        arena->exhausted = true;
        nl_arena_note_refusal(arena);
        return NULL;
    }
    uint8_t *const block = arena->base + arena->used + padding;
    arena->used += padding + (size_t)count * size;
    if (arena->used > arena->peak) arena->peak = arena->used;
    nl_arena_open_block(arena, (size_t)count * size, size);
    return block;
}

void *nl_alloc_zeroed(nl_arena *arena, uint64_t count, size_t size, size_t align) {
    void *const block = nl_alloc(arena, count, size, align);
    if (block && count != 0) memset(block, 0, (size_t)count * size);
    return block;
}

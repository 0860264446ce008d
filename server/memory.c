#include "server/memory.h"

#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SRV_ASAN 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define SRV_ASAN 1
#endif

#ifdef SRV_ASAN
#include <sanitizer/asan_interface.h>
static void fence(const void *bytes, size_t length) {
    __asan_poison_memory_region(bytes, length);
}
static void unfence(const void *bytes, size_t length) {
    __asan_unpoison_memory_region(bytes, length);
}
#else
static void fence(const void *bytes, size_t length) {
    (void)bytes;
    (void)length;
}
static void unfence(const void *bytes, size_t length) {
    (void)bytes;
    (void)length;
}
#endif

/* Smaller blocks are the allocator's business. */
enum { KEPT_MIN_BYTES = 64 * 1024 };

/* Kept blocks hold at most this part of the budget. */
enum { KEPT_DIVISOR = 4 };

void srv_memory_open(srv_memory *memory, uint64_t limit_bytes, uint64_t aside_bytes) {
    *memory = (srv_memory){.limit = limit_bytes, .aside = aside_bytes};
    pthread_mutex_init(&memory->lock, NULL);
}

/* Frees the block that has been kept longest. Call with the lock held. */
static void evict(srv_memory *memory) {
    srv_block oldest = memory->blocks[0];
    memory->block_count--;
    for (size_t i = 0; i < memory->block_count; i++)
        memory->blocks[i] = memory->blocks[i + 1];
    memory->kept -= oldest.capacity;
    unfence(oldest.bytes, oldest.capacity);
    free(oldest.bytes);
}

void srv_memory_close(srv_memory *memory) {
    while (memory->block_count > 0)
        evict(memory);
    pthread_mutex_destroy(&memory->lock);
}

uint64_t srv_memory_most(const srv_memory *memory, srv_share share) {
    return memory->limit - (share == SRV_FOR_BODIES ? memory->aside : 0);
}

/* Call with the lock held. */
static bool reserve(srv_memory *memory, uint64_t bytes, srv_share share) {
    const uint64_t limit = srv_memory_most(memory, share);
    if (memory->in_use > limit || bytes > limit - memory->in_use) return false;
    memory->in_use += bytes;
    if (memory->in_use > memory->peak) memory->peak = memory->in_use;
    while (memory->block_count > 0 && memory->kept > memory->limit - memory->in_use)
        evict(memory);
    return true;
}

bool srv_memory_reserve(srv_memory *memory, uint64_t bytes, srv_share share) {
    pthread_mutex_lock(&memory->lock);
    const bool fits = reserve(memory, bytes, share);
    pthread_mutex_unlock(&memory->lock);
    return fits;
}

void srv_memory_release(srv_memory *memory, uint64_t bytes) {
    pthread_mutex_lock(&memory->lock);
    memory->in_use -= bytes;
    pthread_mutex_unlock(&memory->lock);
}

srv_memory_state srv_memory_look(srv_memory *memory) {
    pthread_mutex_lock(&memory->lock);
    const srv_memory_state state = {.limit = memory->limit,
                                    .in_use = memory->in_use,
                                    .kept = memory->kept,
                                    .peak = memory->peak};
    pthread_mutex_unlock(&memory->lock);
    return state;
}

uint64_t srv_memory_in_use(srv_memory *memory) {
    return srv_memory_look(memory).in_use;
}

/* The smallest kept block that holds `bytes` and is cut by no more than half; block_count if none.
 * Call with the lock held. */
static size_t find_kept(const srv_memory *memory, uint64_t bytes) {
    size_t best = memory->block_count;
    for (size_t i = 0; i < memory->block_count; i++) {
        const size_t capacity = memory->blocks[i].capacity;
        if (capacity < bytes || capacity / 2 > bytes) continue;
        if (best == memory->block_count || capacity < memory->blocks[best].capacity) best = i;
    }
    return best;
}

/* Takes a kept block if one fits the need, and the need the budget. Call with the lock held. */
static bool take_kept(srv_memory *memory, uint64_t bytes, srv_share share, srv_block *block) {
    const size_t index = find_kept(memory, bytes);
    if (index == memory->block_count) return false;
    const srv_block found = memory->blocks[index];
    memory->block_count--;
    for (size_t i = index; i < memory->block_count; i++)
        memory->blocks[i] = memory->blocks[i + 1];
    memory->kept -= found.capacity;
    if (reserve(memory, bytes, share)) {
        *block = found;
        return true;
    }
    unfence(found.bytes, found.capacity);
    free(found.bytes);
    return false;
}

/* What a request does not ask for it must not hold: the largest one that is allowed could wait for
 * these bytes for ever. Shrinking costs no fresh pages. */
static void shrink(srv_block *block, size_t bytes) {
    unfence(block->bytes, block->capacity);
    void *const shrunk = realloc(block->bytes, bytes);
    if (shrunk) block->bytes = shrunk;
    block->capacity = bytes;
}

bool srv_memory_take(srv_memory *memory, uint64_t bytes, srv_share share, srv_block *block) {
    *block = (srv_block){.bytes = NULL};
    pthread_mutex_lock(&memory->lock);
    const bool kept = take_kept(memory, bytes, share, block);
    const bool reserved = kept || (bytes <= SIZE_MAX && reserve(memory, bytes, share));
    pthread_mutex_unlock(&memory->lock);
    if (kept) shrink(block, (size_t)bytes);
    if (kept || !reserved) return kept;
    *block = (srv_block){.bytes = malloc((size_t)bytes), .capacity = (size_t)bytes};
    if (block->bytes) return true;
    srv_memory_release(memory, bytes);
    *block = (srv_block){.bytes = NULL};
    return false;
}

/* Call with the lock held. */
static bool keep(srv_memory *memory, const srv_block *block) {
    const uint64_t most = memory->limit / KEPT_DIVISOR;
    if (block->capacity < KEPT_MIN_BYTES || block->capacity > most) return false;
    while (memory->block_count > 0 &&
           (memory->block_count == SRV_KEPT_BLOCKS || memory->kept > most - block->capacity))
        evict(memory);
    if (memory->in_use + memory->kept > memory->limit - block->capacity) return false;
    memory->blocks[memory->block_count++] = *block;
    memory->kept += block->capacity;
    return true;
}

void srv_memory_give(srv_memory *memory, srv_block *block) {
    if (!block->bytes) return;
    fence(block->bytes, block->capacity);
    pthread_mutex_lock(&memory->lock);
    memory->in_use -= block->capacity;
    const bool kept = keep(memory, block);
    pthread_mutex_unlock(&memory->lock);
    if (!kept) {
        unfence(block->bytes, block->capacity);
        free(block->bytes);
    }
    *block = (srv_block){.bytes = NULL};
}

void srv_memory_fence(const srv_block *block, size_t used) {
    fence((const char *)block->bytes + used, block->capacity - used);
}

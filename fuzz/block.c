#include "fuzz/block.h"

#include "core/poison.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RED_ZONE_BYTES = 4096, /* poisoned in front of a block; malloc's own red zone follows it */
    LEAST_COPY_BYTES = 1 << 16
};

static void grow(fuzz_block *block, size_t bytes) {
    free(block->storage);
    block->storage = malloc(bytes);
    block->capacity = bytes;
    block->red_zone = NULL;
    if (block->storage) return;
    fprintf(stderr, "no memory for a block of %zu bytes\n", bytes);
    exit(EXIT_FAILURE);
}

/* Moves the red zone to where it ends at `window`. Clearing all of the storage instead would cost
 * more than the check of a small file. */
static void fence(fuzz_block *block, uint8_t *window) {
#ifdef NL_ADDRESS_SANITIZER
    if (block->red_zone == window - RED_ZONE_BYTES) return;
    if (block->red_zone) ASAN_UNPOISON_MEMORY_REGION(block->red_zone, RED_ZONE_BYTES);
    block->red_zone = window - RED_ZONE_BYTES;
    ASAN_POISON_MEMORY_REGION(block->red_zone, RED_ZONE_BYTES);
#else
    (void)block;
    (void)window;
#endif
}

void *fuzz_block_take(fuzz_block *block, size_t bytes) {
    if (block->capacity < bytes + RED_ZONE_BYTES) grow(block, bytes + RED_ZONE_BYTES);
    uint8_t *const window = block->storage + (block->capacity - bytes);
    fence(block, window);
#ifdef NL_MEMORY_SANITIZER
    __msan_allocated_memory(window, bytes);
#endif
    return window;
}

/* Kept too: malloc and free of a copy cost more than the copying. */
static struct {
    uint8_t *bytes;
    size_t capacity;
    size_t open; /* everything behind these bytes is poisoned */
} copy;

static void grow_copy(size_t length) {
    free(copy.bytes);
    copy.capacity = length + LEAST_COPY_BYTES;
    copy.open = copy.capacity;
    copy.bytes = malloc(copy.capacity);
    if (copy.bytes) return;
    fprintf(stderr, "no memory for an input of %zu bytes\n", length);
    exit(EXIT_FAILURE);
}

const uint8_t *fuzz_block_copy(const uint8_t *bytes, size_t length) {
    if (copy.capacity <= length) grow_copy(length);
#ifdef NL_ADDRESS_SANITIZER
    ASAN_UNPOISON_MEMORY_REGION(copy.bytes, length);
    if (copy.open > length) ASAN_POISON_MEMORY_REGION(copy.bytes + length, copy.open - length);
    copy.open = length;
#endif
    if (length > 0) memcpy(copy.bytes, bytes, length);
    return copy.bytes;
}

#include "block.h"

#include "sanitizers.h"

#include <stdio.h>
#include <stdlib.h>

/* Poisoned in front of a block; behind it malloc's own red zone follows. */
enum { RED_ZONE_BYTES = 4096 };

static void grow(fuzz_block *self, size_t bytes) {
    free(self->storage);
    self->storage = malloc(bytes);
    self->capacity = bytes;
    self->red_zone = NULL;
    if (self->storage != NULL) return;
    fprintf(stderr, "no memory for a block of %zu bytes\n", bytes);
    exit(EXIT_FAILURE);
}

/* Moves the red zone to where it ends at `window`. Clearing all of the storage instead would cost
 * more than the check of a small file. */
static void fence(fuzz_block *self, uint8_t *window) {
#ifdef FUZZ_ADDRESS_SANITIZER
    if (self->red_zone != NULL) ASAN_UNPOISON_MEMORY_REGION(self->red_zone, RED_ZONE_BYTES);
    self->red_zone = window - RED_ZONE_BYTES;
    ASAN_POISON_MEMORY_REGION(self->red_zone, RED_ZONE_BYTES);
#else
    (void)self;
    (void)window;
#endif
}

void *fuzz_block_take(fuzz_block *block, size_t bytes) {
    if (block->capacity < bytes + RED_ZONE_BYTES) grow(block, bytes + RED_ZONE_BYTES);
    uint8_t *const window = block->storage + (block->capacity - bytes);
    fence(block, window);
#ifdef FUZZ_MEMORY_SANITIZER
    __msan_allocated_memory(window, bytes);
#endif
    return window;
}

/* One budget of bytes over all requests, and the blocks that are used again.
 *
 * Blocks are kept because fresh pages for every large body cost two and a half times the processor
 * time of used ones (measured with 100 MB bodies: 1.17 against 0.34-0.51 CPU-s/GB). Kept blocks
 * count against the budget and give way to requests. */
#ifndef NAVLINT_SERVER_MEMORY_H
#define NAVLINT_SERVER_MEMORY_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct srv_block {
    void *bytes;     /* NULL: no block */
    size_t capacity; /* bytes */
} srv_block;

/* Who asks: bodies are admitted while they leave alone what is set aside for judging small ones. */
typedef enum srv_share { SRV_FOR_BODIES = 0, SRV_FOR_JUDGING } srv_share;

enum { SRV_KEPT_BLOCKS = 16 };

typedef struct srv_memory {
    pthread_mutex_t lock;
    uint64_t limit;  /* bytes in all */
    uint64_t aside;  /* bytes of them that bodies cannot have */
    uint64_t in_use; /* bytes */
    uint64_t peak;   /* the most that in_use has been */
    uint64_t kept;   /* bytes in blocks[] */
    srv_block blocks[SRV_KEPT_BLOCKS];
    size_t block_count;
} srv_memory;

/* Starts with an empty pool. limit_bytes, aside_bytes: see above. */
void srv_memory_open(srv_memory *memory, uint64_t limit_bytes, uint64_t aside_bytes);

/* Frees the kept blocks; every block must have been given back. */
void srv_memory_close(srv_memory *memory);

/* Counts `bytes` that are allocated elsewhere. Returns false if the budget does not have them. */
bool srv_memory_reserve(srv_memory *memory, uint64_t bytes, srv_share share);

/* Gives back what srv_memory_reserve took, or a part of it. */
void srv_memory_release(srv_memory *memory, uint64_t bytes);

typedef struct srv_memory_state {
    uint64_t limit, in_use, kept, peak; /* bytes, see srv_memory */
} srv_memory_state;

/* What there is at one moment. */
srv_memory_state srv_memory_look(srv_memory *memory);

/* Bytes that are taken or reserved now. */
uint64_t srv_memory_in_use(srv_memory *memory);

/* The most bytes that there could ever be for that share. */
uint64_t srv_memory_most(const srv_memory *memory, srv_share share);

/* Takes a block of `bytes`, uninitialised.
 * Returns false, and an empty block, if the budget or malloc does not have it. */
bool srv_memory_take(srv_memory *memory, uint64_t bytes, srv_share share, srv_block *block);

/* Gives a block back and empties *block; an empty one is fine. */
void srv_memory_give(srv_memory *memory, srv_block *block);

/* Tells AddressSanitizer that nothing past `used` bytes is part of the input; else does nothing. */
void srv_memory_fence(const srv_block *block, size_t used);

#endif

/* One budget of bytes over all requests, and the blocks that are used again.
 *
 * Blocks are kept because fresh pages for every large body cost two and a half times the processor
 * time of used ones (measured with 100 MB bodies: 1.17 against 0.34-0.51 CPU-s/GB). Kept blocks
 * count against the budget, give way to requests, and go when nobody has used them for some
 * seconds. */
#ifndef NAVLINT_SERVER_MEMORY_H
#define NAVLINT_SERVER_MEMORY_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/block.h"
#include "server/promise.h"

/* Who asks: bodies are admitted while they leave alone what is set aside for judging small ones. */
typedef enum srv_share { SRV_FOR_BODIES = 0, SRV_FOR_JUDGING } srv_share;

enum { SRV_KEPT_BLOCKS = 16 };

/* Whoever needs no more than this may borrow from every promise. */
enum { SRV_SMALL_NEED_BYTES = 1 << 20 };

typedef struct srv_kept {
    srv_block block;
    uint64_t since; /* the srv_memory's time */
} srv_kept;

/* Asks for bytes of a budget that another process keeps. Returns whether they may be had. */
typedef bool srv_memory_asker(void *context, uint64_t bytes, srv_share share);

typedef struct srv_memory {
    pthread_mutex_t lock;
    uint64_t limit;  /* bytes in all */
    uint64_t aside;  /* bytes of them that bodies cannot have */
    uint64_t in_use; /* bytes */
    uint64_t peak;   /* the most that in_use has been */
    uint64_t kept;   /* bytes in blocks[] */
    srv_kept blocks[SRV_KEPT_BLOCKS];
    size_t block_count;
    srv_promises promises;
    uint64_t time;   /* calls of srv_memory_tidy */
    bool is_trimmed; /* nothing has been taken since malloc gave its pages back */
    uint64_t most_kept;
    srv_memory_asker *ask; /* NULL: the budget is kept here */
    void *ask_context;
    uint64_t granted; /* bytes that need not be asked for any more */
    const void *lent; /* a block of another's, which is not given back; may be NULL */
} srv_memory;

/* Starts with an empty pool. limit_bytes, aside_bytes: see above. */
void srv_memory_open(srv_memory *memory, uint64_t limit_bytes, uint64_t aside_bytes);

/* Makes it ask for what goes beyond `granted`. most_kept: bytes of the blocks that it keeps. */
void srv_memory_ask_at(srv_memory *memory, srv_memory_asker *ask, void *context,
                       uint64_t most_kept);

/* Frees the kept blocks; every block must have been given back. */
void srv_memory_close(srv_memory *memory);

/* Gives memory back to the system that nobody has used for some calls. Call it once a second. */
void srv_memory_tidy(srv_memory *memory);

/* Counts `bytes` that are allocated elsewhere. Returns false if the budget does not have them. */
bool srv_memory_reserve(srv_memory *memory, uint64_t bytes, srv_share share);

/* Could `bytes` be reserved, at no cost to bodies that keep pace? */
bool srv_memory_has(srv_memory *memory, uint64_t bytes, srv_share share);

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

/* Takes a block of `bytes` out of *reserved, which are counted already and not fewer.
 * Returns false, and an empty block, if malloc does not have it. */
bool srv_memory_take_reserved(srv_memory *memory, uint64_t bytes, uint64_t *reserved,
                              srv_block *block);

/* Gives a block back and empties *block; an empty one is fine. */
void srv_memory_give(srv_memory *memory, srv_block *block);

/* ---- Bodies that have been announced ---- */

/* Takes a block for a body, and promises memory for what comes after it: both count from now on,
 * but if the body does not keep pace others may have what is left of them. bytes: of the block.
 * extra_bytes: for later. promise: zeroed; ends with srv_memory_redeem or srv_memory_break. Returns
 * as srv_memory_take. */
bool srv_memory_promise(srv_memory *memory, uint64_t bytes, uint64_t extra_bytes,
                        srv_promise *promise, srv_block *block);

/* Asks to write the block's bytes before `end`. What others have borrowed is taken back if it is
 * there. Returns false if the budget does not have the bytes any more; what was granted stays. */
bool srv_memory_grant(srv_memory *memory, srv_promise *promise, uint64_t end);

/* What comes after the body is not needed any more. Nothing happens without a promise. */
void srv_memory_forgo(srv_memory *memory, srv_promise *promise);

/* Ends the promise of a body that is there: from now on the block counts like any other.
 * Returns the bytes that stay reserved for what comes now: extra_bytes, or none. */
uint64_t srv_memory_redeem(srv_memory *memory, srv_promise *promise);

/* Ends the promise of a body that does not come, and gives the block back. */
void srv_memory_break(srv_memory *memory, srv_promise *promise, srv_block *block);

#endif

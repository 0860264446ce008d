#include "server/memory.h"

#include <malloc.h>
#include <stdlib.h>

#include "server/clock.h"

/* Smaller blocks are the allocator's business. */
enum { KEPT_MIN_BYTES = 64 * 1024 };

/* Kept blocks hold at most this part of the budget. */
enum { KEPT_DIVISOR = 4 };

/* Calls of srv_memory_tidy, a second apart: after how many a kept block goes that nobody has used,
 * and how often malloc gives its free pages back (0.1 to 0.3 ms, measured under load). */
enum { KEPT_S = 3, TRIM_S = 4 };

/* A body is granted so much at once: each grant takes the lock. */
enum { GRANT_BYTES = 256 * 1024 };

/* What glibc gives back at once the next request asks for again, page by page: of 59 KB that was 6
 * % of its time. srv_memory_tidy gives back what nobody uses. */
enum { TRIM_THRESHOLD_BYTES = 4 << 20 };

void srv_memory_open(srv_memory *memory, uint64_t limit_bytes, uint64_t aside_bytes) {
    *memory = (srv_memory){.limit = limit_bytes,
                           .aside = aside_bytes,
                           .is_trimmed = true,
                           .most_kept = limit_bytes / KEPT_DIVISOR};
    (void)mallopt(M_TRIM_THRESHOLD, TRIM_THRESHOLD_BYTES);
    pthread_mutex_init(&memory->lock, NULL);
}

void srv_memory_ask_at(srv_memory *memory, srv_memory_asker *ask, void *context,
                       uint64_t most_kept) {
    memory->ask = ask;
    memory->ask_context = context;
    memory->most_kept = most_kept;
}

/* ---- kept blocks; all with the lock held ---- */

static srv_block take_out(srv_memory *memory, size_t index) {
    const srv_block block = memory->blocks[index].block;
    memory->block_count--;
    for (size_t i = index; i < memory->block_count; i++)
        memory->blocks[i] = memory->blocks[i + 1];
    memory->kept -= block.capacity;
    return block;
}

/* Frees the block that has been kept longest. */
static void evict(srv_memory *memory) {
    srv_block oldest = take_out(memory, 0);
    srv_block_free(&oldest);
}

static void evict_for_budget(srv_memory *memory) {
    while (memory->block_count > 0 && memory->kept > memory->limit - memory->in_use)
        evict(memory);
}

/* The smallest kept block that holds `bytes` and is cut by no more than half; empty if none. */
static srv_block take_kept(srv_memory *memory, uint64_t bytes) {
    size_t best = memory->block_count;
    for (size_t i = 0; i < memory->block_count; i++) {
        const size_t capacity = memory->blocks[i].block.capacity;
        if (capacity < bytes || capacity / 2 > bytes) continue;
        if (best == memory->block_count || capacity < memory->blocks[best].block.capacity) best = i;
    }
    return best < memory->block_count ? take_out(memory, best) : (srv_block){.bytes = NULL};
}

static bool keep(srv_memory *memory, const srv_block *block) {
    const uint64_t most = memory->most_kept;
    if (block->capacity < KEPT_MIN_BYTES || block->capacity > most) return false;
    while (memory->block_count > 0 &&
           (memory->block_count == SRV_KEPT_BLOCKS || memory->kept > most - block->capacity))
        evict(memory);
    if (memory->in_use + memory->kept > memory->limit - block->capacity) return false;
    memory->blocks[memory->block_count++] = (srv_kept){.block = *block, .since = memory->time};
    memory->kept += block->capacity;
    return true;
}

/* ---- the budget ---- */

uint64_t srv_memory_most(const srv_memory *memory, srv_share share) {
    return memory->limit - (share == SRV_FOR_BODIES ? memory->aside : 0);
}

typedef struct need {
    uint64_t bytes;
    srv_share share;
    const srv_promise *self; /* whose need it is; NULL: of no promise */
} need;

/* Call with the lock held. */
static bool fits(const srv_memory *memory, const need *wanted) {
    const uint64_t limit = srv_memory_most(memory, wanted->share);
    return memory->in_use <= limit && wanted->bytes <= limit - memory->in_use;
}

/* Bodies that do not keep pace make room, and for a small need all do. Call with the lock held. */
static void borrow(srv_memory *memory, const need *wanted) {
    const uint64_t limit = srv_memory_most(memory, wanted->share);
    const srv_borrower borrower = {.self = wanted->self,
                                   .is_small =
                                       !wanted->self && wanted->bytes <= SRV_SMALL_NEED_BYTES,
                                   .now_ms = srv_now_ms()};
    if (wanted->bytes > limit || !memory->promises.first) return;
    const uint64_t missing = memory->in_use - (limit - wanted->bytes);
    memory->in_use -= srv_promises_borrow(&memory->promises, missing, &borrower);
}

/* Asks for what has not been granted yet. Call with the lock held. */
static bool is_granted(srv_memory *memory, const need *wanted) {
    const uint64_t in_use = memory->in_use + wanted->bytes;
    if (!memory->ask || in_use <= memory->granted) return true;
    const uint64_t missing = in_use - memory->granted;
    if (!memory->ask(memory->ask_context, missing, wanted->share)) return false;
    memory->granted += missing;
    return true;
}

/* Call with the lock held. */
static bool reserve(srv_memory *memory, const need *wanted) {
    if (!fits(memory, wanted)) borrow(memory, wanted);
    if (!fits(memory, wanted) || !is_granted(memory, wanted)) return false;
    memory->in_use += wanted->bytes;
    if (memory->in_use > memory->peak) memory->peak = memory->in_use;
    memory->is_trimmed = false;
    evict_for_budget(memory);
    return true;
}

bool srv_memory_reserve(srv_memory *memory, uint64_t bytes, srv_share share) {
    pthread_mutex_lock(&memory->lock);
    const bool is_reserved = reserve(memory, &(need){.bytes = bytes, .share = share});
    pthread_mutex_unlock(&memory->lock);
    return is_reserved;
}

bool srv_memory_has(srv_memory *memory, uint64_t bytes, srv_share share) {
    const srv_borrower borrower = {.now_ms = srv_now_ms()};
    const uint64_t limit = srv_memory_most(memory, share);
    pthread_mutex_lock(&memory->lock);
    const uint64_t firm = memory->in_use - srv_promises_lendable(&memory->promises, &borrower);
    pthread_mutex_unlock(&memory->lock);
    return firm <= limit && bytes <= limit - firm;
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

/* ---- blocks ---- */

/* A block for bytes that count already: `kept`, or a new one. What a request does not ask for it
 * must not hold: the largest one that is allowed could wait for these bytes for ever. Shrinking
 * costs no fresh pages. */
static bool use_or_make(srv_block *block, srv_block kept, uint64_t bytes) {
    *block = kept;
    if (!kept.bytes) return bytes <= SIZE_MAX && srv_block_make(block, (size_t)bytes);
    srv_block_shrink(block, (size_t)bytes);
    return true;
}

bool srv_memory_take(srv_memory *memory, uint64_t bytes, srv_share share, srv_block *block) {
    *block = (srv_block){.bytes = NULL};
    pthread_mutex_lock(&memory->lock);
    srv_block kept = take_kept(memory, bytes);
    const bool is_reserved = reserve(memory, &(need){.bytes = bytes, .share = share});
    pthread_mutex_unlock(&memory->lock);
    if (!is_reserved) srv_block_free(&kept);
    if (!is_reserved || use_or_make(block, kept, bytes)) return is_reserved;
    srv_memory_release(memory, bytes);
    return false;
}

bool srv_memory_take_reserved(srv_memory *memory, uint64_t bytes, uint64_t *reserved,
                              srv_block *block) {
    pthread_mutex_lock(&memory->lock);
    const srv_block kept = take_kept(memory, bytes);
    pthread_mutex_unlock(&memory->lock);
    if (!use_or_make(block, kept, bytes)) return false;
    *reserved -= bytes;
    return true;
}

/* Gives the block back, of which `counted` bytes are in the budget. */
static void give(srv_memory *memory, uint64_t counted, srv_block *block) {
    srv_block_fence(block, 0);
    pthread_mutex_lock(&memory->lock);
    memory->in_use -= counted;
    const bool is_kept = keep(memory, block);
    pthread_mutex_unlock(&memory->lock);
    if (!is_kept) srv_block_free(block);
    *block = (srv_block){.bytes = NULL};
}

void srv_memory_give(srv_memory *memory, srv_block *block) {
    if (block->bytes && block->bytes == memory->lent)
        *block = (srv_block){.bytes = NULL};
    else if (block->bytes)
        give(memory, block->capacity, block);
}

/* ---- promises ---- */

bool srv_memory_promise(srv_memory *memory, uint64_t bytes, uint64_t extra_bytes,
                        srv_promise *promise, srv_block *block) {
    *block = (srv_block){.bytes = NULL};
    if (extra_bytes > UINT64_MAX - bytes) return false;
    const need wanted = {.bytes = bytes + extra_bytes, .share = SRV_FOR_BODIES};
    pthread_mutex_lock(&memory->lock);
    srv_block kept = take_kept(memory, bytes);
    const bool is_reserved = reserve(memory, &wanted);
    pthread_mutex_unlock(&memory->lock);
    if (!is_reserved) srv_block_free(&kept);
    if (!is_reserved) return false;
    promise->is_emptied = !kept.bytes;
    if (!use_or_make(block, kept, bytes)) {
        srv_memory_release(memory, wanted.bytes);
        return false;
    }
    promise->block = block;
    promise->since_ms = srv_now_ms();
    promise->length = bytes;
    promise->extra = extra_bytes;
    promise->backed = wanted.bytes;
    pthread_mutex_lock(&memory->lock);
    srv_promises_add(&memory->promises, promise);
    pthread_mutex_unlock(&memory->lock);
    return true;
}

/* Call with the lock held. Takes back what has been lent, all of it if that is there without
 * others' loss; else `least` bytes. */
static bool back(srv_memory *memory, srv_promise *promise, uint64_t least) {
    need wanted = {.bytes = srv_promise_owed(promise) - promise->backed, .self = promise};
    if (!fits(memory, &wanted))
        wanted.bytes = least > promise->backed ? least - promise->backed : 0;
    if (wanted.bytes > 0 && !reserve(memory, &wanted)) return false;
    promise->backed += wanted.bytes;
    return true;
}

bool srv_memory_grant(srv_memory *memory, srv_promise *promise, uint64_t end) {
    if (end <= promise->granted) return true;
    const uint64_t left = promise->length - promise->granted;
    uint64_t step = end - promise->granted;
    if (step < GRANT_BYTES) step = GRANT_BYTES < left ? GRANT_BYTES : left;
    pthread_mutex_lock(&memory->lock);
    const bool is_granted = step <= left && back(memory, promise, step);
    if (is_granted) promise->backed -= step;
    if (is_granted) promise->granted += step;
    pthread_mutex_unlock(&memory->lock);
    return is_granted;
}

void srv_memory_forgo(srv_memory *memory, srv_promise *promise) {
    if (!promise->block) return;
    pthread_mutex_lock(&memory->lock);
    promise->extra = 0;
    const uint64_t owed = srv_promise_owed(promise);
    const uint64_t surplus = promise->backed > owed ? promise->backed - owed : 0;
    promise->backed -= surplus;
    memory->in_use -= surplus;
    pthread_mutex_unlock(&memory->lock);
}

/* Call with the lock held. Returns what is in the budget for the promise beyond what is granted. */
static uint64_t end_promise(srv_memory *memory, srv_promise *promise) {
    const uint64_t backed = promise->backed;
    srv_promises_remove(&memory->promises, promise);
    promise->block = NULL;
    promise->backed = 0;
    return backed;
}

uint64_t srv_memory_redeem(srv_memory *memory, srv_promise *promise) {
    if (!promise->block) return 0;
    pthread_mutex_lock(&memory->lock);
    (void)back(memory, promise, 0);
    const uint64_t backed = end_promise(memory, promise);
    const uint64_t reserved = backed == promise->extra ? backed : 0;
    memory->in_use -= backed - reserved;
    pthread_mutex_unlock(&memory->lock);
    return reserved;
}

void srv_memory_break(srv_memory *memory, srv_promise *promise, srv_block *block) {
    if (!promise->block) return;
    pthread_mutex_lock(&memory->lock);
    const uint64_t counted = end_promise(memory, promise) + promise->granted;
    pthread_mutex_unlock(&memory->lock);
    give(memory, counted, block);
}

/* ---- what is not used any more ---- */

/* Takes out the oldest block if its time is over; else an empty one. */
static srv_block take_unused(srv_memory *memory) {
    srv_block block = {.bytes = NULL};
    pthread_mutex_lock(&memory->lock);
    if (memory->block_count > 0 && memory->time - memory->blocks[0].since >= KEPT_S)
        block = take_out(memory, 0);
    pthread_mutex_unlock(&memory->lock);
    return block;
}

static bool is_to_be_trimmed(srv_memory *memory) {
    pthread_mutex_lock(&memory->lock);
    memory->time++;
    const bool is_due = !memory->is_trimmed && memory->time % TRIM_S == 0;
    if (is_due) memory->is_trimmed = true;
    pthread_mutex_unlock(&memory->lock);
    return is_due;
}

void srv_memory_tidy(srv_memory *memory) {
    const bool trims = is_to_be_trimmed(memory);
    for (srv_block block = take_unused(memory); block.bytes; block = take_unused(memory))
        srv_block_free(&block);
    if (trims) (void)malloc_trim(0);
}

void srv_memory_close(srv_memory *memory) {
    while (memory->block_count > 0)
        evict(memory);
    pthread_mutex_destroy(&memory->lock);
}

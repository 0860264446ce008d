/* Which slots are free, and who waits for one: first come, first served. */
#ifndef NAVLINT_SERVER_ISOLATE_POOL_H
#define NAVLINT_SERVER_ISOLATE_POOL_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/* Somebody who wants a slot; embed it in what it is for. */
typedef struct srv_claim {
    struct srv_claim *next;
    size_t slot; /* the number of the one it has got; before: that it would like best */
    bool has_slot;
    /* Called when it gets one, with the pool's lock held; NULL: a thread waits in srv_pool_wait. */
    void (*on_slot)(struct srv_claim *claim);
} srv_claim;

typedef struct srv_pool {
    pthread_mutex_t lock;
    pthread_cond_t is_given;
    srv_claim *first;
    srv_claim **end; /* where the next claim is hung on */
    bool is_closed;
    size_t free_count;
    size_t *free; /* the one used last is the last: its judge's pages are warm */
} srv_pool;

/* Opens it with slots 0 to count - 1. Returns false if memory ran out. */
bool srv_pool_open(srv_pool *pool, size_t count);

/* Nobody uses it any more. */
void srv_pool_free(srv_pool *pool);

/* Returns whether the claim got a slot, at once. */
bool srv_pool_take(srv_pool *pool, srv_claim *claim);

/* Waits for a slot. */
void srv_pool_wait(srv_pool *pool, srv_claim *claim);

/* Borrows the claim until on_slot is called, perhaps within this call. Returns false, and nothing
 * is borrowed, once the pool is closed. */
bool srv_pool_queue(srv_pool *pool, srv_claim *claim);

/* Gives the slot of a claim to the next, or to nobody. */
void srv_pool_give(srv_pool *pool, srv_claim *claim);

/* Nothing is queued any more. Call when no thread waits. Returns the claims that were queued. */
srv_claim *srv_pool_close(srv_pool *pool);

/* How many claims wait. */
size_t srv_pool_queued(srv_pool *pool);

#endif

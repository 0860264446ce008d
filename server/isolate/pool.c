#include "server/isolate/pool.h"

#include <stdlib.h>

bool srv_pool_open(srv_pool *pool, size_t count) {
    *pool = (srv_pool){.free = calloc(count, sizeof *pool->free)};
    if (!pool->free) return false;
    pool->end = &pool->first;
    while (pool->free_count < count) {
        pool->free[pool->free_count] = pool->free_count;
        pool->free_count++;
    }
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->is_given, NULL);
    return true;
}

void srv_pool_free(srv_pool *pool) {
    pthread_cond_destroy(&pool->is_given);
    pthread_mutex_destroy(&pool->lock);
    free(pool->free);
}

/* ---- with the lock held ---- */

/* Puts the slot where it is taken next, if it is free. */
static void prefer(srv_pool *pool, size_t slot) {
    size_t *const last = &pool->free[pool->free_count - 1];
    for (size_t *at = pool->free; at < last; at++) {
        if (*at != slot) continue;
        *at = *last;
        *last = slot;
    }
}

/* Where somebody waits nothing is free. */
static bool take(srv_pool *pool, srv_claim *claim) {
    claim->has_slot = pool->free_count > 0;
    if (!claim->has_slot) return false;
    prefer(pool, claim->slot);
    claim->slot = pool->free[--pool->free_count];
    return true;
}

static void add(srv_pool *pool, srv_claim *claim) {
    claim->next = NULL;
    *pool->end = claim;
    pool->end = &claim->next;
}

static srv_claim *remove_first(srv_pool *pool) {
    srv_claim *const claim = pool->first;
    if (claim) pool->first = claim->next;
    if (!pool->first) pool->end = &pool->first;
    return claim;
}

static void tell(srv_pool *pool, srv_claim *claim) {
    if (claim->on_slot)
        claim->on_slot(claim);
    else
        pthread_cond_broadcast(&pool->is_given);
}

/* ---- claims ---- */

bool srv_pool_take(srv_pool *pool, srv_claim *claim) {
    pthread_mutex_lock(&pool->lock);
    const bool is_taken = take(pool, claim);
    pthread_mutex_unlock(&pool->lock);
    return is_taken;
}

void srv_pool_wait(srv_pool *pool, srv_claim *claim) {
    pthread_mutex_lock(&pool->lock);
    if (!take(pool, claim)) add(pool, claim);
    while (!claim->has_slot)
        pthread_cond_wait(&pool->is_given, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

bool srv_pool_queue(srv_pool *pool, srv_claim *claim) {
    pthread_mutex_lock(&pool->lock);
    const bool is_open = !pool->is_closed;
    if (is_open && take(pool, claim))
        tell(pool, claim);
    else if (is_open)
        add(pool, claim);
    pthread_mutex_unlock(&pool->lock);
    return is_open;
}

void srv_pool_give(srv_pool *pool, srv_claim *claim) {
    const size_t slot = claim->slot;
    claim->has_slot = false;
    pthread_mutex_lock(&pool->lock);
    srv_claim *const next = remove_first(pool);
    if (next) {
        next->slot = slot;
        next->has_slot = true;
        tell(pool, next);
    } else {
        pool->free[pool->free_count++] = slot;
    }
    pthread_mutex_unlock(&pool->lock);
}

srv_claim *srv_pool_close(srv_pool *pool) {
    pthread_mutex_lock(&pool->lock);
    srv_claim *const queued = pool->first;
    pool->is_closed = true;
    pool->first = NULL;
    pool->end = &pool->first;
    pthread_mutex_unlock(&pool->lock);
    return queued;
}

size_t srv_pool_queued(srv_pool *pool) {
    size_t count = 0;
    pthread_mutex_lock(&pool->lock);
    for (const srv_claim *claim = pool->first; claim; claim = claim->next)
        count++;
    pthread_mutex_unlock(&pool->lock);
    return count;
}

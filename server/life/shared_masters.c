#include "server/life/shared_masters.h"

#include <stdlib.h>

/* Returns NULL, with *masters as they were, if memory ran out. */
static srv_held_masters *take_over(srv_masters *masters) {
    srv_held_masters *const held = malloc(sizeof *held);
    if (!held) return NULL;
    *held = (srv_held_masters){.masters = *masters, .holders = 1};
    *masters = (srv_masters){.count = 0};
    return held;
}

bool srv_shared_masters_open(srv_shared_masters *shared, srv_masters *masters) {
    pthread_mutex_init(&shared->lock, NULL);
    shared->current = masters->items ? take_over(masters) : NULL;
    return shared->current || !masters->items;
}

void srv_shared_masters_close(srv_shared_masters *shared) {
    srv_masters_let_go(shared, shared->current);
    pthread_mutex_destroy(&shared->lock);
}

srv_held_masters *srv_masters_hold(srv_shared_masters *shared) {
    pthread_mutex_lock(&shared->lock);
    srv_held_masters *const held = shared->current;
    if (held) held->holders++;
    pthread_mutex_unlock(&shared->lock);
    return held;
}

void srv_masters_let_go(srv_shared_masters *shared, srv_held_masters *held) {
    if (!held) return;
    pthread_mutex_lock(&shared->lock);
    const bool is_last = --held->holders == 0;
    pthread_mutex_unlock(&shared->lock);
    if (!is_last) return;
    srv_masters_close(&held->masters);
    free(held);
}

bool srv_shared_masters_replace(srv_shared_masters *shared, srv_masters *masters) {
    srv_held_masters *const fresh = take_over(masters);
    if (!fresh) return false;
    pthread_mutex_lock(&shared->lock);
    srv_held_masters *const old = shared->current;
    shared->current = fresh;
    pthread_mutex_unlock(&shared->lock);
    srv_masters_let_go(shared, old);
    return true;
}

#include "server/watchdog.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "server/counters.h"

enum { TICK_MS = 100, TICKS_A_SECOND = 10, ENDED_TICKS = 10 };

/* At the average pace, the whole body takes longer than there is. */
static bool comes_too_late(const srv_pace *pace, const srv_progress *progress) {
    return progress->length_bytes * progress->elapsed_ms >
           progress->body_bytes * pace->request_timeout_ms;
}

static bool is_body_overdue(const srv_pace *pace, const srv_progress *progress) {
    if (progress->elapsed_ms > pace->request_timeout_ms) return true;
    if (progress->idle_ms > pace->idle_timeout_ms) return true;
    if (progress->elapsed_ms <= pace->idle_timeout_ms) return false;
    return progress->body_bytes < pace->min_rate * progress->elapsed_ms / 1000 ||
           comes_too_late(pace, progress);
}

bool srv_is_overdue(const srv_pace *pace, const srv_progress *progress) {
    switch (progress->phase) {
    case SRV_PHASE_HEADER:
        return progress->elapsed_ms > pace->idle_timeout_ms;
    case SRV_PHASE_BODY:
        return is_body_overdue(pace, progress);
    case SRV_PHASE_ANSWER:
        return progress->elapsed_ms > pace->request_timeout_ms;
    case SRV_PHASE_JUDGING:
    case SRV_PHASE_CUT:
        break;
    }
    return false;
}

/* Call with the lock held. The socket is still open: libmicrohttpd tells us before it closes one.
 * Only while a body arrives is it certain that nobody else writes to it. */
static void cut(srv_watch *watch, const char *last_words) {
    if (last_words)
        (void)send(watch->fd, last_words, strlen(last_words), MSG_DONTWAIT | MSG_NOSIGNAL);
    (void)shutdown(watch->fd, SHUT_RDWR);
    srv_count(&srv_counts.cut, 1);
    watch->told = last_words != NULL;
    watch->phase = SRV_PHASE_CUT;
}

/* Has the client closed its side in the middle of a body? libmicrohttpd 0.9.75 misses that if the
 * end comes in one event with the last bytes, and would hold the body's memory until the idle
 * timeout. Bytes that it has read may be on their way to us yet: hence more than one tick. Call
 * with the lock held. */
static bool has_left(srv_watch *watch) {
    char byte = 0;
    if (watch->phase != SRV_PHASE_BODY ||
        recv(watch->fd, &byte, sizeof byte, MSG_PEEK | MSG_DONTWAIT) != 0)
        watch->ended_ticks = 0;
    else
        watch->ended_ticks++;
    return watch->ended_ticks >= ENDED_TICKS;
}

static srv_progress progress_of(srv_watch *watch, uint64_t now_ms) {
    const uint64_t body_bytes = atomic_load(&watch->body_bytes);
    if (body_bytes != watch->moved_bytes) watch->moved_ms = now_ms;
    watch->moved_bytes = body_bytes;
    return (srv_progress){.phase = watch->phase,
                          .elapsed_ms = now_ms - watch->since_ms,
                          .idle_ms = now_ms - watch->moved_ms,
                          .body_bytes = body_bytes,
                          .length_bytes = atomic_load(&watch->length_bytes)};
}

static void look_round(srv_watchdog *dog) {
    const uint64_t now = srv_now_ms();
    for (srv_watch *watch = dog->first; watch; watch = watch->next) {
        const srv_progress progress = progress_of(watch, now);
        if (has_left(watch))
            cut(watch, NULL);
        else if (srv_is_overdue(&dog->pace, &progress))
            cut(watch, watch->phase == SRV_PHASE_BODY ? dog->last_words : NULL);
    }
}

static struct timespec next_tick(void) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    at.tv_nsec += TICK_MS * 1000000L;
    if (at.tv_nsec >= 1000000000L) {
        at.tv_nsec -= 1000000000L;
        at.tv_sec++;
    }
    return at;
}

static void *run(void *context) {
    srv_watchdog *dog = context;
    pthread_mutex_lock(&dog->lock);
    for (unsigned tick = 1; !dog->stop; tick++) {
        const struct timespec at = next_tick();
        (void)pthread_cond_timedwait(&dog->wake, &dog->lock, &at);
        look_round(dog);
        pthread_mutex_unlock(&dog->lock);
        srv_linger_look(&dog->linger, srv_now_ms());
        if (tick % TICKS_A_SECOND == 0 && dog->every_second) dog->every_second(dog->context);
        pthread_mutex_lock(&dog->lock);
    }
    pthread_mutex_unlock(&dog->lock);
    return NULL;
}

bool srv_watchdog_start(srv_watchdog *dog, const srv_pace *pace, const char *last_words) {
    *dog = (srv_watchdog){.pace = *pace, .last_words = last_words};
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&dog->wake, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_mutex_init(&dog->lock, NULL);
    srv_linger_open(&dog->linger);
    return pthread_create(&dog->thread, NULL, run, dog) == 0;
}

void srv_watchdog_call(srv_watchdog *dog, srv_every_second *function, void *context) {
    pthread_mutex_lock(&dog->lock);
    dog->every_second = function;
    dog->context = context;
    pthread_mutex_unlock(&dog->lock);
}

void srv_watchdog_stop(srv_watchdog *dog) {
    pthread_mutex_lock(&dog->lock);
    dog->stop = true;
    pthread_cond_signal(&dog->wake);
    pthread_mutex_unlock(&dog->lock);
    pthread_join(dog->thread, NULL);
    srv_linger_close(&dog->linger);
    pthread_cond_destroy(&dog->wake);
    pthread_mutex_destroy(&dog->lock);
}

srv_watch *srv_watchdog_add(srv_watchdog *dog, int fd, srv_wire_connection *wire) {
    srv_watch *watch = calloc(1, sizeof *watch);
    if (!watch) return NULL;
    watch->fd = fd;
    watch->wire = wire;
    watch->since_ms = srv_now_ms();
    pthread_mutex_lock(&dog->lock);
    watch->next = dog->first;
    if (watch->next) watch->next->previous = watch;
    dog->first = watch;
    pthread_mutex_unlock(&dog->lock);
    return watch;
}

void srv_watchdog_remove(srv_watchdog *dog, srv_watch *watch) {
    pthread_mutex_lock(&dog->lock);
    if (watch->next) watch->next->previous = watch->previous;
    if (watch->previous)
        watch->previous->next = watch->next;
    else
        dog->first = watch->next;
    pthread_mutex_unlock(&dog->lock);
    free(watch);
}

size_t srv_watchdog_count(srv_watchdog *dog) {
    size_t count = 0;
    pthread_mutex_lock(&dog->lock);
    for (const srv_watch *watch = dog->first; watch; watch = watch->next)
        count++;
    pthread_mutex_unlock(&dog->lock);
    return count;
}

bool srv_watchdog_enter(srv_watchdog *dog, srv_watch *watch, srv_phase phase) {
    pthread_mutex_lock(&dog->lock);
    const bool alive = watch->phase != SRV_PHASE_CUT;
    if (alive) {
        watch->phase = phase;
        watch->since_ms = srv_now_ms();
        watch->moved_ms = watch->since_ms;
        watch->moved_bytes = 0;
        watch->ended_ticks = 0;
        atomic_store_explicit(&watch->body_bytes, 0, memory_order_relaxed);
    }
    pthread_mutex_unlock(&dog->lock);
    return alive;
}

void srv_watchdog_cut(srv_watchdog *dog, srv_watch *watch, const char *last_words) {
    pthread_mutex_lock(&dog->lock);
    if (watch->phase != SRV_PHASE_CUT) cut(watch, last_words);
    pthread_mutex_unlock(&dog->lock);
}

/* What has come is with the kernel, or else the wire has been marked busy before it was read: hence
 * this order. */
static bool is_quiet(const srv_watch *watch, uint64_t since_ms) {
    struct pollfd unread = {.fd = watch->fd, .events = POLLIN};
    return watch->phase == SRV_PHASE_HEADER && watch->since_ms <= since_ms &&
           poll(&unread, 1, 0) == 0 && !atomic_load(&watch->wire->is_busy);
}

void srv_watchdog_end_quiet(srv_watchdog *dog, uint64_t quiet_ms) {
    const uint64_t now = srv_now_ms();
    const uint64_t since_ms = now > quiet_ms ? now - quiet_ms : 0;
    pthread_mutex_lock(&dog->lock);
    for (srv_watch *watch = dog->first; watch; watch = watch->next)
        if (is_quiet(watch, since_ms)) cut(watch, NULL);
    pthread_mutex_unlock(&dog->lock);
}

void srv_watchdog_cut_all(srv_watchdog *dog) {
    pthread_mutex_lock(&dog->lock);
    for (srv_watch *watch = dog->first; watch; watch = watch->next)
        if (watch->phase == SRV_PHASE_HEADER || watch->phase == SRV_PHASE_BODY) cut(watch, NULL);
    pthread_mutex_unlock(&dog->lock);
}

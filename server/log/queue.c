#include "server/log/queue.h"

#include <string.h>
#include <time.h>

enum { COMPANY_MS = 2 };

void srv_queue_open(srv_queue *queue) {
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->wake, &monotonic);
    pthread_cond_init(&queue->ended, &monotonic);
    pthread_condattr_destroy(&monotonic);
    queue->filled = 0;
    queue->dropped = 0;
    queue->waits = queue->stop = queue->has_ended = false;
}

bool srv_queue_put(srv_queue *queue, srv_rank rank, const char *line, size_t length) {
    const size_t kept = rank == SRV_RANK_EVENT ? 0 : SRV_QUEUE_EVENT_BYTES;
    pthread_mutex_lock(&queue->lock);
    const bool fits = length + kept <= SRV_QUEUE_BYTES - queue->filled;
    if (fits) {
        memcpy(queue->bytes[queue->front] + queue->filled, line, length);
        queue->filled += length;
    } else {
        queue->dropped++;
    }
    const bool wakes = fits && queue->waits;
    if (wakes) queue->waits = false;
    pthread_mutex_unlock(&queue->lock);
    if (wakes) pthread_cond_signal(&queue->wake);
    return fits;
}

void srv_queue_drop(srv_queue *queue, uint64_t count) {
    pthread_mutex_lock(&queue->lock);
    queue->dropped += count;
    pthread_mutex_unlock(&queue->lock);
}

static struct timespec after(uint64_t ms) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    const uint64_t ns = (uint64_t)at.tv_nsec + ms % 1000 * 1000000;
    at.tv_sec += (time_t)(ms / 1000 + ns / 1000000000);
    at.tv_nsec = (long)(ns % 1000000000);
    return at;
}

/* Under load a line is seldom alone, and a thread woken for each costs more than the lines do (6 of
 * 29 us of a request of 1 KB, measured). Call with the lock held: nobody wakes us but the stop. */
static void wait_for_company(srv_queue *queue) {
    const struct timespec deadline = after(COMPANY_MS);
    if (!queue->stop) (void)pthread_cond_timedwait(&queue->wake, &queue->lock, &deadline);
}

srv_lines srv_queue_take(srv_queue *queue) {
    pthread_mutex_lock(&queue->lock);
    while (queue->filled == 0 && !queue->stop) {
        queue->waits = true;
        pthread_cond_wait(&queue->wake, &queue->lock);
    }
    wait_for_company(queue);
    const srv_lines lines = {
        .bytes = queue->bytes[queue->front], .length = queue->filled, .dropped = queue->dropped};
    queue->front ^= 1;
    queue->filled = 0;
    queue->waits = false;
    pthread_mutex_unlock(&queue->lock);
    return lines;
}

void srv_queue_end(srv_queue *queue) {
    pthread_mutex_lock(&queue->lock);
    queue->has_ended = true;
    pthread_cond_signal(&queue->ended);
    pthread_mutex_unlock(&queue->lock);
}

bool srv_queue_stop(srv_queue *queue, uint64_t patience_ms) {
    const struct timespec deadline = after(patience_ms);
    int late = 0;
    pthread_mutex_lock(&queue->lock);
    queue->stop = true;
    pthread_cond_signal(&queue->wake);
    while (!queue->has_ended && late == 0)
        late = pthread_cond_timedwait(&queue->ended, &queue->lock, &deadline);
    const bool has_ended = queue->has_ended;
    pthread_mutex_unlock(&queue->lock);
    return has_ended;
}

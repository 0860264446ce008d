#include "pool.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Results that wait for an earlier, slower item: enough to keep all threads busy, few enough to be
 * held in memory whatever the number of items. */
enum { SLOTS_PER_JOB = 4 };

typedef struct slot {
    bool done;
    _Alignas(max_align_t) char result[]; /* result_bytes */
} slot;

typedef struct runner {
    const cli_pool *pool;
    pthread_mutex_t lock;
    pthread_cond_t done;  /* a result is there */
    pthread_cond_t space; /* a slot is free, or the run ends */
    char *slots;          /* heap: slot_count times slot_bytes */
    size_t slot_count;
    size_t slot_bytes;
    size_t next;    /* first item that no thread has taken */
    size_t emitted; /* items that are through */
    bool ended;
    unsigned next_job;
} runner;

static slot *slot_of(const runner *this, size_t item) {
    return (slot *)(void *)(this->slots + item % this->slot_count * this->slot_bytes);
}

/* Waits for an item whose slot is free; false when there is none left. */
static bool take_item(runner *this, size_t *item) {
    pthread_mutex_lock(&this->lock);
    while (!this->ended && this->next < this->pool->item_count &&
           this->next >= this->emitted + this->slot_count)
        pthread_cond_wait(&this->space, &this->lock);
    const bool taken = !this->ended && this->next < this->pool->item_count;
    if (taken) *item = this->next++;
    pthread_mutex_unlock(&this->lock);
    return taken;
}

static void mark_done(runner *this, size_t item) {
    pthread_mutex_lock(&this->lock);
    slot_of(this, item)->done = true;
    pthread_cond_signal(&this->done);
    pthread_mutex_unlock(&this->lock);
}

static void *run_job(void *context) {
    runner *const this = context;
    pthread_mutex_lock(&this->lock);
    const unsigned job = this->next_job++;
    pthread_mutex_unlock(&this->lock);
    for (size_t item; take_item(this, &item);) {
        void *const result = slot_of(this, item)->result;
        memset(result, 0, this->pool->result_bytes);
        this->pool->work(this->pool->context, job, item, result);
        mark_done(this, item);
    }
    return NULL;
}

static struct timespec soon(void) {
    enum { WAIT_NS = 100 * 1000 * 1000, SECOND_NS = 1000 * 1000 * 1000 };
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    time.tv_nsec += WAIT_NS;
    if (time.tv_nsec >= SECOND_NS) {
        time.tv_nsec -= SECOND_NS;
        time.tv_sec++;
    }
    return time;
}

/* Calls idle without the lock, so that threads go on meanwhile. */
static void be_idle(runner *this) {
    if (this->pool->idle == NULL) return;
    pthread_mutex_unlock(&this->lock);
    this->pool->idle(this->pool->context, this->emitted);
    pthread_mutex_lock(&this->lock);
}

static void await_result(runner *this, size_t item) {
    pthread_mutex_lock(&this->lock);
    while (!slot_of(this, item)->done) {
        const struct timespec deadline = soon();
        if (pthread_cond_timedwait(&this->done, &this->lock, &deadline) == ETIMEDOUT) be_idle(this);
    }
    pthread_mutex_unlock(&this->lock);
}

static void release_slot(runner *this, size_t item) {
    pthread_mutex_lock(&this->lock);
    slot_of(this, item)->done = false;
    this->emitted = item + 1;
    pthread_cond_broadcast(&this->space);
    pthread_mutex_unlock(&this->lock);
}

static void emit_all(runner *this) {
    const cli_pool *const pool = this->pool;
    for (size_t item = 0; item < pool->item_count; item++) {
        await_result(this, item);
        void *const result = slot_of(this, item)->result;
        const bool going = pool->emit(pool->context, item, result);
        pool->discard(result);
        release_slot(this, item);
        if (!going) return;
    }
}

/* After the threads have ended: what was worked on and never emitted. */
static void discard_rest(runner *this) {
    for (size_t item = this->emitted; item < this->next; item++)
        this->pool->discard(slot_of(this, item)->result);
}

static void end_jobs(runner *this, const pthread_t *threads, unsigned count) {
    pthread_mutex_lock(&this->lock);
    this->ended = true;
    pthread_cond_broadcast(&this->space);
    pthread_mutex_unlock(&this->lock);
    for (unsigned index = 0; index < count; index++)
        pthread_join(threads[index], NULL);
    discard_rest(this);
}

/* Fewer threads than wished for do as well; none at all is a failure. */
static unsigned start_jobs(runner *this, pthread_t *threads) {
    unsigned count = 0;
    while (count < this->pool->jobs && pthread_create(&threads[count], NULL, run_job, this) == 0)
        count++;
    return count;
}

static bool open_runner(runner *this) {
    const size_t align = _Alignof(slot);
    this->slot_count = (size_t)this->pool->jobs * SLOTS_PER_JOB;
    this->slot_bytes = (sizeof(slot) + this->pool->result_bytes + align - 1) / align * align;
    this->slots = calloc(this->slot_count, this->slot_bytes);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&this->lock, NULL);
    pthread_cond_init(&this->done, &attributes);
    pthread_cond_init(&this->space, NULL);
    pthread_condattr_destroy(&attributes);
    return this->slots != NULL;
}

static void close_runner(runner *this) {
    pthread_cond_destroy(&this->space);
    pthread_cond_destroy(&this->done);
    pthread_mutex_destroy(&this->lock);
    free(this->slots);
}

bool cli_pool_run(const cli_pool *pool) {
    runner this = {.pool = pool};
    pthread_t *const threads = calloc(pool->jobs, sizeof *threads);
    unsigned started = 0;
    if (open_runner(&this) && threads != NULL) {
        started = start_jobs(&this, threads);
        if (started > 0) emit_all(&this);
        end_jobs(&this, threads, started);
    }
    close_runner(&this);
    free(threads);
    return started > 0;
}

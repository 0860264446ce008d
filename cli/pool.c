#include "cli/pool.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/options.h"
#include "cli/os/program.h"

/* Results that wait for an earlier, slower item: enough to keep all threads busy, few enough to be
 * held in memory whatever the number of items. */
enum { SLOTS_PER_JOB = 16 };

typedef struct slot {
    bool done;
    _Alignas(max_align_t) char result[]; /* result_bytes */
} slot;

typedef struct runner {
    const cli_pool *pool;
    pthread_mutex_t lock;
    pthread_cond_t done;  /* the awaited result is there, and it is time to take it */
    pthread_cond_t space; /* a slot is free, or the run ends */
    char *slots;          /* heap: slot_count times slot_bytes */
    size_t slot_count;
    size_t slot_bytes;
    size_t next;     /* first item that no thread has taken */
    size_t emitted;  /* items that are through */
    size_t waiting;  /* results that are there and not through */
    bool is_awaited; /* the calling thread waits for the next result */
    bool ended;
    unsigned next_job;
} runner;

static slot *slot_of(const runner *run, size_t item) {
    return (slot *)(void *)(run->slots + item % run->slot_count * run->slot_bytes);
}

/* Waits for an item whose slot is free; false when there is none left. */
static bool take_item(runner *run, size_t *item) {
    pthread_mutex_lock(&run->lock);
    while (!run->ended && run->next < run->pool->item_count &&
           run->next >= run->emitted + run->slot_count)
        pthread_cond_wait(&run->space, &run->lock);
    const bool taken = !run->ended && run->next < run->pool->item_count;
    if (taken) *item = run->next++;
    pthread_mutex_unlock(&run->lock);
    return taken;
}

/* To wake a thread costs as much as to judge a small file: it is done for many results at once, or
 * if no more will come. What is slower than that is seen by the clock. */
static bool is_time_to_take(const runner *run) {
    return run->is_awaited && slot_of(run, run->emitted)->done &&
           (run->waiting >= run->slot_count / 2 || run->emitted + run->waiting == run->next);
}

static void mark_done(runner *run, size_t item) {
    pthread_mutex_lock(&run->lock);
    slot_of(run, item)->done = true;
    run->waiting++;
    if (is_time_to_take(run)) pthread_cond_signal(&run->done);
    pthread_mutex_unlock(&run->lock);
}

static void *run_job(void *context) {
    runner *const run = context;
    pthread_mutex_lock(&run->lock);
    const unsigned job = run->next_job++;
    pthread_mutex_unlock(&run->lock);
    for (size_t item; take_item(run, &item);) {
        void *const result = slot_of(run, item)->result;
        memset(result, 0, run->pool->result_bytes);
        run->pool->work(run->pool->context, job, item, result);
        mark_done(run, item);
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
static void be_idle(runner *run) {
    if (!run->pool->idle) return;
    pthread_mutex_unlock(&run->lock);
    run->pool->idle(run->pool->context, run->emitted);
    pthread_mutex_lock(&run->lock);
}

/* Returns how many results are there, one after the other from the next one on: at least one. */
static size_t await_results(runner *run) {
    pthread_mutex_lock(&run->lock);
    run->is_awaited = true;
    while (!slot_of(run, run->emitted)->done) {
        const struct timespec deadline = soon();
        if (pthread_cond_timedwait(&run->done, &run->lock, &deadline) == ETIMEDOUT) be_idle(run);
    }
    run->is_awaited = false;
    size_t count = 1;
    while (count < run->waiting && slot_of(run, run->emitted + count)->done)
        count++;
    pthread_mutex_unlock(&run->lock);
    return count;
}

/* They stay there until release_slots, whatever becomes of the run. */
static bool emit_results(runner *run, size_t count, size_t *emitted) {
    const cli_pool *const pool = run->pool;
    bool going = true;
    for (*emitted = 0; going && *emitted < count; ++*emitted) {
        const size_t item = run->emitted + *emitted;
        void *const result = slot_of(run, item)->result;
        going = pool->emit(pool->context, item, result);
        pool->discard(result);
    }
    return going;
}

static void release_slots(runner *run, size_t count) {
    pthread_mutex_lock(&run->lock);
    for (size_t i = 0; i < count; i++)
        slot_of(run, run->emitted + i)->done = false;
    run->emitted += count;
    run->waiting -= count;
    pthread_cond_broadcast(&run->space);
    pthread_mutex_unlock(&run->lock);
}

static void emit_all(runner *run) {
    bool going = true;
    while (going && run->emitted < run->pool->item_count) {
        size_t emitted;
        going = emit_results(run, await_results(run), &emitted);
        release_slots(run, emitted);
    }
}

/* After the threads have ended: what was worked on and never emitted. */
static void discard_rest(runner *run) {
    for (size_t item = run->emitted; item < run->next; item++)
        run->pool->discard(slot_of(run, item)->result);
}

static void end_jobs(runner *run, const pthread_t *threads, unsigned count) {
    pthread_mutex_lock(&run->lock);
    run->ended = true;
    pthread_cond_broadcast(&run->space);
    pthread_mutex_unlock(&run->lock);
    for (unsigned i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    discard_rest(run);
}

/* Fewer threads than wished for do as well; none at all is a failure. */
static unsigned start_jobs(runner *run, pthread_t *threads) {
    unsigned count = 0;
    while (count < run->pool->jobs && pthread_create(&threads[count], NULL, run_job, run) == 0)
        count++;
    return count;
}

static bool open_runner(runner *run) {
    const size_t align = _Alignof(slot);
    run->slot_count = (size_t)run->pool->jobs * SLOTS_PER_JOB;
    run->slot_bytes = (sizeof(slot) + run->pool->result_bytes + align - 1) / align * align;
    run->slots = calloc(run->slot_count, run->slot_bytes);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&run->lock, NULL);
    pthread_cond_init(&run->done, &attributes);
    pthread_cond_init(&run->space, NULL);
    pthread_condattr_destroy(&attributes);
    return run->slots != NULL;
}

static void close_runner(runner *run) {
    pthread_cond_destroy(&run->space);
    pthread_cond_destroy(&run->done);
    pthread_mutex_destroy(&run->lock);
    free(run->slots);
}

/* On the calling thread: a second one costs more than a small file. */
static bool run_alone(const cli_pool *pool) {
    void *const result = calloc(1, pool->result_bytes);
    bool going = result != NULL;
    for (size_t item = 0; going && item < pool->item_count; item++) {
        memset(result, 0, pool->result_bytes);
        pool->work(pool->context, 0, item, result);
        going = pool->emit(pool->context, item, result);
        pool->discard(result);
    }
    free(result);
    return result != NULL;
}

bool cli_pool_run(const cli_pool *pool) {
    if (pool->jobs == 1 && !pool->idle) return run_alone(pool);
    runner run = {.pool = pool};
    pthread_t *const threads = calloc(pool->jobs, sizeof *threads);
    unsigned started = 0;
    if (open_runner(&run) && threads) {
        started = start_jobs(&run, threads);
        if (started > 0) emit_all(&run);
        end_jobs(&run, threads, started);
    }
    close_runner(&run);
    free(threads);
    return started > 0;
}

unsigned cli_job_count(uint32_t wanted) {
    const unsigned count = wanted > 0 ? wanted : cli_os_processor_count();
    return count < CLI_MAX_JOBS ? count : CLI_MAX_JOBS;
}

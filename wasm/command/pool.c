/* cli/pool.h where there is one thread: an item after the other. */
#include "cli/pool.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { IDLE_EVERY_MS = 100 };

static uint64_t now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

static void be_idle(const cli_pool *pool, size_t emitted, uint64_t *next_ms) {
    if (!pool->idle || now_ms() < *next_ms) return;
    pool->idle(pool->context, emitted);
    *next_ms = now_ms() + IDLE_EVERY_MS;
}

static void run_all(const cli_pool *pool, void *result) {
    uint64_t next_ms = now_ms() + IDLE_EVERY_MS;
    bool going = true;
    for (size_t item = 0; going && item < pool->item_count; item++) {
        memset(result, 0, pool->result_bytes);
        pool->work(pool->context, 0, item, result);
        be_idle(pool, item, &next_ms);
        going = pool->emit(pool->context, item, result);
        pool->discard(result);
    }
}

bool cli_pool_run(const cli_pool *pool) {
    void *const result = malloc(pool->result_bytes);
    if (result) run_all(pool, result);
    free(result);
    return result != NULL;
}

unsigned cli_job_count(uint32_t wanted) {
    (void)wanted;
    return 1;
}

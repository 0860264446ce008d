/* Work on many items by several threads, results in the order of the items. */
#ifndef NAVLINT_CLI_POOL_H
#define NAVLINT_CLI_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cli_pool {
    size_t item_count;
    unsigned jobs;       /* threads, at least 1 */
    size_t result_bytes; /* size of one result; few of them exist at a time */
    void *context;       /* handed to the functions */
    /* Works on an item, on one of `jobs` threads, or on the calling one if it is the only one and
     * has nothing to do meanwhile; `result` is zeroed. */
    void (*work)(void *context, unsigned job, size_t item, void *result);
    /* Takes the next item's result, on the calling thread; returns false to end the run. */
    bool (*emit)(void *context, size_t item, void *result);
    /* Frees what a result holds; called once for each. */
    void (*discard)(void *result);
    /* Called about every 100 ms while the next result is awaited; may be NULL. */
    void (*idle)(void *context, size_t emitted);
} cli_pool;

/* Works on all items, unless emit ends the run early.
 * Returns false if memory or threads could not be had: nothing was done then. */
bool cli_pool_run(const cli_pool *pool);

/* How many threads to use. wanted: 0: as many as there are cores. At most CLI_MAX_JOBS. */
unsigned cli_job_count(uint32_t wanted);

#endif

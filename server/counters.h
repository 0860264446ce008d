/* Counters of the process: what counters.def lists. Anybody adds, GET /metrics reads. */
#ifndef NAVLINT_SERVER_COUNTERS_H
#define NAVLINT_SERVER_COUNTERS_H

#include <stdatomic.h>
#include <stdint.h>

typedef struct srv_counters {
#define SRV_COUNTER(field, name, help) _Atomic uint64_t field;
#include "server/counters.def"
#undef SRV_COUNTER
} srv_counters;

extern srv_counters srv_counts;

/* Adds to a field of srv_counts. Counters order nothing: whoever reads sees each of them some time.
 */
static inline void srv_count(_Atomic uint64_t *counter, uint64_t count) {
    atomic_fetch_add_explicit(counter, count, memory_order_relaxed);
}

#endif

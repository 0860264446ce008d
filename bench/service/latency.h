/* How long requests took: a histogram whose slots are a sixteenth of their value wide. */
#ifndef NAVLINT_BENCH_SERVICE_LATENCY_H
#define NAVLINT_BENCH_SERVICE_LATENCY_H

#include <stdint.h>

enum { BENCH_LATENCY_SLOTS = 61 * 16 };

/* Start with {0}. */
typedef struct bench_latencies {
    uint64_t counts[BENCH_LATENCY_SLOTS];
    uint64_t total;
} bench_latencies;

void bench_latency_add(bench_latencies *all, uint64_t ns);

/* The time that so many of a hundred requests took at most, up to a sixteenth too long, in
 * nanoseconds. */
uint64_t bench_latency_percentile(const bench_latencies *all, unsigned percent);

#endif

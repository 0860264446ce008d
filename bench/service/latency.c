#include "bench/service/latency.h"

#include <stddef.h>

/* Values below 16 have slots of their own; then sixteen slots for each power of two. */
static size_t slot_of(uint64_t ns) {
    if (ns < 16) return (size_t)ns;
    const unsigned power = 63u - (unsigned)__builtin_clzll(ns);
    return (size_t)(power - 3) * 16 + (size_t)(ns >> (power - 4) & 15);
}

/* The largest value of a slot. */
static uint64_t end_of(size_t slot) {
    if (slot < 16) return slot;
    const unsigned power = (unsigned)(slot / 16) + 3;
    return ((uint64_t)(16 + slot % 16) << (power - 4)) + ((UINT64_C(1) << (power - 4)) - 1);
}

void bench_latency_add(bench_latencies *all, uint64_t ns) {
    all->counts[slot_of(ns)]++;
    all->total++;
}

uint64_t bench_latency_percentile(const bench_latencies *all, unsigned percent) {
    uint64_t seen = 0;
    for (size_t slot = 0; slot < BENCH_LATENCY_SLOTS; slot++) {
        seen += all->counts[slot];
        if (seen > 0 && seen * 100 >= all->total * percent) return end_of(slot);
    }
    return 0;
}

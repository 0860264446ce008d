/* What a fuzz target is: one source with the first two functions. entry.c makes an entry for
 * libFuzzer and AFL++ of it, which replay_target.c calls in a test that needs no engine. */
#ifndef NAVLINT_FUZZ_TARGET_H
#define NAVLINT_FUZZ_TARGET_H

#include "fuzz/cut.h"
#include "fuzz/require.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Does with one input what the target is for; aborts where an invariant does not hold.
 * bytes: a heap block of exactly `length` bytes. */
void fuzz_target_run(const uint8_t *bytes, size_t length);

/* In entry.c: whether to run the expensive invariants on this input. Without an engine on all; with
 * one on a sample, chosen by their bytes so that a crash repeats. */
bool fuzz_is_sampled(const uint8_t *bytes, size_t length);

/* Receives one seed; name: of a file. */
typedef struct fuzz_seeds {
    void (*give)(void *context, const char *name, const void *bytes, size_t length);
    void *context;
} fuzz_seeds;

/* Makes every seed, the same on every run. */
void fuzz_target_seeds(const fuzz_seeds *seeds);

/* In entry.c: copies the input to a heap block of its size and runs the target. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif

/* How fast a target is on one input, without an engine's own work: with FUZZ_RATE=FILE in the
 * environment a target prints the runs a second of CPU time, the best of some batches, and ends. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* libFuzzer and AFL++'s driver call it once, before the first input. */
int LLVMFuzzerInitialize(int *argument_count, char ***arguments);

enum { FEWEST_BATCHES = 3, BATCH_RUNS = 500, MOST_BYTES = 1 << 20 };

static const double enough_seconds = 0.15;

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double batch_seconds(const uint8_t *bytes, size_t length) {
    const double started = cpu_seconds();
    for (int run = 0; run < BATCH_RUNS; run++)
        LLVMFuzzerTestOneInput(bytes, length);
    return cpu_seconds() - started;
}

static double best_rate(const uint8_t *bytes, size_t length) {
    double least = batch_seconds(bytes, length);
    double sum = least;
    for (int batch = 1; batch < FEWEST_BATCHES || sum < enough_seconds; batch++) {
        const double seconds = batch_seconds(bytes, length);
        least = seconds < least ? seconds : least;
        sum += seconds;
    }
    return (double)BATCH_RUNS / least;
}

static int measure(const char *path) {
    static uint8_t bytes[MOST_BYTES];
    FILE *const stream = fopen(path, "rb");
    if (!stream) return EXIT_FAILURE;
    const size_t length = fread(bytes, 1, sizeof bytes, stream);
    fclose(stream);
    printf("%zu bytes, %.0f runs a second\n", length, best_rate(bytes, length));
    return EXIT_SUCCESS;
}

int LLVMFuzzerInitialize(int *argument_count, char ***arguments) {
    const char *const path = getenv("FUZZ_RATE");
    (void)argument_count;
    (void)arguments;
    if (!path) return 0;
    exit(measure(path));
}

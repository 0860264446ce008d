/* Runs a target without a fuzzing engine, built by any compiler: every seed, damaged copies of it,
 * and the files that the arguments name (folders are walked).
 * Usage: replay_X [FILE|FOLDER]...
 *        replay_X --seeds FOLDER   writes the seeds instead */
#include "core/poison.h"
#include "fuzz/files.h"
#include "fuzz/target.h"

#include <stdio.h>
#include <stdlib.h>

/* Sanitizers make a run ten times as long, and their engines run for hours elsewhere. */
#if defined(NL_ADDRESS_SANITIZER) || defined(NL_MEMORY_SANITIZER)
enum { SMALL_BYTES = 8, DAMAGED_COPIES = 6 };
#else
enum {
    SMALL_BYTES = 64,   /* seeds up to this size are run at every length, larger ones at so many */
    DAMAGED_COPIES = 48 /* of each seed */
};
#endif
enum { MOST_DAMAGES = 4 /* in one copy */ };

static size_t inputs_run;

static void run(const uint8_t *bytes, size_t length) {
    LLVMFuzzerTestOneInput(bytes, length);
    inputs_run++;
}

static void run_prefixes(const uint8_t *bytes, size_t length) {
    const size_t step = length / SMALL_BYTES + 1;
    for (size_t cut = 0; cut < length; cut += step)
        run(bytes, cut);
}

/* xorshift64: any will do, the same on every run. */
static uint64_t next_random(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* What does not fit what it stands between: a wrong byte, bit or length, and line ends, NULs and
 * other bytes that a reader of text stops at. */
static void damage(uint8_t *byte, uint64_t random) {
    static const uint8_t odd[] = {0, 0xff, 0x7f, 0x80, '\r', '\n', '"', '\\', '%', ';', '-', '/'};
    if (random % 3 == 0)
        *byte = (uint8_t)(random >> 8);
    else if (random % 3 == 1)
        *byte ^= (uint8_t)(1u << (random >> 8) % 8);
    else
        *byte = odd[(random >> 8) % sizeof odd];
}

static void run_damaged(const uint8_t *bytes, size_t length) {
    uint64_t random = 0x9e3779b97f4a7c15u ^ length;
    uint8_t *const copy = malloc(length == 0 ? 1 : length);
    if (!copy) abort();
    for (int i = 0; i < DAMAGED_COPIES && length > 0; i++) {
        memcpy(copy, bytes, length);
        for (uint64_t left = 1 + next_random(&random) % MOST_DAMAGES; left > 0; left--) {
            const uint64_t at = next_random(&random) % length;
            damage(&copy[at], next_random(&random));
        }
        run(copy, length);
    }
    free(copy);
}

static void announce(const char *name, size_t length) {
    if (getenv("FUZZ_VERBOSE")) fprintf(stderr, "%s: %zu bytes\n", name, length);
}

static void run_seed(void *context, const char *name, const void *bytes, size_t length) {
    (void)context;
    announce(name, length);
    run(bytes, length);
    run_prefixes(bytes, length);
    run_damaged(bytes, length);
}

static void run_file(const char *path, const uint8_t *bytes, size_t length) {
    announce(path, length);
    run(bytes, length);
}

static void write_seed(void *context, const char *name, const void *bytes, size_t length) {
    if (!fuzz_write_file(context, name, bytes, length)) exit(EXIT_FAILURE);
}

int main(int argc, char **argv) {
    if (argc == 3 && strcmp(argv[1], "--seeds") == 0) {
        fuzz_target_seeds(&(fuzz_seeds){write_seed, argv[2]});
        return EXIT_SUCCESS;
    }
    run((const uint8_t *)"", 0);
    fuzz_target_seeds(&(fuzz_seeds){run_seed, NULL});
    for (int i = 1; i < argc; i++)
        if (!fuzz_each_file(argv[i], run_file)) return EXIT_FAILURE;
    printf("%zu inputs hold all invariants\n", inputs_run);
    return EXIT_SUCCESS;
}

/* The entry of every engine, and of the replay runner, into a target. */
#include "fuzz/target.h"

#include <stdlib.h>

#ifdef FUZZ_ENGINE
enum { SAMPLED_ONE_IN = 16 };
#else
enum { SAMPLED_ONE_IN = 1 };
#endif

bool fuzz_is_sampled(const uint8_t *bytes, size_t length) {
    uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a: any spread will do, the same on every run */
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return (hash ^ hash >> 32) % SAMPLED_ONE_IN == 0;
}

/* The copy has exactly the input's size, so that AddressSanitizer sees any read past it: libFuzzer
 * does the same by itself, other engines hand out a larger shared buffer. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint8_t *const block = malloc(size == 0 ? 1 : size);
    if (!block) return 0;
    uint8_t *const bytes = size == 0 ? block + 1 : block;
    if (size > 0) memcpy(bytes, data, size);
    fuzz_target_run(bytes, size);
    free(block);
    return 0;
}

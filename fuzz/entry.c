/* The entry of every engine, and of the replay runner, into a target. */
#include "target.h"

#include <stdlib.h>

/* The copy has exactly the input's size, so that AddressSanitizer sees any read past it: libFuzzer
 * does the same by itself, other engines hand out a larger shared buffer. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint8_t *const block = malloc(size == 0 ? 1 : size);
    if (block == NULL) return 0;
    uint8_t *const bytes = size == 0 ? block + 1 : block;
    if (size > 0) memcpy(bytes, data, size);
    fuzz_target_run(bytes, size);
    free(block);
    return 0;
}

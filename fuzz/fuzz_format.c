/* The libFuzzer entry of one format; FUZZ_FORMAT is its id. */
#include "oracle.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_judge(FUZZ_FORMAT, fuzz_fenced_copy(data, size), size, FUZZ_SAMPLED);
    return 0;
}

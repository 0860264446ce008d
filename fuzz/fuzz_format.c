/* The libFuzzer entry of one format; FUZZ_FORMAT is its id. */
#include "fuzz/block.h"
#include "fuzz/oracle.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_judge(FUZZ_FORMAT, fuzz_block_copy(data, size), size, FUZZ_SAMPLED);
    return 0;
}

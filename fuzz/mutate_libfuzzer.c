/* The mutator as libFuzzer calls it; FUZZ_FORMAT is the id of the format. */
#include "fuzz/mutate.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed) {
    return nl_mutate(FUZZ_FORMAT, data, size, max_size, seed, LLVMFuzzerMutate);
}

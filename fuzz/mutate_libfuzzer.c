/* The mutator as libFuzzer calls it; FUZZ_FORMAT is the id of the format. */
#include "fuzz/mutate.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

#ifdef FUZZ_LOOKS_AT_COMPARISONS
/* libFuzzer's own hooks are called through these: the linker's --wrap. One row for each place that
 * compares, as long as two do not share it. */
enum { PLACES = 1024 };
static nl_compared compared[PLACES];

void __real___sanitizer_cov_trace_const_cmp2(uint16_t constant, uint16_t value);
void __real___sanitizer_cov_trace_const_cmp4(uint32_t constant, uint32_t value);
void __wrap___sanitizer_cov_trace_const_cmp2(uint16_t constant, uint16_t value);
void __wrap___sanitizer_cov_trace_const_cmp4(uint32_t constant, uint32_t value);

static void note(uintptr_t place, uint32_t constant, uint32_t value, unsigned bytes) {
    if (constant <= UINT8_MAX) return; /* found without */
    nl_compared *const row = &compared[(place ^ place >> 8) % PLACES];
    const unsigned tries = row->place == place ? row->tries : 0;
    *row = (nl_compared){constant, value, place, bytes, tries};
}

void __wrap___sanitizer_cov_trace_const_cmp2(uint16_t constant, uint16_t value) {
    if (constant != value) note((uintptr_t)__builtin_return_address(0), constant, value, 2);
    __real___sanitizer_cov_trace_const_cmp2(constant, value);
}

void __wrap___sanitizer_cov_trace_const_cmp4(uint32_t constant, uint32_t value) {
    if (constant != value) note((uintptr_t)__builtin_return_address(0), constant, value, 4);
    __real___sanitizer_cov_trace_const_cmp4(constant, value);
}
#endif

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed) {
#ifdef FUZZ_LOOKS_AT_COMPARISONS
    nl_mutate_compared(compared, PLACES);
#endif
    nl_mutate_fairly();
    return nl_mutate(FUZZ_FORMAT, data, size, max_size, seed, LLVMFuzzerMutate);
}

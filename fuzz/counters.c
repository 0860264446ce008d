#include "fuzz/counters.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Where clang's -fsanitize-coverage=inline-8bit-counters keeps them, whose ends the linker names.
 */
extern uint8_t first_counter[] __asm__("__start___sancov_cntrs") __attribute__((weak));
extern uint8_t behind_counters[] __asm__("__stop___sancov_cntrs") __attribute__((weak));

static uint8_t kept[1 << 18]; /* the largest target has a tenth of that */

static size_t counter_bytes(void) {
    const size_t bytes = (size_t)((uintptr_t)behind_counters - (uintptr_t)first_counter);
    if (bytes > sizeof kept) abort();
    return bytes;
}

void fuzz_counters_keep(void) {
    const size_t bytes = counter_bytes();
    if (bytes > 0) memcpy(kept, first_counter, bytes);
}

void fuzz_counters_put_back(void) {
    const size_t bytes = counter_bytes();
    if (bytes > 0) memcpy(first_counter, kept, bytes);
}

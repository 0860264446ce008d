/* Blocks of memory that are fenced at both ends, for navlint_check to work in. */
#ifndef NAVLINT_FUZZ_BLOCK_H
#define NAVLINT_FUZZ_BLOCK_H

#include <stddef.h>
#include <stdint.h>

/* One per purpose, zero at first and kept between inputs: a fresh one would cost more than the
 * check. */
typedef struct fuzz_block {
    uint8_t *storage;
    size_t capacity;
    uint8_t *red_zone; /* in front of the part in use; NULL at first */
} fuzz_block;

/* `bytes` bytes that end where the storage ends. Their content counts as not written for
 * MemorySanitizer; AddressSanitizer traps in front of and behind them. Good until the next
 * call; the process ends if there is no memory. */
void *fuzz_block_take(fuzz_block *block, size_t bytes);

/* A copy of an input, aligned as malloc aligns, with traps in front of it and right behind it:
 * engines hand out a larger buffer. Good until the next call; the process ends if there is no
 * memory. */
const uint8_t *fuzz_block_copy(const uint8_t *bytes, size_t length);

#endif

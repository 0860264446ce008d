/* Order for keys that a file chose: n log n whatever they are, and in place. */
#ifndef NAVLINT_CORE_SORT_H
#define NAVLINT_CORE_SORT_H

#include <stdint.h>

/* Sorts keys[0, count) upwards. Equal keys cannot be told apart: what has to keep its order brings
 * its place in the low bits. The C library's qsort may allocate. */
void nl_sort_keys(uint64_t *keys, uint32_t count);

#endif

/* Items that have an owner. */
#ifndef NAVLINT_PARSERS_METROID_PATH_OWNERS_H
#define NAVLINT_PARSERS_METROID_PATH_OWNERS_H

#include <stdbool.h>
#include <stdint.h>

/* Marks items [start, start + count) as owned until one is so already; whether none was. */
bool mp_own(uint8_t *marks, uint32_t start, uint32_t count);

/* How many items of marks[0, count) have no owner; `first` becomes the first of them. */
uint32_t mp_unowned(const uint8_t *marks, uint32_t count, uint32_t *first);

#endif

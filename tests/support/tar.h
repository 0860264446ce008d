/* The files of a witness that takes more than one: the archives that core/tar.h writes, read back.
 */
#ifndef NAVLINT_TESTS_SUPPORT_TAR_H
#define NAVLINT_TESTS_SUPPORT_TAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "navlint/navlint.h"

bool tar_is(const uint8_t *bytes, size_t length);

/* The archive's files as inputs that borrow names and bytes from it; at most `capacity` of them.
 * Returns how many there are. Ends the program if a file reaches beyond the archive. */
size_t tar_inputs(const uint8_t *bytes, size_t length, navlint_input *inputs, size_t capacity);

#endif

/* What bytes are that no format recognises. */
#ifndef NAVLINT_VALIDATOR_RESEMBLANCE_H
#define NAVLINT_VALIDATOR_RESEMBLANCE_H

#include <stddef.h>
#include <stdint.h>

/* What a file that is no navigation file seems to be, in words that its author understands:
 * "a text file". bytes: may be NULL when length is 0; length: bytes.
 * Returns a static text; NULL if it looks like nothing known. */
const char *nl_resemblance(const uint8_t *bytes, size_t length);

#endif

#include "server/boundary.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { DIGITS = 16, WORD_BYTES = 8, KINDS = 16 };

/* Counts, by the digit that follows, where the first `length` bytes of the boundary occur. */
static size_t count_next(srv_text part, const char *boundary, size_t length, size_t counts[KINDS]) {
    static const char digits[] = "0123456789abcdef";
    const char *at = part.bytes, *const end = part.bytes + part.length;
    size_t found = 0;
    while (at && (size_t)(end - at) > length &&
           (at = memmem(at, (size_t)(end - at), boundary, length))) {
        const char *const digit = at + length < end ? strchr(digits, at[length]) : NULL;
        found++;
        if (digit && *digit) counts[digit - digits]++;
        at++;
    }
    return found;
}

static unsigned rarest(const size_t counts[KINDS]) {
    unsigned best = KINDS - 1;
    for (unsigned i = KINDS - 1; i-- > 0;)
        if (counts[i] < counts[best]) best = i;
    return best;
}

/* The digit that follows the fewest occurrences leaves a sixteenth of them at most: no file is so
 * long that 16 digits would not do. */
uint64_t srv_boundary_choose(const srv_text *parts, size_t count) {
    char text[SRV_BOUNDARY_BYTES];
    uint64_t number = 0;
    for (int i = 0; i < DIGITS; i++) {
        size_t counts[KINDS] = {0}, found = 0;
        srv_boundary_text(text, number);
        for (size_t k = 0; k < count; k++)
            found += count_next(parts[k], text, WORD_BYTES + (size_t)i, counts);
        if (found == 0) return number | (UINT64_MAX >> 4 * i); /* whatever follows */
        number |= (uint64_t)rarest(counts) << 4 * (DIGITS - 1 - i);
    }
    return number;
}

void srv_boundary_text(char out[SRV_BOUNDARY_BYTES], uint64_t number) {
    (void)snprintf(out, SRV_BOUNDARY_BYTES, "navlint-%016" PRIx64, number);
}

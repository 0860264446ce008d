#include "tests/support/tar.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 512, SIZE_AT = 124, MAGIC_AT = 257 };

bool tar_is(const uint8_t *bytes, size_t length) {
    return length >= BLOCK && memcmp(bytes + MAGIC_AT, "ustar", 5) == 0;
}

static size_t size_of(const uint8_t *header) {
    return strtoul((const char *)header + SIZE_AT, NULL, 8);
}

size_t tar_inputs(const uint8_t *bytes, size_t length, navlint_input *inputs, size_t capacity) {
    size_t count = 0;
    for (size_t at = 0; at + BLOCK <= length && bytes[at] != 0; count++) {
        const uint8_t *const header = bytes + at;
        const size_t size = size_of(header);
        at += BLOCK;
        if (size > length - at || count == capacity) {
            (void)fprintf(stderr, "not an archive of ours\n");
            exit(EXIT_FAILURE);
        }
        inputs[count] =
            (navlint_input){.name = (const char *)header, .bytes = bytes + at, .length = size};
        at += (size + BLOCK - 1) / BLOCK * BLOCK;
    }
    return count;
}

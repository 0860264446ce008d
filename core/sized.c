#include "core/sized.h"

#include <stdint.h>
#include <string.h>

static size_t bytes_of(const void *given) {
    size_t bytes = 0;
    if (given) memcpy(&bytes, given, sizeof bytes);
    return bytes;
}

static size_t shared_bytes(nl_sized sized, size_t given_bytes) {
    return given_bytes < sized.known_bytes ? given_bytes : sized.known_bytes;
}

static bool is_zero(const uint8_t *bytes, size_t from, size_t to) {
    for (size_t i = from; i < to; i++)
        if (bytes[i] != 0) return false;
    return true;
}

bool nl_sized_read(nl_sized sized, const void *given) {
    const size_t given_bytes = bytes_of(given);
    if (given_bytes < sized.first_bytes) return false;
    if (!is_zero(given, sized.known_bytes, given_bytes)) return false;
    memset(sized.known, 0, sized.known_bytes);
    memcpy(sized.known, given, shared_bytes(sized, given_bytes));
    memcpy(sized.known, &sized.known_bytes, sizeof sized.known_bytes);
    return true;
}

bool nl_sized_write(nl_sized sized, void *given) {
    const size_t given_bytes = bytes_of(given);
    if (given_bytes < sized.first_bytes) return false;
    memset(given, 0, given_bytes);
    memcpy(given, sized.known, shared_bytes(sized, given_bytes));
    memcpy(given, &given_bytes, sizeof given_bytes);
    return true;
}

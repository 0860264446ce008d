/* Whose bytes these are: "GMAD", or the header of an LZMA file. */
#include <string.h>

#include "containers/gmod_gma/layout.h"

#define GMA_BEYOND_ANY_ADDON ((uint64_t)1 << 40)

enum { LEAST_WINDOW_BITS = 16, MOST_WINDOW_BITS = 30, USUAL_PROPERTIES = 0x5D };

/* Writers of LZMA files take 2^n or 2^n + 2^(n-1) bytes. */
static bool is_window(uint32_t bytes) {
    for (uint32_t n = LEAST_WINDOW_BITS; n <= MOST_WINDOW_BITS; n++)
        if (bytes == 1u << n || bytes == 3u << (n - 1)) return true;
    return false;
}

static bool is_size(uint64_t bytes) {
    return bytes == GMA_UNKNOWN_SIZE || bytes < GMA_BEYOND_ANY_ADDON;
}

bool gma_is_lzma(const uint8_t *bytes, size_t length) {
    return length >= GMA_LZMA_BYTES && is_window(nl_load_u32(bytes + GMA_LZMA_DICTIONARY_AT)) &&
           is_size(nl_load_u64(bytes + GMA_LZMA_SIZE_AT));
}

bool gma_has_magic(const uint8_t *bytes, size_t length) {
    const size_t magic_bytes = sizeof GMA_MAGIC - 1;
    return length >= magic_bytes && memcmp(bytes, GMA_MAGIC, magic_bytes) == 0;
}

/* Seven of the 13 bytes of a packed addon's header are nearly given: no file of another format is
 * taken for one whose own room knows it, for a plausible one that comes later is no better. */
bool gma_is_plausible(const uint8_t *bytes, size_t length) {
    const bool is_usual = length > 0 && bytes[0] == USUAL_PROPERTIES;
    return is_usual && gma_is_lzma(bytes, length);
}

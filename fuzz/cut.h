/* Cuts an input into what a target needs, from its front. Past the end there are zeros and nothing,
 * so every input is one and no byte of it is refused. */
#ifndef NAVLINT_FUZZ_CUT_H
#define NAVLINT_FUZZ_CUT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct fuzz_cut {
    const uint8_t *bytes;
    size_t left; /* bytes */
} fuzz_cut;

/* The next bytes, at most `length` of them. *taken: receives how many. */
static inline const uint8_t *fuzz_cut_bytes(fuzz_cut *cut, size_t length, size_t *taken) {
    const uint8_t *const bytes = cut->bytes;
    *taken = length < cut->left ? length : cut->left;
    cut->bytes += *taken;
    cut->left -= *taken;
    return bytes;
}

static inline unsigned fuzz_cut_u8(fuzz_cut *cut) {
    size_t taken = 0;
    const uint8_t *const byte = fuzz_cut_bytes(cut, 1, &taken);
    return taken == 0 ? 0 : *byte;
}

/* Little-endian. */
static inline unsigned fuzz_cut_u16(fuzz_cut *cut) {
    const unsigned low = fuzz_cut_u8(cut);
    return low | fuzz_cut_u8(cut) << 8;
}

/* A byte for the length, then as many bytes as a string, which ends at a NUL among them.
 * text: has room for 256. */
static inline void fuzz_cut_string(fuzz_cut *cut, char text[256]) {
    size_t taken = 0;
    const size_t length = fuzz_cut_u8(cut);
    const uint8_t *const bytes = fuzz_cut_bytes(cut, length, &taken);
    memcpy(text, bytes, taken);
    text[taken] = '\0';
}

#endif

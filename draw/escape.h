/* Texts of strangers, names of files for one, without what could steer a terminal or end a
 * document. Inline: programs without pictures print them, too. */
#ifndef NAVLINT_DRAW_ESCAPE_H
#define NAVLINT_DRAW_ESCAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* By its first byte; 0: of no character that may stand in a text. */
static inline size_t draw_character_bytes(unsigned char first) {
    if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
    if (first < 0xc2 || first > 0xf4) return 0;
    return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

/* The length of the character of UTF-8 (RFC 3629) at `at`; 0 for what is none and for C0, DEL and
 * C1, of which overlong forms would be a way around. */
static inline size_t draw_harmless_length(const char *at) {
    const unsigned char *const bytes = (const unsigned char *)at;
    const size_t length = draw_character_bytes(bytes[0]);
    for (size_t i = 1; i < length; i++)
        if ((bytes[i] & 0xc0) != 0x80) return 0;
    const bool is_c1 = bytes[0] == 0xc2 && bytes[1] < 0xa0;
    const bool is_overlong =
        (bytes[0] == 0xe0 && bytes[1] < 0xa0) || (bytes[0] == 0xf0 && bytes[1] < 0x90);
    const bool is_surrogate = bytes[0] == 0xed && bytes[1] >= 0xa0;
    const bool is_beyond = bytes[0] == 0xf4 && bytes[1] >= 0x90; /* U+10FFFF */
    return is_c1 || is_overlong || is_surrogate || is_beyond ? 0 : length;
}

/* Copies a text, what `keep` gives no length as \xNN, cut short to fit.
 * capacity: bytes in `out`, at least 1; the result ends in a NUL. */
static inline void draw_escape(char *out, size_t capacity, const char *text,
                               size_t (*keep)(const char *at)) {
    size_t used = 0;
    while (*text != '\0') {
        const size_t kept = keep(text), needed = kept > 0 ? kept : sizeof "\\xNN" - 1;
        if (used + needed >= capacity) break;
        if (kept > 0)
            memcpy(out + used, text, kept);
        else
            snprintf(out + used, capacity - used, "\\x%02x", (unsigned char)*text);
        used += needed;
        text += kept > 0 ? kept : 1;
    }
    out[used] = '\0';
}

#endif

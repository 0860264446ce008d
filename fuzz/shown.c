/* Text that is safe to show, by the tables of the standards and not by the library's own code. */
#include "fuzz/oracle.h"

#include <stdio.h>
#include <string.h>

/* RFC 3629 section 4, a row for each row of its grammar: the first byte, the second, and how many
 * bytes of 80..BF follow these two. */
typedef struct utf8_row {
    uint8_t first, last;         /* of the first byte */
    uint8_t second, second_last; /* 0: there is no second byte */
    uint8_t tail;
} utf8_row;

static const utf8_row rows[] = {
    {0x00, 0x7f, 0, 0, 0},       {0xc2, 0xdf, 0x80, 0xbf, 0}, {0xe0, 0xe0, 0xa0, 0xbf, 1},
    {0xe1, 0xec, 0x80, 0xbf, 1}, {0xed, 0xed, 0x80, 0x9f, 1}, {0xee, 0xef, 0x80, 0xbf, 1},
    {0xf0, 0xf0, 0x90, 0xbf, 2}, {0xf1, 0xf3, 0x80, 0xbf, 2}, {0xf4, 0xf4, 0x80, 0x8f, 2},
};

static bool fits(const utf8_row *row, const uint8_t *at, size_t left) {
    const size_t length = row->second == 0 ? 1 : 2u + row->tail;
    if (length > left || at[0] < row->first || at[0] > row->last) return false;
    if (row->second != 0 && (at[1] < row->second || at[1] > row->second_last)) return false;
    for (size_t i = 2; i < length; i++)
        if (at[i] < 0x80 || at[i] > 0xbf) return false;
    return true;
}

/* The bytes of the character at `at`; 0 if it is none. *code: receives its number. */
static size_t read_character(const uint8_t *at, size_t left, uint32_t *code) {
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!fits(&rows[i], at, left)) continue;
        const size_t length = rows[i].second == 0 ? 1 : 2u + rows[i].tail;
        *code = length == 1 ? at[0] : at[0] & (0x7fu >> length);
        for (size_t k = 1; k < length; k++)
            *code = *code << 6 | (at[k] & 0x3fu);
        return length;
    }
    return 0;
}

/* C0 but the line feed, DEL, C1; U+2028, U+2029; Bidi_Control of the Unicode Character Database. */
static bool is_harmful(uint32_t code) {
    static const uint32_t ranges[][2] = {{0x00, 0x09},     {0x0b, 0x1f},     {0x7f, 0x9f},
                                         {0x61c, 0x61c},   {0x200e, 0x200f}, {0x2028, 0x2029},
                                         {0x202a, 0x202e}, {0x2066, 0x2069}};
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if (code >= ranges[i][0] && code <= ranges[i][1]) return true;
    return false;
}

void fuzz_put_shown(char *out, const char *text, bool as_line) {
    const size_t length = strlen(text);
    const uint8_t *const bytes = (const uint8_t *)text;
    for (size_t at = 0; at < length;) {
        uint32_t code = 0;
        const size_t taken = read_character(bytes + at, length - at, &code);
        const bool is_shown = taken > 0 && !(as_line && (code == '\n' || is_harmful(code)));
        const size_t count = taken > 0 ? taken : 1;
        for (size_t i = 0; i < count; i++)
            out += is_shown ? sprintf(out, "%c", text[at + i])
                            : sprintf(out, "\\x%02x", (unsigned)bytes[at + i]);
        at += count;
    }
    *out = '\0';
}

bool fuzz_is_shown_text(const char *text, size_t length) {
    const uint8_t *const bytes = (const uint8_t *)text;
    for (size_t at = 0; at < length;) {
        uint32_t code = 0;
        const size_t taken = read_character(bytes + at, length - at, &code);
        if (taken == 0 || is_harmful(code)) return false;
        at += taken;
    }
    return true;
}

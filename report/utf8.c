#include <stdio.h>

#include "report/report.h"

typedef struct utf8_char {
    size_t length; /* bytes; 1 for a byte that is not UTF-8 */
    uint32_t code; /* the code point; UTF8_BAD for a byte that is not UTF-8 */
} utf8_char;

#define UTF8_BAD UINT32_MAX

/* How many bytes a first byte announces; 0 if none may start a character. */
static size_t announced_length(unsigned char first) {
    if (first < 0x80) return 1;
    if (first < 0xC0) return 0;
    if (first < 0xE0) return 2;
    if (first < 0xF0) return 3;
    return first < 0xF8 ? 4 : 0;
}

/* RFC 3629: the shortest form, no surrogates, nothing above U+10FFFF. */
static bool is_scalar_of_length(uint32_t code, size_t length) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    return code >= least[length] && code <= 0x10FFFF && !(code >= 0xD800 && code <= 0xDFFF);
}

/* Reads no further than the NUL: a NUL is no continuation byte. */
static utf8_char read_char(const unsigned char *at) {
    const utf8_char bad = {1, UTF8_BAD};
    const size_t length = announced_length(at[0]);
    if (length == 0) return bad;
    uint32_t code = length == 1 ? at[0] : at[0] & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((at[i] & 0xC0) != 0x80) return bad;
        code = code << 6 | (at[i] & 0x3Fu);
    }
    return is_scalar_of_length(code, length) ? (utf8_char){length, code} : bad;
}

/* C0, DEL and C1 steer terminals; U+2028 and U+2029 break lines; U+061C, U+200E, U+200F,
 * U+202A..U+202E and U+2066..U+2069 (Bidi_Control of the Unicode Character Database) make a line
 * read otherwise than it is. */
static bool is_printable(uint32_t code) {
    if (code < 0x20 || (code >= 0x7F && code <= 0x9F)) return false;
    if (code == 0x061C || code == 0x200E || code == 0x200F) return false;
    if (code >= 0x2028 && code <= 0x202E) return false;
    return !(code >= 0x2066 && code <= 0x2069);
}

static void append_escaped(rep_buffer *buffer, const unsigned char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        char escape[sizeof "\\xNN"];
        (void)snprintf(escape, sizeof escape, "\\x%02x", (unsigned)bytes[i]);
        rep_buffer_text(buffer, escape);
    }
}

size_t rep_utf8_length(const char *at) {
    const utf8_char next = read_char((const unsigned char *)at);
    return next.code == UTF8_BAD ? 0 : next.length;
}

void rep_utf8_append_printable(rep_buffer *buffer, const char *text) {
    const unsigned char *at = (const unsigned char *)text;
    while (*at != '\0') {
        const utf8_char next = read_char(at);
        if (next.code != UTF8_BAD && is_printable(next.code))
            rep_buffer_append(buffer, (const char *)at, next.length);
        else
            append_escaped(buffer, at, next.length);
        at += next.length;
    }
}

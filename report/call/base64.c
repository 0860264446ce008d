#include "report/call/call.h"

/* The value of a character; 64 of what is none. */
static uint32_t value_of(char c) {
    if (c >= 'A' && c <= 'Z') return (uint32_t)(c - 'A');
    if (c >= 'a' && c <= 'z') return (uint32_t)(c - 'a') + 26;
    if (c >= '0' && c <= '9') return (uint32_t)(c - '0') + 52;
    return c == '+' ? 62 : c == '/' ? 63 : 64;
}

/* Four characters to `count` bytes; the rest of them is padding. */
static bool read_group(const char *text, size_t count, uint8_t *out) {
    uint32_t word = 0;
    for (size_t i = 0; i < 4; i++) {
        const uint32_t value = i <= count ? value_of(text[i]) : 0;
        if (value == 64 || (i > count && text[i] != '=')) return false;
        word = word << 6 | value;
    }
    for (size_t i = 0; i < count; i++)
        out[i] = (uint8_t)(word >> (16 - 8 * i));
    return (word & ((1u << (24 - 8 * count)) - 1)) == 0;
}

bool rep_base64_read(const char *text, size_t length, uint8_t *out, size_t *out_bytes) {
    *out_bytes = 0;
    if (length % 4 != 0) return false;
    for (size_t at = 0; at < length; at += 4) {
        const bool is_last = at + 4 == length;
        const size_t padding = !is_last || text[at + 3] != '=' ? 0 : text[at + 2] == '=' ? 2 : 1;
        if (!read_group(text + at, 3 - padding, out + *out_bytes)) return false;
        *out_bytes += 3 - padding;
    }
    return true;
}

#include "draw/out.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/escape.h"

static void flush(draw_out *out) {
    if (out->used > 0 && !out->has_failed)
        out->has_failed = !out->write(out->context, out->bytes, out->used);
    out->used = 0;
}

void draw_put_bytes(draw_out *out, const void *bytes, size_t length) {
    const char *from = bytes;
    while (length > 0 && !out->has_failed) {
        const size_t room = sizeof out->bytes - out->used;
        const size_t part = length < room ? length : room;
        memcpy(out->bytes + out->used, from, part);
        out->used += part;
        from += part;
        length -= part;
        if (out->used == sizeof out->bytes) flush(out);
    }
}

/* What is formatted is short: numbers, and names that are cut. */
void draw_put(draw_out *out, const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length < 0) return;
    draw_put_bytes(out, text, (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
}

static bool reads_back(const char *text, double real, bool is_float) {
    return is_float ? (double)strtof(text, NULL) == real : strtod(text, NULL) == real;
}

void draw_put_real(draw_out *out, double value) {
    char text[32];
    const double real = isfinite(value) && value != 0 ? value : 0; /* no -0 */
    const bool is_float = fabs(real) <= (double)FLT_MAX && (double)(float)real == real;
    int digits = is_float ? FLT_DIG : DBL_DIG;
    const int most = is_float ? FLT_DECIMAL_DIG : DBL_DECIMAL_DIG;
    do
        snprintf(text, sizeof text, "%.*g", digits, real);
    while (digits++ < most && !reads_back(text, real, is_float));
    draw_put_bytes(out, text, strlen(text));
}

/* ---- Texts ---- */

/* U+FFFE and U+FFFF are nothing that XML can have. */
static size_t character(const char *at) {
    const unsigned char *const b = (const unsigned char *)at;
    const size_t length = draw_harmless_length(at);
    return length == 3 && b[0] == 0xef && b[1] == 0xbf && b[2] >= 0xbe ? 0 : length;
}

void draw_make_safe(char *safe, size_t capacity, const char *text) {
    draw_escape(safe, capacity, text, character);
}

enum { SAFE_CAPACITY = 16 * 1024 };

void draw_put_json(draw_out *out, const char *text) {
    char safe[SAFE_CAPACITY];
    draw_make_safe(safe, sizeof safe, text);
    draw_put_bytes(out, "\"", 1);
    for (const char *at = safe; *at != '\0'; at++) {
        if (*at == '"' || *at == '\\') draw_put_bytes(out, "\\", 1);
        draw_put_bytes(out, at, 1);
    }
    draw_put_bytes(out, "\"", 1);
}

bool draw_out_end(draw_out *out) {
    flush(out);
    return !out->has_failed;
}

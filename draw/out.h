/* Text and bytes on their way to a caller's function, some kilobytes at a time. */
#ifndef NAVLINT_DRAW_OUT_H
#define NAVLINT_DRAW_OUT_H

#include "draw/scene.h"

/* Start with write and context. After the first failure nothing more is written. */
typedef struct draw_out {
    navlint_write_fn write;
    void *context;
    bool has_failed;
    size_t used;
    char bytes[16 * 1024];
} draw_out;

void draw_put_bytes(draw_out *out, const void *bytes, size_t length);
void draw_put(draw_out *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* In the fewest digits that read back as the same; what is exactly a float as one. */
void draw_put_real(draw_out *out, double value);

/* In quotes, as JSON has it; bytes that are no UTF-8 and control characters as \xNN, which is shown
 * so. */
void draw_put_json(draw_out *out, const char *text);

/* Writes what is left.
 * Returns false if this or an earlier write failed. */
bool draw_out_end(draw_out *out);

/* Copies a text with control characters, noncharacters and bytes that are no UTF-8 as \xNN, cut
 * short to fit. */
void draw_make_safe(char *safe, size_t capacity, const char *text);

#endif

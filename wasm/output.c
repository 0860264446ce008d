#include "wasm/output.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 4096 };

static bool grow(wasm_output *output, size_t needed) {
    size_t capacity = output->capacity > 0 ? output->capacity : FIRST_CAPACITY;
    while (capacity < needed)
        capacity = capacity > SIZE_MAX / 2 ? SIZE_MAX : capacity * 2;
    char *const bytes = realloc(output->bytes, capacity);
    if (!bytes) return false;
    output->bytes = bytes;
    output->capacity = capacity;
    return true;
}

bool wasm_output_write(void *context, const char *bytes, size_t length) {
    wasm_output *const output = context;
    if (output->is_cut || length == 0) return !output->is_cut;
    output->is_cut =
        length > SIZE_MAX - output->length ||
        (length > output->capacity - output->length && !grow(output, output->length + length));
    if (output->is_cut) return false;
    memcpy(output->bytes + output->length, bytes, length);
    output->length += length;
    return true;
}

bool wasm_output_text(wasm_output *output, const char *text) {
    return wasm_output_write(output, text, strlen(text));
}

void wasm_output_clear(wasm_output *output) {
    output->length = 0;
    output->is_cut = false;
}

void wasm_output_free(wasm_output *output) {
    free(output->bytes);
    *output = (wasm_output){0};
}

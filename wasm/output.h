/* What a call gives back: bytes that grow. */
#ifndef NAVLINT_WASM_OUTPUT_H
#define NAVLINT_WASM_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct wasm_output {
    char *bytes; /* heap; NULL: empty */
    size_t length, capacity;
    bool is_cut; /* memory ran out: what came since is missing */
} wasm_output;

/* Adds bytes. Returns false if memory ran out, now or before. context: a wasm_output. */
bool wasm_output_write(void *context, const char *bytes, size_t length);

/* Adds a text. */
bool wasm_output_text(wasm_output *output, const char *text);

/* Empties it and keeps its memory. */
void wasm_output_clear(wasm_output *output);

void wasm_output_free(wasm_output *output);

#endif

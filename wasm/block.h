/* Blocks of bytes that a job takes and gives back at its end. */
#ifndef NAVLINT_WASM_BLOCK_H
#define NAVLINT_WASM_BLOCK_H

#include <stddef.h>

typedef struct wasm_block {
    struct wasm_block *next;
    size_t size;  /* bytes */
    char bytes[]; /* and a NUL behind them */
} wasm_block;

/* Returns a block in front of `next`, else NULL; free it, or its list, with wasm_blocks_free. */
wasm_block *wasm_block_make(size_t size, wasm_block *next);

void wasm_blocks_free(wasm_block *first); /* may be NULL */

/* Texts in a block, one behind the other, and what comes after them. */
typedef struct wasm_words {
    const char *at;
    size_t left; /* bytes */
} wasm_words;

/* Takes the text that ends with a NUL or with the block, which has one behind it. Returns it; what
 * is left begins behind its NUL. */
const char *wasm_word(wasm_words *words);

#endif

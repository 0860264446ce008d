#include "wasm/block.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

wasm_block *wasm_block_make(size_t size, wasm_block *next) {
    if (size >= SIZE_MAX - sizeof(wasm_block)) return NULL;
    wasm_block *const block = malloc(sizeof *block + size + 1);
    if (!block) return NULL;
    block->next = next;
    block->size = size;
    block->bytes[size] = '\0';
    return block;
}

void wasm_blocks_free(wasm_block *first) {
    while (first) {
        wasm_block *const next = first->next;
        free(first);
        first = next;
    }
}

const char *wasm_word(wasm_words *words) {
    const char *const word = words->at;
    const char *const end = memchr(word, '\0', words->left);
    const size_t taken = end ? (size_t)(end - word) + 1 : words->left;
    words->at += taken;
    words->left -= taken;
    return word;
}

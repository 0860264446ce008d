/* The tools of the mutators of inputs made of pieces: numbers, and pieces put in, copied and
 * taken out. */
#ifndef NAVLINT_FUZZ_MUTATE_PIECES_H
#define NAVLINT_FUZZ_MUTATE_PIECES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

enum { PIECES_SCRATCH_BYTES = 1 << 16 };

/* An input being changed. */
typedef struct pieces {
    uint8_t *data;
    size_t size, max_size;
} pieces;

/* Where the numbers of the next mutation begin. */
void pieces_seed(unsigned seed);

/* A number below `limit`; 0 if that is 0. */
size_t pieces_below(size_t limit);

/* Puts new_length bytes in the place of old_length ones; false, with nothing changed, if they do
 * not fit. bytes: not inside the input. */
bool pieces_put(pieces *input, size_t at, size_t old_length, const void *bytes, size_t new_length);

/* Puts `copies` more of data[from, from + length) to `at`. */
bool pieces_copy(pieces *input, size_t at, size_t from, size_t length, size_t copies);

/* Mutates data[at, at + length) as the file that it looks like; it gets no longer than `most`.
 * Returns the new length. */
size_t pieces_mutate_file(pieces *input, size_t at, size_t length, size_t most);

#endif

/* What the mutators of inputs made of pieces share. */
#ifndef NAVLINT_FUZZ_MUTATE_PIECES_H
#define NAVLINT_FUZZ_MUTATE_PIECES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

/* What an input is made of. */
enum { MEMBERS_AT_2 = 1, FILE_AT_4, TEXT, REPORT, UPLOAD, ARCHIVE, DAMAGES };

enum { PIECES_SCRATCH_BYTES = 1 << 16 };

/* An input being changed. */
typedef struct pieces {
    uint8_t *data;
    size_t size, max_size;
} pieces;

/* A number below `limit`; 0 if that is 0. */
size_t pieces_below(size_t limit);

/* Puts new_length bytes in the place of old_length ones; false, with nothing changed, if they do
 * not fit. bytes: not inside the input. */
bool pieces_put(pieces *this, size_t at, size_t old_length, const void *bytes, size_t new_length);

/* Puts `copies` more of data[from, from + length) to `at`. */
bool pieces_copy(pieces *this, size_t at, size_t from, size_t length, size_t copies);

/* Mutates data[at, at + length) as the file that it looks like; it gets no longer than `most`.
 * Returns the new length. */
size_t pieces_mutate_file(pieces *this, size_t at, size_t length, size_t most);

/* One character that readers treat apart, in UTF-8 or nearly so. Returns the number of bytes. */
size_t pieces_character(uint8_t out[4]);

/* Changes the line or word or character around `at`. */
void pieces_mutate_text(pieces *this, size_t at);

/* Any place in a text. */
void pieces_mutate_any_text(pieces *this);

/* What reports are made of: target_report.c. */
void pieces_mutate_report(pieces *this);

/* Parts of forms, members of archives: target_upload.c, target_archive.c. */
void pieces_mutate_upload(pieces *this);
void pieces_mutate_archive(pieces *this);

#endif

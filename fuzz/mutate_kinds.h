/* The mutators of the kinds of pieces. */
#ifndef NAVLINT_FUZZ_MUTATE_KINDS_H
#define NAVLINT_FUZZ_MUTATE_KINDS_H

#include "fuzz/mutate_pieces.h"

/* What an input is made of. */
enum { MEMBERS_AT_2 = 1, FILE_AT_4, TEXT, REPORT, UPLOAD, ARCHIVE, DAMAGES };

/* In mutate_input.c, for engines: mutates an input of the kind FUZZ_PIECES. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

/* One character that readers treat apart, in UTF-8 or nearly so. Returns the number of bytes. */
size_t pieces_character(uint8_t out[4]);

/* Changes the line or word or character around `at`. */
void pieces_mutate_text(pieces *input, size_t at);

/* Any place in a text. */
void pieces_mutate_any_text(pieces *input);

/* What reports are made of: target_report.c. */
void pieces_mutate_report(pieces *input);

/* Parts of forms, members of archives: target_upload.c, target_archive.c. */
void pieces_mutate_upload(pieces *input);
void pieces_mutate_archive(pieces *input);

#endif

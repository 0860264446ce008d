/* Valid files of any size, for the bench, the tests and the corpora. */
#ifndef NAVLINT_VALIDATOR_VALID_FILES_H
#define NAVLINT_VALIDATOR_VALID_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Writes a valid file of about target_bytes, in one of the format's nl_build_variants dialects; 0
 * is the main one. out: receives at most `capacity` bytes. length: receives the size that the file
 * has, also when it does not fit `capacity`. Returns false for an unknown format or dialect, or if
 * it does not fit. */
bool nl_build_variant(const char *format_id, unsigned variant, uint64_t target_bytes, uint8_t *out,
                      size_t capacity, size_t *length);

/* How many dialects of the format can be written; 0 for an unknown format. */
unsigned nl_build_variants(const char *format_id);

/* The number of the variant whose large files have next to nothing to judge; 0 if there is none. */
unsigned nl_sparse_variant(const char *format_id);

#endif

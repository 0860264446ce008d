/* Valid files of any size, for the bench, the tests and the corpora. */
#ifndef NAVLINT_VALIDATOR_BUILD_H
#define NAVLINT_VALIDATOR_BUILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Writes a valid file of the format's main dialect, of about target_bytes.
 * length: receives the size that the file has, also when it does not fit `capacity`.
 * Returns false for an unknown format or if it does not fit. */
bool nl_build(const char *format_id, uint64_t target_bytes, uint8_t *out, size_t capacity,
              size_t *length);

/* The same in the dialect with this number; there are nl_build_variants of them. */
bool nl_build_variant(const char *format_id, unsigned variant, uint64_t target_bytes, uint8_t *out,
                      size_t capacity, size_t *length);

unsigned nl_build_variants(const char *format_id);

#endif

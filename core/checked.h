/* Arithmetic on numbers that a file may have chosen: it says when it does not fit. Written with
 * compares and divisions, not with compiler builtins, so that provers can follow it. */
#ifndef NAVLINT_CORE_CHECKED_H
#define NAVLINT_CORE_CHECKED_H

#include <stdbool.h>
#include <stdint.h>

#define NL_MUST_USE __attribute__((warn_unused_result))

/* sum = a + b; false, with sum untouched, if it does not fit. */
NL_MUST_USE static inline bool nl_add(uint64_t a, uint64_t b, uint64_t *sum) {
    if (a > UINT64_MAX - b) return false;
    *sum = a + b;
    return true;
}

/* difference = a - b; false, with difference untouched, if b > a. */
NL_MUST_USE static inline bool nl_sub(uint64_t a, uint64_t b, uint64_t *difference) {
    if (b > a) return false;
    *difference = a - b;
    return true;
}

/* product = a * b; false, with product untouched, if it does not fit. */
NL_MUST_USE static inline bool nl_mul(uint64_t a, uint64_t b, uint64_t *product) {
    if (b != 0 && a > UINT64_MAX / b) return false;
    *product = a * b;
    return true;
}

/* Whether `count` items of `size` bytes (at least 1) fit into `room` bytes. */
static inline bool nl_fits(uint64_t count, uint64_t size, uint64_t room) {
    return count <= room / size;
}

/* The saturating twins, for statistics and bounds. */
static inline uint64_t nl_add_sat(uint64_t a, uint64_t b) {
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static inline uint64_t nl_mul_sat(uint64_t a, uint64_t b) {
    return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

static inline uint64_t nl_min(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static inline uint64_t nl_max(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

#endif

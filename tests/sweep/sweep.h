/* What the sweeps share. A sweep goes over all subjects; what does not hold is printed and counted.
 */
#ifndef NAVLINT_TESTS_SWEEP_SWEEP_H
#define NAVLINT_TESTS_SWEEP_SWEEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "navlint/navlint.h"

/* A small file of ours. */
typedef struct subject {
    char name[256]; /* the witness' code, or the format and the number of the build variant */
    const navlint_format *format;
    const uint8_t *bytes;
    size_t length;
    bool is_valid; /* no finding at all */
} subject;

typedef void (*subject_fn)(const subject *subject);

/* Calls `visit` for the smallest file of every build variant, for every witness, and for every file
 * in the folder of fixed bugs. */
void for_each_subject(subject_fn visit);

/* Copies bytes so that the byte behind them lies on a page that must not be touched: a read past
 * the end ends the program. Free with guarded_free. */
typedef struct guarded {
    uint8_t *bytes;
    size_t length;
    void *mapping;
    size_t mapping_bytes;
} guarded;

guarded guarded_copy(const uint8_t *bytes, size_t length);
void guarded_free(guarded *copy);

/* What is being done, for the message; the last one counts. */
void sweeping(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints what does not hold, and where; the program then ends with an error. */
void expect(bool holds, const char *what);
size_t expect_failures(void);
uint64_t expect_checks(void);

/* Checks the bytes in `memory` and expects what holds for any bytes whatever: usage within budget
 * and bound, findings inside the input and in order, sums that add up, and the same report again.
 * Returns the report; NULL (not a failure) if the memory is too small for one. */
const navlint_report *judge_any(const navlint_options *options, const uint8_t *bytes, size_t length,
                                void *memory, size_t memory_bytes);

/* The same in a static block that is large enough for any subject. */
const navlint_report *judge_plenty(const uint8_t *bytes, size_t length);

/* Whether each finding of `part` is one of `whole`, at the same place. A cause, which takes work to
 * find, explains findings away: then any may be there. */
bool is_part_of(const navlint_report *part, const navlint_report *whole);

void sweep_fields(const subject *subject);
void sweep_bytes(const subject *subject);

#endif

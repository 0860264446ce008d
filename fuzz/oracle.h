/* The invariants of docs/security.md as code: each REQUIRE names the number it guards. */
#ifndef NAVLINT_FUZZ_ORACLE_H
#define NAVLINT_FUZZ_ORACLE_H

#include <navlint/navlint.h>

/* Aborts with the invariant's number, the broken condition and its place. */
#define REQUIRE(number, holds)                                                                     \
    do {                                                                                           \
        if (!(holds)) fuzz_fail(number, #holds, __FILE__, __LINE__);                               \
    } while (0)

_Noreturn void fuzz_fail(int number, const char *condition, const char *file, int line);

/* How much is asked of one input. */
typedef enum fuzz_depth {
    FUZZ_QUICK,   /* the invariants that cost little beside the check itself */
    FUZZ_SAMPLED, /* the dear ones too, for one input in 256, chosen by a hash of its bytes */
    FUZZ_THOROUGH /* all of them */
} fuzz_depth;

/* A copy of the input, as aligned as malloc's own, behind which AddressSanitizer sees any read: engines
 * hand out a larger shared buffer. Good until the next call. */
const uint8_t *fuzz_fenced_copy(const uint8_t *bytes, size_t length);

/* Judges `length` bytes as format `format_id` and aborts if an invariant does not hold.
 * bytes: read in [bytes, bytes + length) only; the caller puts something that traps behind them.
 * Returns the report, which is good until the next call. */
const navlint_report *fuzz_judge(const char *format_id, const uint8_t *bytes, size_t length,
                                 fuzz_depth depth);

/* The verdict on the same bytes when all rules but the format's last one are switched off: what a
 * user who ignores too much gets. */
navlint_verdict fuzz_silenced_verdict(const char *format_id, const uint8_t *bytes, size_t length);

/* Everything that a report must be, whatever was judged (invariants 3 to 13 and 16).
 * options, input: what the report was made with. */
void fuzz_check_report(const navlint_report *report, const navlint_options *options,
                       const navlint_input *input);

/* A digest of all that the accessors of a report hand out. Two reports that say the same have the
 * same digest, wherever they live. */
uint64_t fuzz_report_digest(const navlint_report *report);

/* Judges every copy of a file in which one decoded field is replaced by a boundary value, and one
 * in which all references are wrong at once. */
void fuzz_sweep_fields(const char *format_id, const uint8_t *bytes, size_t length);

#ifndef FUZZ_WITHOUT_JSON
/* The JSON rendering parses and fits the schema; both reports render to the same bytes
 * (invariants 14, 18 and 19). */
void fuzz_check_rendering(const navlint_report *report, const navlint_report *again);
#endif

#endif

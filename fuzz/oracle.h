/* The invariants of docs/security.md as code: each REQUIRE names the number it guards. */
#ifndef NAVLINT_FUZZ_ORACLE_H
#define NAVLINT_FUZZ_ORACLE_H

#include "fuzz/require.h"

#include <navlint/navlint.h>

/* How much is asked of one input. */
typedef enum fuzz_depth {
    FUZZ_QUICK,   /* the invariants that cost little beside the check itself */
    FUZZ_SAMPLED, /* the expensive ones too, for one input in 256, chosen by a hash of its bytes */
    FUZZ_THOROUGH /* all of them */
} fuzz_depth;

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

/* The same for the report of several inputs, and for each of its members' (invariant 22). */
void fuzz_check_set(const navlint_report *set, const navlint_options *options,
                    const navlint_input *inputs, size_t count);

/* Lines of UTF-8 (RFC 3629) that a terminal can be trusted with: no control characters but the line
 * end, none that turn the direction of writing, no line ends but the line feed. */
bool fuzz_is_shown_text(const char *text, size_t length);

/* Writes `text` as reports show it: bytes that are no UTF-8 as \xNN, and, as a part of a line,
 * those of characters that a terminal cannot be trusted with too. out: has room for four times the
 * text. */
void fuzz_put_shown(char *out, const char *text, bool as_line);

/* A digest of all that the accessors of a report hand out. Two reports that say the same have the
 * same digest, wherever they live. */
uint64_t fuzz_report_digest(const navlint_report *report);

/* The same without what the check cost. */
uint64_t fuzz_verdict_digest(const navlint_report *report);

typedef struct fuzz_memory {
    void *bytes;
    size_t length; /* bytes */
} fuzz_memory;

/* Holds each finding of the report against the fields that a dump shows (invariants 38 and 45).
 * options, input: what the report was made with; memory: for the dump. */
void fuzz_check_places(const navlint_report *report, const navlint_options *options,
                       const navlint_input *input, fuzz_memory memory);

/* Goes through the members of a container, and of what is none (invariant 55). options: force a
 * format. */
void fuzz_check_members(const navlint_options *options, const navlint_input *input);

/* Fixes the input and holds what came of it against what fixing promises (invariant 54). before:
 * its report under the same options; unsafe: also by fixes that lose something. */
void fuzz_check_fixing(const navlint_report *before, const navlint_options *options,
                       const navlint_input *input, bool unsafe);

/* Invariant 39, where the build lets quick predicates be turned off (NAVLINT_TWINS), else nothing.
 * fuzz_twins_count: starts to count how often one says no. fuzz_twins_refuse: whether all say no
 * from now on. fuzz_check_refusals: none may have said no if the report is silent. */
void fuzz_twins_count(void);
void fuzz_twins_refuse(bool refuses);
void fuzz_check_refusals(const navlint_report *report);

/* Judges every copy of a file in which one decoded field is replaced by a boundary value, and one
 * in which all references are wrong at once. */
void fuzz_sweep_fields(const char *format_id, const uint8_t *bytes, size_t length);

#ifndef FUZZ_WITHOUT_JSON
/* The JSON rendering parses and fits the schema; both reports render to the same bytes
 * (invariants 14, 18 and 19). */
void fuzz_check_rendering(const navlint_report *report, const navlint_report *again);

/* What jansson read from the text, it prints to the same bytes (invariant 18); the text is compact
 * or indented. */
struct json_t;
void fuzz_check_printed(const struct json_t *root, navlint_text text);
#endif

#endif

/* Every limit of the checker, each with its reason. What the caller may change is an option of
 * navlint_options; the rest is here. docs/limits.md tells users the same. */
#ifndef NAVLINT_CORE_LIMITS_H
#define NAVLINT_CORE_LIMITS_H

/* The largest real navigation file known is a 500 MB plugin; offsets fit 32 bits with room. */
#define NL_DEFAULT_INPUT_BYTES ((uint64_t)1 << 30)
#define NL_HIGHEST_INPUT_BYTES ((uint64_t)0xFFFFFFFF)

/* A report is read by a person or diffed by CI: a thousand findings are plenty, for a file as for a
 * set of files, and one rule that fires on every record must not crowd out the others. */
#define NL_DEFAULT_FINDINGS          1000u
#define NL_DEFAULT_FINDINGS_PER_RULE 100u
/* Caps what a caller can make the report's own memory grow to: about 1 GB. */
#define NL_HIGHEST_FINDINGS 1000000u

/* One finding's message, path, values and related notes, with their NULs. Longer text is cut. */
#define NL_FINDING_TEXT_BYTES 768u
/* Names from a file are shown up to this length: the longest real place name has 26 bytes. */
#define NL_SHOWN_NAME_BYTES 64u

/* A rule refers to at most two other places ("first defined here", "the other end"). */
#define NL_MAX_RELATED 2u
/* Message templates number their arguments {0} to {3}. */
#define NL_MAX_ARGS 4u

/* Statistics of one format; the richest has about two dozen. */
#define NL_MAX_FACTS       40u
#define NL_FACT_TEXT_BYTES 1024u

/* Claimed ranges that do not touch. A sequential format needs one, a chunked one some dozens;
 * further ranges count as unclaimed. */
#define NL_MAX_RANGES 128u

/* The work one input may cost: steps are charged per record and per list entry;
 * a look-up has a bound of its own (index.h). Real files stay under 2 steps a byte; the constant
 * lets small files pay for set-up. */
#define NL_STEPS_PER_BYTE 16u
#define NL_STEPS_FLOOR    65536u

/* The deepest location chain: /areas/N/connections/north/N is five. */
#define NL_MAX_PATH_DEPTH 16u

#endif

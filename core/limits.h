/* Every limit of the checker. docs/limits.md is made from this file (`./dev docs`): of the comment
 * before a limit the first line is its name, `Option`, `Beyond` and `Why` are columns. What a room
 * limits by itself stands in the room. */
#ifndef NAVLINT_CORE_LIMITS_H
#define NAVLINT_CORE_LIMITS_H

/* input bytes
 * Option: `max_input_bytes`, `--max-bytes`
 * Beyond: `indeterminate`, limit `inputBytes`
 * Why: the largest real file known is a plugin of 500 MB */
#define NL_DEFAULT_INPUT_BYTES ((uint64_t)1 << 30)

/* input bytes, whatever the option says
 * Option: none
 * Beyond: `indeterminate`, limit `inputBytes`
 * Why: offsets inside a file are 32-bit in the rooms */
#define NL_HIGHEST_INPUT_BYTES ((uint64_t)0xFFFFFFFF)

/* findings kept of one input
 * Option: `max_findings`, `--max-findings`
 * Beyond: `truncated`: infos go first, then warnings; the summary's counts stay exact
 * Why: a report is read by a person or compared by CI */
#define NL_DEFAULT_FINDINGS 1000u

/* findings kept of one rule in one input
 * Option: `max_findings_per_rule`, `--max-findings-per-rule`
 * Beyond: `occurrences` on the rule's first finding
 * Why: a rule that fires on every record must not crowd out the others */
#define NL_DEFAULT_FINDINGS_PER_RULE 100u

/* findings kept of all inputs of a check, whatever the option says
 * Option: none
 * Beyond: as `max_findings`, with an equal share for each input
 * Why: the report's own memory stays below about 2 GB */
#define NL_HIGHEST_FINDINGS 1000000u

/* bytes of text of one finding
 * Option: none
 * Beyond: cut
 * Why: message 384, path 128, values 256, names of the subject 256, jump 96, with their NULs */
#define NL_FINDING_TEXT_BYTES 1120u

/* bytes of a name from a file, shown
 * Option: none
 * Beyond: cut, `...`
 * Why: the longest real place name has 26 */
#define NL_SHOWN_NAME_BYTES 64u

/* other places of a finding
 * Option: none
 * Beyond: no rule has more
 * Why: "first defined here", "the other end" */
#define NL_MAX_RELATED 2u

/* values that a finding expects
 * Option: none
 * Beyond: no rule has more
 * Why: "one of 2, 4, 5, 16"; longer lists are said in words */
#define NL_MAX_EXPECTED 6u

/* arguments of a message
 * Option: none
 * Beyond: no rule has more
 * Why: templates number them {0} to {3} */
#define NL_MAX_ARGS 4u

/* facts of a report
 * Option: none
 * Beyond: dropped
 * Why: the richest format has about two dozen */
#define NL_MAX_FACTS 40u

/* bytes of text of all facts
 * Option: none
 * Beyond: cut
 * Why: names of games, dialects and versions are short */
#define NL_FACT_TEXT_BYTES 1024u

/* ranges of the coverage map that do not touch
 * Option: none
 * Beyond: further ranges count as unclaimed
 * Why: a sequential format needs one, a chunked one some dozens */
#define NL_MAX_RANGES 128u

/* steps for each byte of the input
 * Option: `max_steps`
 * Beyond: `indeterminate`, limit `steps`
 * Why: real files stay below 2; a look-up has a bound of its own (`core/index.h`) */
#define NL_STEPS_PER_BYTE 16u

/* steps that every input has besides
 * Option: `max_steps`
 * Beyond: `indeterminate`, limit `steps`
 * Why: small files pay for set-up */
#define NL_STEPS_FLOOR 65536u

/* depth of a path
 * Option: none
 * Beyond: the frames next to the root are left out
 * Why: /records/N/fields/K/grid/I/triangles/J is eight */
#define NL_MAX_PATH_DEPTH 16u

/* values of a request of `navlint_check_json`
 * Option: none
 * Beyond: the error `too-large`
 * Why: a value takes up to 50 times its text; a set has some hundred inputs */
#define NL_MAX_REQUEST_VALUES 100000u

#endif

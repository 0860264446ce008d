#ifndef NAVLINT_VALIDATOR_JUDGE_H
#define NAVLINT_VALIDATOR_JUDGE_H

#include "parsers/format.h"

/* Judges one input into its report: detect, decode, check, seal. What is left of `block` is the
 * arena. Every input gets a sealed report, whatever its bytes. */
void nl_judge(const navlint_options *options, const navlint_input *input, navlint_report *report,
              nl_arena *block);

/* The format that the options force or the bytes speak for; NULL if there is none.
 * detected_by: receives "option", "magic", "content" or "name"; NULL with no format. */
const nl_format *nl_choose_format(const navlint_options *options, const navlint_input *input,
                                  const char **detected_by);

/* The work that an input of this size may cost. */
nl_budget nl_budget_for(const navlint_options *options, uint64_t input_bytes);

#endif

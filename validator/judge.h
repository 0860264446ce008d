/* One input on its way to a verdict. */
#ifndef NAVLINT_VALIDATOR_JUDGE_H
#define NAVLINT_VALIDATOR_JUDGE_H

#include "parsers/format.h"

/* The format that the options force or the bytes speak for; NULL if there is none.
 * detected_by: receives "option", "magic", "content" or "name"; NULL with no format. */
const nl_format *nl_choose_format(const navlint_options *options, const navlint_input *input,
                                  const char **detected_by);

/* The work that an input of this size may cost. */
nl_budget nl_budget_for(const navlint_options *options, uint64_t input_bytes);

/* Decodes and checks one input; its report says why if that is not possible.
 * member: comes with job.has_company; receives the job, whose arena is `arena`, and the document,
 * which stays in the arena; what checking took is released. The job's budget is used up with the
 * call: it is set to NULL. The report is to be sealed by the caller. */
void nl_judge(const navlint_options *options, const navlint_input *input, navlint_report *report,
              nl_arena *arena, nl_member *member);

/* Makes a used-up arena or budget the limit of the report. */
void nl_settle_limits(navlint_report *report, const nl_arena *arena, const nl_budget *budget);

#endif

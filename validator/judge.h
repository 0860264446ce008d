/* One input on its way to a verdict. */
#ifndef NAVLINT_VALIDATOR_JUDGE_H
#define NAVLINT_VALIDATOR_JUDGE_H

#include "parsers/recognised.h"

/* Decodes and checks one input; the report of its job says why if that is not possible.
 * options: those that the input was recognised under.
 * job: of nl_job_of. The report is to be sealed by the caller.
 * Returns the job, without a budget, and the document, which stays in the job's arena; what
 * checking took is released. */
nl_member nl_judge(const navlint_options *options, const nl_recognised *input, nl_job job);

/* Makes a used-up arena or budget the limit of the report. */
void nl_settle_limits(navlint_report *report, const nl_arena *arena, const nl_budget *budget);

#endif

#ifndef NAVLINT_VALIDATOR_OPTIONS_H
#define NAVLINT_VALIDATOR_OPTIONS_H

#include "core/report.h"
#include "navlint/navlint.h"

/* The caps in `options` for each of `report_count` reports, brought into the range that limits.h
 * allows for all of them. */
nl_report_caps nl_caps_of(const navlint_options *options, uint64_t report_count);

/* Sets the severities of the report's rules: only, ignore and pedantic decide whether a rule is
 * reported, the last override of its code how. */
void nl_apply_severities(const navlint_options *options, navlint_report *report);

#endif

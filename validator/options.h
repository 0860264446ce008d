#ifndef NAVLINT_VALIDATOR_OPTIONS_H
#define NAVLINT_VALIDATOR_OPTIONS_H

#include "core/report.h"
#include "navlint/navlint.h"

/* Reads a caller's options, whatever version it was compiled for: of what it hands in, only what
 * this fills is looked at. Returns false for options that are a bad argument. */
bool nl_options_read(const navlint_options *options, navlint_options *known);

/* The same for options whose names must be known: as navlint_options_check. */
navlint_status nl_options_take(const navlint_options *options, navlint_options *known);

/* The caps in `options` for each of `report_count` reports, brought into the range that limits.h
 * allows for all of them. */
nl_report_caps nl_caps_of(const navlint_options *options, uint64_t report_count);

/* Sets the severities of the report's rules: only, ignore and pedantic decide whether a rule is
 * reported, the last override of its code how. */
void nl_apply_severities(const navlint_options *options, navlint_report *report);

#endif

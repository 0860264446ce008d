/* Invariant 39: a quick predicate and the check behind it agree (core/quick.h). */
#include "core/quick.h"
#include "fuzz/oracle.h"

#ifdef NAVLINT_TWINS

void fuzz_twins_count(void) {
    nl_twins_here = (nl_twins){.refuses = false};
}

void fuzz_twins_refuse(bool refuses) {
    nl_twins_here.refuses = refuses;
}

/* What says no about a file in order costs the slow way for nothing. */
void fuzz_check_refusals(const navlint_report *report) {
    const navlint_summary summary = navlint_report_summary(report);
    const bool is_silent = summary.errors + summary.warnings + summary.infos == 0;
    REQUIRE(39, !is_silent || navlint_report_limit(report) || nl_twins_here.refusals == 0);
}

#else

void fuzz_twins_count(void) {
}

void fuzz_twins_refuse(bool refuses) {
    (void)refuses;
}

void fuzz_check_refusals(const navlint_report *report) {
    (void)report;
}

#endif

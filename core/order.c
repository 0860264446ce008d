/* The findings in the order in which they are shown. */
#include <string.h>

#include "core/report_parts.h"
#include "core/sort.h"

/* The chains as an array. Should there be no room for it, nothing is shown and the counts stand. */
static void gather_findings(navlint_report *report) {
    report->findings = NL_NEW(&report->pool->memory, nl_kept_finding *, report->finding_count);
    if (!report->findings) {
        report->finding_count = 0;
        report->summary.truncated = true;
        return;
    }
    uint32_t count = 0;
    for (size_t i = 0; i < NL_SEVERITIES; i++)
        for (nl_kept_finding *kept = report->kept[i]; kept; kept = kept->next)
            report->findings[count++] = kept;
}

static bool comes_before(const void *left, const void *right) {
    const nl_kept_finding *const a = *(nl_kept_finding *const *)left;
    const nl_kept_finding *const b = *(nl_kept_finding *const *)right;
    if (a->finding.is_cause != b->finding.is_cause) return a->finding.is_cause;
    if (a->finding.offset != b->finding.offset) return a->finding.offset < b->finding.offset;
    if (a->finding.inner.offset != b->finding.inner.offset)
        return a->finding.inner.offset < b->finding.inner.offset;
    const int codes = strcmp(a->finding.rule->code, b->finding.rule->code);
    return codes != 0 ? codes < 0 : a->serial < b->serial;
}

/* The first finding of a rule that was cut short tells how often it was broken in all. */
static void count_occurrences(navlint_report *report) {
    for (uint32_t i = 0; i < report->finding_count; i++) {
        nl_kept_finding *const kept = report->findings[i];
        if (kept->state->seen > kept->state->kept) kept->finding.occurrences = kept->state->seen;
        kept->state->seen = 0;
    }
}

static void sort_findings(const navlint_report *report) {
    const nl_sorted findings = {(uint8_t *)report->findings, sizeof *report->findings,
                                comes_before};
    nl_sort(findings, report->finding_count);
}

void nl_report_order(navlint_report *report) {
    gather_findings(report);
    sort_findings(report);
    count_occurrences(report);
}

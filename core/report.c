#include <string.h>

#include "core/checked.h"
#include "core/report_parts.h"

enum { ALIGNMENT = 16 }; /* what nl_alloc may skip before a block */

uint64_t nl_report_bound(nl_report_caps caps, uint64_t rule_count, uint64_t report_count) {
    const uint64_t finding =
        sizeof(nl_kept_finding *) + sizeof(nl_kept_finding) + NL_FINDING_TEXT_BYTES + 2 * ALIGNMENT;
    const uint64_t report = sizeof(navlint_report) + rule_count * sizeof(nl_rule_state) +
                            NL_FACT_TEXT_BYTES + 4 * ALIGNMENT;
    return nl_add_sat(nl_mul_sat(report, report_count), caps.findings * finding);
}

nl_report_pool nl_report_pool_over(nl_arena memory, nl_report_caps caps) {
    return (nl_report_pool){memory, caps.findings, caps.findings_per_rule};
}

navlint_report *nl_report_new(nl_report_pool *pool, const navlint_input *input) {
    navlint_report *const report = NL_NEW(&pool->memory, navlint_report, 1);
    if (!report) return NULL;
    memset(report, 0, offsetof(navlint_report, facts));
    report->pool = pool;
    report->link = &report->first;
    report->name = input->name ? input->name : "-";
    report->bytes = input->length;
    return report;
}

bool nl_report_set_format(navlint_report *report, const navlint_format *format,
                          const char *detected_by) {
    report->rules = NL_NEW_ZEROED(&report->pool->memory, nl_rule_state, format->rule_count);
    if (!report->rules) return false;
    report->has_overrides = false;
    report->format = format;
    report->detected_by = detected_by;
    return true;
}

static void copy_severities(navlint_report *report) {
    for (size_t i = 0; i < report->format->rule_count; i++)
        report->rules[i].severity = report->format->rules[i].severity;
    report->has_overrides = true;
}

void nl_report_override(navlint_report *report, unsigned rule, navlint_severity severity) {
    if (!report->has_overrides) copy_severities(report);
    report->rules[rule].severity = severity;
}

void nl_fact(navlint_report *report, const char *name, navlint_value value) {
    if (report->fact_count == NL_MAX_FACTS) return;
    report->facts[report->fact_count++] =
        (navlint_fact){name, nl_report_keep_value(report, &value)};
}

void nl_limit(navlint_report *report, const char *name, const char *message) {
    if (report->limit.name) return;
    nl_text text = nl_text_over(report->limit_message, sizeof report->limit_message);
    nl_put(&text, message);
    report->limit = (navlint_limit){name, report->limit_message};
}

void nl_report_seal(navlint_report *report) {
    nl_report_order(report);
    nl_report_find_gaps(report);
}

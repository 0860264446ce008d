#include <string.h>

#include "core/checked.h"
#include "core/report_parts.h"

enum {
    ALIGNMENT = 16,  /* what nl_alloc may skip before a block */
    FACT_BYTES = 128 /* of a text, with its NUL */
};

uint64_t nl_report_bound(nl_report_caps caps, uint64_t rule_count, uint64_t report_count) {
    const uint64_t finding = sizeof(nl_kept_finding *) + sizeof(nl_kept_finding) + ALIGNMENT;
    const uint64_t report = sizeof(navlint_report) + rule_count * sizeof(nl_rule_state) +
                            NL_FACT_TEXT_BYTES + 4 * ALIGNMENT + caps.findings * finding;
    return nl_mul_sat(report, report_count);
}

nl_report_pool nl_report_pool_over(nl_arena memory, nl_report_caps caps) {
    return (nl_report_pool){.memory = memory, .caps = caps};
}

navlint_report *nl_report_new(nl_report_pool *pool, const navlint_input *input) {
    navlint_report *const report = NL_NEW(&pool->memory, navlint_report, 1);
    if (!report) return NULL;
    memset(report, 0, offsetof(navlint_report, facts));
    report->pool = pool;
    report->min_severity = NAVLINT_INFO;
    report->finding_cap = pool->caps.findings;
    report->name = input->name ? input->name : "-";
    report->bytes = input->length;
    return report;
}

bool nl_report_set_format(navlint_report *report, const navlint_format *format,
                          const char *detected_by) {
    report->rules = NL_NEW(&report->pool->memory, nl_rule_state, format->rule_count);
    if (!report->rules) return false;
    report->has_states = false;
    report->has_overrides = false;
    report->format = format;
    report->detected_by = detected_by;
    return true;
}

nl_rule_state *nl_report_states(navlint_report *report) {
    if (!report->has_states)
        memset(report->rules, 0, report->format->rule_count * sizeof *report->rules);
    report->has_states = true;
    return report->rules;
}

static void copy_severities(navlint_report *report) {
    nl_rule_state *const states = nl_report_states(report);
    for (size_t i = 0; i < report->format->rule_count; i++)
        states[i].severity = nl_own_severity(&report->format->rules[i]);
    report->has_overrides = true;
}

void nl_report_override(navlint_report *report, unsigned rule, navlint_severity severity) {
    if (!report->has_overrides) copy_severities(report);
    report->rules[rule].severity = severity;
}

static navlint_value keep_fact(navlint_report *report, const navlint_value *value) {
    if (value->kind != NAVLINT_TEXT) return *value;
    char chars[FACT_BYTES];
    nl_text text = nl_text_over(chars, sizeof chars);
    nl_put_shown(&text, value->as.text);
    char *const copy = NL_NEW(&report->pool->memory, char, text.length + 1);
    if (!copy) return nl_string("");
    memcpy(copy, text.chars, text.length + 1);
    return nl_string(copy);
}

void nl_fact(navlint_report *report, const char *name, navlint_value value) {
    if (report->fact_count == NL_MAX_FACTS) return;
    report->facts[report->fact_count++] = (navlint_fact){name, keep_fact(report, &value)};
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

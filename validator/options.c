#include "validator/options.h"

#include <string.h>

#include "core/checked.h"
#include "core/limits.h"
#include "core/sized.h"
#include "validator/catalogue.h"

/* ---- Of callers of every version ------------------------------------------------------------ */

static nl_sized sized(navlint_options *known) {
    return (nl_sized){known, sizeof *known, NL_BYTES_UP_TO(navlint_options, scope)};
}

void navlint_options_init(navlint_options *options, size_t struct_bytes) {
    navlint_options defaults = {
        .min_severity = NAVLINT_INFO,
        .max_findings = NL_DEFAULT_FINDINGS,
        .max_findings_per_rule = NL_DEFAULT_FINDINGS_PER_RULE,
        .max_input_bytes = NL_DEFAULT_INPUT_BYTES,
    };
    if (struct_bytes < sizeof options->struct_bytes) return;
    options->struct_bytes = struct_bytes;
    (void)nl_sized_write(sized(&defaults), options);
}

static bool is_list(const void *items, size_t count) {
    return items || count == 0;
}

static bool is_severity(navlint_severity severity) {
    return (unsigned)severity <= NAVLINT_OFF;
}

static bool are_severities(const navlint_options *known) {
    bool are = is_severity(known->min_severity);
    for (size_t i = 0; are && i < known->override_count; i++)
        are = is_severity(known->overrides[i].severity);
    return are;
}

bool nl_options_read(const navlint_options *options, navlint_options *known) {
    return nl_sized_read(sized(known), options) &&
           is_list(known->overrides, known->override_count) &&
           is_list(known->ignore, known->ignore_count) && is_list(known->only, known->only_count) &&
           are_severities(known) && (unsigned)known->scope <= NAVLINT_SCOPE_NAVMESH;
}

/* ---- Names ---------------------------------------------------------------------------------- */

static bool is_known_game(const char *id) {
    for (size_t i = 0; i < nl_format_count; i++)
        if (nl_game_of(&nl_formats[i]->info, id)) return true;
    return false;
}

static const char *unknown_code(const char *const *codes, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!navlint_rule_by_code(codes[i], NULL)) return codes[i] ? codes[i] : "";
    return NULL;
}

static const char *unknown_override(const navlint_options *options) {
    for (size_t i = 0; i < options->override_count; i++) {
        const char *const unknown = unknown_code(&options->overrides[i].code, 1);
        if (unknown) return unknown;
    }
    return NULL;
}

static const char *unknown_rule(const navlint_options *options) {
    const char *unknown = unknown_code(options->ignore, options->ignore_count);
    if (!unknown) unknown = unknown_code(options->only, options->only_count);
    return unknown ? unknown : unknown_override(options);
}

/* culprit: receives the first name that is unknown, else NULL. */
static navlint_status check_names(const navlint_options *options, const char **culprit) {
    const char *name = NULL;
    navlint_status status = NAVLINT_OK;
    if (options->format && !nl_format_by_id(options->format)) {
        status = NAVLINT_UNKNOWN_FORMAT;
        name = options->format;
    } else if (options->game && !is_known_game(options->game)) {
        status = NAVLINT_UNKNOWN_GAME;
        name = options->game;
    } else if ((name = unknown_rule(options)) != NULL) {
        status = NAVLINT_UNKNOWN_RULE;
    }
    *culprit = name;
    return status;
}

navlint_status navlint_options_check(const navlint_options *options, const char **culprit) {
    const char *name = NULL;
    navlint_options known;
    const bool is_read = nl_options_read(options, &known);
    const navlint_status status = is_read ? check_names(&known, &name) : NAVLINT_BAD_ARGUMENT;
    if (culprit) *culprit = name;
    return status;
}

navlint_status nl_options_take(const navlint_options *options, navlint_options *known) {
    const char *name = NULL;
    return nl_options_read(options, known) ? check_names(known, &name) : NAVLINT_BAD_ARGUMENT;
}

/* ---- What they wish ------------------------------------------------------------------------- */

nl_report_caps nl_caps_of(const navlint_options *options, uint64_t report_count) {
    return (nl_report_caps){
        .findings = (uint32_t)nl_min(options->max_findings, NL_HIGHEST_FINDINGS / report_count),
        .findings_per_rule = options->max_findings_per_rule,
    };
}

static bool is_among(const char *code, const char *const *codes, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(codes[i], code) == 0) return true;
    return false;
}

static navlint_severity severity_of(const navlint_options *options, const navlint_rule *rule) {
    if (options->only_count && !is_among(rule->code, options->only, options->only_count))
        return NAVLINT_OFF;
    if (is_among(rule->code, options->ignore, options->ignore_count)) return NAVLINT_OFF;
    const bool is_on = !rule->is_pedantic || options->pedantic || options->only_count;
    navlint_severity severity = is_on ? rule->severity : NAVLINT_OFF;
    for (size_t i = 0; i < options->override_count; i++)
        if (strcmp(options->overrides[i].code, rule->code) == 0)
            severity = options->overrides[i].severity;
    return severity;
}

void nl_apply_severities(const navlint_options *options, navlint_report *report) {
    report->min_severity = options->min_severity;
    const bool has_wishes = options->only_count + options->ignore_count + options->override_count;
    if (!has_wishes && !options->pedantic) return;
    for (unsigned i = 0; i < report->format->rule_count; i++) {
        const navlint_rule *const rule = &report->format->rules[i];
        const navlint_severity wished = severity_of(options, rule);
        if (wished != nl_own_severity(rule)) nl_report_override(report, i, wished);
    }
}

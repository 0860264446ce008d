#include "cli/suppress/rules.h"

#include <string.h>

static bool is_among(const char *code, const cli_list *codes) {
    for (size_t i = 0; i < codes->count; i++)
        if (strcmp(codes->items[i], code) == 0) return true;
    return false;
}

/* As the library decides it. */
static navlint_severity severity_of(const cli_check_settings *settings, const navlint_rule *rule) {
    const bool is_on = !rule->is_pedantic || settings->pedantic || settings->only.count > 0;
    navlint_severity severity = is_on ? rule->severity : NAVLINT_OFF;
    for (size_t i = 0; i < settings->overrides.count; i++)
        if (strcmp(settings->overrides.items[i].code, rule->code) == 0)
            severity = settings->overrides.items[i].severity;
    return severity;
}

/* A rule that nobody knows any more is met by nothing. */
bool cli_looks_for(const cli_check_settings *settings, const char *code) {
    const navlint_rule *const rule = navlint_rule_by_code(code, NULL);
    if (!rule) return true;
    if (is_among(code, &settings->ignore)) return false;
    if (settings->only.count > 0 && !is_among(code, &settings->only)) return false;
    const unsigned least =
        settings->min_severity == CLI_SEVERITY_OF_FORM ? NAVLINT_INFO : settings->min_severity;
    return (unsigned)severity_of(settings, rule) <= least;
}

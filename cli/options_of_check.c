#include "cli/options_of_check.h"

/* Text is read by people: this many lines of a rule in a file show what is meant. */
enum { SHOWN_OF_RULE = 3 };

/* Under --all. No real file comes near; the library shares out its memory among many files. */
enum { ALL_FINDINGS = 100000 };

/* Reports are for people, or complete. */
static navlint_severity min_severity_of(const cli_check_settings *settings, unsigned form) {
    const bool is_short =
        cli_is_for_people(form) && !settings->statistics && !settings->summary && !settings->all;
    if (settings->min_severity != CLI_SEVERITY_OF_FORM)
        return (navlint_severity)settings->min_severity;
    return is_short ? NAVLINT_WARNING : NAVLINT_INFO;
}

/* Of all outputs the one that shows most decides what is kept. */
static navlint_severity least_severity(const cli_check_settings *settings) {
    navlint_severity least = min_severity_of(settings, cli_stdout_form(&settings->outputs));
    for (size_t i = 0; i < settings->outputs.count; i++) {
        const navlint_severity one = min_severity_of(settings, settings->outputs.items[i].form);
        if (one > least) least = one;
    }
    return least;
}

static uint32_t known_rule_count(void) {
    size_t count = 0;
    for (size_t i = 0; i < navlint_format_count(); i++)
        count += navlint_format_at(i)->rule_count;
    return (uint32_t)count;
}

static void set_caps(navlint_options *options, const cli_check_settings *settings) {
    if (settings->statistics || settings->summary) { /* one finding of each rule tells it all */
        options->max_findings = known_rule_count();
        options->max_findings_per_rule = 1;
        return;
    }
    if (settings->all) options->max_findings = options->max_findings_per_rule = ALL_FINDINGS;
    if (settings->max_findings.is_given) options->max_findings = settings->max_findings.value;
    if (settings->max_findings_per_rule.is_given)
        options->max_findings_per_rule = settings->max_findings_per_rule.value;
}

navlint_options cli_options_of(const cli_check_settings *settings) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.format = settings->input_format;
    options.game = settings->game;
    options.scope = (navlint_scope)settings->scope;
    options.overrides = settings->overrides.items;
    options.override_count = settings->overrides.count;
    options.ignore = settings->ignore.items;
    options.ignore_count = settings->ignore.count;
    options.only = settings->only.items;
    options.only_count = settings->only.count;
    options.pedantic = settings->pedantic;
    options.min_severity = least_severity(settings);
    options.max_input_bytes = settings->max_bytes;
    set_caps(&options, settings);
    return options;
}

navlint_export_style cli_export_style_of(const cli_check_settings *settings, unsigned form) {
    static const navlint_severity unjudged[] = {[CLI_UNJUDGED_FAILS] = NAVLINT_ERROR,
                                                [CLI_UNJUDGED_WARNS] = NAVLINT_WARNING,
                                                [CLI_UNJUDGED_IS_IGNORED] = NAVLINT_OFF};
    return (navlint_export_style){.struct_bytes = sizeof(navlint_export_style),
                                  .unjudged = unjudged[settings->on_indeterminate],
                                  .form = (navlint_form)(form - CLI_EXPORTS),
                                  .min_severity = min_severity_of(settings, form)};
}

navlint_text_style cli_style_of(const cli_check_settings *settings) {
    const bool is_capped =
        settings->max_findings.is_given || settings->max_findings_per_rule.is_given;
    const bool shows_kept = settings->all || settings->max_findings_per_rule.is_given;
    return (navlint_text_style){.struct_bytes = sizeof(navlint_text_style),
                                .min_severity = min_severity_of(settings, CLI_TEXT),
                                .findings_per_rule = shows_kept ? 0 : SHOWN_OF_RULE,
                                .more = settings->all || is_capped ? "--max-findings" : "--all",
                                .hints_only = !settings->all};
}

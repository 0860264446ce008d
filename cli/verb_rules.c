/* navlint rules: the rules of one format or of all, one a line. */
#include <string.h>

#include "cli/catalogue_output.h"
#include "cli/output.h"
#include "cli/verbs.h"

static size_t longest_code(const navlint_format *format) {
    size_t longest = 0;
    for (size_t i = 0; i < format->rule_count; i++) {
        const size_t length = strlen(format->rules[i].code);
        if (length > longest) longest = length;
    }
    return longest;
}

static void print_rules(const navlint_format *format) {
    const int width = (int)longest_code(format);
    for (size_t i = 0; i < format->rule_count; i++) {
        const navlint_rule *const rule = &format->rules[i];
        cli_print("%-*s  %-7s  %-8s  %s\n", width, rule->code,
                  navlint_severity_text(rule->severity), navlint_impact_text(rule->impact),
                  rule->message);
    }
}

static void print_all_rules(void) {
    for (size_t i = 0; i < navlint_format_count(); i++)
        print_rules(navlint_format_at(i));
}

static int run(const cli_verb *verb, char **words, size_t word_count) {
    cli_catalogue_settings settings = {CLI_AS_TEXT};
    const navlint_format *format = NULL;
    const cli_words line = {words, word_count};
    const int code = cli_parse_of_format(verb, line, &settings, &format);
    if (code != CLI_OK) return code;
    if (settings.format == CLI_AS_JSON)
        return cli_print_text(navlint_rules_json(format, NAVLINT_JSON_INDENT));
    if (format)
        print_rules(format);
    else
        print_all_rules();
    return CLI_OK;
}

const cli_verb cli_verb_rules = {
    .name = "rules",
    .operands = "[FORMAT-ID]",
    .summary = "Lists the rules of a format, or of all.",
    .details = "One rule a line: code, severity, impact, message.",
    .options = cli_catalogue_options,
    .option_count = 1,
    .max_operands = 1,
    .run = run,
};

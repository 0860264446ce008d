/* navlint explain: all that is known about one rule. */
#include "cli/catalogue_output.h"
#include "cli/names.h"
#include "cli/output.h"
#include "cli/verbs.h"

static void print_paragraph(const char *title, const char *text) {
    if (!text || text[0] == '\0') return;
    cli_print("\n%s\n", title);
    cli_print_folded(text, 4);
}

static void print_fix(const navlint_rule *rule) {
    const char *deed = NULL;
    const bool is_unsafe = navlint_rule_fix(rule, &deed) == NAVLINT_UNSAFE;
    if (!deed) return;
    cli_print("\nFix (%s)\n    navlint fix%s %s.\n", is_unsafe ? "unsafe" : "safe",
              is_unsafe ? " --unsafe" : "", deed);
}

static void print_rule(const navlint_rule *rule, const navlint_format *format) {
    cli_print("%s\n\n", rule->code);
    cli_print("Format:    %s, %s\n", format->id, format->title);
    cli_print("Severity:  %s\n", navlint_severity_text(rule->severity));
    cli_print("Impact:    %s\n", navlint_impact_text(rule->impact));
    cli_print("Message:   %s\n", rule->message);
    print_paragraph("Explanation", rule->explanation);
    print_paragraph("Remedy", rule->remedy);
    print_fix(rule);
    print_paragraph("Source", rule->source);
    cli_print("\nWitness\n    navlint witness %s -o FILE   writes a smallest file that breaks it\n",
              rule->code);
}

static int run(const cli_verb *verb, char **words, size_t word_count) {
    cli_catalogue_settings settings = {CLI_AS_TEXT};
    cli_operands operands;
    const int code = cli_parse(verb, words, word_count, &settings, &operands);
    if (code != CLI_OK) return code;
    const navlint_format *format = NULL;
    const navlint_rule *const rule = cli_find_rule(verb->name, operands.items[0], &format);
    if (!rule) return CLI_USAGE;
    if (settings.format == CLI_AS_JSON)
        return cli_print_text(navlint_rule_json(rule, NAVLINT_JSON_INDENT));
    print_rule(rule, format);
    return CLI_OK;
}

const cli_verb cli_verb_explain = {
    .name = "explain",
    .operands = "CODE",
    .summary = "Explains a rule: what it means, why it matters, how to repair the file.",
    .details = "CODE is the word in brackets at the end of a finding, in any case.",
    .options = cli_catalogue_options,
    .option_count = 1,
    .min_operands = 1,
    .max_operands = 1,
    .run = run,
};

/* navlint: picks the verb; everything else is in the verbs' own files. */
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "cli/help_json.h"
#include "cli/names.h"
#include "cli/os/program.h"
#include "cli/output.h"
#include "cli/verbs.h"

const cli_program cli_this_program = {
    .name = "navlint",
    .exit_help = "Exit codes (the highest that applies):\n"
                 "  0  nothing at or above --fail-on\n"
                 "  1  findings at or above --fail-on\n"
                 "  2  usage or configuration error\n"
                 "  3  an input could not be read or has no verdict, or there was none to judge\n"
                 "  4  internal error: out of memory, output could not be written\n",
};

static int run_version(const cli_verb *verb, char **words, size_t word_count);
static int run_help(const cli_verb *verb, char **words, size_t word_count);

static const cli_verb verb_version = {
    .name = "version",
    .operands = "",
    .summary = "Prints the version and the formats that this build knows.",
    .run = run_version,
};

/* In the order of the words in the option table. */
enum { HELP_AS_TEXT, HELP_AS_JSON };

typedef struct help_settings {
    unsigned format; /* HELP_AS_TEXT, ... */
} help_settings;

static const cli_option help_options[] = {
    {"--format", NULL, CLI_CHOICE, offsetof(help_settings, format), "text|json",
     "text (default), or, without a VERB, json: all verbs and options, for programs."},
};

static const cli_verb verb_help = {
    .name = "help",
    .operands = "[VERB]",
    .summary = "Explains a verb and its options.",
    .options = help_options,
    .option_count = sizeof help_options / sizeof help_options[0],
    .max_operands = 1,
    .run = run_help,
};

static const cli_verb *const verbs[] = {
    &cli_verb_check,   &cli_verb_fix,     &cli_verb_watch,   &cli_verb_config,
    &cli_verb_explain, &cli_verb_rules,   &cli_verb_formats, &cli_verb_layout,
    &cli_verb_dump,    &cli_verb_draw,    &cli_verb_diff,    &cli_verb_list,
    &cli_verb_extract, &cli_verb_witness, &verb_version,     &verb_help,
};
enum { VERB_COUNT = sizeof verbs / sizeof verbs[0] };

static int run_version(const cli_verb *verb, char **words, size_t word_count) {
    cli_operands operands;
    const int code = cli_parse(verb, words, word_count, NULL, &operands);
    if (code != CLI_OK) return code;
    cli_print("navlint %s\nformats:", navlint_version());
    for (size_t i = 0; i < navlint_format_count(); i++)
        cli_print(" %s", navlint_format_at(i)->id);
    cli_print("\n");
    return CLI_OK;
}

static void print_overview(void) {
    cli_print("Usage: navlint VERB [options] ...\n\n"
              "Tells whether game navigation files are safe to ship.\n\nVerbs:\n");
    for (size_t i = 0; i < VERB_COUNT; i++)
        cli_print("  %-8s %-21s %s\n", verbs[i]->name, verbs[i]->operands, verbs[i]->summary);
    cli_print("\n'navlint help VERB' or 'navlint VERB --help' lists a verb's options.\n\n%s",
              cli_this_program.exit_help);
}

static const cli_verb *find_verb(const char *name, cli_guess *guess) {
    for (size_t i = 0; i < VERB_COUNT; i++) {
        if (strcmp(name, verbs[i]->name) == 0) return verbs[i];
        cli_guess_try(guess, verbs[i]->name);
    }
    return NULL;
}

static int complain_unknown_verb(const cli_guess *guess) {
    if (!guess->nearest && access(guess->word, F_OK) == 0)
        cli_complain("unknown verb '%s' (did you mean 'navlint check %s'?)", guess->word,
                     guess->word);
    else
        cli_complain_guess(NULL, "unknown verb", guess);
    return CLI_USAGE;
}

static int run_help(const cli_verb *verb, char **words, size_t word_count) {
    cli_operands operands;
    help_settings settings = {HELP_AS_TEXT};
    const int code = cli_parse(verb, words, word_count, &settings, &operands);
    if (code != CLI_OK) return code;
    if (settings.format == HELP_AS_JSON) return cli_print_help_json(verbs, VERB_COUNT);
    if (operands.count == 0) return print_overview(), CLI_OK;
    cli_guess guess = cli_guess_for(operands.items[0]);
    const cli_verb *const wanted = find_verb(operands.items[0], &guess);
    if (!wanted) return complain_unknown_verb(&guess);
    cli_print_verb_help(wanted);
    return CLI_OK;
}

static bool asks_for_help(char **words, size_t word_count) {
    for (size_t i = 0; i < word_count && strcmp(words[i], "--") != 0; i++)
        if (strcmp(words[i], "--help") == 0 || strcmp(words[i], "-h") == 0) return true;
    return false;
}

static int run(char **words, size_t word_count) {
    if (word_count == 0) {
        cli_complain("a verb is missing; see 'navlint help'");
        return CLI_USAGE;
    }
    if (strcmp(words[0], "--version") == 0) return run_version(&verb_version, words + 1, 0);
    if (asks_for_help(words, 1)) return print_overview(), CLI_OK;
    cli_guess guess = cli_guess_for(words[0]);
    const cli_verb *const verb = find_verb(words[0], &guess);
    if (!verb) return complain_unknown_verb(&guess);
    if (asks_for_help(words + 1, word_count - 1)) return cli_print_verb_help(verb), CLI_OK;
    return verb->run(verb, words + 1, word_count - 1);
}

int main(int argc, char **argv) {
    cli_begin();
    const cli_os_words words = cli_os_words_of(argc, argv);
    return cli_finish(run(words.items, words.count));
}

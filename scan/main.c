/* navlint-scan: judges a whole archive on many machines, through a broker. */
#include <signal.h>
#include <stdint.h>
#include <string.h>

#include "cli/help_json.h"
#include "cli/output.h"
#include "scan/verbs.h"

const cli_program cli_this_program = {
    .name = "navlint-scan",
    .exit_help =
        "Exit codes (the highest that applies; collect has those of `navlint check`):\n"
        "  0  nothing at or above --fail-on; submit: all handed in; work: told to end\n"
        "  1  findings at or above --fail-on\n"
        "  2  usage or configuration error\n"
        "  3  an input could not be read or has no verdict, a task was given up, or --timeout\n"
        "  4  internal error: out of memory, output could not be written\n"
        "  5  the broker cannot be reached, or refuses\n",
};

/* A verb, its table and what it does. */
typedef struct verb {
    cli_verb words;
    scan_table (*table)(void);
    int (*run)(const scan_arguments *arguments, const cli_operands *operands);
} verb;

static const verb verbs[] = {
    {{.name = "submit",
      .operands = "[ROOT...]",
      .summary = "Hands the files below the roots in as tasks, and prints the name of the run.",
      .details =
          "Takes the files that `navlint check --no-config ROOT...` would, in its order, and cuts "
          "them into tasks without cutting what is judged together. A task that was handed in "
          "before, with "
          "the same files of the same size and time, is not judged again. Paths go to the workers "
          "as they are written here.",
      .max_operands = SIZE_MAX},
     scan_submit_table,
     scan_submit},
    {{.name = "work",
      .operands = "",
      .summary = "Judges tasks until it is told to end by SIGTERM.",
      .details = "Start as many as there are machines. What was judged is kept while the broker is "
                 "away. A file that cannot be read here is a result like another."},
     scan_work_table,
     scan_work},
    {{.name = "collect",
      .operands = "[RUN]",
      .summary = "Prints what `navlint check --no-config --format ndjson ROOT...` would, once all "
                 "is judged.",
      .details = "RUN is what submit printed; without it the run that was handed in last. What "
                 "`navlint check` says on standard error is said there, with the tasks that were "
                 "given up.",
      .max_operands = 1},
     scan_collect_table,
     scan_collect},
};
enum { VERB_COUNT = sizeof verbs / sizeof verbs[0] };

static void print_overview(void) {
    cli_print("Usage: navlint-scan VERB [options] ...\n\n"
              "Judges a whole archive of game navigation files on many machines.\n\nVerbs:\n");
    for (size_t i = 0; i < VERB_COUNT; i++)
        cli_print("  %-8s %-8s %s\n", verbs[i].words.name, verbs[i].words.operands,
                  verbs[i].words.summary);
    cli_print("\n'navlint-scan VERB --help' lists a verb's options.\n\n%s",
              cli_this_program.exit_help);
}

static bool asks_for_help(char **words, size_t count) {
    for (size_t i = 0; i < count && strcmp(words[i], "--") != 0; i++)
        if (strcmp(words[i], "--help") == 0 || strcmp(words[i], "-h") == 0) return true;
    return false;
}

static cli_verb fill(const verb *chosen) {
    const scan_table table = chosen->table();
    cli_verb filled = chosen->words;
    filled.options = table.options;
    filled.option_count = table.count;
    return filled;
}

static int run_verb(const verb *chosen, char **words, size_t count) {
    const cli_verb filled = fill(chosen);
    if (asks_for_help(words, count)) return cli_print_verb_help(&filled), CLI_OK;
    scan_arguments arguments = scan_defaults();
    cli_operands operands;
    int code = cli_parse(&filled, words, count, &arguments, &operands);
    if (code == CLI_OK) code = chosen->run(&arguments, &operands);
    scan_arguments_free(&arguments);
    return code;
}

/* All verbs and options, for programs. */
static int print_json(void) {
    cli_verb filled[VERB_COUNT];
    const cli_verb *pointers[VERB_COUNT];
    for (size_t i = 0; i < VERB_COUNT; i++) {
        filled[i] = fill(&verbs[i]);
        pointers[i] = &filled[i];
    }
    return cli_print_help_json(pointers, VERB_COUNT);
}

static bool asks_for_json(char **words, size_t count) {
    return count == 3 && strcmp(words[0], "help") == 0 && strcmp(words[1], "--format") == 0 &&
           strcmp(words[2], "json") == 0;
}

static int run(char **words, size_t count) {
    if (count == 0) {
        cli_complain("a verb is missing; see 'navlint-scan --help'");
        return CLI_USAGE;
    }
    if (strcmp(words[0], "--version") == 0)
        return cli_print("navlint-scan %s\n", navlint_version()), CLI_OK;
    if (asks_for_json(words, count)) return print_json();
    if (strcmp(words[0], "help") == 0 || asks_for_help(words, 1)) return print_overview(), CLI_OK;
    for (size_t i = 0; i < VERB_COUNT; i++)
        if (strcmp(words[0], verbs[i].words.name) == 0)
            return run_verb(&verbs[i], words + 1, count - 1);
    cli_complain("unknown verb '%s'; see 'navlint-scan --help'", words[0]);
    return CLI_USAGE;
}

int main(int argc, char **argv) {
    cli_begin();
    const bool has_words = argc > 1;
    return cli_finish(run(has_words ? argv + 1 : argv, has_words ? (size_t)argc - 1 : 0));
}

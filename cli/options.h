/* Verbs and their options as tables: the same rows drive parsing and --help. */
#ifndef NAVLINT_CLI_OPTIONS_H
#define NAVLINT_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "navlint/navlint.h"

/* How the word behind an option is read, and the type of the settings' member that takes it. */
typedef enum cli_kind {
    CLI_FLAG,       /* no word; bool */
    CLI_CHOICE,     /* one of the words of `argument`; unsigned, its position there */
    CLI_TABLE,      /* none, or one of the words of `argument` behind `=`; unsigned, 1 with none,
                       else its position there counted from 1 */
    CLI_COUNT,      /* cli_count, 0 allowed */
    CLI_JOBS,       /* uint32_t, 1 to CLI_MAX_JOBS */
    CLI_SIZE,       /* bytes with an optional suffix k, M or G; uint64_t */
    CLI_OFFSET,     /* a place in a file, decimal or 0x... as findings show it; uint64_t, less than
                       UINT64_MAX */
    CLI_WORD,       /* const char *, borrowed from the arguments */
    CLI_PATH,       /* the same: the path of a field or record, as findings show it */
    CLI_WORDS,      /* the same each time; cli_list, appended to */
    CLI_PATHS,      /* folders, as CLI_WORDS */
    CLI_FORMAT,     /* const char *, the id of a known format */
    CLI_GAME,       /* const char *, the id of a known game */
    CLI_CODES,      /* rule codes with commas between; cli_list, appended to */
    CLI_SEVERITIES, /* CODE=SEVERITY; cli_overrides, appended to */
    CLI_OUTPUTS     /* one of the words of `argument`, or WORD=FILE; cli_outputs, appended to */
} cli_kind;

enum { CLI_MAX_JOBS = 256 };

/* A number whose default depends on other options. */
typedef struct cli_count {
    uint32_t value;
    bool is_given; /* by the user */
} cli_count;

typedef struct cli_list {
    const char **items; /* heap; the words themselves are the library's or the arguments' */
    size_t count;
} cli_list;

typedef struct cli_overrides {
    navlint_override *items; /* heap */
    size_t count;
} cli_overrides;

typedef struct cli_option {
    const char *name;   /* "--format" */
    const char *letter; /* "-f"; NULL if there is none */
    cli_kind kind;
    size_t target;        /* offsetof the member of the verb's settings */
    const char *argument; /* as --help shows it; "a|b|c" of a choice is also the list of words */
    const char *help;
} cli_option;

/* Options of another verb that this one takes, too, with the same targets. */
typedef struct cli_loan {
    const cli_option *rows; /* of the other verb */
    size_t row_count;
    const char *const *names; /* of those that are taken */
    size_t count;
} cli_loan;

typedef struct cli_verb {
    const char *name;
    const char *operands; /* as --help shows them */
    const char *summary;  /* one line */
    const char *details;  /* more for --help; may be NULL */
    const cli_option *options;
    size_t option_count;
    cli_loan loan; /* behind its own */
    size_t min_operands;
    size_t max_operands;
    const char *exit_help; /* as of a program; NULL: its own */
    /* Notes in the settings that the option was given; may be NULL. */
    void (*note)(void *settings, const cli_option *option);
    /* Runs the verb on the words behind it and returns an exit code. */
    int (*run)(const struct cli_verb *verb, char **words, size_t word_count);
} cli_verb;

/* What is left of the words once the options are gone. */
typedef struct cli_operands {
    char **items; /* the words array itself, compacted */
    size_t count;
} cli_operands;

/* The options of a verb, its own and those on loan: how many, and each. */
size_t cli_option_count(const cli_verb *verb);
const cli_option *cli_option_at(const cli_verb *verb, size_t index);

/* Sorts `words` into settings and operands; both may be mixed, `--` ends the options.
 * settings: the verb's own struct with its defaults set; lists in it belong to the caller, who
 *   frees them, also after a failure.
 * Returns CLI_OK; or CLI_USAGE or CLI_INTERNAL after a complaint. */
int cli_parse(const cli_verb *verb, char **words, size_t word_count, void *settings,
              cli_operands *operands);

/* Prints the verb's --help from its table. */
void cli_print_verb_help(const cli_verb *verb);

#endif

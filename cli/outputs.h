/* Where reports go, and in which form. */
#ifndef NAVLINT_CLI_OUTPUTS_H
#define NAVLINT_CLI_OUTPUTS_H

#include <stdbool.h>
#include <stddef.h>

#include "navlint/navlint.h"

/* In the order of the words of --format; from CLI_EXPORTS on those of navlint_form. */
enum {
    CLI_TEXT,
    CLI_JSON,
    CLI_NDJSON,
    CLI_EXPORTS,
    CLI_AUTO = CLI_EXPORTS + NAVLINT_CSV + 1 /* until cli_outputs_settle has chosen */
};

#define CLI_FORMS "text|json|ndjson|sarif|sarif-github|github|gitlab|junit|markdown|csv|auto"

enum { CLI_MOST_OUTPUTS = 12 };

typedef struct cli_output {
    unsigned form;
    const char *path; /* NULL: standard output */
} cli_output;

/* What --format and --output say; {0}: text on standard output. */
typedef struct cli_outputs {
    cli_output items[CLI_MOST_OUTPUTS];
    size_t count;
} cli_outputs;

bool cli_is_export(unsigned form);

/* Does anybody read it as it is? */
bool cli_is_for_people(unsigned form);

/* The form of what goes to standard output; CLI_TEXT if nothing does. */
unsigned cli_stdout_form(const cli_outputs *outputs);

/* Gives `path` (NULL: none) to the one output that has none, puts in the default, and chooses for
 * CLI_AUTO by the environment: github or gitlab where their runners say so, else text.
 * verb: in whose name to complain. Returns CLI_OK, or CLI_USAGE after a complaint. */
int cli_outputs_settle(cli_outputs *outputs, const char *path, const char *verb);

#endif

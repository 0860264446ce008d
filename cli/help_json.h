/* Verbs and options for programs: man pages and completions are made of it. */
#ifndef NAVLINT_CLI_HELP_JSON_H
#define NAVLINT_CLI_HELP_JSON_H

#include "cli/options.h"

/* Prints {"verbs": [...]} on standard output. Returns an exit code. */
int cli_print_help_json(const cli_verb *const *verbs, size_t count);

#endif

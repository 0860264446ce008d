/* What explain, rules and formats share: one option, and JSON that the library renders. */
#ifndef NAVLINT_CLI_CATALOGUE_OUTPUT_H
#define NAVLINT_CLI_CATALOGUE_OUTPUT_H

#include "cli/options.h"

enum { CLI_AS_TEXT, CLI_AS_JSON };

typedef struct cli_catalogue_settings {
    unsigned format; /* CLI_AS_TEXT or CLI_AS_JSON */
} cli_catalogue_settings;

extern const cli_option cli_catalogue_options[1];

/* Prints the library's text with a newline and frees it.
 * Returns CLI_OK, or CLI_INTERNAL after a complaint if memory ran out. */
int cli_print_text(navlint_text text);

#endif

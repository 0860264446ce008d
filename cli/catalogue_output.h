/* What explain, rules, formats and layout share: options, operands, and JSON that the library
 * renders. */
#ifndef NAVLINT_CLI_CATALOGUE_OUTPUT_H
#define NAVLINT_CLI_CATALOGUE_OUTPUT_H

#include "cli/options.h"

enum { CLI_AS_TEXT, CLI_AS_JSON };

typedef struct cli_catalogue_settings {
    unsigned format; /* CLI_AS_TEXT or CLI_AS_JSON */
} cli_catalogue_settings;

extern const cli_option cli_catalogue_options[1];

typedef struct cli_words {
    char **items;
    size_t count;
} cli_words;

/* Reads the words of a verb about one format or, without an operand, all.
 * settings, format: receive what they say; *format stays as it is without an operand.
 * Returns CLI_OK, or CLI_USAGE after a complaint. */
int cli_parse_of_format(const cli_verb *verb, cli_words words, cli_catalogue_settings *settings,
                        const navlint_format **format);

/* Prints the library's text with a newline and frees it.
 * Returns CLI_OK, or CLI_INTERNAL after a complaint if memory ran out. */
int cli_print_text(navlint_text text);

#endif

/* From settings back to the words that make them. */
#ifndef NAVLINT_CLI_SPELL_H
#define NAVLINT_CLI_SPELL_H

#include "cli/options.h"

/* Words of their own: cli_words_free frees each. Start with {0}. */
typedef struct cli_words {
    char **items; /* heap, and each of them */
    size_t count;
    bool has_failed; /* memory ran out */
} cli_words;

/* Appends the words of one option, as a command line would have them; none if it stands as it does
 * by default. Reading them gives the same settings again.
 * settings, defaults: the structs that the option's target points into. */
void cli_spell(cli_words *words, const cli_option *option, const void *settings,
               const void *defaults);

void cli_words_free(cli_words *words);

#endif

/* The names that the library knows, looked up as users type them, and what a mistyped one may have
 * meant. */
#ifndef NAVLINT_CLI_NAMES_H
#define NAVLINT_CLI_NAMES_H

#include "navlint/navlint.h"

/* A search for the candidate that is nearest to a mistyped word. Start with cli_guess_for. */
typedef struct cli_guess {
    const char *word;
    const char *nearest; /* NULL while none is close; borrowed from the candidates */
    size_t distance;     /* edits between the two */
} cli_guess;

/* word: borrowed for the life of the guess. */
cli_guess cli_guess_for(const char *word);

/* Takes `candidate` if it is close to the word and closer than those before; case does not count.
 */
void cli_guess_try(cli_guess *guess, const char *candidate);

/* Complains `WHERE: WHAT 'WORD'`, with the nearest candidate if one is close.
 * where: the verb; may be NULL. */
void cli_complain_guess(const char *where, const char *what, const cli_guess *guess);

/* Each finds the static record with that name, or complains in the name of `where` and returns
 * NULL. Codes may be typed in any case. */
const navlint_rule *cli_find_rule(const char *where, const char *code,
                                  const navlint_format **format);
const navlint_format *cli_find_format(const char *where, const char *id);
const navlint_game *cli_find_game(const char *where, const char *id);

#endif

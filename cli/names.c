#include "cli/names.h"

#include <ctype.h>
#include <string.h>

#include "cli/output.h"

enum { LONGEST_WORD = 63 };

static int lower(char letter) {
    return tolower((unsigned char)letter);
}

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* Levenshtein's distance with one row of his table; words longer than LONGEST_WORD are far from
 * everything. */
static size_t edit_distance(const char *a, const char *b) {
    const size_t width = strlen(b);
    if (width > LONGEST_WORD || strlen(a) > LONGEST_WORD) return SIZE_MAX;
    size_t row[LONGEST_WORD + 1];
    for (size_t column = 0; column <= width; column++)
        row[column] = column;
    for (size_t line = 1; a[line - 1] != '\0'; line++) {
        size_t diagonal = row[0];
        row[0] = line;
        for (size_t column = 1; column <= width; column++) {
            const size_t above = row[column];
            const size_t replace = lower(a[line - 1]) == lower(b[column - 1]) ? 0 : 1;
            row[column] = least(least(above, row[column - 1]) + 1, diagonal + replace);
            diagonal = above;
        }
    }
    return row[width];
}

cli_guess cli_guess_for(const char *word) {
    /* A third of the letters may be wrong, and one in the shortest words. */
    return (cli_guess){.word = word, .distance = strlen(word) / 3 + 2};
}

void cli_guess_try(cli_guess *guess, const char *candidate) {
    const size_t distance = edit_distance(guess->word, candidate);
    if (distance >= guess->distance) return;
    guess->distance = distance;
    guess->nearest = candidate;
}

void cli_complain_guess(const char *where, const char *what, const cli_guess *guess) {
    const char *const lead = where ? where : "";
    const char *const colon = where ? ": " : "";
    if (guess->nearest)
        cli_complain("%s%s%s '%s' (did you mean '%s'?)", lead, colon, what, guess->word,
                     guess->nearest);
    else
        cli_complain("%s%s%s '%s'", lead, colon, what, guess->word);
}

static const navlint_rule *rule_in_any_case(const char *code, const navlint_format **format) {
    char upper[LONGEST_WORD + 1];
    const size_t length = strlen(code);
    if (length > LONGEST_WORD) return NULL;
    for (size_t i = 0; i <= length; i++)
        upper[i] = (char)toupper((unsigned char)code[i]);
    return navlint_rule_by_code(upper, format);
}

static void guess_rules(cli_guess *guess, const navlint_format *format) {
    for (size_t i = 0; i < format->rule_count; i++)
        cli_guess_try(guess, format->rules[i].code);
}

const navlint_rule *cli_find_rule(const char *where, const char *code,
                                  const navlint_format **format) {
    const navlint_rule *const rule = rule_in_any_case(code, format);
    if (rule) return rule;
    cli_guess guess = cli_guess_for(code);
    for (size_t i = 0; i < navlint_format_count(); i++)
        guess_rules(&guess, navlint_format_at(i));
    cli_complain_guess(where, "unknown rule", &guess);
    return NULL;
}

static void guess_format(cli_guess *guess, const navlint_format *format) {
    cli_guess_try(guess, format->id);
    for (size_t i = 0; i < format->part_count; i++)
        cli_guess_try(guess, format->parts[i].id);
}

const navlint_format *cli_find_format(const char *where, const char *id) {
    const navlint_format *const format = navlint_format_by_id(id);
    if (format) return format;
    cli_guess guess = cli_guess_for(id);
    for (size_t i = 0; i < navlint_format_count(); i++)
        guess_format(&guess, navlint_format_at(i));
    cli_complain_guess(where, "unknown format", &guess);
    return NULL;
}

static const navlint_game *game_of(const navlint_format *format, cli_guess *guess) {
    for (size_t i = 0; i < format->game_count; i++) {
        const navlint_game *const game = &format->games[i];
        if (strcmp(game->id, guess->word) == 0) return game;
        cli_guess_try(guess, game->id);
    }
    return NULL;
}

const navlint_game *cli_find_game(const char *where, const char *id) {
    cli_guess guess = cli_guess_for(id);
    for (size_t i = 0; i < navlint_format_count(); i++) {
        const navlint_game *const game = game_of(navlint_format_at(i), &guess);
        if (game) return game;
    }
    cli_complain_guess(where, "unknown game", &guess);
    return NULL;
}

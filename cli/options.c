#include "cli/options.h"

#include <string.h>

#include "cli/names.h"
#include "cli/output.h"
#include "cli/values.h"

/* One option as it stands among the words. */
typedef struct sighting {
    const cli_option *option;
    const char *value; /* NULL if none is attached by `=` or to the letter */
} sighting;

size_t cli_option_count(const cli_verb *verb) {
    return verb->option_count + verb->loan.count;
}

const cli_option *cli_option_at(const cli_verb *verb, size_t index) {
    if (index < verb->option_count) return &verb->options[index];
    const cli_loan *const loan = &verb->loan;
    size_t row = 0;
    while (row + 1 < loan->row_count &&
           strcmp(loan->rows[row].name, loan->names[index - verb->option_count]) != 0)
        row++;
    return &loan->rows[row];
}

static bool is_letter(const char *word) {
    return word[0] == '-' && word[1] != '-';
}

/* Tells whether `word` is this option, with or without an attached value. */
static bool matches(const cli_option *option, const char *word, const char **value) {
    const char *const name = is_letter(word) ? option->letter : option->name;
    if (!name) return false;
    const size_t length = strlen(name);
    if (strncmp(word, name, length) != 0) return false;
    const char *const rest = word + length;
    *value = NULL;
    if (*rest == '\0') return true;
    if (is_letter(word)) *value = rest;
    if (*rest == '=') *value = rest + 1;
    return *value != NULL;
}

static void complain_unknown(const cli_verb *verb, const char *word) {
    char name[64];
    const size_t length = strcspn(word, "=");
    if (length >= sizeof name || is_letter(word)) {
        cli_complain("%s: unknown option '%s'", verb->name, word);
        return;
    }
    memcpy(name, word, length);
    name[length] = '\0';
    cli_guess guess = cli_guess_for(name);
    for (size_t i = 0; i < cli_option_count(verb); i++)
        cli_guess_try(&guess, cli_option_at(verb, i)->name);
    cli_complain_guess(verb->name, "unknown option", &guess);
}

static bool find_option(const cli_verb *verb, const char *word, sighting *seen) {
    for (size_t i = 0; i < cli_option_count(verb); i++) {
        seen->option = cli_option_at(verb, i);
        if (matches(seen->option, word, &seen->value)) return true;
    }
    complain_unknown(verb, word);
    return false;
}

/* Applies the option at words[*at]; moves *at on if its value is the next word. */
static int take_option(const cli_verb *verb, char **words, size_t *at, void *settings) {
    sighting seen;
    if (!find_option(verb, words[*at], &seen)) return CLI_USAGE;
    if (verb->note) verb->note(settings, seen.option);
    void *const target = (char *)settings + seen.option->target;
    if (seen.option->kind == CLI_FLAG) {
        if (!seen.value) return *(bool *)target = true, CLI_OK;
        cli_complain("%s: %s takes no value", verb->name, seen.option->name);
        return CLI_USAGE;
    }
    if (seen.option->kind == CLI_TABLE && !seen.value) return *(unsigned *)target = 1, CLI_OK;
    if (!seen.value) {
        seen.value = words[*at + 1];
        if (!seen.value) {
            cli_complain("%s: %s needs a value: %s", verb->name, seen.option->name,
                         seen.option->argument);
            return CLI_USAGE;
        }
        *at += 1;
    }
    const cli_assignment assignment = {verb->name, seen.option, seen.value, target};
    return cli_assign(&assignment);
}

static int check_operand_count(const cli_verb *verb, const cli_operands *operands) {
    if (operands->count < verb->min_operands) {
        cli_complain("%s: %s is missing; see '%s help %s'", verb->name, verb->operands,
                     cli_this_program.name, verb->name);
        return CLI_USAGE;
    }
    if (operands->count > verb->max_operands) {
        cli_complain("%s: unexpected argument '%s'; see '%s help %s'", verb->name,
                     operands->items[verb->max_operands], cli_this_program.name, verb->name);
        return CLI_USAGE;
    }
    return CLI_OK;
}

int cli_parse(const cli_verb *verb, char **words, size_t word_count, void *settings,
              cli_operands *operands) {
    *operands = (cli_operands){.items = words};
    bool options_ended = false;
    for (size_t at = 0; at < word_count; at++) {
        char *const word = words[at];
        if (options_ended || word[0] != '-' || word[1] == '\0') {
            operands->items[operands->count++] = word;
        } else if (strcmp(word, "--") == 0) {
            options_ended = true;
        } else {
            const int code = take_option(verb, words, &at, settings);
            if (code != CLI_OK) return code;
        }
    }
    return check_operand_count(verb, operands);
}

static void print_option(const cli_option *option) {
    char head[96];
    const bool is_optional = option->kind == CLI_TABLE;
    snprintf(head, sizeof head, "%s%s%s%s%s%s", option->letter ? option->letter : "",
             option->letter ? ", " : "    ", option->name,
             is_optional        ? "[="
             : option->argument ? " "
                                : "",
             option->argument ? option->argument : "", is_optional ? "]" : "");
    cli_print("  %s\n", head);
    cli_print_folded(option->help, 10);
}

void cli_print_verb_help(const cli_verb *verb) {
    cli_print("Usage: %s %s%s%s%s\n\n", cli_this_program.name, verb->name,
              cli_option_count(verb) > 0 ? " [options]" : "", verb->operands[0] != '\0' ? " " : "",
              verb->operands);
    cli_print_folded(verb->summary, 0);
    if (verb->details) {
        cli_print("\n");
        cli_print_folded(verb->details, 0);
    }
    if (cli_option_count(verb) > 0)
        cli_print("\nOptions (they and the other words mix freely; -- ends them):\n");
    for (size_t i = 0; i < cli_option_count(verb); i++)
        print_option(cli_option_at(verb, i));
    cli_print("\n%s", verb->exit_help ? verb->exit_help : cli_this_program.exit_help);
}

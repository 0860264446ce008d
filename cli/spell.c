#include "cli/spell.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void append(cli_words *words, const char *text, size_t length) {
    char **const items = realloc(words->items, (words->count + 1) * sizeof *items);
    if (items) words->items = items;
    char *const word = items ? strndup(text, length) : NULL;
    if (word)
        words->items[words->count++] = word;
    else
        words->has_failed = true;
}

static void append_pair(cli_words *words, const cli_option *option, const char *value,
                        size_t length) {
    append(words, option->name, strlen(option->name));
    append(words, value, length);
}

static void append_text(cli_words *words, const cli_option *option, const char *value) {
    if (value) append_pair(words, option, value, strlen(value));
}

static void append_number(cli_words *words, const cli_option *option, uint64_t number) {
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, number);
    append_text(words, option, digits);
}

/* The word at `position` of "a|b|c"; none past the last. */
static void append_choice(cli_words *words, const cli_option *option, unsigned position) {
    const char *word = option->argument;
    for (; position > 0 && word; position--) {
        word = strchr(word, '|');
        if (word) word++;
    }
    if (word) append_pair(words, option, word, strcspn(word, "|"));
}

static void append_list(cli_words *words, const cli_option *option, const cli_list *list) {
    for (size_t i = 0; i < list->count; i++)
        append_text(words, option, list->items[i]);
}

static void append_overrides(cli_words *words, const cli_option *option,
                             const cli_overrides *overrides) {
    for (size_t i = 0; i < overrides->count; i++) {
        const navlint_override *const row = &overrides->items[i];
        char text[128];
        snprintf(text, sizeof text, "%s=%s", row->code,
                 row->severity == NAVLINT_OFF ? "off" : navlint_severity_text(row->severity));
        append_text(words, option, text);
    }
}

void cli_spell(cli_words *words, const cli_option *option, const void *settings,
               const void *defaults) {
    const void *const now = (const char *)settings + option->target;
    const void *const before = (const char *)defaults + option->target;
    switch (option->kind) {
    case CLI_FLAG:
        if (*(const bool *)now) append(words, option->name, strlen(option->name));
        break;
    case CLI_CHOICE:
        if (*(const unsigned *)now != *(const unsigned *)before)
            append_choice(words, option, *(const unsigned *)now);
        break;
    case CLI_COUNT:
        if (((const cli_count *)now)->is_given)
            append_number(words, option, ((const cli_count *)now)->value);
        break;
    case CLI_JOBS:
        if (*(const uint32_t *)now > 0) append_number(words, option, *(const uint32_t *)now);
        break;
    case CLI_SIZE:
    case CLI_OFFSET:
        if (*(const uint64_t *)now != *(const uint64_t *)before)
            append_number(words, option, *(const uint64_t *)now);
        break;
    case CLI_WORD:
    case CLI_PATH:
    case CLI_FORMAT:
    case CLI_GAME:
        append_text(words, option, *(const char *const *)now);
        break;
    case CLI_WORDS:
    case CLI_PATHS:
    case CLI_CODES:
        append_list(words, option, now);
        break;
    case CLI_SEVERITIES:
        append_overrides(words, option, now);
        break;
    case CLI_TABLE:   /* takes its word behind `=`: no verb that is spelt has one */
    case CLI_OUTPUTS: /* how to judge does not say where to write */
        break;
    }
}

void cli_words_free(cli_words *words) {
    for (size_t i = 0; i < words->count; i++)
        free(words->items[i]);
    free(words->items);
    *words = (cli_words){0};
}

#include "scan/rules.h"

#include <stdlib.h>
#include <string.h>

#include "cli/check_options.h"
#include "cli/options_of_check.h"
#include "cli/output.h"
#include "scan/options.h"

static bool copy_words(scan_rules_row *row, const cli_list *words) {
    for (size_t i = 0; i < words->count; i++)
        row->length += strlen(words->items[i]) + 1;
    row->text = malloc(row->length + 1);
    row->words = calloc(words->count + 1, sizeof *row->words);
    if (!row->text || !row->words) return false;
    size_t at = 0;
    for (size_t i = 0; i < words->count; i++) {
        const size_t length = strlen(words->items[i]) + 1;
        row->words[i] = memcpy(row->text + at, words->items[i], length);
        at += length;
    }
    return true;
}

static bool has_words(const scan_rules_row *row, const cli_list *words) {
    size_t at = 0;
    for (size_t i = 0; i < words->count; i++) {
        const size_t length = strlen(words->items[i]) + 1;
        if (length > row->length - at || memcmp(row->text + at, words->items[i], length) != 0)
            return false;
        at += length;
    }
    return at == row->length;
}

static void free_row(scan_rules_row *row) {
    if (!row) return;
    cli_masters_close(&row->masters);
    cli_check_settings_free(&row->settings);
    free(row->text);
    free(row->words);
    free(row);
}

static bool fill_row(scan_rules_row *row, const cli_list *words) {
    if (!copy_words(row, words)) return cli_complain("out of memory"), false;
    if (!scan_read_words(row->words, words->count, &row->settings)) return false;
    if (cli_masters_open(&row->masters, &row->settings.masters, row->settings.max_bytes) != CLI_OK)
        return false;
    row->rules = (scan_rules){&row->settings, cli_options_of(&row->settings), &row->masters};
    return true;
}

static const scan_rules *add_row(scan_rules_list *list, const cli_list *words) {
    if (list->count == SCAN_MOST_RULES) {
        cli_complain("tasks ask for more than %d ways to judge: start the worker again",
                     SCAN_MOST_RULES);
        return NULL;
    }
    scan_rules_row *const row = calloc(1, sizeof *row);
    if (!row || !fill_row(row, words)) return free_row(row), NULL;
    list->rows[list->count++] = row;
    return &row->rules;
}

const scan_rules *scan_rules_for(scan_rules_list *list, const cli_list *words) {
    const scan_rules *found = NULL;
    pthread_mutex_lock(&list->lock);
    for (size_t i = 0; !found && i < list->count; i++)
        if (has_words(list->rows[i], words)) found = &list->rows[i]->rules;
    if (!found) found = add_row(list, words);
    pthread_mutex_unlock(&list->lock);
    return found;
}

void scan_rules_free(scan_rules_list *list) {
    for (size_t i = 0; i < list->count; i++)
        free_row(list->rows[i]);
    list->count = 0;
}

#include "cli/config/keys.h"

#include <stdlib.h>
#include <string.h>

#include "cli/check_options.h"
#include "cli/output.h"
#include "cli/values.h"

const cli_key cli_keys[CLI_KEY_COUNT] = {
#define CLI_KEY(member, key, option, kind, argument, layering, place, help, key_help)              \
    {key,                                                                                          \
     {option, NULL, kind, offsetof(cli_check_settings, member), argument, help},                   \
     layering,                                                                                     \
     place,                                                                                        \
     key_help},
#include "cli/config/keys.def"
#undef CLI_KEY
};

void cli_keys_note(void *settings, const cli_option *option) {
    cli_check_settings *const to = settings;
    for (size_t i = 0; i < CLI_KEY_COUNT; i++)
        if (strcmp(cli_keys[i].option.name, option->name) == 0) to->given[i] = true;
}

/* The bytes of a member that is no list; 0 of one that is. */
static size_t bytes_of(cli_kind kind) {
    switch (kind) {
    case CLI_FLAG:
        return sizeof(bool);
    case CLI_CHOICE:
        return sizeof(unsigned);
    case CLI_COUNT:
        return sizeof(cli_count);
    case CLI_SIZE:
        return sizeof(uint64_t);
    case CLI_FORMAT:
    case CLI_GAME:
        return sizeof(const char *);
    default:
        return 0;
    }
}

static void *member_of(const cli_key *key, cli_check_settings *settings) {
    return (char *)settings + key->option.target;
}

static const void *layer_member_of(const cli_key *key, const cli_check_settings *settings) {
    return (const char *)settings + key->option.target;
}

static void empty(const cli_key *key, void *member) {
    if (key->option.kind == CLI_SEVERITIES) {
        free(((cli_overrides *)member)->items);
        *(cli_overrides *)member = (cli_overrides){0};
    } else {
        free(((cli_list *)member)->items);
        *(cli_list *)member = (cli_list){0};
    }
}

void cli_key_reset(const cli_key *key, cli_check_settings *settings) {
    const cli_check_settings defaults = cli_check_defaults();
    const size_t bytes = bytes_of(key->option.kind);
    settings->given[key - cli_keys] = false;
    if (bytes > 0)
        memcpy(member_of(key, settings), layer_member_of(key, &defaults), bytes);
    else
        empty(key, member_of(key, settings));
}

static bool has_word(const cli_list *words, const char *word) {
    for (size_t i = 0; i < words->count; i++)
        if (words->items[i] == word) return true;
    return false;
}

/* What two layers borrow from one place, which are codes, is there once. */
static int add_words(cli_list *to, const cli_list *from) {
    int code = CLI_OK;
    for (size_t i = 0; code == CLI_OK && i < from->count; i++)
        if (!has_word(to, from->items[i])) code = cli_list_append(to, from->items[i]);
    return code;
}

static int add_overrides(cli_overrides *to, const cli_overrides *from) {
    int code = CLI_OK;
    for (size_t i = 0; code == CLI_OK && i < from->count; i++)
        code = cli_overrides_set(to, from->items[i]);
    return code;
}

static int put(const cli_key *key, cli_check_settings *settings, const cli_check_settings *layer) {
    void *const to = member_of(key, settings);
    const void *const from = layer_member_of(key, layer);
    const size_t bytes = bytes_of(key->option.kind);
    if (bytes > 0) return memcpy(to, from, bytes), CLI_OK;
    if (key->layering == CLI_REPLACES) empty(key, to);
    return key->option.kind == CLI_SEVERITIES ? add_overrides(to, from) : add_words(to, from);
}

int cli_keys_put(cli_check_settings *settings, const cli_check_settings *layer) {
    int code = CLI_OK;
    for (size_t i = 0; code == CLI_OK && i < CLI_KEY_COUNT; i++) {
        if (!layer->given[i]) continue;
        code = put(&cli_keys[i], settings, layer);
        settings->given[i] = true;
    }
    return code;
}

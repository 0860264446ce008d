#include "cli/config/show.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output.h"

/* ---- values ---- */

/* The word at `position` of "a|b|c"; NULL past the last. */
static json_t *choice(const char *words, unsigned position) {
    for (; position > 0 && words; position--) {
        words = strchr(words, '|');
        if (words) words++;
    }
    return words ? json_stringn(words, strcspn(words, "|")) : NULL;
}

static json_t *list(const cli_list *words) {
    json_t *const array = json_array();
    for (size_t i = 0; i < words->count; i++)
        json_array_append_new(array, json_string(words->items[i]));
    return array;
}

static json_t *severities(const cli_overrides *overrides) {
    json_t *const object = json_object();
    for (size_t i = 0; i < overrides->count; i++) {
        const navlint_override *const row = &overrides->items[i];
        json_object_set_new(object, row->code, choice("error|warning|info|off", row->severity));
    }
    return object;
}

/* No command line says so much in earnest; the reader takes no more. */
static json_t *size(uint64_t bytes) {
    return json_integer(
        (json_int_t)(bytes < CLI_CONFIG_MOST_BYTES ? bytes : CLI_CONFIG_MOST_BYTES));
}

json_t *cli_config_value(const cli_key *key, const cli_check_settings *settings) {
    const void *const member = (const char *)settings + key->option.target;
    switch (key->option.kind) {
    case CLI_FLAG:
        return json_boolean(*(const bool *)member);
    case CLI_CHOICE:
        return choice(key->option.argument, *(const unsigned *)member);
    case CLI_COUNT: {
        const cli_count *const count = member;
        return count->is_given ? json_integer(count->value) : NULL;
    }
    case CLI_SIZE:
        return size(*(const uint64_t *)member);
    case CLI_FORMAT:
    case CLI_GAME: {
        const char *const word = *(const char *const *)member;
        return word ? json_string(word) : NULL;
    }
    case CLI_SEVERITIES:
        return severities(member);
    default: /* CLI_CODES, CLI_WORDS, CLI_PATHS */
        return list(member);
    }
}

json_t *cli_config_values(const cli_check_settings *settings) {
    json_t *const values = json_object();
    for (size_t i = 0; i < CLI_KEY_COUNT; i++) {
        json_t *const value = cli_config_value(&cli_keys[i], settings);
        if (value) json_object_set_new(values, cli_keys[i].name, value);
    }
    return values;
}

/* ---- layers ---- */

/* The layers that say something of a key, the uppermost last. */
typedef struct origin {
    const cli_terms *terms;
    const cli_check_settings *command;
    size_t key;
    json_t *names;
} origin;

static void add_layer(const origin *o, const cli_check_settings *layer, const char *name) {
    if (!layer->given[o->key]) return;
    if (cli_keys[o->key].layering != CLI_ADDS) json_array_clear(o->names);
    json_array_append_new(o->names, json_string(name));
}

static void add_overrides(const origin *o, const cli_config *config) {
    for (size_t i = 0; i < config->override_count; i++) {
        json_t *const name = json_sprintf("%s, override %zu", config->path, i + 1);
        if (cli_terms_have_override(o->terms, i) && name)
            add_layer(o, &config->overrides[i].settings, json_string_value(name));
        json_decref(name);
    }
}

static json_t *layers_of(const cli_terms *terms, const cli_check_settings *command, size_t key) {
    const origin o = {terms, command, key, json_array()};
    const cli_config *const config = cli_terms_config(terms);
    const bool is_yielding = cli_keys[key].layering == CLI_YIELDS_TO_ALL && command->all;
    if (config && !is_yielding) {
        add_layer(&o, &config->settings, config->path);
        add_overrides(&o, config);
    }
    add_layer(&o, command, "command line");
    if (json_array_size(o.names) == 0) json_array_append_new(o.names, json_string("default"));
    return o.names;
}

json_t *cli_config_shown(const char *name, const cli_terms *terms,
                         const cli_check_settings *command) {
    const cli_config *const config = cli_terms_config(terms);
    char safe[CLI_COMPLAINT_CAPACITY];
    cli_make_safe(safe, sizeof safe, name);
    json_t *const from = json_object();
    for (size_t i = 0; i < CLI_KEY_COUNT; i++)
        json_object_set_new(from, cli_keys[i].name, layers_of(terms, command, i));
    return json_pack("{s:s, s:s?, s:o, s:o}", "file", safe, "config", config ? config->path : NULL,
                     "settings", cli_config_values(terms->settings), "from", from);
}

/* ---- for people ---- */

static void print_key(size_t key, const cli_terms *terms, const cli_check_settings *command) {
    json_t *const value = cli_config_value(&cli_keys[key], terms->settings);
    json_t *const layers = layers_of(terms, command, key);
    char *const text = value ? json_dumps(value, JSON_ENCODE_ANY | JSON_ENSURE_ASCII) : NULL;
    cli_print("  %s: %s  (", cli_keys[key].name, text ? text : "-");
    for (size_t i = 0; i < json_array_size(layers); i++) {
        char safe[CLI_COMPLAINT_CAPACITY];
        cli_make_safe(safe, sizeof safe, json_string_value(json_array_get(layers, i)));
        cli_print("%s%s", i > 0 ? "; " : "", safe);
    }
    cli_print(")\n");
    free(text);
    json_decref(value);
    json_decref(layers);
}

void cli_config_print(const char *name, const cli_terms *terms, const cli_check_settings *command) {
    const cli_config *const config = cli_terms_config(terms);
    char safe[CLI_COMPLAINT_CAPACITY];
    cli_make_safe(safe, sizeof safe, name);
    cli_print("%s: ", safe);
    cli_make_safe(safe, sizeof safe, config ? config->path : "no file of settings");
    cli_print("%s\n", safe);
    for (size_t i = 0; i < CLI_KEY_COUNT; i++)
        print_key(i, terms, command);
}

#include "cli/config/schema.h"

#include <jansson.h>
#include <string.h>

#include "cli/config/config.h"
#include "cli/config/keys.h"

/* What jansson cannot hold, and what no path has. */
#define NO_NUL "^[^\\u0000]*$"

/* ---- names ---- */

static void each_name(json_t *names, void add(json_t *names, const navlint_format *format)) {
    for (size_t i = 0; i < navlint_format_count(); i++)
        add(names, navlint_format_at(i));
}

static void add_name(json_t *names, const char *name) {
    for (size_t i = 0; i < json_array_size(names); i++)
        if (strcmp(json_string_value(json_array_get(names, i)), name) == 0) return;
    json_array_append_new(names, json_string(name));
}

static void add_codes(json_t *names, const navlint_format *format) {
    for (size_t i = 0; i < format->rule_count; i++)
        json_array_append_new(names, json_string(format->rules[i].code));
}

static void add_formats(json_t *names, const navlint_format *format) {
    add_name(names, format->id);
    for (size_t i = 0; i < format->part_count; i++)
        add_name(names, format->parts[i].id);
}

static void add_games(json_t *names, const navlint_format *format) {
    for (size_t i = 0; i < format->game_count; i++)
        add_name(names, format->games[i].id);
}

static json_t *one_of_names(void add(json_t *names, const navlint_format *format)) {
    json_t *const names = json_array();
    each_name(names, add);
    return json_pack("{s:o}", "enum", names);
}

/* "a|b|c" */
static json_t *one_of_words(const char *words) {
    json_t *const names = json_array();
    for (size_t length; *words != '\0'; words += length + (words[length] == '|')) {
        length = strcspn(words, "|");
        json_array_append_new(names, json_stringn(words, length));
    }
    return json_pack("{s:o}", "enum", names);
}

/* ---- values ---- */

static json_t *array_of(json_t *items) {
    return json_pack("{s:s, s:o, s:i}", "type", "array", "items", items, "maxItems",
                     CLI_CONFIG_ITEMS);
}

static json_t *text(void) {
    return json_pack("{s:s, s:i, s:i, s:s}", "type", "string", "minLength", 1, "maxLength",
                     CLI_CONFIG_CHARACTERS, "pattern", NO_NUL);
}

static json_t *reference(const char *name) {
    return json_pack("{s:s+}", "$ref", "#/$defs/", name);
}

static json_t *number(json_int_t most) {
    return json_pack("{s:s, s:i, s:I}", "type", "integer", "minimum", 0, "maximum", most);
}

/* A prefix that no code begins with is left to the reader. */
static json_t *codes(void) {
    return array_of(json_pack("{s:s, s:[o, {s:s}]}", "type", "string", "anyOf", reference("code"),
                              "pattern", "^[A-Z][A-Z0-9_]*\\*$"));
}

static json_t *bytes(void) {
    return json_pack("{s:[o, {s:s, s:s}]}", "anyOf", number((json_int_t)CLI_CONFIG_MOST_BYTES),
                     "type", "string", "pattern", "^[0-9]{1,9}[kKmMgG]$");
}

static json_t *severities(void) {
    return json_pack("{s:s, s:o, s:o}", "type", "object", "propertyNames", reference("code"),
                     "additionalProperties", one_of_words("error|warning|info|off"));
}

static json_t *value_of(const cli_key *key) {
    switch (key->option.kind) {
    case CLI_FLAG:
        return json_pack("{s:s}", "type", "boolean");
    case CLI_CHOICE:
        return one_of_words(key->option.argument);
    case CLI_COUNT:
        return number(UINT32_MAX);
    case CLI_SIZE:
        return bytes();
    case CLI_FORMAT:
        return one_of_names(add_formats);
    case CLI_GAME:
        return one_of_names(add_games);
    case CLI_CODES:
        return codes();
    case CLI_SEVERITIES:
        return severities();
    default: /* CLI_WORDS, CLI_PATHS */
        return array_of(text());
    }
}

/* ---- objects ---- */

static json_t *described(json_t *value, const char *description) {
    json_object_set_new(value, "description", json_string(description));
    return value;
}

static void add_keys(json_t *properties, bool is_top) {
    for (size_t i = 0; i < CLI_KEY_COUNT; i++) {
        const cli_key *const key = &cli_keys[i];
        if (!is_top && key->place == CLI_AT_THE_TOP) continue;
        json_object_set_new(properties, key->name, described(value_of(key), key->help));
    }
}

static json_t *object_of(json_t *properties) {
    return json_pack("{s:s, s:b, s:o}", "type", "object", "additionalProperties", 0, "properties",
                     properties);
}

static json_t * override(void) {
    json_t *const properties = json_object();
    json_t *const files = array_of(text());
    json_object_set_new(files, "minItems", json_integer(1));
    json_object_set_new(properties, "files",
                        described(files, "Globs of the files for which the rest holds, from the "
                                         "folder of the settings."));
    add_keys(properties, false);
    json_t *const object = object_of(properties);
    json_object_set_new(object, "required", json_pack("[s]", "files"));
    return object;
}

static json_t *properties_of_top(void) {
    json_t *const properties = json_object();
    json_object_set_new(properties, "$schema",
                        json_pack("{s:s, s:s, s:s}", "type", "string", "pattern", NO_NUL,
                                  "description", "The address of this schema, for editors."));
    add_keys(properties, true);
    json_object_set_new(properties, "overrides",
                        described(array_of(reference("override")),
                                  "What else holds for some of the files. All that mean a file "
                                  "count, one over the other."));
    return properties;
}

json_t *cli_config_schema(void) {
    json_t *const schema = json_pack(
        "{s:s, s:s, s:s, s:s}", "$schema", "https://json-schema.org/draft/2020-12/schema", "$id",
        "urn:navlint:schema:config:1", "title", "navlint settings", "description",
        "Settings of a repository: .navlint.json. Made from the table of options by `navlint "
        "config --schema`.");
    json_t *const whole = object_of(properties_of_top());
    json_object_update(schema, whole);
    json_decref(whole);
    json_object_set_new(
        schema, "$defs",
        json_pack("{s:o, s:o}", "override", override(), "code", one_of_names(add_codes)));
    return schema;
}

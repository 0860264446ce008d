#include "cli/config/config.h"

#include <ctype.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cli/absolute.h"
#include "cli/check_options.h"
#include "cli/config/json_place.h"
#include "cli/config/keys.h"
#include "cli/names.h"
#include "cli/output.h"
#include "cli/values.h"

enum { POINTER_BYTES = 256, WHERE_BYTES = 4096 + POINTER_BYTES };

/* A file while it is read. */
typedef struct reading {
    cli_config *config;
    const char *bytes;
    size_t length;
    char pointer[POINTER_BYTES]; /* of the value that is looked at */
} reading;

/* ---- where ---- */

/* Moves on to a value below; cut(r, mark) moves back. */
static size_t enter(reading *r, const char *step) {
    const size_t mark = strlen(r->pointer);
    cli_json_step(r->pointer, sizeof r->pointer, step);
    return mark;
}

static size_t enter_index(reading *r, size_t index) {
    char step[24];
    snprintf(step, sizeof step, "%zu", index);
    return enter(r, step);
}

static void leave(reading *r, size_t mark) {
    r->pointer[mark] = '\0';
}

/* ".navlint.json:3:15: /overrides/0/ignore" */
static const char *where(const reading *r, char text[WHERE_BYTES]) {
    const cli_json_place place = cli_json_find(r->bytes, r->length, r->pointer);
    const char *const colon = r->pointer[0] == '\0' ? "" : ": ";
    if (place.line > 0)
        snprintf(text, WHERE_BYTES, "%s:%d:%d%s%s", r->config->path, place.line, place.column,
                 colon, r->pointer);
    else
        snprintf(text, WHERE_BYTES, "%s%s%s", r->config->path, colon, r->pointer);
    return text;
}

static int refuse(const reading *r, const char *what) {
    char text[WHERE_BYTES];
    cli_complain("%s: %s", where(r, text), what);
    return CLI_USAGE;
}

static int out_of_memory(void) {
    cli_complain("out of memory");
    return CLI_INTERNAL;
}

/* ---- values: as the option would read them ---- */

/* Where a value goes. */
typedef struct slot {
    reading *r;
    const cli_key *key; /* and its settings; NULL for "files", which go to */
    cli_check_settings *settings;
    cli_list *files;
} slot;

/* What a command line would say behind the option. Complaints name the key instead. */
static int assign(const slot *s, const char *word) {
    char text[WHERE_BYTES];
    cli_option option = s->key->option;
    option.name = s->key->name;
    const cli_assignment assignment = {where(s->r, text), &option, word,
                                       (char *)s->settings + option.target};
    return cli_assign(&assignment);
}

static int read_word(const slot *s, const json_t *value) {
    const char *const word = json_string_value(value);
    return word ? assign(s, word) : refuse(s->r, "a string is expected");
}

static int read_flag(const slot *s, const json_t *value) {
    if (!json_is_boolean(value)) return refuse(s->r, "true or false is expected");
    *(bool *)((char *)s->settings + s->key->option.target) = json_is_true(value);
    return CLI_OK;
}

/* 3 and 3.0 are one number to JSON. Returns false for what is no whole number from 0 to most. */
static bool whole_number(const json_t *value, uint64_t most, uint64_t *number) {
    const double real = json_number_value(value);
    if (!json_is_number(value) || real < 0 || real > (double)most) return false;
    *number = json_is_integer(value) ? (uint64_t)json_integer_value(value) : (uint64_t)real;
    return *number <= most && (json_is_integer(value) || (double)*number == real);
}

static int assign_number(const slot *s, uint64_t number) {
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, number);
    return assign(s, digits);
}

static int read_count(const slot *s, const json_t *value) {
    uint64_t number;
    if (!whole_number(value, UINT32_MAX, &number))
        return refuse(s->r, "a whole number from 0 to 4294967295 is expected");
    return assign_number(s, number);
}

/* "512M": one to nine digits, so that no size is too large. */
static bool is_size(const char *text) {
    const size_t digits = strspn(text, "0123456789");
    return digits >= 1 && digits <= 9 && text[digits] != '\0' && strchr("kKmMgG", text[digits]) &&
           text[digits + 1] == '\0';
}

static int read_size(const slot *s, const json_t *value) {
    uint64_t number;
    const char *const text = json_string_value(value);
    if (text && is_size(text)) return assign(s, text);
    if (whole_number(value, CLI_CONFIG_MOST_BYTES, &number)) return assign_number(s, number);
    return refuse(s->r, "bytes are expected: a whole number, or as in \"512M\"");
}

/* Codes are written in one way here: in capitals, one a string. */
static bool has_shape_of_code(const char *text) {
    return isupper((unsigned char)text[0]) &&
           text[strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")] == '\0';
}

/* NAV_* is one, too. */
static bool has_shape_of_codes(const char *text) {
    const size_t length = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    return isupper((unsigned char)text[0]) &&
           strcmp(text + length, text[length] == '*' ? "*" : "") == 0;
}

static int refuse_code(const slot *s, const char *code) {
    char text[WHERE_BYTES];
    return cli_find_rule(where(s->r, text), code, NULL)
               ? refuse(s->r, "codes are written in capitals")
               : CLI_USAGE;
}

static int read_code(const slot *s, const char *code) {
    return has_shape_of_codes(code) ? assign(s, code) : refuse_code(s, code);
}

/* text: UTF-8. */
static size_t character_count(const char *text) {
    size_t count = 0;
    for (; *text != '\0'; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80; /* begins one */
    return count;
}

static int check_text(const slot *s, const char *text) {
    const size_t count = character_count(text);
    if (count == 0) return refuse(s->r, "is empty");
    return count <= CLI_CONFIG_CHARACTERS ? CLI_OK : refuse(s->r, "is longer than 1024 characters");
}

static int read_glob(const slot *s, const char *glob) {
    const int code = check_text(s, glob);
    return code == CLI_OK ? assign(s, glob) : code;
}

/* A path relative to the folder of the file, kept with the file. */
static int read_path(const slot *s, const char *path) {
    cli_config *const config = s->r->config;
    const size_t capacity = strlen(config->folder) + strlen(path) + 2;
    const bool is_absolute = cli_is_absolute(path);
    int code = check_text(s, path);
    if (code != CLI_OK) return code;
    char *const whole = malloc(capacity);
    if (!whole) return out_of_memory();
    snprintf(whole, capacity, "%s%s%s", is_absolute ? "" : config->folder, is_absolute ? "" : "/",
             path);
    code = cli_list_append(&config->paths, whole);
    if (code != CLI_OK) return free(whole), code;
    return assign(s, whole);
}

static int read_strings(const slot *s, const json_t *value,
                        int (*read)(const slot *s, const char *text)) {
    const size_t count = json_array_size(value);
    if (!json_is_array(value)) return refuse(s->r, "an array of strings is expected");
    if (count > CLI_CONFIG_ITEMS) return refuse(s->r, "has more than 1000 elements");
    int code = CLI_OK;
    for (size_t i = 0; code == CLI_OK && i < count; i++) {
        const size_t mark = enter_index(s->r, i);
        const char *const text = json_string_value(json_array_get(value, i));
        code = text ? read(s, text) : refuse(s->r, "a string is expected");
        leave(s->r, mark);
    }
    return code;
}

static int read_severity(const slot *s, const char *code, const json_t *value) {
    char text[160];
    const char *const severity = json_string_value(value);
    if (!severity) return refuse(s->r, "error, warning, info or off is expected");
    if (!has_shape_of_code(code)) return refuse_code(s, code);
    snprintf(text, sizeof text, "%s=%s", code, severity);
    return assign(s, text);
}

static int read_severities(const slot *s, json_t *value) {
    const char *code;
    json_t *severity;
    int outcome = CLI_OK;
    if (!json_is_object(value)) return refuse(s->r, "an object is expected: {\"CODE\": \"off\"}");
    json_object_foreach(value, code, severity) {
        const size_t mark = enter(s->r, code);
        if (outcome == CLI_OK) outcome = read_severity(s, code, severity);
        leave(s->r, mark);
    }
    return outcome;
}

static int read_value(const slot *s, json_t *value) {
    switch (s->key->option.kind) {
    case CLI_FLAG:
        return read_flag(s, value);
    case CLI_COUNT:
        return read_count(s, value);
    case CLI_SIZE:
        return read_size(s, value);
    case CLI_CODES:
        return read_strings(s, value, read_code);
    case CLI_WORDS:
        return read_strings(s, value, read_glob);
    case CLI_PATHS:
        return read_strings(s, value, read_path);
    case CLI_SEVERITIES:
        return read_severities(s, value);
    default: /* CLI_CHOICE, CLI_FORMAT, CLI_GAME */
        return read_word(s, value);
    }
}

/* ---- keys ---- */

static const cli_key *find_key(const char *name) {
    for (size_t i = 0; i < CLI_KEY_COUNT; i++)
        if (strcmp(cli_keys[i].name, name) == 0) return &cli_keys[i];
    return NULL;
}

/* "--max-findings" and "maxFindings" */
static bool is_option(const char *option, const char *key) {
    for (option += 2; *option != '\0' && *key != '\0'; option++, key++) {
        const bool is_next_word = *option == '-';
        if (is_next_word) option++;
        if (*key != (is_next_word ? toupper((unsigned char)*option) : *option)) return false;
    }
    return *option == *key;
}

static bool is_key_of_command(const char *name) {
    for (size_t i = 0; i < CLI_CHECK_OPTION_COUNT; i++)
        if (is_option(cli_check_options[i].name, name)) return true;
    return false;
}

static int refuse_key(const reading *r, const char *name, bool is_top) {
    char text[WHERE_BYTES];
    if (is_key_of_command(name)) return refuse(r, "this belongs to a command line alone");
    cli_guess guess = cli_guess_for(name);
    for (size_t i = 0; i < CLI_KEY_COUNT; i++)
        if (is_top || cli_keys[i].place == CLI_IN_OVERRIDES)
            cli_guess_try(&guess, cli_keys[i].name);
    cli_guess_try(&guess, is_top ? "overrides" : "files");
    cli_complain_guess(where(r, text), "unknown key", &guess);
    return CLI_USAGE;
}

static int read_key(const slot *s, json_t *value, bool is_top) {
    if (!is_top && s->key->place == CLI_AT_THE_TOP)
        return refuse(s->r, "this holds for a whole folder and belongs at the top");
    s->settings->given[s->key - cli_keys] = true;
    return read_value(s, value);
}

/* ---- overrides ---- */

static int read_settings(reading *r, json_t *object, cli_config_override *override);

static int append_file(const slot *s, const char *glob) {
    const int code = check_text(s, glob);
    return code == CLI_OK ? cli_list_append(s->files, glob) : code;
}

static int read_override(reading *r, json_t *object, cli_config_override *override) {
    if (!json_is_object(object)) return refuse(r, "an object is expected");
    if (json_array_size(json_object_get(object, "files")) == 0)
        return refuse(r, "an array of globs is expected as \"files\"");
    return read_settings(r, object, override);
}

static int read_overrides(reading *r, const json_t *array) {
    cli_config *const config = r->config;
    const size_t count = json_array_size(array);
    if (!json_is_array(array)) return refuse(r, "an array of objects is expected");
    if (count > CLI_CONFIG_ITEMS) return refuse(r, "has more than 1000 elements");
    config->overrides = calloc(count + 1, sizeof *config->overrides);
    if (!config->overrides) return out_of_memory();
    int code = CLI_OK;
    for (size_t i = 0; code == CLI_OK && i < count; i++) {
        const size_t mark = enter_index(r, config->override_count);
        config->override_count++;
        code = read_override(r, json_array_get(array, i), &config->overrides[i]);
        leave(r, mark);
    }
    return code;
}

/* ---- the whole ---- */

/* override: NULL at the top. */
static int read_member(reading *r, const char *name, json_t *value, cli_config_override *override) {
    const slot s = {r, find_key(name), override ? &override->settings : &r->config->settings,
                    override ? &override->files : NULL};
    if (s.key) return read_key(&s, value, !override);
    if (!override && strcmp(name, "overrides") == 0) return read_overrides(r, value);
    if (!override && strcmp(name, "$schema") == 0)
        return json_is_string(value) ? CLI_OK : refuse(r, "a string is expected");
    if (override && strcmp(name, "files") == 0) return read_strings(&s, value, append_file);
    return refuse_key(r, name, !override);
}

static int read_settings(reading *r, json_t *object, cli_config_override *override) {
    const char *name;
    json_t *value;
    int code = CLI_OK;
    json_object_foreach(object, name, value) {
        const size_t mark = enter(r, name);
        if (code == CLI_OK) code = read_member(r, name, value, override);
        leave(r, mark);
    }
    return code;
}

/* UTF-8's mark of byte order: tools of Windows write it, JSON has none (RFC 8259, 8.1). */
static size_t mark_length(const char *bytes, size_t length) {
    return length >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

int cli_config_read(cli_config *config, const char *bytes, size_t length) {
    json_error_t error;
    const size_t mark = mark_length(bytes, length);
    reading r = {.config = config, .bytes = bytes + mark, .length = length - mark};
    if (length > CLI_CONFIG_BYTES) return refuse(&r, "is larger than 256 KiB");
    config->root = json_loadb(r.bytes, r.length, JSON_REJECT_DUPLICATES, &error);
    if (!config->root) {
        cli_complain("%s:%d:%d: %s", config->path, error.line, error.column, error.text);
        return CLI_USAGE;
    }
    if (!json_is_object(config->root)) return refuse(&r, "an object is expected");
    return read_settings(&r, config->root, NULL);
}

void cli_config_free(cli_config *config) {
    cli_check_settings_free(&config->settings);
    for (size_t i = 0; i < config->override_count; i++) {
        cli_check_settings_free(&config->overrides[i].settings);
        free(config->overrides[i].files.items);
    }
    free(config->overrides);
    for (size_t i = 0; i < config->paths.count; i++)
        free((void *)(uintptr_t)config->paths.items[i]);
    free(config->paths.items);
    json_decref(config->root);
    free(config->path);
    free(config->folder);
    *config = (cli_config){0};
}

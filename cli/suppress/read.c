#include <ctype.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/config/json_place.h"
#include "cli/names.h"
#include "cli/output.h"
#include "cli/suppress/text.h"

enum { FINGERPRINT_DIGITS = 16 };

/* Where the reading is; what is NULL is not reached yet. */
typedef struct place {
    const char *name; /* of the file that is read */
    const char *text;
    size_t length;
    const char *file;
    const char *code;
    const char *key;
} place;

enum { POINTER_BYTES = 4096, WHERE_BYTES = CLI_COMPLAINT_CAPACITY };

/* "/files/maps~1a.nav/NAV_BSP_SIZE/reason" */
static void print_pointer(const place *at, char pointer[POINTER_BYTES]) {
    const char *const steps[] = {at->file ? "files" : NULL, at->file, at->code, at->key};
    pointer[0] = '\0';
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        if (steps[i]) cli_json_step(pointer, POINTER_BYTES, steps[i]);
}

/* "navlint-suppressions.json:5:9: /files/maps~1a.nav/NAV_BSP_SIZE/reason" */
static const char *where(const place *at, char text[WHERE_BYTES]) {
    char pointer[POINTER_BYTES];
    print_pointer(at, pointer);
    const cli_json_place spot = cli_json_find(at->text, at->length, pointer);
    const char *const colon = pointer[0] == '\0' ? "" : ": ";
    if (spot.line > 0)
        (void)snprintf(text, WHERE_BYTES, "%s:%d:%d%s%s", at->name, spot.line, spot.column, colon,
                       pointer);
    else
        (void)snprintf(text, WHERE_BYTES, "%s%s%s", at->name, colon, pointer);
    return text;
}

static int refuse(const place *at, const char *why) {
    char text[WHERE_BYTES];
    cli_complain("%s: %s", where(at, text), why);
    return CLI_USAGE;
}

static int refuse_key(place at, const char *key, const char *const *known) {
    char text[WHERE_BYTES];
    cli_guess guess = cli_guess_for(key);
    for (; *known; known++)
        cli_guess_try(&guess, *known);
    at.key = key;
    cli_complain_guess(where(&at, text), "unknown key", &guess);
    return CLI_USAGE;
}

static int out_of_memory(void) {
    cli_complain("out of memory");
    return CLI_INTERNAL;
}

static int check_keys(const place *at, json_t *object, const char *const *known) {
    const char *key = NULL;
    json_t *value = NULL;
    json_object_foreach(object, key, value) {
        const char *const *one = known;
        while (*one && strcmp(*one, key) != 0)
            one++;
        if (!*one) return refuse_key(*at, key, known);
    }
    return CLI_OK;
}

/* ---- Values ---- */

static bool is_leap(unsigned year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static bool has_form_of_date(const char *text) {
    for (size_t i = 0; i < CLI_DATE_CAPACITY - 1; i++)
        if (i == 4 || i == 7 ? text[i] != '-' : !isdigit((unsigned char)text[i])) return false;
    return text[CLI_DATE_CAPACITY - 1] == '\0';
}

bool cli_is_date(const char *text) {
    static const unsigned days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (!has_form_of_date(text)) return false;
    const unsigned year = (unsigned)strtoul(text, NULL, 10);
    const unsigned month = (unsigned)strtoul(text + 5, NULL, 10);
    const unsigned day = (unsigned)strtoul(text + 8, NULL, 10);
    if (year < 1000 || month < 1 || month > 12 || day < 1) return false;
    return day <= days[month - 1] + (month == 2 && is_leap(year));
}

/* As %016x prints it. */
static bool read_fingerprint(const char *text, uint64_t *fingerprint) {
    static const char digits[] = "0123456789abcdef";
    if (strlen(text) != FINGERPRINT_DIGITS || strspn(text, digits) != FINGERPRINT_DIGITS)
        return false;
    *fingerprint = strtoull(text, NULL, 16);
    return true;
}

/* ---- One suppression ---- */

static int read_count(place at, json_t *value) {
    at.key = "count";
    if (json_is_integer(value) && json_integer_value(value) >= 0) return CLI_OK;
    return refuse(&at, "must be a number that is not negative");
}

static int read_reason(place at, json_t *value, cli_suppression *one) {
    at.key = "reason";
    if (!value) return CLI_OK;
    if (!json_is_string(value)) return refuse(&at, "must be a text");
    one->reason = strdup(json_string_value(value));
    return one->reason ? CLI_OK : out_of_memory();
}

static int read_until(place at, json_t *value, cli_suppression *one) {
    const char *const text = json_string_value(value);
    at.key = "until";
    if (!value) return CLI_OK;
    if (!text || !cli_is_date(text)) return refuse(&at, "must be a day such as \"2027-03-01\"");
    memcpy(one->until, text, sizeof one->until);
    return CLI_OK;
}

static int read_fingerprints(place at, json_t *values, cli_suppression *one) {
    at.key = "fingerprints";
    if (!json_is_array(values)) return refuse(&at, "must be a list");
    for (size_t i = 0; i < json_array_size(values); i++) {
        const char *const text = json_string_value(json_array_get(values, i));
        uint64_t fingerprint = 0;
        if (!text || !read_fingerprint(text, &fingerprint))
            return refuse(&at, "must be texts of 16 hexadecimal digits, in lower case");
        if (!cli_suppression_add(one, fingerprint)) return out_of_memory();
    }
    return CLI_OK;
}

static int read_suppression(const place *at, json_t *value, cli_suppressions *all) {
    static const char *const keys[] = {"count", "reason", "until", "fingerprints", NULL};
    if (!json_is_object(value)) return refuse(at, "must be an object");
    cli_suppression *const one = cli_suppressions_append(all, at->file, at->code);
    if (!one) return out_of_memory();
    int code = check_keys(at, value, keys);
    if (code == CLI_OK) code = read_count(*at, json_object_get(value, keys[0]));
    if (code == CLI_OK) code = read_reason(*at, json_object_get(value, keys[1]), one);
    if (code == CLI_OK) code = read_until(*at, json_object_get(value, keys[2]), one);
    if (code == CLI_OK) code = read_fingerprints(*at, json_object_get(value, keys[3]), one);
    return code;
}

/* ---- All ---- */

static int read_rules(place at, json_t *rules, cli_suppressions *all) {
    json_t *value = NULL;
    int code = json_is_object(rules) ? CLI_OK : refuse(&at, "must be an object");
    if (code != CLI_OK) return code;
    json_object_foreach(rules, at.code, value) {
        code = read_suppression(&at, value, all);
        if (code != CLI_OK) break;
    }
    return code;
}

static int read_files(place at, json_t *files, cli_suppressions *all) {
    json_t *rules = NULL;
    if (!json_is_object(files)) return refuse(&at, "needs an object \"files\"");
    json_object_foreach(files, at.file, rules) {
        const int code = read_rules(at, rules, all);
        if (code != CLI_OK) return code;
    }
    return CLI_OK;
}

static int check_schema(place at, json_t *schema) {
    const char *const text = json_string_value(schema);
    at.key = "$schema";
    if (!schema || (text && strcmp(text, CLI_SUPPRESSIONS_SCHEMA) == 0)) return CLI_OK;
    return refuse(&at, "must be \"" CLI_SUPPRESSIONS_SCHEMA "\": another version of navlint wrote "
                       "this");
}

static int read_whole(const place *at, json_t *whole, cli_suppressions *all) {
    static const char *const keys[] = {"$schema", "files", NULL};
    if (!json_is_object(whole)) return refuse(at, "must hold an object");
    int code = check_schema(*at, json_object_get(whole, keys[0]));
    if (code == CLI_OK) code = check_keys(at, whole, keys);
    if (code == CLI_OK) code = read_files(*at, json_object_get(whole, keys[1]), all);
    cli_suppressions_settle(all);
    return code;
}

static int refuse_syntax(const char *name, const json_error_t *error) {
    if (json_error_code(error) == json_error_out_of_memory) return out_of_memory();
    cli_complain("%s:%d:%d: %s", name, error->line, error->column, error->text);
    return CLI_USAGE;
}

static int refuse_size(const char *name) {
    cli_complain("%s: larger than 64 MiB", name);
    return CLI_USAGE;
}

int cli_suppressions_read(cli_suppressions *all, const char *text, size_t length,
                          const char *name) {
    const place at = {.name = name, .text = text, .length = length};
    json_error_t error;
    if (length > CLI_SUPPRESSIONS_BYTES) return refuse_size(name);
    json_t *const whole = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    if (!whole) return refuse_syntax(name, &error);
    const int code = read_whole(&at, whole, all);
    json_decref(whole);
    return code;
}

/* The settings of the service, from flags and the environment.
 *
 * Input: lines. One that begins with NAVLINTD_ and holds "=" is a variable of the environment, the
 * others are the arguments. */
#include "fuzz/oracle.h"
#include "fuzz/target.h"

#include "server/config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_WORDS = 40, NUMBER_BYTES = 24, FLAG_BYTES = 1 << 13 /* more than an input has */ };

/* One row of config.def, as far as it can be held against a configuration. */
typedef struct row {
    const char *flag;
    uint64_t least, most; /* of a number */
    const char *choices;  /* of a choice: "a|b" */
    size_t offset;        /* of the field in srv_config */
    enum { TEXT, FOLDER, COUNT, BYTES, CHOICE, SWITCH } kind;
} row;

static const row rows[] = {
#define SRV_SETTING(field, flag, kind, fallback, least, most, help)                                \
    {flag, least, most, help, offsetof(srv_config, field), kind},
#include "server/config.def"
#undef SRV_SETTING
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* ---- Words and variables ---- */

typedef struct setup {
    char *copy; /* the input, cut into strings */
    char *arguments[MOST_WORDS + 2];
    int argument_count;
    char *variables[MOST_WORDS]; /* names */
    size_t variable_count;
} setup;

static void take_line(setup *s, char *line) {
    char *const equals = strchr(line, '=');
    const bool is_variable = strncmp(line, "NAVLINTD_", 9) == 0 && equals;
    if (is_variable && s->variable_count < MOST_WORDS) {
        *equals = '\0';
        s->variables[s->variable_count++] = line;
        if (setenv(line, equals + 1, 1) != 0) abort();
    } else if (s->argument_count <= MOST_WORDS) {
        s->arguments[s->argument_count++] = line;
    }
}

static void set_up(setup *s, const uint8_t *bytes, size_t length) {
    static char program[] = "navlintd";
    *s = (setup){.copy = malloc(length + 1), .arguments = {program}, .argument_count = 1};
    if (!s->copy) abort();
    memcpy(s->copy, bytes, length);
    s->copy[length] = '\0';
    char *line = s->copy;
    for (size_t at = 0; at <= length; at++) {
        if (at < length && s->copy[at] != '\n' && s->copy[at] != '\0') continue;
        s->copy[at] = '\0';
        take_line(s, line);
        line = s->copy + at + 1;
    }
}

static void tear_down(setup *s) {
    for (size_t i = 0; i < s->variable_count; i++)
        unsetenv(s->variables[i]);
    free(s->copy);
}

/* --help and --version print: what they print has its tests. */
static bool asks_to_print(const setup *s) {
    for (int i = 1; i < s->argument_count; i++)
        if (strcmp(s->arguments[i], "--help") == 0 || strcmp(s->arguments[i], "--version") == 0)
            return true;
    return false;
}

/* ---- What holds (invariant 34) ---- */

static srv_config_result read_config(srv_config *config, int count, char *const *arguments,
                                     size_t *complaint_length) {
    FILE *const usual = stderr;
    char *complaint = NULL;
    stderr = open_memstream(&complaint, complaint_length);
    if (!stderr) abort();
    const srv_config_result result = srv_config_read(config, count, arguments);
    fclose(stderr);
    stderr = usual;
    free(complaint);
    return result;
}

static uint64_t number_of(const srv_config *config, const row *setting) {
    uint64_t number = 0;
    memcpy(&number, (const char *)config + setting->offset, sizeof number);
    return number;
}

static const char *text_of(const srv_config *config, const row *setting) {
    const char *text = NULL;
    memcpy(&text, (const char *)config + setting->offset, sizeof text);
    return text;
}

static const char *switch_of(const srv_config *config, const row *setting) {
    bool is_on = false;
    memcpy(&is_on, (const char *)config + setting->offset, sizeof is_on);
    return is_on ? "on" : "off";
}

static bool is_choice(const char *choices, const char *text) {
    const char *const at = strstr(choices, text);
    if (!at || *text == '\0' || strchr(text, '|')) return false;
    const char after = at[strlen(text)];
    return (at == choices || at[-1] == '|') && (after == '\0' || after == '|');
}

static void check_row(const srv_config *config, const row *setting) {
    if (setting->kind == COUNT || setting->kind == BYTES) {
        const uint64_t number = number_of(config, setting);
        REQUIRE(34, number >= setting->least && number <= setting->most);
    } else if (setting->kind != SWITCH) {
        const char *const text = text_of(config, setting);
        REQUIRE(34, text && (text[0] != '\0' || setting->kind == FOLDER));
        REQUIRE(34, setting->kind == TEXT || setting->kind == FOLDER ||
                        is_choice(setting->choices, text));
    }
}

/* "--flag=value": with a blank a value might pass for a flag. */
static char *written_flag(const srv_config *config, size_t index) {
    static char flags[ROWS][FLAG_BYTES];
    const row *const setting = &rows[index];
    if (setting->kind == COUNT || setting->kind == BYTES)
        snprintf(flags[index], FLAG_BYTES, "--%s=%" PRIu64, setting->flag,
                 number_of(config, setting));
    else if (setting->kind == SWITCH)
        snprintf(flags[index], FLAG_BYTES, "--%s=%s", setting->flag, switch_of(config, setting));
    else
        snprintf(flags[index], FLAG_BYTES, "--%s=%s", setting->flag, text_of(config, setting));
    return flags[index];
}

static bool is_same(const srv_config *a, const srv_config *b, const row *setting) {
    if (setting->kind == SWITCH) return strcmp(switch_of(a, setting), switch_of(b, setting)) == 0;
    if (setting->kind == COUNT || setting->kind == BYTES)
        return number_of(a, setting) == number_of(b, setting);
    return strcmp(text_of(a, setting), text_of(b, setting)) == 0;
}

/* What was read, written as flags, is read as the same, whatever the environment says. */
static void check_written(const srv_config *before) {
    char program[] = "navlintd";
    char *arguments[ROWS + 2] = {program};
    size_t complaint_length = 0;
    srv_config after;
    for (size_t i = 0; i < ROWS; i++)
        arguments[1 + i] = written_flag(before, i);
    REQUIRE(34, read_config(&after, 1 + ROWS, arguments, &complaint_length) == SRV_CONFIG_RUN);
    for (size_t i = 0; i < ROWS; i++)
        REQUIRE(34, is_same(before, &after, &rows[i]));
}

static void check(const setup *s) {
    srv_config config;
    size_t complaint_length = 0;
    const srv_config_result result =
        read_config(&config, s->argument_count, s->arguments, &complaint_length);
    const bool is_read = result == SRV_CONFIG_RUN || result == SRV_CONFIG_CHECK;
    REQUIRE(34, is_read || result == SRV_CONFIG_BAD);
    REQUIRE(34, is_read == (complaint_length == 0));
    if (!is_read) return;
    for (size_t i = 0; i < ROWS; i++)
        check_row(&config, &rows[i]);
    check_written(&config);
}

void fuzz_target_run(const uint8_t *bytes, size_t length) {
    setup s;
    set_up(&s, bytes, length);
    if (!asks_to_print(&s)) check(&s);
    tear_down(&s);
}

/* ---- Seeds ---- */

static void give(const fuzz_seeds *seeds, const row *setting, const char *value) {
    char line[128];
    char name[64];
    snprintf(name, sizeof name, "%s-%.8s", setting->flag, value);
    snprintf(line, sizeof line, "--%s=%s", setting->flag, value);
    seeds->give(seeds->context, name, line, strlen(line));
}

/* Each setting at its borders, one beyond them, and with a unit. */
void fuzz_target_seeds(const fuzz_seeds *seeds) {
    static const char both[] =
        "NAVLINTD_PORT=1\nNAVLINTD_MAX_BODY_BYTES=2K\n--port\n65535\n--log\nnone";
    char value[NUMBER_BYTES];
    for (size_t i = 0; i < ROWS; i++) {
        snprintf(value, sizeof value, "%" PRIu64, rows[i].most);
        give(seeds, &rows[i], value);
        snprintf(value, sizeof value, "%" PRIu64, rows[i].most + 1);
        give(seeds, &rows[i], value);
        snprintf(value, sizeof value, "%" PRIu64 "G", rows[i].most >> 30);
        give(seeds, &rows[i], value);
    }
    seeds->give(seeds->context, "both", both, strlen(both));
}

#include "server/config.h"

#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "navlint/navlint.h"

typedef enum kind { TEXT, FOLDER, COUNT, BYTES, CHOICE, SWITCH } kind;

typedef struct setting {
    size_t offset; /* of the field in srv_config */
    const char *flag;
    kind kind;
    const char *fallback;
    uint64_t least;
    uint64_t most;
    const char *help;
} setting;

static const setting settings[] = {
#define SRV_SETTING(field, flag, kind, fallback, least, most, help)                                \
    {offsetof(srv_config, field), flag, kind, fallback, least, most, help},
#include "server/config.def"
#undef SRV_SETTING
};

/* Digits and, for bytes, one suffix; no sign, no overflow. */
static bool parse_number(const setting *row, const char *text, uint64_t *value) {
    uint64_t number = 0;
    size_t digits = 0;
    for (; text[digits] >= '0' && text[digits] <= '9'; digits++) {
        if (digits == 18) return false;
        number = number * 10 + (uint64_t)(text[digits] - '0');
    }
    const char *suffix = text + digits;
    const char *units = "KMG";
    const char *unit = row->kind == BYTES && *suffix ? strchr(units, toupper(*suffix)) : NULL;
    const unsigned shift = unit ? 10 * (unsigned)(unit - units + 1) : 0;
    if (digits == 0 || suffix[unit ? 1 : 0] != '\0' || number > (row->most >> shift)) return false;
    *value = number << shift;
    return *value >= row->least;
}

/* Is `text` one of the words in "a|b|c"? */
static bool is_choice(const char *choices, const char *text) {
    const size_t length = strlen(text);
    for (const char *word = choices; word; word = strchr(word, '|')) {
        if (*word == '|') word++;
        if (strcspn(word, "|") == length && strncmp(word, text, length) == 0) return length > 0;
    }
    return false;
}

static bool is_text(const setting *row) {
    return row->kind == TEXT || row->kind == FOLDER || row->kind == CHOICE;
}

/* on, yes, 1; off, no, 0. */
static bool parse_switch(const char *text, bool *value) {
    static const char *const words[][2] = {{"off", "on"}, {"no", "yes"}, {"0", "1"}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        *value = strcmp(text, words[i][true]) == 0;
        if (*value || strcmp(text, words[i][false]) == 0) return true;
    }
    return false;
}

static bool store(srv_config *config, const setting *row, const char *text) {
    void *field = (char *)config + row->offset;
    if (row->kind == SWITCH) return parse_switch(text, field);
    if (is_text(row)) {
        if (row->kind == CHOICE && !is_choice(row->help, text)) return false;
        if (row->kind == TEXT && *text == '\0') return false;
        memcpy(field, &text, sizeof text);
        return true;
    }
    uint64_t number = 0;
    if (!parse_number(row, text, &number)) return false;
    memcpy(field, &number, sizeof number);
    return true;
}

static void describe(const setting *row) {
    if (row->kind == CHOICE)
        fprintf(stderr, "must be one of %s\n", row->help);
    else if (row->kind == SWITCH)
        fprintf(stderr, "must be on or off\n");
    else if (row->kind == TEXT)
        fprintf(stderr, "must not be empty\n");
    else
        fprintf(stderr, "must be a number from %llu to %llu%s\n", (unsigned long long)row->least,
                (unsigned long long)row->most,
                row->kind == BYTES ? ", with K, M or G for 1024-based units" : "");
}

/* source: where the value came from, for the message. */
static bool set(srv_config *config, const setting *row, const char *source, const char *text) {
    if (store(config, row, text)) return true;
    fprintf(stderr, "navlintd: %s: '%s' ", source, text);
    describe(row);
    return false;
}

enum { NAME_BYTES = 64 };

/* max-body-bytes -> NAVLINTD_MAX_BODY_BYTES */
static void variable_name(const setting *row, char name[NAME_BYTES]) {
    (void)snprintf(name, NAME_BYTES, "NAVLINTD_%s", row->flag);
    for (char *c = name; *c; c++)
        *c = *c == '-' ? '_' : (char)toupper(*c);
}

static bool read_environment(srv_config *config) {
    char name[NAME_BYTES];
    for (size_t i = 0; i < SRV_SETTING_COUNT; i++) {
        if (!store(config, &settings[i], settings[i].fallback)) return false;
        variable_name(&settings[i], name);
        const char *text = getenv(name);
        if (text && !set(config, &settings[i], name, text)) return false;
    }
    return true;
}

/* Adds the value unless it is the same in both; text is compared as such. */
static bool read_change(const srv_config *config, const srv_config *plain, const setting *row,
                        srv_field *field) {
    const char *const value = (const char *)config + row->offset;
    const char *const fallback = (const char *)plain + row->offset;
    const char *text = NULL;
    uint64_t number = 0;
    if (is_text(row)) {
        memcpy(&text, value, sizeof text);
        *field = srv_field_text(row->flag, text);
        return strcmp(text, row->fallback) != 0;
    }
    if (row->kind == SWITCH) {
        bool is_on = false;
        memcpy(&is_on, value, sizeof is_on);
        *field = srv_field_text(row->flag, is_on ? "on" : "off");
        return memcmp(value, fallback, sizeof is_on) != 0;
    }
    memcpy(&number, value, sizeof number);
    *field = srv_field_number(row->flag, number);
    return memcmp(value, fallback, sizeof number) != 0;
}

void srv_config_changes(const srv_config *config, srv_field fields[SRV_SETTING_COUNT + 1]) {
    srv_config plain = {.port = 0};
    size_t count = 0;
    for (size_t i = 0; i < SRV_SETTING_COUNT; i++)
        if (store(&plain, &settings[i], settings[i].fallback) &&
            read_change(config, &plain, &settings[i], &fields[count]))
            count++;
    fields[count] = (srv_field){.kind = SRV_FIELD_END};
}

static void print_help(void) {
    char name[NAME_BYTES];
    printf("Usage: navlintd [--FLAG VALUE]...\n\nAnswers POST /validate with a report on the "
           "navigation file in the body.\n\n");
    for (size_t i = 0; i < SRV_SETTING_COUNT; i++) {
        variable_name(&settings[i], name);
        printf("  --%-16s %s\n  %18s %s; default %s\n", settings[i].flag, settings[i].help, "",
               name, settings[i].fallback);
    }
    printf("  --%-16s asks the service with these settings: exit 0 if it is ready, else 1\n",
           "check-health");
    printf("  --%-16s this text\n  --%-16s the version\n", "help", "version");
    printf("\nExit: 0 stopped by a signal, 2 bad setting, 3 cannot listen, 4 internal error.\n");
}

static const setting *find_flag(const char *name, size_t length) {
    for (size_t i = 0; i < SRV_SETTING_COUNT; i++)
        if (strlen(settings[i].flag) == length && strncmp(settings[i].flag, name, length) == 0)
            return &settings[i];
    return NULL;
}

/* Reads "--flag value" or "--flag=value" at argv[*index]. */
static bool read_flag(srv_config *config, int argc, char *const *argv, int *index) {
    const char *argument = argv[*index];
    const size_t length = strncmp(argument, "--", 2) == 0 ? strcspn(argument + 2, "=") : 0;
    const setting *row = length > 0 ? find_flag(argument + 2, length) : NULL;
    if (!row) {
        fprintf(stderr, "navlintd: unknown argument '%s'; --help lists the flags\n", argument);
        return false;
    }
    if (argument[2 + length] == '=') return set(config, row, argument, argument + length + 3);
    const bool is_last = *index + 1 == argc;
    if (row->kind == SWITCH && (is_last || strncmp(argv[*index + 1], "--", 2) == 0))
        return set(config, row, argument, "on");
    if (is_last) {
        fprintf(stderr, "navlintd: %s needs a value\n", argument);
        return false;
    }
    *index += 1;
    return set(config, row, argument, argv[*index]);
}

srv_config_result srv_config_read(srv_config *config, int argc, char *const *argv) {
    for (int i = 1; i < argc; i++) {
        const bool help = strcmp(argv[i], "--help") == 0;
        if (!help && strcmp(argv[i], "--version") != 0) continue;
        if (help)
            print_help();
        else
            printf("navlintd %s\n", navlint_version());
        return SRV_CONFIG_DONE;
    }
    if (!read_environment(config)) return SRV_CONFIG_BAD;
    srv_config_result result = SRV_CONFIG_RUN;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--check-health") == 0)
            result = SRV_CONFIG_CHECK;
        else if (!read_flag(config, argc, argv, &i))
            return SRV_CONFIG_BAD;
    }
    return result;
}

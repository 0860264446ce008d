/* Files of settings, .navlint.json: any bytes. (The settings of the service are target_config.c.)
 *
 * Input: the file. */
#include "cli/check_options.h"
#include "cli/config/config.h"
#include "cli/config/json_place.h"
#include "cli/config/show.h"
#include "cli/options_of_check.h"
#include "cli/output.h"
#include "fuzz/oracle.h"
#include "fuzz/target.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

const cli_program cli_this_program = {.name = "navlint", .exit_help = ""};

/* ---- One reading ---- */

typedef struct reading {
    int code;
    cli_config config;
    char *complaint; /* heap */
    size_t complaint_length;
} reading;

static void read_settings(reading *r, const char *bytes, size_t length) {
    FILE *const usual = stderr;
    *r = (reading){.config = {.path = strdup(".navlint.json"), .folder = strdup("/r")}};
    stderr = open_memstream(&r->complaint, &r->complaint_length);
    if (!stderr || !r->config.path || !r->config.folder) abort();
    r->code = cli_config_read(&r->config, bytes, length);
    fclose(stderr);
    stderr = usual;
}

static void free_reading(reading *r) {
    cli_config_free(&r->config);
    free(r->complaint);
}

/* ---- What holds of it (invariant 50) ---- */

/* A refusal says which file and why in one line that shows nothing raw; else nothing is said. */
static void check_complaint(const reading *r) {
    static const char begin[] = "navlint: .navlint.json:";
    const char *const text = r->complaint;
    REQUIRE(50, r->code == CLI_OK || r->code == CLI_USAGE);
    REQUIRE(50, (r->code == CLI_OK) == (r->complaint_length == 0));
    if (r->code == CLI_OK) return;
    REQUIRE(50, strncmp(text, begin, sizeof begin - 1) == 0);
    REQUIRE(50, strchr(text, '\n') == text + r->complaint_length - 1);
    for (const char *at = text; at[1] != '\0'; at++)
        REQUIRE(50, (unsigned char)*at >= 0x20 && *at != 0x7f);
}

/* A place is in the text, whatever the text is. */
static void check_places(const char *bytes, size_t length) {
    static const char *const pointers[] = {"", "/overrides/0/files/1", "/severity/NAV_CONN_SELF",
                                           "/a~1~0b", "/ignore/99999999999999999999"};
    for (size_t i = 0; i < sizeof pointers / sizeof pointers[0]; i++) {
        const cli_json_place place = cli_json_find(bytes, length, pointers[i]);
        REQUIRE(50, place.line >= 0 && (size_t)place.line <= length + 1);
        REQUIRE(50, place.column >= 0 && (size_t)place.column <= length + 1);
    }
}

static void check_usable(const cli_check_settings *settings) {
    const char *culprit = NULL;
    const navlint_options options = cli_options_of(settings);
    REQUIRE(50, navlint_options_check(&options, &culprit) == NAVLINT_OK && !culprit);
    REQUIRE(50, settings->on_indeterminate <= CLI_UNJUDGED_IS_IGNORED);
    REQUIRE(50, settings->fail_on <= NAVLINT_OFF);
    for (size_t i = 0; i < settings->masters.count; i++)
        REQUIRE(50, settings->masters.items[i][0] == '/');
}

static bool is_same_list(const cli_list *a, const cli_list *b) {
    if (a->count != b->count) return false;
    for (size_t i = 0; i < a->count; i++)
        if (strcmp(a->items[i], b->items[i]) != 0) return false;
    return true;
}

static bool is_same_overrides(const cli_overrides *a, const cli_overrides *b) {
    if (a->count != b->count) return false;
    for (size_t i = 0; i < a->count; i++)
        if (a->items[i].code != b->items[i].code || a->items[i].severity != b->items[i].severity)
            return false;
    return true;
}

static bool is_same_text(const char *a, const char *b) {
    return !a || !b ? a == b : strcmp(a, b) == 0;
}

static bool is_same_count(cli_count a, cli_count b) {
    return a.value == b.value && a.is_given == b.is_given;
}

static bool is_same(const cli_check_settings *a, const cli_check_settings *b) {
    return is_same_text(a->input_format, b->input_format) && is_same_text(a->game, b->game) &&
           a->scope == b->scope && is_same_list(&a->ignore, &b->ignore) &&
           is_same_list(&a->only, &b->only) && is_same_overrides(&a->overrides, &b->overrides) &&
           a->min_severity == b->min_severity && a->pedantic == b->pedantic &&
           a->fail_on == b->fail_on && is_same_list(&a->masters, &b->masters) &&
           is_same_list(&a->exclude, &b->exclude) && a->respect_gitignore == b->respect_gitignore &&
           a->allow_empty == b->allow_empty && a->on_indeterminate == b->on_indeterminate &&
           is_same_count(a->max_findings, b->max_findings) &&
           is_same_count(a->max_findings_per_rule, b->max_findings_per_rule) &&
           a->max_bytes == b->max_bytes && a->max_archive_bytes == b->max_archive_bytes;
}

/* What holds for a file that every override means. */
static void put_layers(cli_check_settings *settings, const cli_config *config) {
    *settings = cli_check_defaults();
    if (cli_keys_put(settings, &config->settings) != CLI_OK) abort();
    for (size_t i = 0; i < config->override_count; i++)
        if (cli_keys_put(settings, &config->overrides[i].settings) != CLI_OK) abort();
}

/* A path that was made absolute may be longer than the reader takes. */
static bool is_readable(const char *text, const cli_list *masters) {
    for (size_t i = 0; i < masters->count; i++)
        if (strlen(masters->items[i]) > CLI_CONFIG_CHARACTERS) return false;
    return strlen(text) <= CLI_CONFIG_BYTES;
}

/* What `navlint config --show` says of the settings is read as the same settings. */
static void check_shown(const cli_check_settings *settings) {
    json_t *const values = cli_config_values(settings);
    char *const text = json_dumps(values, JSON_COMPACT);
    REQUIRE(50, text);
    if (is_readable(text, &settings->masters)) {
        reading again;
        cli_check_settings after;
        read_settings(&again, text, strlen(text));
        REQUIRE(50, again.code == CLI_OK);
        put_layers(&after, &again.config);
        REQUIRE(50, is_same(settings, &after));
        cli_check_settings_free(&after);
        free_reading(&again);
    }
    free(text);
    json_decref(values);
}

static void check_accepted(const cli_config *config) {
    cli_check_settings settings;
    put_layers(&settings, config);
    check_usable(&settings);
    check_shown(&settings);
    cli_check_settings_free(&settings);
    for (size_t i = 0; i < config->override_count; i++)
        REQUIRE(50, config->overrides[i].files.count > 0);
}

void fuzz_target_run(const uint8_t *bytes, size_t length) {
    reading read;
    read_settings(&read, (const char *)bytes, length);
    check_complaint(&read);
    check_places((const char *)bytes, length);
    if (read.code == CLI_OK) check_accepted(&read.config);
    free_reading(&read);
}

/* ---- Seeds ---- */

static const char *value_of(const cli_key *key) {
    switch (key->option.kind) {
    case CLI_FLAG:
        return "true";
    case CLI_COUNT:
        return "7";
    case CLI_SIZE:
        return "\"3M\"";
    case CLI_CODES:
        return "[\"NAV_CONN_SELF\", \"NODES_*\"]";
    case CLI_FORMAT:
        return "\"source-nav\"";
    case CLI_GAME:
        return "\"gmod\"";
    case CLI_SEVERITIES:
        return "{\"NAV_CONN_SELF\": \"error\", \"NAV_BSP_SIZE\": \"info\"}";
    case CLI_CHOICE:
        return NULL;
    default: /* CLI_WORDS, CLI_PATHS */
        return "[\"maps/old/*\", \"../game\"]";
    }
}

/* Each key with a value, alone and in an override. */
static void give_key(const fuzz_seeds *seeds, const cli_key *key) {
    char value[64], text[256], name[64];
    const char *const usual = value_of(key);
    snprintf(value, sizeof value, usual ? "%s" : "\"%s\"",
             usual ? usual : strrchr(key->option.argument, '|') + 1);
    snprintf(text, sizeof text, "{\n  \"%s\": %s\n}\n", key->name, value);
    seeds->give(seeds->context, key->name, text, strlen(text));
    snprintf(text, sizeof text, "{\"overrides\": [{\"files\": [\"a/*\", \"b\"], \"%s\": %s}]}",
             key->name, value);
    snprintf(name, sizeof name, "override-%s", key->name);
    seeds->give(seeds->context, name, text, strlen(text));
}

void fuzz_target_seeds(const fuzz_seeds *seeds) {
    static const char whole[] =
        "{\"$schema\": \"x\", \"game\": \"gmod\", \"ignore\": [\"NAV_LADDER_*\"],\n"
        "\"severity\": {\"NAV_CONN_SELF\": \"warning\"}, \"exclude\": [\"old\"], \"overrides\": [\n"
        "{\"files\": [\"*\"], \"failOn\": \"never\", \"severity\": {\"NAV_CONN_SELF\": "
        "\"info\"}},\n"
        "{\"files\": [\"x\"], \"ignore\": [\"NAV_BSP_SIZE\"], \"maxBytes\": 1.0}]}";
    for (size_t i = 0; i < CLI_KEY_COUNT; i++)
        give_key(seeds, &cli_keys[i]);
    seeds->give(seeds->context, "whole", whole, sizeof whole - 1);
}

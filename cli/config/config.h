/* A file of settings, .navlint.json, read: the settings of a repository in its own file. */
#ifndef NAVLINT_CLI_CONFIG_CONFIG_H
#define NAVLINT_CLI_CONFIG_CONFIG_H

#include "cli/settings.h"

struct json_t;

/* The largest file of settings that is read. */
enum { CLI_CONFIG_BYTES = 256 * 1024 };

/* The most characters of one path or glob in it, and the most of each list. */
enum { CLI_CONFIG_CHARACTERS = 1024, CLI_CONFIG_ITEMS = 1000 };

/* The largest number of bytes in it: what all readers of JSON can tell from its neighbours. */
#define CLI_CONFIG_MOST_BYTES (UINT64_C(1) << 53)

/* What one element of "overrides" says. */
typedef struct cli_config_override {
    cli_list files; /* globs */
    cli_check_settings settings;
} cli_config_override;

/* Start with {0}; cli_config_free at the end. Settings have the members that are `given` in it
 * alone. */
typedef struct cli_config {
    char *path;   /* heap; as it is shown */
    char *folder; /* heap; absolute; to which paths and globs in it are relative */
    cli_check_settings settings;
    cli_config_override *overrides; /* heap; in the order of the file */
    size_t override_count;
    struct json_t *root; /* holds the texts */
    cli_list paths;      /* heap, and each of them: folders that were made absolute */
} cli_config;

/* Reads settings from bytes, which may be anything.
 * config: its path and folder are set. Returns CLI_OK; or, after one complaint that names the file,
 * the line, and the place in it, CLI_USAGE or CLI_INTERNAL. */
int cli_config_read(cli_config *config, const char *bytes, size_t length);

void cli_config_free(cli_config *config);

#endif

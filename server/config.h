/* Settings from flags and environment. */
#ifndef NAVLINT_SERVER_CONFIG_H
#define NAVLINT_SERVER_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

#include "server/log/line.h"

/* A flag wins over its environment variable, which wins over the default. */
typedef struct srv_config {
    const char *bind; /* texts are borrowed from argv and the environment */
    uint64_t port;
    const char *unix_mode;
    uint64_t max_body_bytes;
    uint64_t max_unpacked_bytes;
    uint64_t max_files;
    uint64_t memory_budget_bytes;
    uint64_t idle_timeout_s;
    uint64_t request_timeout_s;
    uint64_t min_rate; /* bytes a second */
    uint64_t lame_duck_s;
    uint64_t drain_timeout_s;
    uint64_t max_connections;
    uint64_t threads;
    uint64_t workers;
    uint64_t max_findings;
    const char *masters_dir; /* "": none */
    const char *page;        /* "auto", "none" or a path */
    const char *log;
    const char *log_format;
    const char *log_file;    /* "": standard error */
    const char *cors_origin; /* "": none */
    const char *token_file;  /* "": none */
    uint64_t metrics_port;
    const char *metrics_bind;
    bool wall;
    bool allow_root;
    bool isolate;
    uint64_t judge_timeout_s;
} srv_config;

typedef enum srv_config_result {
    SRV_CONFIG_RUN = 0,
    SRV_CONFIG_DONE,  /* --help or --version has been printed */
    SRV_CONFIG_CHECK, /* --check-health: ask the service that these settings belong to */
    SRV_CONFIG_BAD    /* a message is on stderr */
} srv_config_result;

enum {
#define SRV_SETTING(field, ...) SRV_SETTING_##field,
#include "server/config.def"
#undef SRV_SETTING
    SRV_SETTING_COUNT
};

/* Lists the settings that are not the defaults, by their flags; they borrow from `config`.
 * fields: receives them, SRV_FIELD_END last. */
void srv_config_changes(const srv_config *config, srv_field fields[SRV_SETTING_COUNT + 1]);

/* Reads defaults, then NAVLINTD_* variables, then flags. */
srv_config_result srv_config_read(srv_config *config, int argc, char *const *argv);

#endif

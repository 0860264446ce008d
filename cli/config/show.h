/* What holds for a file, and which layer says so: `navlint config --show`. */
#ifndef NAVLINT_CLI_CONFIG_SHOW_H
#define NAVLINT_CLI_CONFIG_SHOW_H

#include "cli/config/keys.h"
#include "cli/config/terms_book.h"

struct json_t;

/* The value of a key as a file of settings would have it, a new reference; NULL where there is
 * none, and if memory ran out. */
struct json_t *cli_config_value(const cli_key *key, const cli_check_settings *settings);

/* All values that there are: settings that, read again, are the same. A new reference, or NULL. */
struct json_t *cli_config_values(const cli_check_settings *settings);

/* All of it, for programs: `file`, `config` (null: none), `settings`, and under `from` of each key
 * the layers that it comes from. A new reference, or NULL. command: the uppermost layer. */
struct json_t *cli_config_shown(const char *name, const cli_terms *terms,
                                const cli_check_settings *command);

/* Prints the same for people. */
void cli_config_print(const char *name, const cli_terms *terms, const cli_check_settings *command);

#endif

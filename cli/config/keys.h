/* The keys of .navlint.json: options of `navlint check` that a repository may settle for all who
 * judge it. */
#ifndef NAVLINT_CLI_CONFIG_KEYS_H
#define NAVLINT_CLI_CONFIG_KEYS_H

#include "cli/settings.h"

/* What a later layer does to an earlier one. */
typedef enum cli_layering {
    CLI_REPLACES,
    CLI_ADDS,         /* to a list; of severities, rule by rule */
    CLI_YIELDS_TO_ALL /* as CLI_REPLACES, and --all takes no notice of files of settings */
} cli_layering;

typedef enum cli_key_place {
    CLI_IN_OVERRIDES, /* and at the top */
    CLI_AT_THE_TOP    /* alone: it says which files there are */
} cli_key_place;

typedef struct cli_key {
    const char *name;
    cli_option option; /* the same row as in cli_check_options */
    cli_layering layering;
    cli_key_place place;
    const char *help;
} cli_key;

/* Indexes are CLI_KEY_game and its like. */
extern const cli_key cli_keys[CLI_KEY_COUNT];

/* Notes in cli_check_settings that the option, if it has a key, was given: for cli_verb. */
void cli_keys_note(void *settings, const cli_option *option);

/* Sets one member back to what it is by default. settings: its lists are its own. */
void cli_key_reset(const cli_key *key, cli_check_settings *settings);

/* Puts a layer over the settings: what was given there, and nothing else. What both hold is
 * borrowed from where it is. Returns CLI_OK, or CLI_INTERNAL after a complaint. */
int cli_keys_put(cli_check_settings *settings, const cli_check_settings *layer);

#endif

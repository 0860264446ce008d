/* Which .navlint.json holds for which file: the nearest one, in the folder of the file or above it,
 * as far up as the root. What lies farther up counts for nothing. Each folder is looked into once.
 */
#ifndef NAVLINT_CLI_CONFIG_FINDER_H
#define NAVLINT_CLI_CONFIG_FINDER_H

#include "cli/config/config.h"

#define CLI_CONFIG_NAME ".navlint.json"

/* Start with {0}; cli_config_finder_close at the end. */
typedef struct cli_config_finder {
    bool is_off;        /* --no-config */
    cli_config *given;  /* heap; of --config; NULL: none */
    cli_config **items; /* heap, and each of them: what was found */
    size_t count;
    void *folders; /* tsearch tree: what is known of folders */
    char *here;    /* heap; the current folder */
    char *last;    /* heap; the folder that was asked for last, as it was written */
    const cli_config *last_found;
    int code; /* of the first file that could not be used, after a complaint */
} cli_config_finder;

/* Reads the file of --config, if there is one. Returns CLI_OK; or CLI_USAGE or CLI_INTERNAL after a
 * complaint. */
int cli_config_finder_open(cli_config_finder *finder, const cli_check_settings *command);

/* What holds for a file, whether it is there or not; or (of_folder) for what is in a folder.
 * path: as the user wrote it or a walk found it; links are taken as they are written.
 * Returns NULL if there is none; or where it could not be used, after one complaint and with the
 * finder's code raised. */
const cli_config *cli_config_of_file(cli_config_finder *finder, const char *path);
const cli_config *cli_config_of_folder(cli_config_finder *finder, const char *path);

/* The path as seen from the folder of the settings, heap: what its globs are compared with.
 * Absolute where it is not below that folder. NULL if memory ran out, and the finder's code is
 * raised. */
char *cli_config_relative(cli_config_finder *finder, const cli_config *config, const char *path);

void cli_config_finder_close(cli_config_finder *finder);

#endif

#include "cli/config/finder.h"

#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/absolute.h"
#include "cli/input.h"
#include "cli/inputs/folders.h"
#include "cli/output.h"

/* What is known of a folder. */
typedef struct known_folder {
    char *path; /* heap; absolute */
    const cli_config *config;
} known_folder;

static void raise_code(cli_config_finder *finder, int code) {
    if (finder->code == CLI_OK) finder->code = code;
}

static void *out_of_memory(cli_config_finder *finder) {
    cli_complain("out of memory");
    raise_code(finder, CLI_INTERNAL);
    return NULL;
}

/* ---- paths ---- */

/* Appends a step to an absolute path: "." and "" are none, ".." takes one back. */
static void step(char *path, const char *name, size_t length) {
    const size_t used = strlen(path);
    if (length == 0 || (length == 1 && name[0] == '.')) return;
    if (length == 2 && memcmp(name, "..", 2) == 0) {
        char *const slash = strrchr(path, '/');
        if (slash) *slash = '\0';
        return;
    }
    path[used] = '/';
    memcpy(path + used + 1, name, length);
    path[used + 1 + length] = '\0';
}

/* The absolute path of what is written so, heap; the root is "". Of a folder with ".." in its path
 * the disk is asked, since links go elsewhere. */
static char *absolute(const cli_config_finder *finder, const char *path) {
    char *const real = strstr(path, "..") ? realpath(path, NULL) : NULL;
    const char *at = real ? real : path;
    const char *const from = cli_is_absolute(at) ? "" : finder->here;
    char *const whole = malloc(strlen(from) + strlen(at) + 2);
    if (whole) {
        strcpy(whole, strcmp(from, "/") == 0 ? "" : from);
        for (size_t length; *at != '\0'; at += length + (at[length] == '/')) {
            length = strcspn(at, "/");
            step(whole, at, length);
        }
    }
    free(real);
    return whole;
}

/* The folder of a path, heap. */
static char *folder_of(const char *path) {
    const size_t length = cli_folder_length(path);
    return length > 0 ? strndup(path, length) : strdup(".");
}

static const char *base_of(const char *path) {
    const char *const slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* "folder/name", heap. */
static char *joined(const char *folder, const char *name) {
    const size_t capacity = strlen(folder) + strlen(name) + 2;
    char *const path = malloc(capacity);
    if (path) snprintf(path, capacity, "%s/%s", folder, name);
    return path;
}

/* What lies below the current folder is shown as seen from there. */
static const char *shown(const cli_config_finder *finder, const char *path) {
    const size_t length = strlen(finder->here);
    const bool is_below = strncmp(path, finder->here, length) == 0 && path[length] == '/';
    return is_below ? path + length + 1 : path;
}

/* ---- files of settings ---- */

static int refuse(cli_config_finder *finder, const char *path, int failure) {
    cli_complain("cannot read %s: %s", shown(finder, path), strerror(failure));
    return failure == ENOMEM ? CLI_INTERNAL : CLI_USAGE;
}

static int parse(cli_config_finder *finder, const char *path, const cli_buffer *file,
                 cli_config *config) {
    config->path = strdup(shown(finder, path));
    config->folder = folder_of(path);
    if (!config->path || !config->folder) return out_of_memory(finder), CLI_INTERNAL;
    if (strcmp(config->folder, "/") == 0) config->folder[0] = '\0';
    return cli_config_read(config, (const char *)file->bytes, file->length);
}

/* Reads what was opened, heap; NULL after a complaint. */
static cli_config *read_opened(cli_config_finder *finder, const char *path, int descriptor) {
    cli_buffer file = {0};
    cli_config *const config = calloc(1, sizeof *config);
    const int failure = config ? cli_read(descriptor, CLI_CONFIG_BYTES + 1, &file) : ENOMEM;
    const int code =
        failure == 0 ? parse(finder, path, &file, config) : refuse(finder, path, failure);
    cli_buffer_free(&file);
    if (code == CLI_OK) return config;
    raise_code(finder, code);
    if (config) cli_config_free(config);
    free(config);
    return NULL;
}

/* Says whether the file may just as well not be there: its path is longer than any, or nobody may
 * look into its folder. */
static bool is_out_of_sight(const char *path, int failure) {
    char *const folder = failure == EACCES ? folder_of(path) : NULL;
    const bool is_shut = folder && access(folder[0] != '\0' ? folder : "/", X_OK) != 0;
    free(folder);
    return failure == ENOENT || failure == ENOTDIR || failure == ENAMETOOLONG || is_shut;
}

/* The settings that lie in the folder itself; NULL: none. */
static const cli_config *look_into(cli_config_finder *finder, const char *folder) {
    char *const path = joined(folder, CLI_CONFIG_NAME);
    cli_config **const items = realloc(finder->items, (finder->count + 1) * sizeof *items);
    if (items) finder->items = items;
    if (!path || !items) return free(path), out_of_memory(finder);
    cli_config *config = NULL;
    const int descriptor = cli_open(path, true);
    if (descriptor >= 0) {
        config = read_opened(finder, path, descriptor);
        cli_close(descriptor);
    } else if (!is_out_of_sight(path, errno)) {
        raise_code(finder, refuse(finder, path, errno));
    }
    if (config) finder->items[finder->count++] = config;
    free(path);
    return config;
}

/* ---- folders ---- */

static int compare_folders(const void *left, const void *right) {
    return strcmp(((const known_folder *)left)->path, ((const known_folder *)right)->path);
}

static const known_folder *find_known(const cli_config_finder *finder, char *path) {
    const known_folder wanted = {path, NULL};
    const known_folder *const *const found = tfind(&wanted, &finder->folders, compare_folders);
    return found ? *found : NULL;
}

static void note_folder(cli_config_finder *finder, const char *path, size_t length,
                        const cli_config *config) {
    known_folder *const known = malloc(sizeof *known);
    char *const copy = strndup(path, length);
    if (known && copy) {
        *known = (known_folder){copy, config};
        if (tsearch(known, &finder->folders, compare_folders)) return;
    }
    free(copy);
    free(known);
    out_of_memory(finder);
}

static size_t length_above(const char *folder, size_t length) {
    while (length > 0 && folder[length - 1] != '/')
        length--;
    return length > 0 ? length - 1 : 0;
}

/* Looks into the folder and those above it until something is found or known, and notes the answer
 * in all that were looked into. folder: absolute. */
static const cli_config *find_above(cli_config_finder *finder, const char *folder) {
    char *const above = strdup(folder); /* cut on the way */
    const cli_config *config = NULL;
    const known_folder *known = NULL;
    size_t top = strlen(folder);
    while (above) {
        known = find_known(finder, above);
        config = known ? known->config : look_into(finder, above);
        if (known || config || top == 0 || finder->code != CLI_OK) break;
        top = length_above(above, top);
        above[top] = '\0';
    }
    if (!above) return out_of_memory(finder);
    free(above);
    size_t end = strlen(folder);
    for (; end > top; end = length_above(folder, end))
        note_folder(finder, folder, end, config);
    if (!known) note_folder(finder, folder, top, config);
    return config;
}

/* Files come in runs: the folder of the last one is asked for again and again. */
static const cli_config *find(cli_config_finder *finder, char *folder) {
    if (!folder) return out_of_memory(finder);
    if (!finder->last || strcmp(finder->last, folder) != 0) {
        char *const path = absolute(finder, folder);
        free(finder->last);
        finder->last = NULL;
        finder->last_found = path ? find_above(finder, path) : out_of_memory(finder);
        free(path);
        finder->last = folder;
    } else {
        free(folder);
    }
    return finder->last_found;
}

static bool is_settled(const cli_config_finder *finder) {
    return finder->is_off || finder->given || finder->code != CLI_OK;
}

const cli_config *cli_config_of_file(cli_config_finder *finder, const char *path) {
    return is_settled(finder) ? finder->given : find(finder, folder_of(path));
}

const cli_config *cli_config_of_folder(cli_config_finder *finder, const char *path) {
    return is_settled(finder) ? finder->given : find(finder, strdup(path));
}

char *cli_config_relative(cli_config_finder *finder, const cli_config *config, const char *path) {
    char *const folder = folder_of(path);
    char *const above = folder ? absolute(finder, folder) : NULL;
    const char *const name = base_of(path);
    const size_t length = strlen(config->folder);
    char *const whole = above ? joined(above, name) : NULL;
    free(above);
    free(folder);
    if (!whole) return out_of_memory(finder);
    if (strncmp(whole, config->folder, length) == 0 && whole[length] == '/')
        memmove(whole, whole + length + 1, strlen(whole + length));
    return whole;
}

/* ---- the whole ---- */

static void open_given(cli_config_finder *finder, const char *path) {
    const int descriptor = cli_open(path, false);
    char *const folder = folder_of(path), *const above = folder ? absolute(finder, folder) : NULL;
    char *const whole = above ? joined(above, base_of(path)) : NULL;
    if (descriptor < 0)
        raise_code(finder, refuse(finder, path, errno));
    else if (whole)
        finder->given = read_opened(finder, whole, descriptor);
    else
        out_of_memory(finder);
    if (descriptor >= 0) cli_close(descriptor);
    free(folder);
    free(above);
    free(whole);
}

int cli_config_finder_open(cli_config_finder *finder, const cli_check_settings *command) {
    *finder = (cli_config_finder){.is_off = command->no_config, .here = realpath(".", NULL)};
    if (command->config && command->no_config) {
        cli_complain("--config and --no-config exclude each other");
        return finder->code = CLI_USAGE;
    }
    if (!finder->here) finder->here = strdup("/"); /* the folder is gone: nothing lies above it */
    if (!finder->here) return out_of_memory(finder), finder->code;
    if (command->config) open_given(finder, command->config);
    return finder->code;
}

static void free_config(cli_config *config) {
    if (config) cli_config_free(config);
    free(config);
}

void cli_config_finder_close(cli_config_finder *finder) {
    while (finder->folders) {
        known_folder *const known = *(known_folder **)finder->folders;
        tdelete(known, &finder->folders, compare_folders);
        free(known->path);
        free(known);
    }
    for (size_t i = 0; i < finder->count; i++)
        free_config(finder->items[i]);
    free_config(finder->given);
    free(finder->items);
    free(finder->here);
    free(finder->last);
    *finder = (cli_config_finder){0};
}

#include "cli/check/map_folders.h"

#include <dirent.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/check/map_names.h"
#include "cli/room.h"

typedef struct map_folder {
    char *path;   /* heap; with its last slash, "" where one stands */
    char **names; /* heap, each too; of its maps, sorted */
    size_t count;
    size_t capacity;
} map_folder;

/* ---- one folder ---- */

static int compare_names(const void *left, const void *right) {
    const char *const *const a = left, *const *const b = right;
    const int order = strcasecmp(*a, *b);
    return order != 0 ? order : strcmp(*a, *b);
}

static bool add_name(map_folder *folder, const char *name) {
    char **const names =
        cli_room(folder->names, folder->count, &folder->capacity, sizeof *folder->names);
    char *const copy = names ? strdup(name) : NULL;
    if (names) folder->names = names;
    if (copy) folder->names[folder->count++] = copy;
    return copy;
}

/* What cannot be read has no maps. */
static void read_folder(map_folder *folder) {
    DIR *const opened = opendir(folder->path[0] != '\0' ? folder->path : ".");
    bool going = opened != NULL;
    for (const struct dirent *entry; going && (entry = readdir(opened));)
        going = !cli_is_map_name(entry->d_name) || add_name(folder, entry->d_name);
    if (opened) closedir(opened);
    if (folder->count > 0)
        qsort(folder->names, folder->count, sizeof *folder->names, compare_names);
}

/* The first of the names that are this one but for the case; NULL: there is none. */
static const char *find_name(const map_folder *folder, const char *name) {
    size_t low = 0, high = folder->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (strcasecmp(folder->names[middle], name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < folder->count && strcasecmp(folder->names[low], name) == 0 ? folder->names[low]
                                                                            : NULL;
}

static void free_folder(map_folder *folder) {
    if (!folder) return;
    for (size_t i = 0; i < folder->count; i++)
        free(folder->names[i]);
    free(folder->names);
    free(folder->path);
    free(folder);
}

/* ---- all of them ---- */

static const char *base_of(const char *path) {
    const char *const slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static int compare_folders(const void *left, const void *right) {
    const map_folder *const a = left, *const b = right;
    return strcmp(a->path, b->path);
}

/* Takes the path. NULL if memory ran out. */
static map_folder *make_folder(cli_map_folders *folders, char *path) {
    map_folder *const made = calloc(1, sizeof *made);
    if (!made) return free(path), NULL;
    made->path = path;
    if (!tsearch(made, &folders->root, compare_folders)) return free_folder(made), NULL;
    read_folder(made);
    return made;
}

/* Of the file at `path`. NULL if memory ran out. */
static const map_folder *folder_of(cli_map_folders *folders, const char *path) {
    const map_folder wanted = {.path = strndup(path, (size_t)(base_of(path) - path))};
    if (!wanted.path) return NULL;
    map_folder *const *const known = tfind(&wanted, &folders->root, compare_folders);
    if (!known) return make_folder(folders, wanted.path);
    free(wanted.path);
    return *known;
}

static char *path_of(const map_folder *folder, const char *name) {
    const size_t capacity = strlen(folder->path) + strlen(name) + 1;
    char *const path = malloc(capacity);
    if (path) snprintf(path, capacity, "%s%s", folder->path, name);
    return path;
}

void cli_map_folders_open(cli_map_folders *folders) {
    *folders = (cli_map_folders){0};
    pthread_mutex_init(&folders->lock, NULL);
}

char *cli_map_folders_find(cli_map_folders *folders, const char *path) {
    pthread_mutex_lock(&folders->lock);
    const map_folder *const folder = folder_of(folders, path);
    const char *const name = folder ? find_name(folder, base_of(path)) : NULL;
    pthread_mutex_unlock(&folders->lock);
    return name ? path_of(folder, name) : NULL; /* which stay as they are */
}

void cli_map_folders_close(cli_map_folders *folders) {
    while (folders->root) {
        map_folder *const folder = *(map_folder *const *)folders->root;
        (void)tdelete(folder, &folders->root, compare_folders);
        free_folder(folder);
    }
    pthread_mutex_destroy(&folders->lock);
}

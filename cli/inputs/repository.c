#include "cli/inputs/repository.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/inputs/folders.h"

/* "folder/name", heap. */
static char *join(const char *folder, const char *name) {
    const char *const slash = strcmp(folder, "/") == 0 ? "" : "/";
    const size_t capacity = strlen(folder) + strlen(name) + 2;
    char *const path = malloc(capacity);
    if (path) snprintf(path, capacity, "%s%s%s", folder, slash, name);
    return path;
}

static bool is_work_tree(const char *folder) {
    char *const git = join(folder, ".git");
    struct stat status;
    const bool is_one = git && stat(git, &status) == 0;
    free(git);
    return is_one;
}

/* Goes up. The root of all is taken for no work tree. */
static size_t find_top(const char *real) {
    char *const folder = strdup(real);
    size_t length = 0;
    for (char *slash; folder && length == 0 && (slash = strrchr(folder, '/')); *slash = '\0')
        if (is_work_tree(folder)) length = strlen(folder);
    free(folder);
    return length;
}

static bool is_known(const cli_lookup *lookup, const char *path, size_t length) {
    return lookup->folder && strlen(lookup->folder) == length &&
           memcmp(lookup->folder, path, length) == 0;
}

static void look_at(cli_lookup *lookup, const char *path, size_t length) {
    cli_lookup_free(lookup);
    lookup->folder = strndup(path, length);
    if (lookup->folder) lookup->real = realpath(length > 0 ? lookup->folder : ".", NULL);
    if (lookup->real) lookup->top_length = find_top(lookup->real);
}

char *cli_real_place(cli_lookup *lookup, const char *path) {
    const size_t length = cli_folder_length(path);
    const char *const slash = strrchr(path, '/');
    if (!is_known(lookup, path, length)) look_at(lookup, path, length);
    return lookup->real ? join(lookup->real, slash ? slash + 1 : path) : NULL;
}

void cli_lookup_free(cli_lookup *lookup) {
    free(lookup->folder);
    free(lookup->real);
    *lookup = (cli_lookup){0};
}

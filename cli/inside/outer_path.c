#include "cli/inside/outer_path.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_there(const char *path) {
    struct stat status;
    return strcmp(path, "-") == 0 || (stat(path, &status) == 0 && !S_ISDIR(status.st_mode));
}

/* The shortest beginning that names a file, up to a "!". */
char *cli_outer_path(const char *name) {
    for (const char *mark = strchr(name, '!'); mark && !is_there(name);
         mark = strchr(mark + 1, '!')) {
        char *const path = strndup(name, (size_t)(mark - name));
        if (!path || is_there(path)) return path;
        free(path);
    }
    return strdup(name);
}

bool cli_is_inside(const char *name) {
    char *const path = cli_outer_path(name);
    const bool is_inside = path && strcmp(path, name) != 0 && is_there(path);
    free(path);
    return is_inside;
}

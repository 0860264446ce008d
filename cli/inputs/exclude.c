#include "cli/inputs/exclude.h"

#include <fnmatch.h>
#include <string.h>

static const char *base_of(const char *path) {
    const char *const slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static const char *without_here(const char *path) {
    while (path[0] == '.' && path[1] == '/')
        path += 2;
    return path;
}

static bool means(const char *pattern, const char *path) {
    const bool is_name = !strchr(pattern, '/');
    const char *const subject = is_name ? base_of(path) : without_here(path);
    return fnmatch(without_here(pattern), subject, 0) == 0;
}

bool cli_is_excluded(const cli_list *patterns, const char *path) {
    for (size_t i = 0; i < patterns->count; i++)
        if (means(patterns->items[i], path)) return true;
    return false;
}

bool cli_is_version_control(const char *name) {
    return strcmp(name, ".git") == 0 || strcmp(name, ".hg") == 0 || strcmp(name, ".svn") == 0;
}

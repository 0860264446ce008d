#include "cli/inputs/exclude.h"

#include <fnmatch.h>
#include <string.h>

/* Names of members are hostile. No path of a disk is longer (PATH_MAX): folders farther behind are
 * not compared. */
enum { MOST_FOLDER_BYTES = 4096, MOST_GLOB_BYTES = 4096 };

static const char *base_of(const char *path) {
    const char *const slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static const char *without_here(const char *path) {
    while (path[0] == '.' && path[1] == '/')
        path += 2;
    return path;
}

static size_t length_without_end(const char *glob) {
    size_t length = strlen(glob);
    while (length > 1 && glob[length - 1] == '/')
        length--;
    return length;
}

/* glob: does not end in a slash. */
static bool means_exactly(const char *glob, const char *path) {
    const bool is_name = !strchr(glob, '/');
    const char *const subject = is_name ? base_of(path) : without_here(path);
    return fnmatch(without_here(glob), subject, 0) == 0;
}

/* "old/" is how many write that a folder is meant. */
static bool means(const char *glob, const char *path) {
    char cut[MOST_GLOB_BYTES];
    const size_t length = length_without_end(glob);
    if (glob[length] == '\0' || length >= sizeof cut) return means_exactly(glob, path);
    memcpy(cut, glob, length);
    cut[length] = '\0';
    return means_exactly(cut, path);
}

bool cli_is_excluded(const cli_list *patterns, const char *path) {
    for (size_t i = 0; i < patterns->count; i++)
        if (means(patterns->items[i], path)) return true;
    return false;
}

bool cli_is_excluded_below(const cli_list *patterns, char *path) {
    bool is_out = cli_is_excluded(patterns, path);
    for (char *at = path; !is_out && (at = strchr(at, '/')); at++) {
        *at = '\0';
        is_out = at > path && cli_is_excluded(patterns, path);
        *at = '/';
    }
    return is_out;
}

/* ---- version control ---- */

static bool is_version_control(const char *name, size_t length) {
    static const char *const names[] = {".git", ".hg", ".svn"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strlen(names[i]) == length && memcmp(names[i], name, length) == 0) return true;
    return false;
}

bool cli_is_version_control(const char *name) {
    return is_version_control(name, strlen(name));
}

bool cli_is_in_version_control(const char *path) {
    for (const char *slash; (slash = strchr(path, '/')); path = slash + 1)
        if (is_version_control(path, (size_t)(slash - path))) return true;
    return false;
}

/* ---- members ---- */

/* Whether the glob has the mark that stands behind an archive, which in "[!a]" it is not. */
static bool has_mark(const char *glob) {
    const char *mark = strchr(glob, '!');
    while (mark && mark > glob && mark[-1] == '[')
        mark = strchr(mark + 1, '!');
    return mark;
}

static bool means_member(const char *glob, const cli_member_name *name) {
    const bool is_marked = has_mark(glob);
    if (means(glob, name->shown + name->box_length)) return true;
    if (!is_marked && !memchr(glob, '/', length_without_end(glob))) return false;
    return means(glob, name->shown + name->input_length) || (is_marked && means(glob, name->shown));
}

/* name: cut off behind one of its folders, or whole. */
static bool is_step_excluded(const cli_list *patterns, const cli_member_name *name) {
    const char *const base = base_of(name->shown + name->box_length);
    if (base[0] == '\0' || strcmp(base, ".") == 0) return false;
    for (size_t i = 0; i < patterns->count; i++)
        if (means_member(patterns->items[i], name)) return true;
    return false;
}

static bool is_excluded_up_to(const cli_list *patterns, const cli_member_name *name, char *end) {
    const char kept = *end;
    *end = '\0';
    const bool is_out = is_step_excluded(patterns, name);
    *end = kept;
    return is_out;
}

bool cli_is_member_excluded(const cli_list *patterns, const cli_member_name *name) {
    char *const start = name->shown + name->box_length;
    char *const whole = start + strlen(start);
    if (cli_is_in_version_control(start)) return true;
    for (char *at = start; (at = strchr(at, '/')) && at - start <= MOST_FOLDER_BYTES; at++)
        if (is_excluded_up_to(patterns, name, at)) return true;
    return is_excluded_up_to(patterns, name, whole);
}

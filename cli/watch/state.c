#include "cli/watch/state.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/inputs/folders.h"
#include "cli/output.h"
#include "cli/replace_file.h"
#include "cli/room.h"

/* ---- paths ---- */

bool cli_paths_add(cli_paths *paths, const char *path) {
    char **const items =
        cli_room((void *)paths->items, paths->count, &paths->capacity, sizeof *items);
    if (!items) return false;
    paths->items = items;
    char *const copy = strdup(path);
    if (copy) paths->items[paths->count++] = copy;
    return copy != NULL;
}

void cli_paths_free(cli_paths *paths) {
    for (size_t i = 0; i < paths->count; i++)
        free(paths->items[i]);
    free(paths->items);
    *paths = (cli_paths){0};
}

static int compare_paths(const void *left, const void *right) {
    return strcmp(*(char *const *)left, *(char *const *)right);
}

static void sort_paths(cli_paths *paths) {
    size_t kept = 0;
    if (paths->count > 0) qsort(paths->items, paths->count, sizeof *paths->items, compare_paths);
    for (size_t i = 0; i < paths->count; i++)
        if (kept > 0 && strcmp(paths->items[kept - 1], paths->items[i]) == 0)
            free(paths->items[i]);
        else
            paths->items[kept++] = paths->items[i];
    paths->count = kept;
}

static bool has_path(const cli_paths *paths, const char *path) {
    return paths->count > 0 &&
           bsearch(&path, paths->items, paths->count, sizeof *paths->items, compare_paths);
}

/* ---- what changes with what changed ---- */

/* The first of the marks whose name is not before `name`. */
static size_t find_mark(const cli_marks *marks, const char *name) {
    size_t low = 0, high = marks->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (strcmp(marks->items[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool begins(const char *text, const char *start, size_t length) {
    return strncmp(text, start, length) == 0;
}

/* What lay in a folder that changed as a whole. */
static bool add_contents(const cli_watch_state *state, const char *folder, cli_paths *changed) {
    const size_t length = strlen(folder) + 1;
    char *const start = malloc(length + 1);
    if (!start) return false;
    memcpy(start, folder, length - 1);
    memcpy(start + length - 1, "/", 2);
    bool going = true;
    for (size_t i = find_mark(&state->marks, start);
         going && i < state->marks.count && begins(state->marks.items[i].name, start, length); i++)
        going = cli_paths_add(changed, state->marks.items[i].name);
    free(start);
    return going;
}

static bool is_companion(const cli_mark *mark, size_t folder_length) {
    return !mark->is_packed && mark->format && mark->format->has_sets &&
           cli_folder_length(mark->name) == folder_length;
}

/* The files of sets in the folder of a file, and the name of that folder, under which a set goes.
 */
static bool add_companions(const cli_watch_state *state, const char *path, cli_paths *changed) {
    const size_t length = cli_folder_length(path);
    char *const folder = length > 0 ? strndup(path, length) : strdup(".");
    bool going = folder && cli_paths_add(changed, folder);
    for (size_t i = find_mark(&state->marks, length > 0 ? folder : "");
         going && i < state->marks.count && begins(state->marks.items[i].name, path, length); i++)
        if (is_companion(&state->marks.items[i], length))
            going = cli_paths_add(changed, state->marks.items[i].name);
    free(folder);
    return going;
}

static bool is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool add_related(const cli_watch_state *state, cli_paths *changed) {
    const size_t count = changed->count;
    const char *last = NULL;
    bool going = true;
    for (size_t i = 0; going && i < count; i++) {
        const char *const path = changed->items[i];
        const size_t length = cli_folder_length(path);
        const bool is_same =
            last && cli_folder_length(last) == length && begins(path, last, length);
        going = add_contents(state, path, changed);
        if (!going || is_same || is_folder(path)) continue;
        going = add_companions(state, path, changed);
        last = path;
    }
    return going;
}

/* ---- inputs ---- */

/* As a walk would find it. */
static bool is_file(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && !cli_is_backup(path);
}

/* Folders that came, with all that is in them; the other folders are names of sets. */
static bool add_inputs(const cli_walk *walk, const cli_paths *paths, bool folders,
                       cli_inputs *inputs) {
    bool going = true;
    for (size_t i = 0; going && i < paths->count; i++) {
        bool is_directory;
        if (folders ? is_folder(paths->items[i]) : is_file(paths->items[i]))
            going = cli_inputs_add(inputs, walk, paths->items[i], &is_directory);
    }
    for (size_t i = 0; i < inputs->count; i++)
        inputs->items[i].discovered = true;
    return going;
}

static int compare_inputs(const void *left, const void *right) {
    return strcmp(((const cli_input *)left)->path, ((const cli_input *)right)->path);
}

void cli_watch_sort_inputs(cli_inputs *inputs) {
    size_t kept = 0;
    if (inputs->count > 0)
        qsort(inputs->items, inputs->count, sizeof *inputs->items, compare_inputs);
    for (size_t i = 0; i < inputs->count; i++)
        if (kept > 0 && strcmp(inputs->items[kept - 1].path, inputs->items[i].path) == 0)
            free(inputs->items[i].path);
        else
            inputs->items[kept++] = inputs->items[i];
    inputs->count = kept;
}

static bool note_inputs(const cli_inputs *inputs, cli_paths *changed) {
    bool going = true;
    for (size_t i = 0; going && i < inputs->count; i++)
        going = cli_paths_add(changed, inputs->items[i].path);
    return going;
}

/* A file that came with its folder has companions, too: they are looked for last. */
static bool gather(const cli_watch_state *state, const cli_walk *walk, cli_paths *changed,
                   cli_inputs *inputs) {
    sort_paths(changed);
    if (!add_inputs(walk, changed, true, inputs) || !note_inputs(inputs, changed)) return false;
    sort_paths(changed);
    if (!add_related(state, changed)) return false;
    sort_paths(changed);
    if (!add_inputs(walk, changed, false, inputs)) return false;
    cli_watch_sort_inputs(inputs);
    return true;
}

bool cli_watch_gather(const cli_watch_state *state, const cli_walk *walk, cli_paths *changed,
                      cli_inputs *inputs) {
    if (gather(state, walk, changed, inputs)) return true;
    cli_complain("out of memory");
    return false;
}

/* ---- comparing ---- */

/* Of an archive that changed each file in it. */
static bool is_changed(const cli_paths *changed, const cli_mark *mark) {
    if (has_path(changed, mark->name)) return true;
    if (!mark->is_packed && !mark->has_failed) return false;
    bool is_of_changed = false;
    for (char *end = strchr(mark->name, '!'); end && !is_of_changed; end = strchr(end + 1, '!')) {
        *end = '\0';
        is_of_changed = has_path(changed, mark->name);
        *end = '!';
    }
    return is_of_changed;
}

static int compare_marks(const void *left, const void *right) {
    return strcmp(((const cli_mark *)left)->name, ((const cli_mark *)right)->name);
}

static void sort_marks(cli_marks *marks) {
    if (marks->count > 0) qsort(marks->items, marks->count, sizeof *marks->items, compare_marks);
}

/* Takes the changed ones out of the state, in their order. */
static bool take_out(cli_watch_state *state, const cli_paths *changed, cli_marks *out) {
    size_t kept = 0;
    cli_marks *const all = &state->marks;
    *out = (cli_marks){.items = calloc(all->count + 1, sizeof *out->items)};
    if (!out->items) return false;
    for (size_t i = 0; i < all->count; i++)
        if (is_changed(changed, &all->items[i]))
            out->items[out->count++] = all->items[i];
        else
            all->items[kept++] = all->items[i];
    all->count = kept;
    return true;
}

/* Two lists in one order, from their starts to their ends. */
static void tell(const cli_marks *before, const cli_marks *now, cli_watch_hear *hear,
                 void *context) {
    size_t old = 0, new = 0;
    while (old < before->count || new < now->count) {
        const cli_mark *const a = old < before->count ? &before->items[old] : NULL;
        const cli_mark *const b = new < now->count ? &now->items[new] : NULL;
        const int order = !a ? 1 : !b ? -1 : strcmp(a->name, b->name);
        hear(context, order <= 0 ? a : NULL, order >= 0 ? b : NULL);
        old += order <= 0;
        new += order >= 0;
    }
}

static bool append(cli_marks *all, cli_marks *more) {
    if (more->count == 0) return true;
    cli_mark *const items = realloc(all->items, (all->count + more->count) * sizeof *items);
    if (!items) return false;
    memcpy(items + all->count, more->items, more->count * sizeof *items);
    all->items = items;
    all->count += more->count;
    free(more->items);
    *more = (cli_marks){0};
    return true;
}

bool cli_watch_update(cli_watch_state *state, const cli_paths *changed, cli_marks *now,
                      cli_watch_hear *hear, void *context) {
    cli_marks before;
    if (!take_out(state, changed, &before)) return false;
    sort_marks(now);
    tell(&before, now, hear, context);
    cli_marks_free(&before);
    const bool appended = append(&state->marks, now);
    sort_marks(&state->marks);
    return appended;
}

void cli_watch_state_free(cli_watch_state *state) {
    cli_marks_free(&state->marks);
}

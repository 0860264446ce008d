#include "cli/inputs/walk.h"

#include <errno.h>
#include <fts.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/inputs/exclude.h"
#include "cli/output.h"
#include "cli/replace_file.h"
#include "cli/room.h"

/* A directory that the walk has entered. */
typedef struct visit {
    dev_t device;
    ino_t inode;
} visit;

typedef struct walker {
    cli_inputs *inputs;
    const cli_walk *how;
    void *visits; /* tsearch tree of visit */
} walker;

static bool out_of_memory(void) {
    cli_complain("out of memory");
    return false;
}

static bool make_room(cli_inputs *inputs) {
    cli_input *const items =
        cli_room(inputs->items, inputs->count, &inputs->capacity, sizeof *items);
    if (items) inputs->items = items;
    return items || out_of_memory();
}

static bool add_input(cli_inputs *inputs, const char *path, cli_input input) {
    if (!make_room(inputs)) return false;
    if (path && !(input.path = strdup(path))) return out_of_memory();
    inputs->items[inputs->count++] = input;
    return true;
}

static int compare_visits(const void *left, const void *right) {
    const visit *const a = left, *const b = right;
    if (a->device != b->device) return a->device < b->device ? -1 : 1;
    if (a->inode != b->inode) return a->inode < b->inode ? -1 : 1;
    return 0;
}

/* Notes the directory. seen: receives whether it was noted before. */
static bool note_visit(walker *walk, const struct stat *status, bool *seen) {
    visit *const noted = malloc(sizeof *noted);
    if (!noted) return out_of_memory();
    *noted = (visit){status->st_dev, status->st_ino};
    visit *const *const found = tsearch(noted, &walk->visits, compare_visits);
    *seen = found && *found != noted;
    if (!found || *seen) free(noted);
    return found || out_of_memory();
}

static void complain_unreadable(walker *walk, const FTSENT *entry) {
    cli_complain("cannot read %s: %s", entry->fts_path, strerror(entry->fts_errno));
    walk->inputs->unreadable++;
}

static bool enter_directory(walker *walk, FTS *tree, FTSENT *entry) {
    bool seen = false;
    if (!note_visit(walk, entry->fts_statp, &seen)) return false;
    if (seen) fts_set(tree, entry, FTS_SKIP);
    return true;
}

static bool is_excluded(const cli_walk *how, const char *path) {
    return (how->exclude && cli_is_excluded(how->exclude, path)) ||
           (how->leaves_out && how->leaves_out(how->context, path));
}

static bool is_of_a_fix(const FTSENT *entry) {
    return cli_is_left_over(entry->fts_name) || cli_is_backup(entry->fts_path);
}

/* The directory that was named is entered whatever its name is. */
static bool is_left_out(const walker *walk, const FTSENT *entry) {
    if (entry->fts_level == FTS_ROOTLEVEL || entry->fts_info == FTS_DP) return false;
    if (entry->fts_info == FTS_D && cli_is_version_control(entry->fts_name)) return true;
    if (entry->fts_info == FTS_F && is_of_a_fix(entry)) return true;
    return is_excluded(walk->how, entry->fts_path);
}

static bool take_entry(walker *walk, FTS *tree, FTSENT *entry) {
    if (is_left_out(walk, entry)) {
        fts_set(tree, entry, FTS_SKIP);
        return true;
    }
    switch (entry->fts_info) {
    case FTS_D:
        return enter_directory(walk, tree, entry);
    case FTS_F:
        return add_input(walk->inputs, entry->fts_path,
                         (cli_input){.operand = walk->how->operand, .discovered = true});
    case FTS_SLNONE: /* leads nowhere: of interest only if a navigation file should be there */
        entry->fts_errno = ENOENT;
        if (navlint_format_takes_name(NULL, entry->fts_path)) complain_unreadable(walk, entry);
        return true;
    case FTS_DNR:
    case FTS_ERR:
    case FTS_NS:
        complain_unreadable(walk, entry);
        return true;
    default: /* pipes, devices, directories on the way out */
        return true;
    }
}

static int compare_names(const FTSENT **left, const FTSENT **right) {
    return strcmp((*left)->fts_name, (*right)->fts_name);
}

static int compare_inputs(const void *left, const void *right) {
    const cli_input *const a = left, *const b = right;
    return strcmp(a->path, b->path);
}

static bool walk_tree(walker *walk, const char *root) {
    char *const path = strdup(root);
    if (!path) return out_of_memory();
    char *const roots[] = {path, NULL};
    /* The order of the walk decides which of two paths to one directory is taken. */
    FTS *const tree = fts_open(roots, FTS_LOGICAL | FTS_NOCHDIR, compare_names);
    bool going = tree || out_of_memory();
    for (FTSENT *entry; going && (entry = fts_read(tree));)
        going = take_entry(walk, tree, entry);
    if (tree) fts_close(tree);
    free(path);
    return going;
}

static void free_visits(walker *walk) {
    while (walk->visits) {
        visit *const noted = *(visit **)walk->visits;
        tdelete(noted, &walk->visits, compare_visits);
        free(noted);
    }
}

static bool add_directory(cli_inputs *inputs, const cli_walk *how, const char *root) {
    walker walk = {.inputs = inputs, .how = how};
    const size_t first = inputs->count;
    const bool walked = walk_tree(&walk, root);
    free_visits(&walk);
    if (inputs->count > first)
        qsort(inputs->items + first, inputs->count - first, sizeof *inputs->items, compare_inputs);
    return walked;
}

/* Says whether a walk that came from above would not have got there: the path or a folder on it is
 * excluded. path: is cut and put together again. */
static bool is_out_of_reach(const cli_walk *how, char *path) {
    for (char *at = path; (at = strchr(at, '/')); at++) {
        *at = '\0';
        const bool is_step = at > path && strcmp(path, ".") != 0;
        const bool is_out = is_step && is_excluded(how, path);
        *at = '/';
        if (is_out) return true;
    }
    return is_excluded(how, path);
}

bool cli_inputs_add(cli_inputs *inputs, const cli_walk *walk, const char *word,
                    bool *is_directory) {
    struct stat status;
    const bool is_stdin = strcmp(word, "-") == 0;
    char *const path = walk->is_forced && !is_stdin ? strdup(word) : NULL;
    const bool is_out = path && is_out_of_reach(walk, path);
    free(path);
    *is_directory = false;
    if (is_out) return true;
    *is_directory = !is_stdin && stat(word, &status) == 0 && S_ISDIR(status.st_mode);
    if (*is_directory) return add_directory(inputs, walk, word);
    /* What cannot be opened is found out, and complained about, in its turn. */
    return add_input(inputs, is_stdin ? NULL : word, (cli_input){.operand = walk->operand});
}

void cli_inputs_free(cli_inputs *inputs) {
    for (size_t i = 0; i < inputs->count; i++)
        free(inputs->items[i].path);
    free(inputs->items);
    *inputs = (cli_inputs){0};
}

#include "cli/inputs/git.h"

#include <errno.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/config/terms.h"
#include "cli/os/run.h"
#include "cli/output.h"

/* ---- Running git ---- */

/* 0 is yes; 1 is git's word for "none of them", which check-ignore alone says. */
static int complain(int status) {
    if (status == 0 || status == 1) return CLI_OK;
    if (status < 0)
        cli_complain("cannot run git: %s", strerror(errno));
    else
        cli_complain("git said no: it is asked about files in the folder that navlint runs in");
    return CLI_USAGE;
}

/* ---- Lists of paths, a NUL behind each ---- */

typedef bool take_path(void *context, const char *path);

/* Returns CLI_OK, or CLI_INTERNAL after a complaint. */
static int each_path(FILE *list, take_path *take, void *context) {
    char *path = NULL;
    size_t capacity = 0;
    bool going = true;
    rewind(list);
    while (going && getdelim(&path, &capacity, '\0', list) > 0)
        going = take(context, path);
    free(path);
    if (!going) cli_complain("out of memory");
    return going ? CLI_OK : CLI_INTERNAL;
}

static int each_path_of(char *const *words, FILE *input, take_path *take, void *context) {
    FILE *const output = tmpfile();
    if (!output)
        return cli_complain("cannot make a temporary file: %s", strerror(errno)), CLI_INTERNAL;
    int code = complain(cli_os_run(words, input, output));
    if (code == CLI_OK) code = each_path(output, take, context);
    fclose(output);
    return code;
}

/* ---- Sets of files, however their paths are written ---- */

typedef struct identity {
    dev_t device;
    ino_t inode;
} identity;

static int compare_identities(const void *left, const void *right) {
    const identity *const a = left, *const b = right;
    if (a->device != b->device) return a->device < b->device ? -1 : 1;
    return (a->inode > b->inode) - (a->inode < b->inode);
}

/* What is gone since git named it is in no set. */
static bool add_file(void *set, const char *path) {
    struct stat status;
    if (stat(path, &status) != 0) return true;
    identity *const one = malloc(sizeof *one);
    if (!one) return false;
    *one = (identity){status.st_dev, status.st_ino};
    identity *const *const found = tsearch(one, set, compare_identities);
    if (!found || *found != one) free(one);
    return found != NULL;
}

static bool has_file(void *const *set, const char *path) {
    struct stat status;
    if (!path || stat(path, &status) != 0) return false;
    const identity one = {status.st_dev, status.st_ino};
    return tfind(&one, set, compare_identities) != NULL;
}

static void free_set(void **set) {
    while (*set) {
        identity *const one = *(identity **)*set;
        tdelete(one, set, compare_identities);
        free(one);
    }
}

static bool respects_git(const cli_input *input) {
    return input->discovered && input->terms && input->terms->settings->respect_gitignore;
}

static void drop_ignored(cli_inputs *inputs, void *const *set) {
    size_t kept = 0;
    for (size_t i = 0; i < inputs->count; i++) {
        cli_input *const input = &inputs->items[i];
        if (!respects_git(input) || !has_file(set, input->path))
            inputs->items[kept++] = *input;
        else
            free(input->path);
    }
    inputs->count = kept;
}

/* ---- Questions ---- */

int cli_git_note_unchanged(cli_inputs *inputs, const char *since) {
    char *const commit = strdup(since);
    char *const changed[] = {"git",        "diff", "--name-only", "-z", "--diff-filter=d",
                             "--relative", commit, "--",          NULL};
    char *const unknown[] = {"git", "ls-files", "-z", "--others", "--exclude-standard", NULL};
    void *set = NULL;
    if (!commit) return cli_complain("out of memory"), CLI_INTERNAL;
    int code = CLI_OK;
    if (since[0] == '-') {
        cli_complain("--since: '%s' is no commit", since);
        code = CLI_USAGE;
    }
    if (code == CLI_OK) code = each_path_of(changed, NULL, add_file, &set);
    if (code == CLI_OK) code = each_path_of(unknown, NULL, add_file, &set);
    for (size_t i = 0; code == CLI_OK && i < inputs->count; i++)
        inputs->items[i].is_context = !has_file(&set, inputs->items[i].path);
    free_set(&set);
    free(commit);
    return code;
}

static bool write_paths(const cli_inputs *inputs, FILE *list) {
    for (size_t i = 0; i < inputs->count; i++) {
        const char *const path = inputs->items[i].path;
        if (path && respects_git(&inputs->items[i])) fwrite(path, 1, strlen(path) + 1, list);
    }
    rewind(list);
    return !ferror(list);
}

static bool some_respect_git(const cli_inputs *inputs) {
    for (size_t i = 0; i < inputs->count; i++)
        if (respects_git(&inputs->items[i])) return true;
    return false;
}

int cli_git_drop_ignored(cli_inputs *inputs) {
    if (!some_respect_git(inputs)) return CLI_OK;
    char *const words[] = {"git", "check-ignore", "-z", "--stdin", NULL};
    FILE *const list = tmpfile();
    void *set = NULL;
    int code = CLI_OK;
    if (!list || !write_paths(inputs, list)) {
        cli_complain("cannot make a temporary file: %s", strerror(errno));
        code = CLI_INTERNAL;
    }
    if (code == CLI_OK) code = each_path_of(words, list, add_file, &set);
    if (code == CLI_OK) drop_ignored(inputs, &set);
    if (list) fclose(list);
    free_set(&set);
    return code;
}

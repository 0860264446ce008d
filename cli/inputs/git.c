#include "cli/inputs/git.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/config/terms.h"
#include "cli/inputs/file_set.h"
#include "cli/inputs/repository.h"
#include "cli/os/run.h"
#include "cli/output.h"

/* ---- Running git ---- */

/* 0 is yes; 1 is git's word for "none of them", which check-ignore alone says. */
static int complain(int status) {
    if (status == 0 || status == 1) return CLI_OK;
    if (status < 0)
        cli_complain("cannot run git: %s", strerror(errno));
    else
        cli_complain("git said no: see its message above");
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

/* ---- What differs ---- */

typedef struct change_list {
    cli_file_set files; /* what differs, and what git does not know: submodules and repositories in
                           this one are folders */
    char *top;          /* heap; of the work tree, as git says it */
    char *real_top;     /* heap; without links; of the root of all "" */
    cli_lookup lookup;
} change_list;

/* "top/name", heap. */
static char *below_top(const change_list *changes, const char *name) {
    const size_t capacity = strlen(changes->top) + strlen(name) + 2;
    char *const path = malloc(capacity);
    if (path) snprintf(path, capacity, "%s/%s", changes->top, name);
    return path;
}

static bool add_change(void *context, const char *name) {
    change_list *const changes = context;
    char *const path = below_top(changes, name);
    const bool going = path && cli_file_set_add(&changes->files, path);
    free(path);
    return going;
}

static bool take_top(void *context, const char *line) {
    change_list *const changes = context;
    changes->top = strndup(line, strcspn(line, "\n"));
    changes->real_top = changes->top ? realpath(changes->top, NULL) : NULL;
    if (changes->real_top && strcmp(changes->real_top, "/") == 0) changes->real_top[0] = '\0';
    return changes->real_top;
}

static int ask_changes(change_list *changes, char *since) {
    char *const top[] = {"git", "rev-parse", "--show-toplevel", NULL};
    int code = each_path_of(top, NULL, take_top, changes);
    if (code != CLI_OK) return code;
    char *const changed[] = {"git",
                             "-C",
                             changes->top,
                             "diff",
                             "--name-only",
                             "-z",
                             "--diff-filter=d",
                             "--ignore-submodules=none",
                             since,
                             "--",
                             NULL};
    char *const unknown[] = {"git", "-C",       changes->top,         "ls-files",
                             "-z",  "--others", "--exclude-standard", NULL};
    code = each_path_of(changed, NULL, add_change, changes);
    return code == CLI_OK ? each_path_of(unknown, NULL, add_change, changes) : code;
}

/* Whether a folder that a file lies in, below the top, differs. place: is cut. */
static bool is_in_change(const change_list *changes, char *place) {
    const size_t top_length = strlen(changes->real_top);
    bool is_in = false;
    for (char *slash; !is_in && (slash = strrchr(place, '/')) > place + top_length;) {
        *slash = '\0';
        is_in = cli_file_set_has(&changes->files, place);
    }
    return is_in;
}

/* Of what lies elsewhere git knows nothing. */
static bool is_elsewhere(const change_list *changes, const char *place) {
    const size_t length = strlen(changes->real_top);
    return strncmp(place, changes->real_top, length) != 0 || place[length] != '/';
}

static bool is_changed(change_list *changes, const char *path) {
    if (!path) return false;
    if (cli_file_set_has(&changes->files, path)) return true;
    char *const place = cli_real_place(&changes->lookup, path);
    const bool is_one = !place || is_elsewhere(changes, place) ||
                        (changes->files.has_folders && is_in_change(changes, place));
    free(place);
    return is_one;
}

static int note_unchanged(cli_inputs *inputs, char *since) {
    change_list changes = {0};
    const int code = ask_changes(&changes, since);
    for (size_t i = 0; code == CLI_OK && i < inputs->count; i++)
        inputs->items[i].is_context = !is_changed(&changes, inputs->items[i].path);
    cli_file_set_free(&changes.files);
    cli_lookup_free(&changes.lookup);
    free(changes.top);
    free(changes.real_top);
    return code;
}

int cli_git_note_unchanged(cli_inputs *inputs, const char *since) {
    if (since[0] == '-') {
        cli_complain("--since: '%s' is no commit", since);
        return CLI_USAGE;
    }
    char *const commit = strdup(since);
    if (!commit) return cli_complain("out of memory"), CLI_INTERNAL;
    const int code = note_unchanged(inputs, commit);
    free(commit);
    return code;
}

/* ---- What is ignored ---- */

/* A file that git is asked about. */
typedef struct question {
    char *place;       /* heap; without links */
    size_t top_length; /* bytes of it that are the work tree */
    bool is_asked;
} question;

typedef struct question_list {
    question *items; /* heap */
    size_t count;
    cli_file_set ignored;
} question_list;

static bool respects_git(const cli_input *input) {
    return input->path && input->discovered && input->terms &&
           input->terms->settings->respect_gitignore;
}

/* Outside of all repositories nothing is ignored. */
static void list_questions(question_list *questions, const cli_inputs *inputs) {
    cli_lookup lookup = {0};
    for (size_t i = 0; i < inputs->count; i++) {
        const bool respects = respects_git(&inputs->items[i]);
        char *const place = respects ? cli_real_place(&lookup, inputs->items[i].path) : NULL;
        if (place && lookup.top_length > 0)
            questions->items[questions->count++] =
                (question){.place = place, .top_length = lookup.top_length};
        else
            free(place);
    }
    cli_lookup_free(&lookup);
}

static bool have_one_top(const question *a, const question *b) {
    return a->top_length == b->top_length && memcmp(a->place, b->place, a->top_length) == 0;
}

/* Those of one work tree. */
static bool write_questions(question_list *questions, const question *first, FILE *list) {
    for (question *one = questions->items; one < questions->items + questions->count; one++) {
        if (one->is_asked || !have_one_top(first, one)) continue;
        one->is_asked = true;
        fwrite(one->place, 1, strlen(one->place) + 1, list);
    }
    rewind(list);
    return !ferror(list);
}

static bool add_ignored(void *context, const char *path) {
    return cli_file_set_add(context, path);
}

static int ask_of_one(question_list *questions, const question *first) {
    char *const top = strndup(first->place, first->top_length);
    FILE *const list = top ? tmpfile() : NULL;
    char *const words[] = {"git", "-C", top, "check-ignore", "-z", "--stdin", NULL};
    int code = CLI_INTERNAL;
    if (list && write_questions(questions, first, list))
        code = each_path_of(words, list, add_ignored, &questions->ignored);
    else
        cli_complain("cannot make a temporary file: %s", strerror(errno));
    if (list) fclose(list);
    free(top);
    return code;
}

static bool take_nothing(void *context, const char *path) {
    (void)context;
    (void)path;
    return true;
}

static int ask_of_all(question_list *questions) {
    int code = CLI_OK;
    for (size_t i = 0; code == CLI_OK && i < questions->count; i++)
        if (!questions->items[i].is_asked) code = ask_of_one(questions, &questions->items[i]);
    return code;
}

static void drop_ignored(cli_inputs *inputs, const cli_file_set *ignored) {
    size_t kept = 0;
    for (size_t i = 0; i < inputs->count; i++) {
        cli_input *const input = &inputs->items[i];
        if (!respects_git(input) || !cli_file_set_has(ignored, input->path))
            inputs->items[kept++] = *input;
        else
            free(input->path);
    }
    inputs->count = kept;
}

/* Who asks for git by name hears that there is none; a release that was taken out of its repository
 * keeps its settings file. */
static int refuse_without(bool is_insisted) {
    char *const words[] = {"git", "rev-parse", "--git-dir", NULL};
    return is_insisted ? each_path_of(words, NULL, take_nothing, NULL) : CLI_OK;
}

int cli_git_drop_ignored(cli_inputs *inputs, bool is_insisted) {
    question_list questions = {.items = calloc(inputs->count + 1, sizeof *questions.items)};
    if (!questions.items) return cli_complain("out of memory"), CLI_INTERNAL;
    list_questions(&questions, inputs);
    const int code = questions.count > 0 ? ask_of_all(&questions) : refuse_without(is_insisted);
    if (code == CLI_OK) drop_ignored(inputs, &questions.ignored);
    for (size_t i = 0; i < questions.count; i++)
        free(questions.items[i].place);
    free(questions.items);
    cli_file_set_free(&questions.ignored);
    return code;
}

/* inotify(7). */
#include <errno.h>
#include <fts.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/inputs/exclude.h"
#include "cli/output.h"
#include "cli/replace_file.h"
#include "cli/watch/source.h"

/* A file is news once who wrote it closes it, or once it comes under its name, as editors do that
 * write beside it first. Of links IN_CREATE is all that is heard. */
enum {
    MASK = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF |
           IN_MOVE_SELF | IN_ONLYDIR,
    BUFFER_BYTES = 64 * 1024
};

struct cli_watch_source {
    int descriptor;
    const cli_list *exclude;
    char **paths; /* heap, and each; by watch descriptor; NULL: none */
    size_t capacity;
    size_t count;                                             /* that are not NULL */
    sigset_t usual;                                           /* signals that were blocked before */
    _Alignas(struct inotify_event) char buffer[BUFFER_BYTES]; /* what was read */
    size_t length;
    size_t at; /* of the next event in it */
};

static volatile sig_atomic_t told_to_end;

static void note_end(int number) {
    (void)number;
    told_to_end = 1;
}

/* ---- folders ---- */

static bool open_descriptor(cli_watch_source *source) {
    source->descriptor = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (source->descriptor >= 0) return true;
    cli_complain("watch: the system gives no more: %s (sysctl fs.inotify.max_user_instances)",
                 strerror(errno));
    return false;
}

cli_watch_source *cli_watch_open(const cli_list *exclude) {
    cli_watch_source *const source = calloc(1, sizeof *source);
    if (!source) return cli_complain("out of memory"), NULL;
    source->exclude = exclude;
    sigprocmask(SIG_SETMASK, NULL, &source->usual);
    if (open_descriptor(source)) return source;
    free(source);
    return NULL;
}

static void forget(cli_watch_source *source, size_t watch) {
    if (watch >= source->capacity || !source->paths[watch]) return;
    free(source->paths[watch]);
    source->paths[watch] = NULL;
    source->count--;
}

static void forget_all(cli_watch_source *source) {
    for (size_t i = 0; i < source->capacity; i++)
        forget(source, i);
    if (source->descriptor >= 0) close(source->descriptor);
    source->descriptor = -1;
    source->length = source->at = 0;
}

static bool make_room(cli_watch_source *source, size_t watch) {
    if (watch < source->capacity) return true;
    const size_t capacity = 2 * watch + 16;
    char **const paths = realloc(source->paths, capacity * sizeof *paths);
    if (!paths) return false;
    for (size_t i = source->capacity; i < capacity; i++)
        paths[i] = NULL;
    source->paths = paths;
    source->capacity = capacity;
    return true;
}

static bool complain_limit(const cli_watch_source *source) {
    if (errno == ENOSPC)
        cli_complain("watch: %zu folders are all that the system lets a user watch: raise it by "
                     "`sysctl fs.inotify.max_user_watches=N`, or leave out folders by --exclude",
                     source->count);
    else
        cli_complain("out of memory");
    return false;
}

/* is_known: receives whether it was listened to already, under another path perhaps. What went away
 * in the meantime, or must not be read, is left out. Returns false after a complaint. */
static bool listen_to(cli_watch_source *source, const char *path, bool *is_known) {
    const int watch = inotify_add_watch(source->descriptor, path, MASK);
    *is_known = false;
    if (watch < 0) return (errno != ENOSPC && errno != ENOMEM) || complain_limit(source);
    errno = ENOMEM;
    if (!make_room(source, (size_t)watch)) return complain_limit(source);
    *is_known = source->paths[watch] != NULL;
    if (*is_known) return true;
    source->paths[watch] = strdup(path);
    source->count += source->paths[watch] != NULL;
    errno = ENOMEM;
    return source->paths[watch] || complain_limit(source);
}

static bool is_left_out(const cli_watch_source *source, const char *path, bool is_folder) {
    const char *const slash = strrchr(path, '/'), *const name = slash ? slash + 1 : path;
    return (is_folder ? cli_is_version_control(name) : cli_is_left_over(name)) ||
           cli_is_excluded(source->exclude, path);
}

static bool take_folder(cli_watch_source *source, FTS *tree, FTSENT *entry) {
    bool is_known = false;
    if (entry->fts_info != FTS_D) return true;
    const bool is_root = entry->fts_level == FTS_ROOTLEVEL;
    if (!is_root && is_left_out(source, entry->fts_path, true))
        return fts_set(tree, entry, FTS_SKIP), true;
    if (!listen_to(source, entry->fts_path, &is_known)) return false;
    if (is_known) fts_set(tree, entry, FTS_SKIP);
    return true;
}

bool cli_watch_add(cli_watch_source *source, const char *path) {
    char *const root = strdup(path);
    char *const roots[] = {root, NULL};
    FTS *const tree = root ? fts_open(roots, FTS_LOGICAL | FTS_NOCHDIR, NULL) : NULL;
    bool going = tree != NULL;
    if (!tree) cli_complain("out of memory");
    for (FTSENT *entry; going && (entry = fts_read(tree));)
        going = take_folder(source, tree, entry);
    if (tree) fts_close(tree);
    free(root);
    return going;
}

size_t cli_watch_folder_count(const cli_watch_source *source) {
    return source->count;
}

static bool is_below(const char *path, const char *folder) {
    const size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

/* A folder that went elsewhere takes its watches along. */
static void leave(cli_watch_source *source, const char *folder) {
    for (size_t i = 0; i < source->capacity; i++)
        if (source->paths[i] && is_below(source->paths[i], folder)) {
            inotify_rm_watch(source->descriptor, (int)i);
            forget(source, i);
        }
}

/* ---- events ---- */

static char *join(const char *folder, const char *name) {
    const size_t length = strlen(folder);
    const char *const slash = length > 0 && folder[length - 1] == '/' ? "" : "/";
    const size_t capacity = length + strlen(name) + 2;
    char *const path = malloc(capacity);
    if (path) snprintf(path, capacity, "%s%s%s", folder, slash, name);
    return path;
}

/* A new name for a file that is there already: nobody will close that. */
static bool is_link(const char *path) {
    struct stat status;
    return lstat(path, &status) == 0 && (S_ISLNK(status.st_mode) || status.st_nlink > 1);
}

static bool is_folder(const struct inotify_event *event, const char *path) {
    struct stat status;
    return (event->mask & IN_ISDIR) || (stat(path, &status) == 0 && S_ISDIR(status.st_mode));
}

static bool is_news(const struct inotify_event *event, const char *path) {
    return !(event->mask & IN_CREATE) || (event->mask & IN_ISDIR) || is_link(path);
}

/* path: changes hands. Returns CLI_WATCH_QUIET for what is of no interest. */
static cli_watch_event take_named(cli_watch_source *source, const struct inotify_event *event,
                                  char *path) {
    const cli_watch_event nothing = {CLI_WATCH_QUIET, NULL};
    if (!path) return cli_complain("out of memory"), (cli_watch_event){CLI_WATCH_FAILED, NULL};
    const bool comes = event->mask & (IN_CREATE | IN_MOVED_TO);
    const bool has_folder = comes ? is_folder(event, path) : (event->mask & IN_ISDIR) != 0;
    if (is_left_out(source, path, has_folder) || !is_news(event, path)) return free(path), nothing;
    if (has_folder && !comes) leave(source, path);
    if (has_folder && comes && !cli_watch_add(source, path))
        return free(path), (cli_watch_event){CLI_WATCH_FAILED, NULL};
    return (cli_watch_event){CLI_WATCH_CHANGED, path};
}

/* A folder that was added by name has nobody above it who would say that it is gone. */
static cli_watch_event take_own(cli_watch_source *source, const struct inotify_event *event) {
    const size_t watch = (size_t)event->wd;
    cli_watch_event taken = {CLI_WATCH_QUIET, NULL};
    if (event->mask & IN_IGNORED) return forget(source, watch), taken;
    if (!(event->mask & (IN_DELETE_SELF | IN_MOVE_SELF))) return taken;
    taken.path = strdup(source->paths[watch]);
    if (!taken.path) return taken;
    leave(source, taken.path);
    taken.kind = CLI_WATCH_CHANGED;
    return taken;
}

static cli_watch_event take(cli_watch_source *source, const struct inotify_event *event) {
    const size_t watch = (size_t)event->wd;
    if (event->mask & IN_Q_OVERFLOW) {
        forget_all(source);
        return (cli_watch_event){open_descriptor(source) ? CLI_WATCH_MISSED : CLI_WATCH_FAILED,
                                 NULL};
    }
    if (event->wd < 0 || watch >= source->capacity || !source->paths[watch])
        return (cli_watch_event){CLI_WATCH_QUIET, NULL};
    if (event->len == 0) return take_own(source, event);
    return take_named(source, event, join(source->paths[watch], event->name));
}

/* The next event of those that were read; CLI_WATCH_QUIET: none of them is of interest. */
static cli_watch_event take_read(cli_watch_source *source) {
    cli_watch_event taken = {CLI_WATCH_QUIET, NULL};
    while (taken.kind == CLI_WATCH_QUIET && source->at < source->length) {
        const struct inotify_event *const event = (const void *)(source->buffer + source->at);
        source->at += sizeof *event + event->len;
        taken = take(source, event);
    }
    return taken;
}

/* ---- waiting ---- */

/* Signals that come while files are judged wait until they are asked for. */
void cli_watch_hear_signals(cli_watch_source *source) {
    sigset_t ours;
    struct sigaction action = {.sa_handler = note_end};
    sigemptyset(&action.sa_mask);
    sigemptyset(&ours);
    sigaddset(&ours, SIGINT);
    sigaddset(&ours, SIGTERM);
    sigprocmask(SIG_BLOCK, &ours, &source->usual);
    sigdelset(&source->usual, SIGINT);
    sigdelset(&source->usual, SIGTERM);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

/* Returns false if nothing was read. */
static bool read_events(cli_watch_source *source, int wait_ms) {
    const struct timespec wait = {wait_ms / 1000, (long)(wait_ms % 1000) * 1000 * 1000};
    fd_set events;
    FD_ZERO(&events);
    FD_SET(source->descriptor, &events);
    source->at = source->length = 0;
    if (pselect(source->descriptor + 1, &events, NULL, NULL, wait_ms < 0 ? NULL : &wait,
                &source->usual) <= 0)
        return false;
    const ssize_t length = read(source->descriptor, source->buffer, sizeof source->buffer);
    if (length > 0) source->length = (size_t)length;
    return length > 0;
}

cli_watch_event cli_watch_next(cli_watch_source *source, int wait_ms) {
    for (;;) {
        const cli_watch_event taken = take_read(source);
        if (taken.kind != CLI_WATCH_QUIET) return taken;
        const bool is_read = read_events(source, wait_ms);
        if (told_to_end) return (cli_watch_event){CLI_WATCH_ENDED, NULL};
        if (!is_read && wait_ms >= 0) return (cli_watch_event){CLI_WATCH_QUIET, NULL};
    }
}

void cli_watch_close(cli_watch_source *source) {
    if (!source) return;
    forget_all(source);
    free(source->paths);
    free(source);
}

/* navlint watch: judges again what is saved. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "cli/check_options.h"
#include "cli/config/keys.h"
#include "cli/config/terms_book.h"
#include "cli/output.h"
#include "cli/suppress/file.h"
#include "cli/verbs.h"
#include "cli/watch/judge.h"
#include "cli/watch/report.h"
#include "cli/watch/source.h"
#include "cli/watch/state.h"

/* After a change so long nothing is to happen before files are judged, and so long at most that is
 * waited for: who saves much at once is told once. */
enum { QUIET_MS = 150, PATIENCE_MS = 3000 };

/* In the order of the words in the option table. */
enum { WATCH_AS_TEXT, WATCH_AS_NDJSON };

/* The settings of check come first: options on loan point into them. */
typedef struct watch_settings {
    cli_check_settings check;
    unsigned format; /* WATCH_AS_TEXT, ... */
} watch_settings;

static const cli_option options[] = {
    {"--format", NULL, CLI_CHOICE, offsetof(watch_settings, format), "text|ndjson",
     "What to print: text (default), for people; ndjson, a line for each file that was judged or "
     "is "
     "gone, and one for where all stand."},
};

static const char *const borrowed[] = {
    "--all",
    "--input-format",
    "--game",
    "--scope",
    "--ignore",
    "--only",
    "--severity",
    "--min-severity",
    "--pedantic",
    "--fail-on",
    "--masters",
    "--exclude",
    "--respect-gitignore",
    "--allow-empty",
    "--on-indeterminate",
    "--max-findings",
    "--max-findings-per-rule",
    "--max-bytes",
    "--max-archive-bytes",
    "--jobs",
    "--max-set-bytes",
    "--config",
    "--no-config",
    "--suppressions",
    "--no-suppressions",
};

typedef struct watching {
    const cli_check_settings *settings;
    const cli_operands *folders;
    cli_watch_source *source;
    cli_terms_book book; /* while files are judged */
    cli_watch_state state;
    cli_watch_report report;
} watching;

/* ---- judging ---- */

/* What a walk finds and what changed are left out alike. */
static cli_walk walk_of(watching *run) {
    return (cli_walk){.exclude = &run->settings->exclude,
                      .leaves_out = cli_terms_leave_out,
                      .context = &run->book};
}

static bool walk_all(watching *run, cli_inputs *inputs) {
    const cli_walk walk = walk_of(run);
    bool going = true;
    for (size_t i = 0; going && i < run->folders->count; i++) {
        bool is_directory;
        going = cli_inputs_add(inputs, &walk, run->folders->items[i], &is_directory);
    }
    for (size_t i = 0; i < inputs->count; i++)
        inputs->items[i].discovered = true;
    cli_watch_sort_inputs(inputs); /* one folder may lie in another */
    return going;
}

/* Judges the inputs and tells what changed. changed: paths whose marks are out of date. */
static int judge(watching *run, cli_inputs *inputs, const cli_paths *changed) {
    cli_marks now = {0};
    int code = cli_watch_judge(&run->book, inputs, &now);
    if (code == CLI_OK &&
        !cli_watch_update(&run->state, changed, &now, cli_watch_report_change, &run->report)) {
        cli_complain("out of memory");
        code = CLI_INTERNAL;
    }
    cli_marks_free(&now);
    return code;
}

static bool list_known(const watching *run, cli_paths *known) {
    bool going = true;
    for (size_t i = 0; going && i < run->state.marks.count; i++)
        going = cli_paths_add(known, run->state.marks.items[i].name);
    return going;
}

static bool may_be_empty(watching *run) {
    bool may_be = true;
    for (size_t i = 0; may_be && i < run->folders->count; i++) {
        const cli_terms *const terms = cli_terms_of_folder(&run->book, run->folders->items[i]);
        may_be = terms && terms->settings->allow_empty;
    }
    return may_be;
}

static int find_all(watching *run, cli_paths *known, cli_inputs *inputs) {
    run->report.may_be_empty = may_be_empty(run);
    return list_known(run, known) && walk_all(run, inputs) ? CLI_OK : CLI_INTERNAL;
}

static int find_changed(watching *run, cli_paths *changed, cli_inputs *inputs) {
    cli_walk walk = walk_of(run);
    walk.is_forced = true;
    return cli_watch_gather(&run->state, &walk, changed, inputs) ? CLI_OK : CLI_INTERNAL;
}

/* Settings are read anew each time. find: says what is to be judged. */
static int judge_found(watching *run, cli_paths *paths,
                       int (*find)(watching *, cli_paths *, cli_inputs *)) {
    cli_inputs inputs = {0};
    int code = cli_terms_book_open(&run->book, run->settings);
    if (code == CLI_OK) code = find(run, paths, &inputs);
    if (code == CLI_OK) code = judge(run, &inputs, paths);
    cli_inputs_free(&inputs);
    cli_terms_book_close(&run->book);
    return code;
}

/* At the start, and when nobody knows what changed. */
static int judge_all(watching *run) {
    cli_paths known = {0};
    const int code = judge_found(run, &known, find_all);
    cli_paths_free(&known);
    return code;
}

static const char *base_of(const char *path) {
    const char *const slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Settings, and what is known already. */
static bool is_for_all(const watching *run, const char *name) {
    const char *const given = run->settings->suppressions;
    return strcmp(name, CLI_CONFIG_NAME) == 0 ||
           strcmp(name, given ? base_of(given) : CLI_SUPPRESSIONS_NAME) == 0;
}

static bool concerns_all(const watching *run, const cli_paths *changed) {
    bool concerns = false;
    for (size_t i = 0; i < changed->count && !concerns; i++)
        concerns = is_for_all(run, base_of(changed->items[i]));
    return concerns;
}

static int judge_changed(watching *run, cli_paths *changed) {
    return concerns_all(run, changed) ? judge_all(run) : judge_found(run, changed, find_changed);
}

/* ---- listening ---- */

static bool listen_to_all(watching *run) {
    bool going = true;
    for (size_t i = 0; going && i < run->folders->count; i++)
        going = cli_watch_add(run->source, run->folders->items[i]);
    return going;
}

/* What happened until it was quiet. */
typedef struct burst {
    cli_watch_kind end; /* CLI_WATCH_CHANGED, _MISSED, _ENDED or _FAILED */
    cli_paths changed;
} burst;

static void take_event(burst *all, cli_watch_event event) {
    if (event.kind != CLI_WATCH_CHANGED) {
        all->end = event.kind;
    } else if (!cli_paths_add(&all->changed, event.path)) {
        cli_complain("out of memory");
        all->end = CLI_WATCH_FAILED;
    }
    free(event.path);
}

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / (1000 * 1000);
}

static burst await_burst(watching *run) {
    burst all = {.end = CLI_WATCH_CHANGED};
    take_event(&all, cli_watch_next(run->source, -1));
    const int64_t end_ms = now_ms() + PATIENCE_MS;
    while (all.end == CLI_WATCH_CHANGED && now_ms() < end_ms) {
        const cli_watch_event event = cli_watch_next(run->source, QUIET_MS);
        if (event.kind == CLI_WATCH_QUIET) break;
        take_event(&all, event);
    }
    return all;
}

static int take_burst(watching *run, burst *all) {
    if (all->end == CLI_WATCH_FAILED) return CLI_USAGE;
    if (all->end == CLI_WATCH_CHANGED) return judge_changed(run, &all->changed);
    cli_complain("watch: too much changed at once: everything is judged again");
    return listen_to_all(run) ? judge_all(run) : CLI_USAGE;
}

/* A burst that left no trace, as of files that are none of ours, is passed over in silence.
 * Settings that cannot be used were complained about, and will be saved again: until then nothing
 * is judged. */
static int settle(watching *run, burst *all, int *state_code) {
    const int code = take_burst(run, all);
    if (code == CLI_OK) *state_code = cli_watch_report_state(&run->report, &run->state.marks);
    if (code != CLI_USAGE || all->end != CLI_WATCH_CHANGED) return code;
    *state_code = CLI_USAGE;
    return CLI_OK;
}

static bool has_ended(watching *run, int *state_code) {
    if (!cli_flush()) return true; /* nobody reads any longer */
    if (cli_watch_folder_count(run->source) > 0) return false;
    cli_complain("watch: the folders are gone");
    if (*state_code < CLI_UNJUDGED) *state_code = CLI_UNJUDGED;
    return true;
}

/* Returns an exit code: of the last state, unless something went wrong. */
static int follow(watching *run) {
    cli_watch_hear_signals(run->source);
    int state_code = cli_watch_report_state(&run->report, &run->state.marks);
    run->report.is_start = false;
    int code = CLI_OK;
    while (code == CLI_OK && !has_ended(run, &state_code)) {
        burst all = await_burst(run);
        const bool is_end = all.end == CLI_WATCH_ENDED;
        if (!is_end) code = settle(run, &all, &state_code);
        cli_paths_free(&all.changed);
        if (is_end) break;
    }
    return code == CLI_OK ? state_code : code;
}

/* Listens first: what changes while all is judged is judged again. */
static int watch(watching *run) {
    run->source = cli_watch_open(&run->settings->exclude);
    int code = run->source && listen_to_all(run) ? CLI_OK : CLI_USAGE;
    if (code == CLI_OK) code = judge_all(run);
    if (code == CLI_OK) code = follow(run);
    cli_watch_close(run->source);
    cli_watch_state_free(&run->state);
    return code;
}

/* ---- from the words ---- */

static bool is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* "maps/" finds the same paths as "maps". */
static void cut_slashes(char *path) {
    for (size_t length = strlen(path); length > 1 && path[length - 1] == '/'; length--)
        path[length - 1] = '\0';
}

static int check_folders(const cli_operands *folders) {
    for (size_t i = 0; i < folders->count; i++) {
        cut_slashes(folders->items[i]);
        if (is_folder(folders->items[i])) continue;
        cli_complain("watch: %s is no folder", folders->items[i]);
        return CLI_USAGE;
    }
    return CLI_OK;
}

static int run_watch(const watch_settings *settings, const cli_operands *folders) {
    cli_check_settings check = settings->check;
    const unsigned form = settings->format == WATCH_AS_NDJSON ? CLI_NDJSON : CLI_TEXT;
    check.outputs = (cli_outputs){.items = {{.form = form}}, .count = 1};
    check.quiet = check.keeps_marks = true;
    watching run = {.settings = &check,
                    .folders = folders,
                    .report = {.form = form, .shows_all = check.all, .is_start = true}};
    return watch(&run);
}

static int run(const cli_verb *verb, char **words, size_t word_count) {
    static char here[] = ".", *items[] = {here};
    watch_settings settings = {.check = cli_check_defaults()};
    cli_operands folders;
    int code = cli_parse(verb, words, word_count, &settings, &folders);
    if (code == CLI_OK && folders.count == 0) folders = (cli_operands){items, 1};
    if (code == CLI_OK) code = check_folders(&folders);
    if (code == CLI_OK) code = run_watch(&settings, &folders);
    cli_check_settings_free(&settings.check);
    return code;
}

const cli_verb cli_verb_watch = {
    .name = "watch",
    .operands = "[DIR...]",
    .summary = "Judges the files below folders, and again what is saved.",
    .details =
        "Prints how many errors and warnings there are, then, whenever a file is saved, comes or "
        "goes, what is new in it (+), what is gone (-) and how much is still there; of a format "
        "with sets the whole set is judged again, of an archive all that is in it. Without DIR the "
        "current folder. Ctrl-C ends it; the exit code is then that of the last state, as "
        "'navlint check' would have it. Linux only.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .loan = {cli_check_options, CLI_CHECK_OPTION_COUNT, borrowed,
             sizeof borrowed / sizeof borrowed[0]},
    .max_operands = SIZE_MAX,
    .note = cli_keys_note,
    .run = run,
};

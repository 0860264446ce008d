/* navlint diff: what one version of a file says and the other does not. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/decoding_options.h"
#include "cli/input.h"
#include "cli/output.h"
#include "cli/verbs.h"

/* In the order of the words in the option table. */
enum { DIFF_AS_TEXT, DIFF_AS_JSON, DIFF_AS_MARKDOWN };

/* As diff(1): trouble is 2, whatever it is. */
enum { DIFF_SAME = 0, DIFF_DIFFERENT = 1, DIFF_TROUBLE = CLI_USAGE };

enum { OLD, NEW, SIDES, GIT_OPERANDS = 7, GIT_RENAMED_OPERANDS = 9, DEFAULT_CHANGES = 1000 };

typedef struct diff_settings {
    unsigned format; /* DIFF_AS_TEXT, ... */
    unsigned scope;  /* navlint_scope */
    bool is_summary;
    bool is_strict;
    bool is_for_git;
    bool is_quiet;
    cli_count max_changes;
    const char *input_format;
    const char *game;
    uint64_t max_bytes;
} diff_settings;

/* One of the two files. */
typedef struct diff_file {
    const char *path;
    const char *name; /* as it is shown */
    cli_buffer bytes;
} diff_file;

typedef struct diff_run {
    const diff_settings *settings;
    diff_file files[SIDES];
} diff_run;

/* ---- Files ---- */

static int load(diff_file *file, uint64_t max_bytes) {
    const size_t limit_bytes = cli_read_limit(max_bytes);
    const char *const path = strcmp(file->path, "-") == 0 ? NULL : file->path;
    const int descriptor = cli_open(path, false);
    const int failure = descriptor < 0 ? errno : cli_read(descriptor, limit_bytes, &file->bytes);
    if (descriptor >= 0) cli_close(descriptor);
    if (failure != 0) {
        cli_complain("cannot read %s: %s", file->name, strerror(failure));
        return failure == ENOMEM ? CLI_INTERNAL : DIFF_TROUBLE;
    }
    if (file->bytes.length < limit_bytes) return CLI_OK;
    cli_complain("%s: larger than --max-bytes allows", file->name);
    return DIFF_TROUBLE;
}

static navlint_input input_of(const diff_file *file) {
    return (navlint_input){
        .name = file->name, .bytes = file->bytes.bytes, .length = file->bytes.length};
}

/* ---- What is said ---- */

static navlint_diff_form form_of(unsigned format) {
    return format == DIFF_AS_JSON       ? NAVLINT_DIFF_JSON_INDENT
           : format == DIFF_AS_MARKDOWN ? NAVLINT_DIFF_MARKDOWN
                                        : NAVLINT_DIFF_TEXT;
}

static int print(const diff_run *run, const navlint_diff *diff) {
    const navlint_diff_form form = form_of(run->settings->format);
    const navlint_text text = navlint_diff_text(diff, form, run->settings->is_summary);
    if (!text.text) {
        cli_complain("out of memory");
        return CLI_INTERNAL;
    }
    (void)cli_write(text.text, text.length);
    if (form == NAVLINT_DIFF_JSON_INDENT) (void)cli_write("\n", 1);
    navlint_text_free(text);
    return CLI_OK;
}

/* Of files that differ in their bytes nobody knows whether they say the same unless all of both was
 * compared. */
static int code_of(const diff_settings *settings, const navlint_diff *diff) {
    const bool has_same_bytes = navlint_diff_different_bytes(diff) == 0;
    if (!navlint_diff_is_same(diff)) return DIFF_DIFFERENT;
    if (has_same_bytes) return DIFF_SAME;
    if (settings->is_strict) return DIFF_DIFFERENT;
    return navlint_diff_is_whole(diff) ? DIFF_SAME : DIFF_TROUBLE;
}

static int complain(const diff_run *run, const navlint_options *options, navlint_status status) {
    const navlint_format *formats[SIDES];
    for (unsigned side = 0; side < SIDES; side++) {
        const navlint_input input = input_of(&run->files[side]);
        formats[side] = navlint_detect_as(options, &input, NAVLINT_NAMED);
        if (formats[side] || status != NAVLINT_NOT_RECOGNISED) continue;
        cli_complain("%s: %s; --input-format ID forces a format", run->files[side].name,
                     navlint_status_text(status));
        return DIFF_TROUBLE;
    }
    if (formats[OLD] != formats[NEW] && formats[OLD] && formats[NEW])
        cli_complain("%s is %s and %s is %s: files of one format can be compared",
                     run->files[OLD].name, formats[OLD]->id, run->files[NEW].name,
                     formats[NEW]->id);
    else
        cli_complain("%s, %s: %s", run->files[OLD].name, run->files[NEW].name,
                     status == NAVLINT_UNSUPPORTED ? "a limit keeps them from being compared"
                                                   : navlint_status_text(status));
    return status == NAVLINT_NO_MEMORY ? CLI_INTERNAL : DIFF_TROUBLE;
}

static int compare(const diff_run *run) {
    const diff_settings *const settings = run->settings;
    const navlint_input old = input_of(&run->files[OLD]);
    const navlint_input new = input_of(&run->files[NEW]);
    navlint_options options;
    navlint_diff *diff = NULL;
    navlint_options_init(&options, sizeof options);
    options.format = settings->input_format;
    options.game = settings->game;
    options.scope = (navlint_scope)settings->scope;
    options.max_input_bytes = settings->max_bytes;
    const uint64_t most =
        settings->max_changes.is_given ? settings->max_changes.value : DEFAULT_CHANGES;
    const navlint_status status = navlint_diff_make(&options, &old, &new, most, &diff);
    if (status != NAVLINT_OK) return complain(run, &options, status);
    const int found = code_of(settings, diff);
    const bool is_silent = settings->is_quiet && found == DIFF_SAME;
    const int code = is_silent ? CLI_OK : print(run, diff);
    navlint_diff_free(diff);
    return code != CLI_OK ? code : found;
}

/* ---- git ---- */

static bool is_absent(const diff_file *file) {
    return strcmp(file->path, "/dev/null") == 0;
}

static void print_presence(const char *what, const char *name) {
    char safe[1024];
    cli_make_safe(safe, sizeof safe, name);
    cli_print("%s %s\n", what, safe);
}

/* git takes every exit code but 0 for a failure of the driver and stops: what cannot be compared is
 * said, and it goes on with the next file. */
static int run_for_git(diff_run *run) {
    const diff_file *const files = run->files;
    int code = CLI_OK;
    if (is_absent(&files[OLD]) || is_absent(&files[NEW])) {
        print_presence(is_absent(&files[OLD]) ? "new file" : "deleted file", files[NEW].name);
        return CLI_OK;
    }
    for (unsigned side = 0; side < SIDES && code == CLI_OK; side++)
        code = load(&run->files[side], run->settings->max_bytes);
    if (code == CLI_OK) code = compare(run);
    if (code == DIFF_TROUBLE) print_presence("not compared:", files[NEW].name);
    return code == CLI_INTERNAL ? code : CLI_OK;
}

/* ---- The run ---- */

/* PATH OLD-FILE OLD-HEX OLD-MODE NEW-FILE NEW-HEX NEW-MODE [NEW-PATH METADATA], see git(1), or PATH
 * alone for a file in conflict. */
static int take_git_operands(diff_run *run, const cli_operands *operands) {
    const size_t count = operands->count;
    char **const words = operands->items;
    if (count == 1) {
        print_presence("in conflict:", words[0]);
        return CLI_OK;
    }
    if (count != GIT_OPERANDS && count != GIT_RENAMED_OPERANDS) {
        cli_complain("--git takes the 7 or 9 words that git gives to a diff driver");
        return CLI_USAGE;
    }
    run->files[OLD] = (diff_file){.path = words[1], .name = words[0]};
    run->files[NEW] = (diff_file){.path = words[4], .name = words[count == GIT_OPERANDS ? 0 : 7]};
    return run_for_git(run);
}

static int take_operands(diff_run *run, const cli_operands *operands) {
    int code = CLI_OK;
    if (operands->count != SIDES) {
        cli_complain("diff takes two files: navlint diff OLD NEW");
        return CLI_USAGE;
    }
    for (unsigned side = 0; side < SIDES && code == CLI_OK; side++) {
        run->files[side] =
            (diff_file){.path = operands->items[side], .name = operands->items[side]};
        code = load(&run->files[side], run->settings->max_bytes);
    }
    return code == CLI_OK ? compare(run) : code;
}

static int run(const cli_verb *verb, char **words, size_t word_count) {
    navlint_options defaults;
    navlint_options_init(&defaults, sizeof defaults);
    diff_settings settings = {.format = DIFF_AS_TEXT, .max_bytes = defaults.max_input_bytes};
    cli_operands operands;
    int code = cli_parse(verb, words, word_count, &settings, &operands);
    if (code != CLI_OK) return code;
    diff_run diff = {.settings = &settings};
    code =
        settings.is_for_git ? take_git_operands(&diff, &operands) : take_operands(&diff, &operands);
    for (unsigned side = 0; side < SIDES; side++)
        cli_buffer_free(&diff.files[side].bytes);
    return code;
}

static const cli_option options[] = {
    {"--format", NULL, CLI_CHOICE, offsetof(diff_settings, format), "text|json|markdown",
     "text (default), json (schemas/diff.schema.json), or markdown for comments."},
    {"--stat", NULL, CLI_FLAG, offsetof(diff_settings, is_summary), NULL,
     "Only how many records of each kind were added, removed, changed and moved."},
    {"--quiet", "-q", CLI_FLAG, offsetof(diff_settings, is_quiet), NULL,
     "Say nothing of files that say the same."},
    {"--strict", NULL, CLI_FLAG, offsetof(diff_settings, is_strict), NULL,
     "Exit with 1 for files that say the same in other bytes, too."},
    {"--max-changes", NULL, CLI_COUNT, offsetof(diff_settings, max_changes), "N",
     "Show at most N changes and count the others. Default 1000."},
    {"--scope", NULL, CLI_CHOICE, offsetof(diff_settings, scope), "all|navmesh",
     "What of a plugin is compared: all (default) or navmesh, navigation alone."},
    {"--git", NULL, CLI_FLAG, offsetof(diff_settings, is_for_git), NULL,
     "Take the words that git gives to a diff driver, and exit with 0 whatever differs."},
    CLI_INPUT_FORMAT_OPTION(diff_settings),
    {"--game", NULL, CLI_GAME, offsetof(diff_settings, game), "NAME", "Decode as this game would."},
    CLI_MAX_BYTES_OPTION(diff_settings),
};

const cli_verb cli_verb_diff = {
    .name = "diff",
    .operands = "FILE FILE",
    .summary = "Shows what has changed between two versions of a file.",
    .details = "Records are known again by their ids, their content and their places, references "
               "by what they lead to: records that are only numbered anew or stand elsewhere in "
               "the file are no change. Exits as diff(1): 0 if both say the same, 1 if they do "
               "not, 2 for trouble.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .min_operands = 1,
    .max_operands = GIT_RENAMED_OPERANDS,
    .run = run,
};

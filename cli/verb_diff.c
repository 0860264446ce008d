/* navlint diff: what one version of a file, a folder or an archive says and the other does not. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/check_options.h"
#include "cli/decoding_options.h"
#include "cli/diff/files.h"
#include "cli/inside/outer_path.h"
#include "cli/inside_options.h"
#include "cli/load.h"
#include "cli/output.h"
#include "cli/verbs.h"

enum { GIT_OPERANDS = 7, GIT_RENAMED_OPERANDS = 9 };

typedef enum diff_kind { DIFF_FILE, DIFF_FOLDER, DIFF_ARCHIVE } diff_kind;

/* One of the two operands. */
typedef struct diff_operand {
    char *path;
    const char *name; /* as it is shown */
    diff_kind kind;
    cli_buffer bytes;   /* of a file */
    cli_source archive; /* whose descriptor is closed at the end */
} diff_operand;

typedef struct diff_run {
    const cli_diff_settings *settings;
    diff_operand operands[CLI_SIDES];
} diff_run;

/* ---- Operands ---- */

static bool is_folder(const char *path) {
    struct stat status;
    return strcmp(path, "-") != 0 && stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* Reads a file, or the start of an archive. */
static int load(const diff_run *run, diff_operand *operand) {
    const navlint_options options = cli_diff_options(run->settings);
    const cli_input input = {.path = strcmp(operand->path, "-") == 0 ? NULL : operand->path};
    cli_found found;
    const int failure = cli_load(&options, &input, &operand->bytes, &found);
    if (failure != 0) {
        cli_complain("cannot read %s: %s", operand->name, strerror(failure));
        return failure == ENOMEM ? CLI_INTERNAL : CLI_DIFF_TROUBLE;
    }
    if (found.kind == CLI_FOUND_ARCHIVE) {
        operand->kind = DIFF_ARCHIVE;
        operand->archive = found.archive;
        return CLI_OK;
    }
    if (operand->bytes.length < cli_read_limit(run->settings->max_bytes)) return CLI_OK;
    cli_complain("%s: larger than --max-bytes allows", operand->name);
    return CLI_DIFF_TROUBLE;
}

static int load_member(const diff_run *run, diff_operand *operand) {
    const navlint_options options = cli_diff_options(run->settings);
    const int code =
        cli_read_member(&options, run->settings->max_archive_bytes, operand->path, &operand->bytes);
    return code == CLI_UNJUDGED ? CLI_DIFF_TROUBLE : code;
}

static int look_at(const diff_run *run, diff_operand *operand) {
    if (cli_is_inside(operand->path)) return load_member(run, operand);
    if (!is_folder(operand->path)) return load(run, operand);
    operand->kind = DIFF_FOLDER;
    return CLI_OK;
}

static void free_operand(diff_operand *operand) {
    if (operand->kind == DIFF_ARCHIVE) cli_close(operand->archive.descriptor);
    cli_buffer_free(&operand->bytes);
}

/* ---- Two files ---- */

static int compare_files(const diff_run *run) {
    navlint_input inputs[CLI_SIDES];
    char reason[CLI_COMPLAINT_CAPACITY];
    navlint_diff *diff;
    for (unsigned side = 0; side < CLI_SIDES; side++) {
        const diff_operand *const file = &run->operands[side];
        inputs[side] = (navlint_input){
            .name = file->name, .bytes = file->bytes.bytes, .length = file->bytes.length};
    }
    const int found = cli_diff_compare(run->settings, inputs, &diff, reason);
    if (!diff) {
        cli_complain("%s", reason);
        return found;
    }
    const bool is_silent = run->settings->is_quiet && found == CLI_DIFF_SAME;
    const int code = is_silent ? CLI_OK : cli_diff_print(run->settings, diff, false);
    navlint_diff_free(diff);
    return code != CLI_OK ? code : found;
}

/* ---- Two folders or archives ---- */

static int list(const diff_run *run, const diff_operand *operand, cli_diff_side *side) {
    side->name = operand->name;
    return operand->kind == DIFF_FOLDER
               ? cli_diff_list_folder(side, run->settings)
               : cli_diff_list_archive(side, run->settings, &operand->archive);
}

static int compare_folders(const diff_run *run) {
    cli_diff_side sides[CLI_SIDES] = {{0}, {0}};
    int code = list(run, &run->operands[CLI_OLD], &sides[CLI_OLD]);
    if (code == CLI_OK) code = list(run, &run->operands[CLI_NEW], &sides[CLI_NEW]);
    if (code == CLI_OK) code = cli_diff_files(run->settings, sides);
    cli_diff_side_free(&sides[CLI_OLD]);
    cli_diff_side_free(&sides[CLI_NEW]);
    return code;
}

static int compare(const diff_run *run) {
    const bool is_file[CLI_SIDES] = {run->operands[CLI_OLD].kind == DIFF_FILE,
                                     run->operands[CLI_NEW].kind == DIFF_FILE};
    if (is_file[CLI_OLD] && is_file[CLI_NEW]) return compare_files(run);
    if (!is_file[CLI_OLD] && !is_file[CLI_NEW]) return compare_folders(run);
    cli_complain(
        "%s is a file and %s is not: two files can be compared, or two folders or archives",
        run->operands[is_file[CLI_OLD] ? CLI_OLD : CLI_NEW].name,
        run->operands[is_file[CLI_OLD] ? CLI_NEW : CLI_OLD].name);
    return CLI_DIFF_TROUBLE;
}

/* ---- git ---- */

static bool is_absent(const diff_operand *operand) {
    return strcmp(operand->path, "/dev/null") == 0;
}

static void print_presence(const char *what, const char *name) {
    char safe[1024];
    cli_make_safe(safe, sizeof safe, name);
    cli_print("%s %s\n", what, safe);
}

/* git takes every exit code but 0 for a failure of the driver and stops: what cannot be compared is
 * said, and it goes on with the next file. */
static int run_for_git(diff_run *run) {
    diff_operand *const operands = run->operands;
    int code = CLI_OK;
    if (is_absent(&operands[CLI_OLD]) || is_absent(&operands[CLI_NEW])) {
        print_presence(is_absent(&operands[CLI_OLD]) ? "new file" : "deleted file",
                       operands[CLI_NEW].name);
        return CLI_OK;
    }
    for (unsigned side = 0; side < CLI_SIDES && code == CLI_OK; side++)
        code = load(run, &operands[side]);
    if (code == CLI_OK) code = compare(run);
    if (code == CLI_DIFF_TROUBLE) print_presence("not compared:", operands[CLI_NEW].name);
    return code == CLI_INTERNAL ? code : CLI_OK;
}

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
    run->operands[CLI_OLD] = (diff_operand){.path = words[1], .name = words[0]};
    run->operands[CLI_NEW] =
        (diff_operand){.path = words[4], .name = words[count == GIT_OPERANDS ? 0 : 7]};
    return run_for_git(run);
}

/* ---- The run ---- */

static int take_operands(diff_run *run, const cli_operands *operands) {
    int code = CLI_OK;
    if (operands->count != CLI_SIDES) {
        cli_complain("diff takes two files, folders or archives: navlint diff OLD NEW");
        return CLI_USAGE;
    }
    if (strcmp(operands->items[CLI_OLD], "-") == 0 && strcmp(operands->items[CLI_NEW], "-") == 0) {
        cli_complain("diff: standard input (-) can be read only once");
        return CLI_USAGE;
    }
    for (unsigned side = 0; side < CLI_SIDES && code == CLI_OK; side++) {
        run->operands[side] =
            (diff_operand){.path = operands->items[side], .name = operands->items[side]};
        code = look_at(run, &run->operands[side]);
    }
    return code == CLI_OK ? compare(run) : code;
}

static int run(const cli_verb *verb, char **words, size_t word_count) {
    const cli_check_settings defaults = cli_check_defaults();
    cli_diff_settings settings = {.format = CLI_DIFF_TEXT,
                                  .max_bytes = defaults.max_bytes,
                                  .max_archive_bytes = defaults.max_archive_bytes};
    cli_operands operands;
    int code = cli_parse(verb, words, word_count, &settings, &operands);
    if (code != CLI_OK) return code;
    diff_run diff = {.settings = &settings};
    code =
        settings.is_for_git ? take_git_operands(&diff, &operands) : take_operands(&diff, &operands);
    for (unsigned side = 0; side < CLI_SIDES; side++)
        free_operand(&diff.operands[side]);
    return code;
}

static const cli_option options[] = {
    {"--format", NULL, CLI_CHOICE, offsetof(cli_diff_settings, format), "text|json|markdown",
     "text (default), json (schemas/diff.schema.json, diff-files.schema.json of folders and "
     "archives), or markdown for comments."},
    {"--stat", NULL, CLI_FLAG, offsetof(cli_diff_settings, is_summary), NULL,
     "Only how many records of each kind were added, removed, changed and moved."},
    {"--quiet", "-q", CLI_FLAG, offsetof(cli_diff_settings, is_quiet), NULL,
     "Say nothing of files that say the same."},
    {"--strict", NULL, CLI_FLAG, offsetof(cli_diff_settings, is_strict), NULL,
     "Exit with 1 for files that say the same in other bytes, too."},
    {"--max-changes", NULL, CLI_COUNT, offsetof(cli_diff_settings, max_changes), "N",
     "Show at most N changes and count the others. Default 1000."},
    {"--scope", NULL, CLI_CHOICE, offsetof(cli_diff_settings, scope), "all|navmesh",
     "What of a plugin is compared: all (default) or navmesh, navigation alone."},
    {"--git", NULL, CLI_FLAG, offsetof(cli_diff_settings, is_for_git), NULL,
     "Take the words that git gives to a diff driver, and exit with 0 whatever differs."},
    CLI_INPUT_FORMAT_OPTION(cli_diff_settings),
    {"--game", NULL, CLI_GAME, offsetof(cli_diff_settings, game), "NAME",
     "Decode as this game would."},
    CLI_MAX_BYTES_OPTION(cli_diff_settings),
    {"--max-archive-bytes", NULL, CLI_SIZE, offsetof(cli_diff_settings, max_archive_bytes), "SIZE",
     "Unpack at most so much of one archive. Default 4G."},
};

const cli_verb cli_verb_diff = {
    .name = "diff",
    .operands = "FILE[!MEMBER]|DIR|ARCHIVE FILE[!MEMBER]|DIR|ARCHIVE",
    .summary = "Shows what has changed between two versions of a file, a folder or an archive.",
    .details =
        "Records are known again by their ids, their content and their places, references "
        "by what they lead to: records that are only numbered anew or stand elsewhere in "
        "the file are no change. The files of two folders or archives are paired by their "
        "names. A member of an archive or a container is a file, too, by the name of reports: "
        "'x.gma!maps/a.nav'.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .min_operands = 1,
    .max_operands = GIT_RENAMED_OPERANDS,
    .exit_help = "Exit codes, as of diff(1):\n"
                 "  0  both say the same\n"
                 "  1  they do not\n"
                 "  2  usage error, or something was not compared\n"
                 "  3  never: this is 2\n"
                 "  4  internal error: out of memory, output could not be written\n",
    .run = run,
};

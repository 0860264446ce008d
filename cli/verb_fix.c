/* navlint fix: repairs what check finds. */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/check/outcome.h"
#include "cli/check/tickets.h"
#include "cli/check_options.h"
#include "cli/config/keys.h"
#include "cli/config/terms_book.h"
#include "cli/fix_files.h"
#include "cli/inputs/choose.h"
#include "cli/inputs/folders.h"
#include "cli/inside/outer_path.h"
#include "cli/load.h"
#include "cli/output.h"
#include "cli/verbs.h"

#define TARGET(member) offsetof(cli_fix_settings, member)

static const cli_option options[] = {
    {"--dry-run", "-n", CLI_FLAG, TARGET(dry_run), NULL,
     "Say what would be fixed, and write nothing."},
    {"--diff", NULL, CLI_FLAG, TARGET(diff), NULL,
     "Show each change with the field's path, its offset, its old value and its new one, and write "
     "nothing."},
    {"--unsafe", NULL, CLI_FLAG, TARGET(unsafe), NULL,
     "Also make fixes that lose something, or that take one of several values that may be right. "
     "'navlint explain CODE' says which fixes are unsafe."},
    {"--only", NULL, CLI_CODES, TARGET(only), "CODE[,CODE...]",
     "Fix only what these rules find. May be repeated."},
    {"--output", "-o", CLI_WORD, TARGET(output), "FILE",
     "Write the repaired file here; - is standard output."},
    {"--in-place", "-i", CLI_FLAG, TARGET(in_place), NULL,
     "Replace the file with the repaired one, as a whole or not at all."},
    {"--backup", NULL, CLI_FLAG, TARGET(backup), NULL,
     "With --in-place: keep the old file, with .bak added to its name."},
    {"--format", NULL, CLI_CHOICE, TARGET(format), "text|json",
     "How to say what was done: text (default), a line for each fix; json, an object for each file "
     "or set, a line each."},
};

/* An option of this verb is none that settings give. */
static void note(void *settings, const cli_option *option) {
    const bool is_own =
        strcmp(option->name, "--only") == 0 || strcmp(option->name, "--format") == 0;
    if (!is_own) cli_keys_note(settings, option);
}

static const char *const borrowed[] = {
    "--input-format", "--game",
    "--scope",        "--ignore",
    "--severity",     "--pedantic",
    "--fail-on",      "--masters",
    "--exclude",      "--respect-gitignore",
    "--max-bytes",    "--max-archive-bytes",
    "--config",       "--no-config",
    "--quiet",
};

/* A run. */
typedef struct fix_run {
    const cli_fix_settings *settings;
    cli_operands operands;
    cli_terms_book book;
    cli_inputs inputs;
    cli_tickets tickets; /* of files that wait for the others of their set */
    bool *is_directory;  /* heap; one per operand */
    cli_yield *yields;   /* heap; one per operand */
    cli_list backed_up;  /* paths of archives and containers, heap */
    cli_fix_tally tally;
    int code;
} fix_run;

static void raise_code(fix_run *run, int code) {
    if (code > run->code) run->code = code;
}

/* ---- One file, or a set ---- */

static const char *name_of(const fix_run *run, size_t item) {
    return cli_input_name(&run->settings->check, &run->inputs.items[item]);
}

static int read_files(const fix_run *run, const cli_terms *terms, cli_fix_file *files,
                      const size_t *items, size_t count) {
    int code = CLI_OK;
    for (size_t i = 0; code == CLI_OK && i < count; i++) {
        files[i].input = &run->inputs.items[items[i]];
        files[i].name = name_of(run, items[i]);
        code = cli_fix_read(&files[i], terms->settings->max_bytes);
    }
    return code;
}

/* files: read, all on the terms of the first. */
static void fix_read(fix_run *run, cli_fix_file *files, size_t count) {
    const cli_fix_task task = {
        .settings = run->settings, .terms = files[0].input->terms, .files = files, .count = count};
    raise_code(run, cli_fix_run(&task, &run->tally));
}

static void fix_items(fix_run *run, const size_t *items, size_t count) {
    const cli_terms *const terms = run->inputs.items[items[0]].terms;
    cli_fix_file *const files = calloc(count, sizeof *files);
    if (!files) {
        cli_complain("out of memory");
        raise_code(run, CLI_INTERNAL);
        return;
    }
    const int code = read_files(run, terms, files, items, count);
    raise_code(run, code);
    if (code == CLI_OK) fix_read(run, files, count);
    for (size_t i = 0; i < count; i++)
        cli_buffer_free(&files[i].bytes);
    free(files);
}

/* ---- What an input is ---- */

static void take_member(fix_run *run, size_t item, const navlint_format *format) {
    const cli_ticket ticket = {
        .folder = run->inputs.items[item].folder, .format = format, .item = item};
    if (cli_tickets_add(&run->tickets, ticket)) return;
    cli_complain("out of memory");
    raise_code(run, CLI_INTERNAL);
}

static void refuse_archive(fix_run *run, size_t item) {
    if (run->inputs.items[item].discovered) return;
    cli_complain("%s: an archive: name a file in it, %s!MEMBER", name_of(run, item),
                 name_of(run, item));
    raise_code(run, CLI_UNJUDGED);
}

static void refuse_special(fix_run *run, size_t item) {
    cli_complain("%s: not a regular file: cannot be fixed in place", name_of(run, item));
    raise_code(run, CLI_UNJUDGED);
}

static void complain_unreadable(fix_run *run, size_t item, int failure) {
    cli_complain("cannot read %s: %s", name_of(run, item), strerror(failure));
    raise_code(run, CLI_UNJUDGED);
}

/* Archives are not looked into. */
static void note_yield(fix_run *run, size_t item, const cli_found *found) {
    const bool is_fixable = found->kind == CLI_FOUND_FILE || found->kind == CLI_FOUND_MEMBER;
    const cli_result result = {.outcome = is_fixable ? CLI_JUDGED : CLI_SKIPPED,
                               .other_game = found->other_game};
    cli_yield_add(&run->yields[run->inputs.items[item].operand], &result);
}

/* The errors that are left are those of the container itself: nobody has looked into it. */
static void tell_members(const fix_run *run, size_t item, const navlint_format *format) {
    const bool is_named = format && format->is_container && !run->inputs.items[item].discovered;
    if (is_named && !run->settings->check.quiet)
        cli_complain("%s: its members are not looked at: name one, %s!MEMBER", name_of(run, item),
                     name_of(run, item));
}

static void fix_loaded(fix_run *run, size_t item, cli_fix_file *file, const cli_found *found) {
    note_yield(run, item, found);
    if (found->kind == CLI_FOUND_MEMBER) {
        take_member(run, item, found->format);
    } else if (found->kind == CLI_FOUND_ARCHIVE) {
        cli_close(found->archive.descriptor);
        refuse_archive(run, item);
    } else if (found->kind == CLI_FOUND_FILE) {
        const int code = cli_fix_check_size(file, file->input->terms->settings->max_bytes);
        raise_code(run, code);
        tell_members(run, item, found->format);
        if (code == CLI_OK) fix_read(run, file, 1);
    }
}

static bool is_backed_up(const fix_run *run, const char *path) {
    bool is_one = false;
    for (size_t i = 0; i < run->backed_up.count && !is_one; i++)
        is_one = strcmp(run->backed_up.items[i], path) == 0;
    return is_one;
}

/* The next member of this archive finds it changed: its backup stays. */
static void note_backup(fix_run *run, const char *path) {
    cli_list *const list = &run->backed_up;
    const char **const items = realloc(list->items, (list->count + 1) * sizeof *items);
    char *const copy = items ? strdup(path) : NULL;
    if (items) list->items = items;
    if (copy)
        list->items[list->count++] = copy;
    else
        raise_code(run, (cli_complain("out of memory"), CLI_INTERNAL));
}

static void free_backups(fix_run *run) {
    for (size_t i = 0; i < run->backed_up.count; i++)
        free((void *)(uintptr_t)run->backed_up.items[i]);
    free(run->backed_up.items);
}

/* A member of an archive or a container. */
static void fix_member(fix_run *run, size_t item) {
    const cli_terms *const terms = run->inputs.items[item].terms;
    cli_place place = cli_place_of(terms->options, terms->settings->max_archive_bytes);
    cli_fix_file file = {.input = &run->inputs.items[item], .name = name_of(run, item)};
    const int code = cli_fix_read_member(&file, &place);
    const bool was_backed_up = code == CLI_OK && is_backed_up(run, place.path);
    raise_code(run, code);
    file.has_backup = was_backed_up;
    if (code == CLI_OK && run->settings->in_place && !S_ISREG(file.status.st_mode))
        refuse_special(run, item);
    else if (code == CLI_OK)
        fix_read(run, &file, 1);
    if (file.has_backup && !was_backed_up) note_backup(run, place.path);
    cli_fix_close_member(&file);
}

static bool is_member(const cli_input *input) {
    return !input->discovered && input->path && cli_is_inside(input->path);
}

/* Standard input can be read only once. */
static void fix_input(fix_run *run, size_t item) {
    const cli_input *const input = &run->inputs.items[item];
    cli_fix_file file = {.input = input, .name = name_of(run, item)};
    cli_found found;
    if (!input->path) {
        fix_items(run, &item, 1);
        return;
    }
    if (is_member(input)) {
        fix_member(run, item);
        return;
    }
    const bool is_there = stat(input->path, &file.status) == 0;
    if (is_there && run->settings->in_place && !S_ISREG(file.status.st_mode)) {
        refuse_special(run, item);
        return;
    }
    const int failure =
        is_there ? cli_load(input->terms->options, input, &file.bytes, &found) : errno;
    if (failure == 0)
        fix_loaded(run, item, &file, &found);
    else
        complain_unreadable(run, item, failure);
    cli_buffer_free(&file.bytes);
}

static void fix_set(fix_run *run, size_t first, size_t count) {
    size_t *const items = calloc(count, sizeof *items);
    if (!items) {
        cli_complain("out of memory");
        raise_code(run, CLI_INTERNAL);
        return;
    }
    for (size_t i = 0; i < count; i++)
        items[i] = run->tickets.items[first + i].item;
    fix_items(run, items, count);
    free(items);
}

/* What is named twice is fixed once. */
static void fix_inputs(fix_run *run) {
    for (size_t i = 0; i < run->inputs.count; i++) {
        const cli_input *const input = &run->inputs.items[i];
        if (input->is_repeated)
            run->yields[input->operand] = CLI_HAD_FILES; /* or the first complains */
        else
            fix_input(run, i);
    }
}

static void complain_empty(fix_run *run, size_t operand) {
    const char *const name = run->operands.items[operand];
    const cli_terms *const terms = cli_terms_of_folder(&run->book, name);
    raise_code(run, run->book.code);
    if (!terms || terms->settings->allow_empty) return;
    cli_complain("%s: %s", name, cli_yield_complaint(run->yields[operand]));
    raise_code(run, CLI_UNJUDGED);
}

static void fix_all(fix_run *run) {
    fix_inputs(run);
    for (size_t i = 0; i < run->operands.count; i++)
        if (run->is_directory[i] && run->yields[i] != CLI_HAD_FILES) complain_empty(run, i);
    cli_tickets_sort(&run->tickets);
    for (size_t first = 0; first < run->tickets.count;) {
        const size_t count = cli_tickets_in_set(&run->tickets, first);
        fix_set(run, first, count);
        first += count;
    }
    if (cli_terms_complain_masters(&run->book) > 0) raise_code(run, CLI_UNJUDGED);
    cli_fix_close(run->settings, &run->tally);
}

/* ---- From the words to the run ---- */

static const cli_terms *terms_of(fix_run *run, const cli_input *input) {
    if (!input->path) return cli_terms_of_folder(&run->book, ".");
    if (!is_member(input)) return cli_terms_of_file(&run->book, input->path);
    char *const path = cli_outer_path(input->path);
    const cli_terms *const terms = path ? cli_terms_of_file(&run->book, path) : NULL;
    if (!path) run->book.code = (cli_complain("out of memory"), CLI_INTERNAL);
    free(path);
    return terms;
}

static int settle_terms(fix_run *run) {
    for (size_t i = 0; run->book.code == CLI_OK && i < run->inputs.count; i++)
        run->inputs.items[i].terms = terms_of(run, &run->inputs.items[i]);
    return run->book.code;
}

static int prepare(fix_run *run) {
    const cli_walk walk = {.exclude = &run->settings->check.exclude,
                           .leaves_out = cli_terms_leave_out,
                           .context = &run->book};
    run->is_directory = calloc(run->operands.count + 1, sizeof *run->is_directory);
    run->yields = calloc(run->operands.count + 1, sizeof *run->yields);
    if (!run->is_directory || !run->yields) return cli_complain("out of memory"), CLI_INTERNAL;
    int code = cli_choose_inputs(&run->settings->check, &run->operands, walk, &run->inputs,
                                 run->is_directory);
    raise_code(run, code);
    if (run->inputs.unreadable > 0) raise_code(run, CLI_UNJUDGED);
    if (code > CLI_UNJUDGED) return code;
    code = settle_terms(run);
    if (code == CLI_OK) code = cli_choose_by_git(&run->settings->check, &run->inputs);
    if (code == CLI_OK && !cli_inputs_note_folders(&run->inputs)) code = CLI_INTERNAL;
    return code;
}

/* Several files, or a folder, do not fit into one output. */
static int check_destination(const fix_run *run) {
    const bool is_one = run->operands.count == 1 && !run->is_directory[0];
    const cli_fix_settings *const settings = run->settings;
    if (is_one || settings->in_place || cli_fix_is_dry(settings)) return CLI_OK;
    cli_complain("fix: several files need --in-place, --dry-run or --diff");
    return CLI_USAGE;
}

static int fix(fix_run *run) {
    int code = cli_terms_book_open(&run->book, &run->settings->check);
    if (code == CLI_OK) code = prepare(run);
    if (code == CLI_OK) code = check_destination(run);
    if (code == CLI_OK) fix_all(run);
    raise_code(run, code);
    cli_tickets_free(&run->tickets);
    cli_inputs_free(&run->inputs);
    cli_terms_book_close(&run->book);
    free_backups(run);
    free(run->is_directory);
    free(run->yields);
    return run->code;
}

static const char *problem_of(const cli_fix_settings *settings, const cli_operands *operands) {
    const int ways = settings->in_place + (settings->output != NULL) + cli_fix_is_dry(settings);
    if (ways > 1) return "use only one of --in-place, --output, and --dry-run or --diff";
    if (settings->backup && !settings->in_place) return "--backup needs --in-place";
    for (size_t i = 0; i < operands->count; i++)
        if (settings->in_place && strcmp(operands->items[i], "-") == 0)
            return "--in-place cannot be used with standard input (-)";
    if (operands->count == 0 && settings->in_place) return "FILE is missing";
    if (operands->count == 0 && isatty(STDIN_FILENO))
        return "FILE is missing; see 'navlint help fix'";
    if (cli_fix_pipes(settings) && isatty(STDOUT_FILENO))
        return "will not write raw bytes to a terminal: use -o FILE, --in-place, --dry-run or "
               "--diff";
    return NULL;
}

/* Without a file standard input is meant: navlint witness CODE | navlint fix | navlint check - */
static int run_checked(const cli_fix_settings *settings, const cli_operands *operands) {
    static char dash[] = "-";
    static char *only[] = {dash};
    const char *const problem = problem_of(settings, operands);
    if (problem) {
        cli_complain("fix: %s", problem);
        return CLI_USAGE;
    }
    fix_run run = {.settings = settings, .operands = *operands};
    if (operands->count == 0) run.operands = (cli_operands){only, 1};
    return fix(&run);
}

static int run(const cli_verb *verb, char **words, size_t word_count) {
    cli_fix_settings settings = {.check = cli_check_defaults()};
    cli_operands operands;
    int code = cli_parse(verb, words, word_count, &settings, &operands);
    if (code == CLI_OK) code = cli_outputs_settle(&settings.check.outputs, NULL, verb->name);
    if (code == CLI_OK) code = run_checked(&settings, &operands);
    free(settings.only.items);
    cli_check_settings_free(&settings.check);
    return code;
}

const cli_verb cli_verb_fix = {
    .name = "fix",
    .operands = "[FILE[!MEMBER]|DIR|-...]",
    .summary = "Repairs what check finds, where it can: only safe fixes unless --unsafe is given.",
    .details =
        "A fix is kept only if the finding is gone and no new error appears; all other bytes stay "
        "as they are. The repaired bytes of a single file go to standard output, or where -o or "
        "--in-place says; several files and folders need --in-place, --dry-run or --diff. Without "
        "a FILE standard input is read. A member of an archive or a container, by the name of "
        "reports, 'x.gma!maps/a.nav', is fixed in place if it is stored open and keeps its length; "
        "what is written is the file that it is in. Files of one folder that check judges together "
        "are fixed "
        "together. Exit code 1 says that findings at or above --fail-on are left, that a fix was "
        "refused, that a limit kept it from going on, or, with --dry-run and --diff, that there is "
        "something to fix.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .loan = {cli_check_options, CLI_CHECK_OPTION_COUNT, borrowed,
             sizeof borrowed / sizeof borrowed[0]},
    .min_operands = 0,
    .max_operands = SIZE_MAX,
    .note = note,
    .run = run,
};

#include "cli/check/run.h"

#include <stdlib.h>

#include "cli/check/passes.h"
#include "cli/config/terms_book.h"
#include "cli/inputs/choose.h"
#include "cli/inputs/folders.h"
#include "cli/options_of_check.h"
#include "cli/os/program.h"
#include "cli/overwrite.h"

typedef struct check_run {
    cli_operands operands;
    bool *is_directory; /* heap; one per operand */
    cli_terms_book book;
    cli_suppress suppress;
    cli_map_folders map_folders;
    cli_passes passes;
} check_run;

/* ---- the run ---- */

static void complain_empty_directory(check_run *run, size_t operand) {
    const char *const name = run->operands.items[operand];
    const cli_terms *const terms = cli_terms_of_folder(&run->book, name);
    if (terms && !terms->settings->allow_empty)
        cli_results_complain_empty(&run->passes.results, name, run->passes.yields[operand]);
    cli_results_raise(&run->passes.results, run->book.code);
}

static void complain_empty_directories(check_run *run) {
    for (size_t i = 0; i < run->operands.count; i++)
        if (run->is_directory[i] && run->passes.yields[i] != CLI_HAD_FILES)
            complain_empty_directory(run, i);
}

static void check_all(check_run *run) {
    cli_pass_inputs(&run->passes);
    cli_pass_sets(&run->passes);
    for (unsigned job = 0; job <= run->passes.job_count; job++)
        cli_job_close(&run->passes.jobs[job]);
}

static void run_inputs(check_run *run) {
    cli_progress_open(&run->passes.results.progress, !run->passes.settings->quiet,
                      run->passes.inputs.count);
    check_all(run);
    if (run->passes.results.files_done < run->passes.inputs.count)
        cli_results_raise(&run->passes.results, CLI_UNJUDGED); /* memory ran out on the way */
    else
        complain_empty_directories(run);
    cli_progress_clear(&run->passes.results.progress);
    cli_results_raise(&run->passes.results, cli_suppress_finish(&run->suppress));
    if (cli_terms_complain_masters(&run->book) > 0)
        cli_results_raise(&run->passes.results, CLI_UNJUDGED);
    cli_results_end(&run->passes.results);
}

/* ---- from the words to the run ---- */

static bool make_lists(check_run *run) {
    run->is_directory = calloc(run->operands.count + 1, sizeof *run->is_directory);
    run->passes.yields = calloc(run->operands.count + 1, sizeof *run->passes.yields);
    run->passes.jobs = calloc((size_t)run->passes.job_count + 1, sizeof *run->passes.jobs);
    if (run->is_directory && run->passes.yields && run->passes.jobs) return true;
    cli_complain("out of memory");
    return false;
}

static cli_walk walk_of(check_run *run) {
    return (cli_walk){.exclude = &run->passes.settings->exclude,
                      .leaves_out = cli_terms_leave_out,
                      .is_forced = run->passes.settings->force_exclude,
                      .context = &run->book};
}

/* Standard input has the settings of the current folder, and the overrides of its name. */
static const cli_terms *terms_of(check_run *run, const cli_input *input) {
    const char *const name = run->passes.settings->stdin_filename;
    if (input->path) return cli_terms_of_file(&run->book, input->path);
    return name ? cli_terms_of_stdin(&run->book, name) : cli_terms_of_folder(&run->book, ".");
}

/* All that is settled anywhere is read before anything is judged. */
static int settle_terms(check_run *run) {
    for (size_t i = 0; run->book.code == CLI_OK && i < run->passes.inputs.count; i++)
        run->passes.inputs.items[i].terms = terms_of(run, &run->passes.inputs.items[i]);
    return run->book.code;
}

static int prepare(check_run *run) {
    int code = make_lists(run) ? CLI_OK : CLI_INTERNAL;
    if (code == CLI_OK)
        code = cli_choose_inputs(run->passes.settings, &run->operands, walk_of(run),
                                 &run->passes.inputs, run->is_directory);
    const int settled = code == CLI_OK || code == CLI_UNJUDGED ? settle_terms(run) : CLI_OK;
    if (settled != CLI_OK) return settled;
    if (code == CLI_OK) code = cli_choose_with_company(run->passes.settings, &run->passes.inputs);
    run->passes.results.statistics.unreadable = run->passes.inputs.unreadable;
    if (run->passes.inputs.unreadable > 0) cli_results_raise(&run->passes.results, CLI_UNJUDGED);
    return code;
}

static void free_run(check_run *run) {
    cli_results_free(&run->passes.results);
    cli_tickets_free(&run->passes.tickets);
    cli_inputs_free(&run->passes.inputs);
    free(run->passes.sets);
    free(run->passes.jobs);
    free(run->is_directory);
    free(run->passes.yields);
}

static bool wants_color(const cli_check_settings *settings) {
    if (settings->color != CLI_COLOR_AUTO) return settings->color == CLI_COLOR_ALWAYS;
    /* NO_COLOR: https://no-color.org */
    const char *const no_color = getenv("NO_COLOR");
    return (!no_color || no_color[0] == '\0') && cli_os_has_colors();
}

static int check_outputs(const check_run *run) {
    const cli_outputs *const outputs = &run->passes.settings->outputs;
    int code = CLI_OK;
    for (size_t i = 0; i < outputs->count && code == CLI_OK; i++)
        if (outputs->items[i].path)
            code = cli_check_overwrite(outputs->items[i].path, &run->operands);
    return code;
}

static void open_outputs(check_run *run) {
    const cli_check_settings *const settings = run->passes.settings;
    cli_results_raise(&run->passes.results,
                      cli_sinks_open(&run->passes.results.sinks, settings, wants_color(settings)));
}

static void expect_many(check_run *run) {
    if (run->operands.count != 1 || run->is_directory[0] || run->passes.settings->files_from)
        cli_sinks_expect_many(&run->passes.results.sinks);
}

int cli_run(const cli_check_settings *settings, const cli_operands *operands) {
    check_run run = {.operands = *operands};
    const int code = cli_terms_book_open(&run.book, settings);
    if (code != CLI_OK) return cli_terms_book_close(&run.book), code;
    run.passes = (cli_passes){.settings = settings,
                              .terms = run.book.plain,
                              .suppress = &run.suppress,
                              .map_folders = &run.map_folders,
                              .job_count = cli_job_count(settings->jobs),
                              .results = {.settings = settings}};
    cli_map_folders_open(&run.map_folders);
    cli_results_raise(&run.passes.results, cli_suppress_open(&run.suppress, settings));
    if (run.passes.results.code == CLI_OK)
        cli_results_raise(&run.passes.results, check_outputs(&run));
    if (run.passes.results.code == CLI_OK) open_outputs(&run);
    if (run.passes.results.code == CLI_OK) cli_results_raise(&run.passes.results, prepare(&run));
    if (run.passes.results.code == CLI_OK || run.passes.results.code == CLI_UNJUDGED) {
        expect_many(&run);
        run_inputs(&run);
    } else {
        (void)cli_sinks_close(&run.passes.results.sinks, run.passes.results.code);
    }
    free_run(&run);
    cli_map_folders_close(&run.map_folders);
    cli_suppress_close(&run.suppress);
    cli_terms_book_close(&run.book);
    return run.passes.results.code;
}

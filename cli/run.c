#include "run.h"

#include "folders.h"
#include "passes.h"
#include "print.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct check_run {
    cli_operands operands;
    bool *is_directory; /* heap; one per operand */
    cli_passes passes;
} check_run;

/* ---- the run ---- */

static unsigned count_jobs(const cli_check_settings *settings) {
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    size_t jobs = settings->jobs;
    if (jobs == 0) jobs = cores > 0 ? (size_t)cores : 1;
    return (unsigned)(jobs < CLI_MAX_JOBS ? jobs : CLI_MAX_JOBS);
}

static void complain_empty_directories(check_run *this) {
    for (size_t index = 0; index < this->operands.count; index++)
        if (this->is_directory[index] && !this->passes.has_judged[index])
            cli_results_complain_empty(&this->passes.results, this->operands.items[index]);
}

static void judge_all(check_run *this) {
    cli_pass_inputs(&this->passes);
    if (!this->passes.has_stopped) cli_pass_sets(&this->passes);
    for (unsigned job = 0; job <= this->passes.job_count; job++)
        cli_job_close(&this->passes.jobs[job]);
}

static void run_inputs(check_run *this) {
    cli_progress_open(&this->passes.results.progress, !this->passes.settings->quiet,
                      this->passes.inputs.count);
    judge_all(this);
    if (this->passes.results.files_done < this->passes.inputs.count)
        cli_results_raise(&this->passes.results, CLI_UNJUDGED); /* nobody looked at the rest */
    else
        complain_empty_directories(this);
    cli_results_end(&this->passes.results);
}

/* ---- from the words to the run ---- */

static bool collect_inputs(check_run *this) {
    const cli_operands *const operands = &this->operands;
    bool collected = true;
    for (size_t index = 0; collected && index < operands->count; index++)
        collected = cli_inputs_add(&this->passes.inputs, operands->items[index], index,
                                   &this->is_directory[index]);
    this->passes.results.statistics.unreadable = this->passes.inputs.unreadable;
    if (this->passes.inputs.unreadable > 0) cli_results_raise(&this->passes.results, CLI_UNJUDGED);
    return collected && cli_inputs_note_folders(&this->passes.inputs);
}

static bool make_lists(check_run *this) {
    this->is_directory = calloc(this->operands.count, sizeof *this->is_directory);
    this->passes.has_judged = calloc(this->operands.count, sizeof *this->passes.has_judged);
    this->passes.jobs = calloc((size_t)this->passes.job_count + 1, sizeof *this->passes.jobs);
    if (this->is_directory != NULL && this->passes.has_judged != NULL && this->passes.jobs != NULL)
        return true;
    cli_complain("out of memory");
    return false;
}

static void free_run(check_run *this) {
    cli_statistics_free(&this->passes.results.statistics);
    cli_tickets_free(&this->passes.tickets);
    cli_inputs_free(&this->passes.inputs);
    free(this->passes.sets);
    free(this->passes.jobs);
    free(this->is_directory);
    free(this->passes.has_judged);
}

static bool wants_color(const cli_check_settings *settings) {
    if (settings->color != CLI_COLOR_AUTO) return settings->color == CLI_COLOR_ALWAYS;
    /* NO_COLOR: https://no-color.org */
    const char *const no_color = getenv("NO_COLOR"), *const terminal = getenv("TERM");
    return isatty(STDOUT_FILENO) && (no_color == NULL || no_color[0] == '\0') && terminal != NULL &&
           strcmp(terminal, "dumb") != 0;
}

static size_t known_rule_count(void) {
    size_t count = 0;
    for (size_t index = 0; index < navlint_format_count(); index++)
        count += navlint_format_at(index)->rule_count;
    return count;
}

static navlint_options make_options(const cli_check_settings *settings) {
    navlint_options options;
    navlint_options_init(&options);
    options.format = settings->input_format;
    options.game = settings->game;
    options.overrides = settings->overrides.items;
    options.override_count = settings->overrides.count;
    options.ignore = settings->ignore.items;
    options.ignore_count = settings->ignore.count;
    options.only = settings->only.items;
    options.only_count = settings->only.count;
    options.max_findings = settings->max_findings;
    options.max_findings_per_rule = settings->max_findings_per_rule;
    options.max_input_bytes = settings->max_bytes;
    if (settings->statistics) { /* one finding of each rule tells it all */
        options.max_findings = (uint32_t)known_rule_count();
        options.max_findings_per_rule = 1;
    }
    return options;
}

int cli_run(const cli_check_settings *settings, const cli_operands *operands) {
    check_run this = {.operands = *operands};
    this.passes = (cli_passes){
        .settings = settings,
        .options = make_options(settings),
        .job_count = count_jobs(settings),
        .results = {.settings = settings,
                    .reports = {.format = settings->format, .is_colored = wants_color(settings)}}};
    if (make_lists(&this) && collect_inputs(&this)) {
        this.passes.results.reports.is_array = operands->count > 1 || this.is_directory[0];
        run_inputs(&this);
    } else {
        cli_results_raise(&this.passes.results, CLI_INTERNAL);
    }
    free_run(&this);
    return this.passes.results.code;
}

/* navlint check: judges files and folders. */
#include "judge.h"
#include "pool.h"
#include "print.h"
#include "progress.h"
#include "reports.h"
#include "statistics.h"
#include "verbs.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One run of the verb. */
typedef struct check_run {
    const cli_check_settings *settings;
    navlint_options options;
    cli_operands operands;
    bool *is_directory; /* heap; one per operand */
    bool *has_judged;   /* heap; one per operand */
    cli_inputs inputs;
    cli_job *jobs; /* heap; one per thread */
    cli_reports reports;
    cli_statistics statistics;
    cli_progress progress;
    size_t emitted;
    int code;
} check_run;

static void raise_code(check_run *this, int code) {
    if (code > this->code) this->code = code;
}

static const char *name_of(const check_run *this, size_t item) {
    return item < this->inputs.count ? cli_input_name(this->settings, &this->inputs.items[item])
                                     : "";
}

/* ---- one result ---- */

static uint64_t failing_count(const cli_check_settings *settings, navlint_summary summary) {
    switch (settings->fail_on) {
    case NAVLINT_ERROR:
        return summary.errors;
    case NAVLINT_WARNING:
        return summary.errors + summary.warnings;
    case NAVLINT_INFO:
        return summary.errors + summary.warnings + summary.infos;
    default:
        return 0;
    }
}

static void take_judged(check_run *this, size_t item, const cli_result *result) {
    this->has_judged[this->inputs.items[item].operand] = true;
    if (failing_count(this->settings, result->summary) > 0) raise_code(this, CLI_FINDINGS);
    if (result->verdict == NAVLINT_INDETERMINATE) raise_code(this, CLI_UNJUDGED);
}

static void complain_unjudged(check_run *this, size_t item, const cli_result *result) {
    cli_progress_clear(&this->progress);
    if (result->outcome == CLI_UNREADABLE) {
        cli_complain("cannot read %s: %s", name_of(this, item), strerror(result->read_error));
        raise_code(this, CLI_UNJUDGED);
    } else {
        cli_complain("%s: %s", name_of(this, item), navlint_status_text(result->status));
        raise_code(this, CLI_INTERNAL);
    }
}

static bool print_report(check_run *this, const cli_result *result) {
    if (result->text.text == NULL) return true;
    if (result->text.length > 0) cli_progress_clear(&this->progress);
    return cli_reports_add(&this->reports, result->text);
}

static void count_result(check_run *this, const cli_result *result) {
    this->progress.bytes += result->bytes;
    if (cli_statistics_add(&this->statistics, result)) return;
    cli_complain("out of memory");
    raise_code(this, CLI_INTERNAL);
}

/* ---- the pool's functions ---- */

static void work(void *context, unsigned job, size_t item, void *result) {
    const check_run *const this = context;
    const cli_case mine = {this->settings, &this->options, &this->inputs.items[item]};
    cli_judge(&mine, &this->jobs[job], result);
}

static bool emit(void *context, size_t item, void *raw_result) {
    check_run *const this = context;
    const cli_result *const result = raw_result;
    count_result(this, result);
    if (result->outcome == CLI_JUDGED) take_judged(this, item, result);
    if (result->outcome == CLI_UNREADABLE || result->outcome == CLI_FAILED)
        complain_unjudged(this, item, result);
    this->emitted = item + 1;
    if (!print_report(this, result)) return false;
    cli_progress_show(&this->progress, item + 1, name_of(this, item + 1));
    return true;
}

static void discard(void *result) {
    cli_result_free(result);
}

static void idle(void *context, size_t emitted) {
    check_run *const this = context;
    cli_progress_show(&this->progress, emitted, name_of(this, emitted));
}

/* ---- the run ---- */

static unsigned job_count(const check_run *this) {
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    size_t jobs = this->settings->jobs;
    if (jobs == 0) jobs = cores > 0 ? (size_t)cores : 1;
    if (jobs > CLI_MAX_JOBS) jobs = CLI_MAX_JOBS;
    return (unsigned)(jobs < this->inputs.count ? jobs : this->inputs.count);
}

static void complain_empty_directories(check_run *this) {
    for (size_t index = 0; index < this->operands.count; index++) {
        if (!this->is_directory[index] || this->has_judged[index]) continue;
        cli_complain("%s: no navigation file found", this->operands.items[index]);
        raise_code(this, CLI_UNJUDGED);
    }
}

static void print_end(check_run *this) {
    const cli_check_settings *const settings = this->settings;
    cli_progress_clear(&this->progress);
    if (settings->quiet) return;
    if (settings->statistics)
        cli_statistics_print(&this->statistics, settings->format);
    else
        cli_reports_end(&this->reports);
    if (settings->verbose) cli_statistics_summarise(&this->statistics);
}

static void judge_inputs(check_run *this) {
    const unsigned jobs = job_count(this);
    this->jobs = calloc(jobs, sizeof *this->jobs);
    const cli_pool pool = {.item_count = this->inputs.count,
                           .jobs = jobs,
                           .result_bytes = sizeof(cli_result),
                           .context = this,
                           .work = work,
                           .emit = emit,
                           .discard = discard,
                           .idle = this->progress.enabled ? idle : NULL};
    if (this->jobs == NULL || !cli_pool_run(&pool)) {
        cli_complain("out of memory or threads");
        raise_code(this, CLI_INTERNAL);
    }
    for (unsigned job = 0; this->jobs != NULL && job < jobs; job++)
        cli_job_close(&this->jobs[job]);
    free(this->jobs);
}

static void run_inputs(check_run *this) {
    cli_progress_open(&this->progress, !this->settings->quiet, this->inputs.count);
    if (this->inputs.count > 0) judge_inputs(this);
    if (this->emitted == this->inputs.count)
        complain_empty_directories(this);
    else /* the reader of the output went away: nobody looked at the rest */
        raise_code(this, CLI_UNJUDGED);
    print_end(this);
}

/* ---- from the words to the run ---- */

static bool collect_inputs(check_run *this) {
    const cli_operands *const operands = &this->operands;
    this->is_directory = calloc(operands->count, sizeof *this->is_directory);
    this->has_judged = calloc(operands->count, sizeof *this->has_judged);
    bool collected = this->is_directory != NULL && this->has_judged != NULL;
    if (!collected) cli_complain("out of memory");
    for (size_t index = 0; collected && index < operands->count; index++)
        collected = cli_inputs_add(&this->inputs, operands->items[index], index,
                                   &this->is_directory[index]);
    this->statistics.unreadable = this->inputs.unreadable;
    if (this->inputs.unreadable > 0) raise_code(this, CLI_UNJUDGED);
    return collected;
}

static void free_run(check_run *this) {
    cli_statistics_free(&this->statistics);
    cli_inputs_free(&this->inputs);
    free(this->is_directory);
    free(this->has_judged);
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

static int check_operands(const cli_verb *verb, const cli_operands *operands) {
    size_t stdin_count = 0;
    for (size_t index = 0; index < operands->count; index++)
        if (strcmp(operands->items[index], "-") == 0) stdin_count++;
    if (stdin_count < 2) return CLI_OK;
    cli_complain("%s: standard input (-) can be read only once", verb->name);
    return CLI_USAGE;
}

static int run_settings(const cli_check_settings *settings, const cli_operands *operands) {
    check_run this = {.settings = settings,
                      .options = make_options(settings),
                      .operands = *operands,
                      .reports = {.format = settings->format, .is_colored = wants_color(settings)}};
    if (collect_inputs(&this)) {
        this.reports.is_array = operands->count > 1 || this.is_directory[0];
        run_inputs(&this);
    } else {
        raise_code(&this, CLI_INTERNAL);
    }
    free_run(&this);
    return this.code;
}

static cli_check_settings default_settings(void) {
    navlint_options options;
    navlint_options_init(&options);
    return (cli_check_settings){.min_severity = NAVLINT_INFO,
                                .fail_on = NAVLINT_ERROR,
                                .max_findings = options.max_findings,
                                .max_findings_per_rule = options.max_findings_per_rule,
                                .max_bytes = options.max_input_bytes};
}

static int run(const cli_verb *verb, char **words, size_t word_count) {
    cli_check_settings settings = default_settings();
    cli_operands operands;
    int code = cli_parse(verb, words, word_count, &settings, &operands);
    if (code == CLI_OK) code = check_operands(verb, &operands);
    if (code == CLI_OK) code = run_settings(&settings, &operands);
    free(settings.ignore.items);
    free(settings.only.items);
    free(settings.overrides.items);
    return code;
}

#define TARGET(member) offsetof(cli_check_settings, member)

static const cli_option options[] = {
    {"--format", NULL, CLI_CHOICE, TARGET(format), "text|json|ndjson",
     "What to print: text (default), one line a finding; json, a report object, or an array of "
     "them "
     "for several inputs or a directory; ndjson, one report a line."},
    {"--input-format", NULL, CLI_FORMAT, TARGET(input_format), "ID",
     "Judge as this format instead of telling it from the bytes; in directories take the files of "
     "this format only. See 'navlint formats'."},
    {"--game", NULL, CLI_GAME, TARGET(game), "NAME",
     "Judge as this game would load the file. See 'navlint formats'."},
    {"--ignore", NULL, CLI_CODES, TARGET(ignore), "CODE[,CODE...]",
     "Never report these rules. May be repeated."},
    {"--only", NULL, CLI_CODES, TARGET(only), "CODE[,CODE...]",
     "Report these rules and no others. May be repeated."},
    {"--severity", NULL, CLI_SEVERITIES, TARGET(overrides), "CODE=error|warning|info|off",
     "Give a rule another severity. May be repeated; the last one wins."},
    {"--min-severity", NULL, CLI_CHOICE, TARGET(min_severity), "error|warning|info",
     "Show no findings below this in text; counts and exit code do not change. Default info. JSON "
     "reports are always complete."},
    {"--fail-on", NULL, CLI_CHOICE, TARGET(fail_on), "error|warning|info|never",
     "Exit with 1 for findings of this severity or above. Default error."},
    {"--max-findings", NULL, CLI_COUNT, TARGET(max_findings), "N",
     "Keep at most N findings of a file; the counts stay exact. Default 1000."},
    {"--max-findings-per-rule", NULL, CLI_COUNT, TARGET(max_findings_per_rule), "N",
     "Keep at most N findings of one rule in a file. Default 100."},
    {"--max-bytes", NULL, CLI_SIZE, TARGET(max_bytes), "SIZE",
     "Do not judge larger files: their verdict is indeterminate. Bytes, or with a suffix k, M, G. "
     "Default 1G."},
    {"--stdin-filename", NULL, CLI_WORD, TARGET(stdin_filename), "NAME",
     "Report standard input under this name."},
    {"--jobs", "-j", CLI_JOBS, TARGET(jobs), "N",
     "Judge N files at once; the output is the same for every N. Default: one for each core."},
    {"--digest", NULL, CLI_FLAG, TARGET(digest), NULL,
     "Put the SHA-256 of the input into JSON reports."},
    {"--statistics", NULL, CLI_FLAG, TARGET(statistics), NULL,
     "Instead of findings print how many files break which rule."},
    {"--color", NULL, CLI_CHOICE, TARGET(color), "auto|always|never",
     "Severity words of text in colour. Default auto: on a terminal, unless NO_COLOR is set."},
    {"--quiet", "-q", CLI_FLAG, TARGET(quiet), NULL,
     "Print no findings and no progress: the exit code tells."},
    {"--verbose", "-v", CLI_FLAG, TARGET(verbose), NULL,
     "End with a line of totals on standard error."},
};

const cli_verb cli_verb_check = {
    .name = "check",
    .operands = "FILE|DIR|-...",
    .summary = "Judges navigation files. Says nothing about files that are in order.",
    .details =
        "A file that is named is always judged; of a directory and the folders below it, the "
        "files that are recognised as navigation files, sorted by path. - is standard input. "
        "Findings go to standard output, diagnostics to standard error.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .min_operands = 1,
    .max_operands = SIZE_MAX,
    .run = run,
};

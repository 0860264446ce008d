#include "run.h"

#include "folders.h"
#include "groups.h"
#include "pool.h"
#include "print.h"
#include "results.h"
#include "unpack.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Two passes over the same threads: first the inputs, each by itself, where those of formats with
 * sets only tell their format and wait; then the sets. */
typedef struct check_run {
    const cli_check_settings *settings;
    navlint_options options;
    cli_operands operands;
    bool *is_directory; /* heap; one per operand */
    bool *has_judged;   /* heap; one per operand */
    cli_inputs inputs;
    cli_job *jobs; /* heap; one per thread, and one for the main thread */
    unsigned job_count;
    cli_tickets tickets; /* of inputs that wait for their set */
    size_t *sets;        /* heap; the first ticket of each set, and where the last one ends */
    size_t set_count;
    cli_results results;
    bool has_stopped; /* the reader of the output went away */
} check_run;

static const char *name_of(const check_run *this, size_t item) {
    return item < this->inputs.count ? cli_input_name(this->settings, &this->inputs.items[item])
                                     : "";
}

static void show_progress(check_run *this, const char *name) {
    cli_progress_show(&this->results.progress, this->results.files_done, name);
}

/* Runs one pass over the members of the pool that differ. */
static void run_pool(check_run *this, cli_pool pool) {
    pool.jobs = this->job_count < pool.item_count ? this->job_count : (unsigned)pool.item_count;
    pool.result_bytes = sizeof(cli_result);
    pool.context = this;
    if (pool.item_count == 0 || cli_pool_run(&pool)) return;
    cli_complain("out of memory or threads");
    cli_results_raise(&this->results, CLI_INTERNAL);
}

static void discard(void *result) {
    cli_result_free(result);
}

/* ---- archives, on the main thread ---- */

/* An archive that is looked into. */
typedef struct archive_run {
    check_run *run;
    bool has_judged;
    bool has_complained;
} archive_run;

static bool take_member(void *context, const char *name, cli_result *result) {
    archive_run *const this = context;
    if (result->outcome == CLI_JUDGED) this->has_judged = true;
    if (result->outcome == CLI_UNREADABLE || result->outcome == CLI_FAILED)
        this->has_complained = true;
    const bool going = cli_results_take(&this->run->results, name, result);
    show_progress(this->run, name);
    return going;
}

/* Members go out as they are judged, so that no archive fills the memory with reports. */
static bool look_into(check_run *this, size_t item, const cli_result *result) {
    const cli_input *const input = &this->inputs.items[item];
    archive_run mine = {.run = this};
    const cli_unpacking unpacking = {
        this->settings, &this->options, name_of(this, item), &this->jobs[this->job_count],
        &mine,          take_member};
    this->results.reports.is_array = true;
    const bool going = cli_unpack(&unpacking, &result->archive);
    if (!going) cli_results_raise(&this->results, CLI_UNJUDGED); /* perhaps there was more */
    if (mine.has_judged) this->has_judged[input->operand] = true;
    if (going && !mine.has_judged && !mine.has_complained && !input->discovered)
        cli_results_complain_empty(&this->results, name_of(this, item));
    return going;
}

/* ---- first pass: inputs ---- */

static void judge_loaded(const check_run *this, size_t item, cli_job *job, cli_result *result) {
    const navlint_input input = {name_of(this, item), job->file.bytes, job->file.length};
    const cli_case mine = {this->settings, &this->options, &input, 1, NULL};
    cli_judge(&mine, job, result);
}

static void work_on_input(void *context, unsigned job_index, size_t item, void *raw_result) {
    const check_run *const this = context;
    cli_job *const job = &this->jobs[job_index];
    cli_result *const result = raw_result;
    static const cli_outcome outcomes[] = {[CLI_FOUND_MEMBER] = CLI_POSTPONED,
                                           [CLI_FOUND_ARCHIVE] = CLI_CONTAINER,
                                           [CLI_FOUND_NOTHING] = CLI_SKIPPED};
    cli_found found;
    const int failure = cli_load(this->settings, &this->inputs.items[item], &job->file, &found);
    result->bytes = job->file.length;
    if (failure != 0) {
        cli_result_fail(result, failure);
    } else if (found.kind == CLI_FOUND_FILE) {
        judge_loaded(this, item, job, result);
    } else {
        result->outcome = outcomes[found.kind];
        result->format = found.format;
        result->archive = found.archive;
    }
}

/* A file that is listed twice is in its set once. */
static bool postpone(check_run *this, size_t item, const cli_result *result) {
    const cli_input *const input = &this->inputs.items[item];
    this->has_judged[input->operand] = true;
    if (input->is_repeated) return this->results.files_done++, true;
    if (cli_tickets_add(&this->tickets, (cli_ticket){input->folder, result->format, item}))
        return true;
    cli_complain("out of memory");
    cli_results_raise(&this->results, CLI_INTERNAL);
    return true;
}

static bool take_input(check_run *this, size_t item, const cli_result *result) {
    if (result->outcome == CLI_POSTPONED) return postpone(this, item, result);
    this->results.files_done++;
    if (result->outcome == CLI_CONTAINER) return look_into(this, item, result);
    if (result->outcome == CLI_JUDGED) this->has_judged[this->inputs.items[item].operand] = true;
    return cli_results_take(&this->results, name_of(this, item), result);
}

static bool emit_input(void *context, size_t item, void *result) {
    check_run *const this = context;
    this->has_stopped = !take_input(this, item, result);
    if (!this->has_stopped) show_progress(this, name_of(this, item + 1));
    return !this->has_stopped;
}

static void idle_for_input(void *context, size_t emitted) {
    check_run *const this = context;
    show_progress(this, name_of(this, emitted));
}

static void judge_inputs(check_run *this) {
    run_pool(this, (cli_pool){.item_count = this->inputs.count,
                              .work = work_on_input,
                              .emit = emit_input,
                              .discard = discard,
                              .idle = this->results.progress.enabled ? idle_for_input : NULL});
}

/* ---- second pass: sets ---- */

static size_t first_item(const check_run *this, size_t set) {
    return this->tickets.items[this->sets[set]].item;
}

static size_t file_count(const check_run *this, size_t set) {
    return this->sets[set + 1] - this->sets[set];
}

/* A set goes by the path of its folder as it was first written, a file alone by its own. */
static void print_set_name(const check_run *this, size_t set, char *name, size_t capacity) {
    const char *const path = name_of(this, first_item(this, set));
    if (file_count(this, set) == 1) {
        snprintf(name, capacity, "%s", path);
        return;
    }
    const size_t length = cli_folder_length(path);
    snprintf(name, capacity, "%.*s", length > 0 ? (int)length : 1, length > 0 ? path : ".");
}

/* The files of a set, in memory. */
typedef struct loaded_set {
    cli_buffer *files;     /* heap */
    navlint_input *inputs; /* heap */
    size_t count;
} loaded_set;

/* Reads a file for the second time. Returns 0 or an errno. */
static int load_again(const check_run *this, size_t item, cli_buffer *file) {
    const int descriptor = cli_open(this->inputs.items[item].path, true);
    if (descriptor < 0) return errno;
    const int failure = cli_read(descriptor, cli_read_limit(this->settings->max_bytes), file);
    cli_close(descriptor);
    return failure;
}

/* Returns 0 or an errno, then of the file at *item. */
static int load_set(const check_run *this, size_t set, loaded_set *loaded, size_t *item) {
    const size_t first = this->sets[set], count = file_count(this, set);
    *item = this->tickets.items[first].item;
    *loaded = (loaded_set){calloc(count, sizeof *loaded->files),
                           calloc(count, sizeof *loaded->inputs), count};
    if (loaded->files == NULL || loaded->inputs == NULL) return ENOMEM;
    int failure = 0;
    for (size_t index = 0; failure == 0 && index < count; index++) {
        cli_buffer *const file = &loaded->files[index];
        *item = this->tickets.items[first + index].item;
        failure = load_again(this, *item, file);
        loaded->inputs[index] = (navlint_input){name_of(this, *item), file->bytes, file->length};
    }
    return failure;
}

static void free_set(loaded_set *loaded) {
    for (size_t index = 0; loaded->files != NULL && index < loaded->count; index++)
        cli_buffer_free(&loaded->files[index]);
    free(loaded->files);
    free(loaded->inputs);
}

static void work_on_set(void *context, unsigned job, size_t set, void *raw_result) {
    const check_run *const this = context;
    cli_result *const result = raw_result;
    loaded_set loaded;
    size_t item;
    const int failure = load_set(this, set, &loaded, &item);
    if (failure == 0) {
        char name[FILENAME_MAX];
        print_set_name(this, set, name, sizeof name);
        const cli_case mine = {this->settings, &this->options, loaded.inputs, loaded.count, name};
        cli_judge(&mine, &this->jobs[job], result);
    } else {
        cli_result_fail(result, failure);
    }
    result->item = item;
    free_set(&loaded);
}

static bool emit_set(void *context, size_t set, void *raw_result) {
    check_run *const this = context;
    const cli_result *const result = raw_result;
    char name[FILENAME_MAX];
    print_set_name(this, set, name, sizeof name);
    this->results.files_done += file_count(this, set);
    this->has_stopped = !cli_results_take(
        &this->results, result->outcome == CLI_UNREADABLE ? name_of(this, result->item) : name,
        result);
    if (set + 1 < this->set_count) show_progress(this, name_of(this, first_item(this, set + 1)));
    return !this->has_stopped;
}

static void idle_for_set(void *context, size_t emitted) {
    check_run *const this = context;
    show_progress(this, name_of(this, first_item(this, emitted)));
}

/* Finds where the sets begin among the tickets. */
static bool list_sets(check_run *this) {
    cli_tickets_sort(&this->tickets);
    this->sets = calloc(this->tickets.count + 1, sizeof *this->sets);
    if (this->sets == NULL) return false;
    for (size_t first = 0; first < this->tickets.count; this->set_count++) {
        this->sets[this->set_count] = first;
        first += cli_tickets_in_set(&this->tickets, first);
    }
    this->sets[this->set_count] = this->tickets.count;
    return true;
}

static void judge_sets(check_run *this) {
    if (!list_sets(this)) {
        cli_complain("out of memory");
        cli_results_raise(&this->results, CLI_INTERNAL);
        return;
    }
    run_pool(this, (cli_pool){.item_count = this->set_count,
                              .work = work_on_set,
                              .emit = emit_set,
                              .discard = discard,
                              .idle = this->results.progress.enabled ? idle_for_set : NULL});
}

/* ---- the run ---- */

static unsigned count_jobs(const check_run *this) {
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    size_t jobs = this->settings->jobs;
    if (jobs == 0) jobs = cores > 0 ? (size_t)cores : 1;
    return (unsigned)(jobs < CLI_MAX_JOBS ? jobs : CLI_MAX_JOBS);
}

static void complain_empty_directories(check_run *this) {
    for (size_t index = 0; index < this->operands.count; index++)
        if (this->is_directory[index] && !this->has_judged[index])
            cli_results_complain_empty(&this->results, this->operands.items[index]);
}

static void judge_all(check_run *this) {
    judge_inputs(this);
    if (!this->has_stopped) judge_sets(this);
    for (unsigned job = 0; job <= this->job_count; job++)
        cli_job_close(&this->jobs[job]);
}

static void run_inputs(check_run *this) {
    cli_progress_open(&this->results.progress, !this->settings->quiet, this->inputs.count);
    judge_all(this);
    if (this->results.files_done < this->inputs.count)
        cli_results_raise(&this->results, CLI_UNJUDGED); /* nobody looked at the rest */
    else
        complain_empty_directories(this);
    cli_results_end(&this->results);
}

/* ---- from the words to the run ---- */

static bool collect_inputs(check_run *this) {
    const cli_operands *const operands = &this->operands;
    bool collected = true;
    for (size_t index = 0; collected && index < operands->count; index++)
        collected = cli_inputs_add(&this->inputs, operands->items[index], index,
                                   &this->is_directory[index]);
    this->results.statistics.unreadable = this->inputs.unreadable;
    if (this->inputs.unreadable > 0) cli_results_raise(&this->results, CLI_UNJUDGED);
    return collected && cli_inputs_note_folders(&this->inputs);
}

static bool make_lists(check_run *this) {
    this->is_directory = calloc(this->operands.count, sizeof *this->is_directory);
    this->has_judged = calloc(this->operands.count, sizeof *this->has_judged);
    this->jobs = calloc((size_t)this->job_count + 1, sizeof *this->jobs);
    if (this->is_directory != NULL && this->has_judged != NULL && this->jobs != NULL) return true;
    cli_complain("out of memory");
    return false;
}

static void free_run(check_run *this) {
    cli_statistics_free(&this->results.statistics);
    cli_tickets_free(&this->tickets);
    cli_inputs_free(&this->inputs);
    free(this->sets);
    free(this->jobs);
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

int cli_run(const cli_check_settings *settings, const cli_operands *operands) {
    check_run this = {
        .settings = settings,
        .options = make_options(settings),
        .operands = *operands,
        .results = {.settings = settings,
                    .reports = {.format = settings->format, .is_colored = wants_color(settings)}}};
    this.job_count = count_jobs(&this);
    if (make_lists(&this) && collect_inputs(&this)) {
        this.results.reports.is_array = operands->count > 1 || this.is_directory[0];
        run_inputs(&this);
    } else {
        cli_results_raise(&this.results, CLI_INTERNAL);
    }
    free_run(&this);
    return this.results.code;
}

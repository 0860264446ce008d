#include "passes.h"
#include "print.h"
#include "unpack.h"

/* ---- archives, on the main thread ---- */

/* An archive that is looked into. */
typedef struct archive_run {
    cli_passes *run;
    bool has_judged;
    bool has_complained;
} archive_run;

static bool take_member(void *context, const char *name, cli_result *result) {
    archive_run *const this = context;
    if (result->outcome == CLI_JUDGED) this->has_judged = true;
    if (result->outcome == CLI_UNREADABLE || result->outcome == CLI_FAILED)
        this->has_complained = true;
    const bool going = cli_results_take(&this->run->results, name, result);
    cli_pass_show(this->run, name);
    return going;
}

/* Members go out as they are judged, so that no archive fills the memory with reports. */
static bool look_into(cli_passes *this, size_t item, const cli_result *result) {
    const cli_input *const input = &this->inputs.items[item];
    archive_run mine = {.run = this};
    const cli_unpacking unpacking = {
        this->settings, &this->options, cli_pass_name(this, item), &this->jobs[this->job_count],
        &mine,          take_member};
    this->results.reports.is_array = true;
    const bool going = cli_unpack(&unpacking, &result->archive);
    if (!going) cli_results_raise(&this->results, CLI_UNJUDGED); /* perhaps there was more */
    if (mine.has_judged) this->has_judged[input->operand] = true;
    if (going && !mine.has_judged && !mine.has_complained && !input->discovered)
        cli_results_complain_empty(&this->results, cli_pass_name(this, item));
    return going;
}

/* ---- the pass ---- */

static void judge_loaded(const cli_passes *this, size_t item, cli_job *job, cli_result *result) {
    const navlint_input input = {cli_pass_name(this, item), job->file.bytes, job->file.length};
    const cli_case mine = {this->settings, &this->options, &input, 1, NULL};
    cli_judge(&mine, job, result);
}

static void work_on_input(void *context, unsigned job_index, size_t item, void *raw_result) {
    const cli_passes *const this = context;
    cli_job *const job = &this->jobs[job_index];
    cli_result *const result = raw_result;
    static const cli_outcome outcomes[] = {[CLI_FOUND_MEMBER] = CLI_POSTPONED,
                                           [CLI_FOUND_ARCHIVE] = CLI_CONTAINER,
                                           [CLI_FOUND_NOTHING] = CLI_SKIPPED};
    cli_found found;
    const int failure = cli_load(&this->options, &this->inputs.items[item], &job->file, &found);
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
static bool postpone(cli_passes *this, size_t item, const cli_result *result) {
    const cli_input *const input = &this->inputs.items[item];
    this->has_judged[input->operand] = true;
    if (input->is_repeated) return this->results.files_done++, true;
    if (cli_tickets_add(&this->tickets, (cli_ticket){input->folder, result->format, item}))
        return true;
    cli_complain("out of memory");
    cli_results_raise(&this->results, CLI_INTERNAL);
    return true;
}

static bool take_input(cli_passes *this, size_t item, const cli_result *result) {
    if (result->outcome == CLI_POSTPONED) return postpone(this, item, result);
    this->results.files_done++;
    if (result->outcome == CLI_CONTAINER) return look_into(this, item, result);
    if (result->outcome == CLI_JUDGED) this->has_judged[this->inputs.items[item].operand] = true;
    return cli_results_take(&this->results, cli_pass_name(this, item), result);
}

static bool emit_input(void *context, size_t item, void *result) {
    cli_passes *const this = context;
    this->has_stopped = !take_input(this, item, result);
    if (!this->has_stopped) cli_pass_show(this, cli_pass_name(this, item + 1));
    return !this->has_stopped;
}

static void idle_for_input(void *context, size_t emitted) {
    cli_passes *const this = context;
    cli_pass_show(this, cli_pass_name(this, emitted));
}

void cli_pass_inputs(cli_passes *this) {
    cli_pass_run(this, (cli_pool){.item_count = this->inputs.count,
                                  .work = work_on_input,
                                  .emit = emit_input,
                                  .idle = idle_for_input});
}

#include "judge.h"

#include <errno.h>
#include <stdlib.h>

/* A smaller block than the library would like is legal; below this it is not worth a try. */
enum { LEAST_MEMORY_BYTES = 1 << 20 };

static bool make_memory(const cli_case *this, const navlint_options *options, cli_job *job) {
    size_t wanted = navlint_memory_bound(options, this->inputs, this->count);
    if (job->memory_bytes >= wanted) return true;
    free(job->memory);
    while ((job->memory = malloc(wanted)) == NULL && wanted > LEAST_MEMORY_BYTES)
        wanted /= 2;
    job->memory_bytes = job->memory != NULL ? wanted : 0;
    return job->memory != NULL;
}

/* Under --statistics the caps leave one finding of each rule; a set needs them for each member and
 * for itself. */
static navlint_options options_of(const cli_case *this) {
    navlint_options options = *this->options;
    if (this->count == 1) return options;
    options.set_name = this->set_name;
    const uint64_t findings = (uint64_t)options.max_findings * (this->count + 1);
    if (this->settings->statistics)
        options.max_findings = findings < UINT32_MAX ? (uint32_t)findings : UINT32_MAX;
    return options;
}

static void count_verdicts(const navlint_report *report, cli_result *result) {
    const size_t members = navlint_report_member_count(report);
    result->verdict = navlint_report_verdict(report);
    if (members == 0) result->verdicts[result->verdict]++;
    for (size_t index = 0; index < members; index++)
        result->verdicts[navlint_report_verdict(navlint_report_member(report, index))]++;
}

static navlint_status judge(const cli_case *this, cli_job *job, cli_result *result) {
    const navlint_options options = options_of(this);
    const navlint_report *report = NULL;
    if (!make_memory(this, &options, job)) return NAVLINT_NO_MEMORY;
    const navlint_status status =
        navlint_check(&options, this->inputs, this->count, job->memory, job->memory_bytes, &report);
    if (status != NAVLINT_OK) return status;
    count_verdicts(report, result);
    result->summary = navlint_report_summary(report);
    return cli_show(this, report, result) ? NAVLINT_OK : NAVLINT_NO_MEMORY;
}

void cli_judge(const cli_case *this, cli_job *job, cli_result *result) {
    result->file_count = this->count;
    result->bytes = 0;
    for (size_t index = 0; index < this->count; index++)
        result->bytes += this->inputs[index].length;
    result->status = judge(this, job, result);
    result->outcome = result->status == NAVLINT_OK ? CLI_JUDGED : CLI_FAILED;
}

void cli_result_fail(cli_result *result, int failure) {
    result->outcome = failure == ENOMEM ? CLI_FAILED : CLI_UNREADABLE;
    result->status = NAVLINT_NO_MEMORY;
    result->read_error = failure;
}

void cli_result_free(cli_result *result) {
    if (result->outcome == CLI_CONTAINER) cli_close(result->archive.descriptor);
    for (size_t index = 0; index < result->text_count; index++)
        navlint_text_free(result->texts[index]);
    free(result->texts);
    free(result->breaches);
}

void cli_job_close(cli_job *job) {
    cli_buffer_free(&job->file);
    free(job->memory);
    *job = (cli_job){0};
}

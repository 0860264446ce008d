#include "cli/check/task.h"

#include <errno.h>
#include <stdlib.h>

#include "cli/print/render.h"

/* A smaller block than the library would like is legal; below this it is not worth a try. */
enum { LEAST_MEMORY_BYTES = 1 << 20 };

/* Where addresses are few (WebAssembly), the files and what is rendered need theirs, too. */
static const size_t most_memory_bytes = SIZE_MAX / 4;

enum { LEAST_FINDINGS = 100 };

/* There a report keeps fewer findings than it may, rather than none: the counts are those of all.
 */
static navlint_options fitting(const cli_company *company, const navlint_options *options) {
    navlint_options fit = *options;
    while (fit.max_findings > LEAST_FINDINGS &&
           navlint_memory_bound(&fit, company->inputs, company->count) > most_memory_bytes)
        fit.max_findings /= 2;
    return fit;
}

static bool make_memory(const cli_company *company, const navlint_options *options, cli_job *job) {
    size_t wanted = navlint_memory_bound(options, company->inputs, company->count);
    if (job->memory_bytes >= wanted) return true;
    free(job->memory);
    while (!(job->memory = malloc(wanted)) && wanted > LEAST_MEMORY_BYTES)
        wanted /= 2;
    job->memory_bytes = job->memory ? wanted : 0;
    return job->memory != NULL;
}

static navlint_options options_of(const cli_task *task, const cli_company *company) {
    navlint_options options = *task->options;
    options.file_bytes = company->file_bytes;
    if (task->count > 1) options.set_name = task->set_name;
    return options;
}

static void count_verdicts(const navlint_report *report, cli_result *result) {
    const size_t members = navlint_report_member_count(report);
    result->verdict = navlint_report_verdict(report);
    if (members == 0) result->verdicts[result->verdict]++;
    for (size_t i = 0; i < members; i++)
        result->verdicts[navlint_report_verdict(navlint_report_member(report, i))]++;
}

/* Of what is listed and not known already. */
static void count_fixable(const navlint_report *report, cli_result *result) {
    for (size_t i = 0; i < navlint_report_finding_count(report); i++) {
        const navlint_finding *const finding = navlint_report_finding(report, i);
        const navlint_safety safety = navlint_rule_fix(finding->rule, NULL);
        result->fixable += !finding->suppression && safety == NAVLINT_SAFE;
        result->fixable_unsafely += !finding->suppression && safety == NAVLINT_UNSAFE;
    }
    for (size_t i = 0; i < navlint_report_member_count(report); i++)
        count_fixable(navlint_report_member(report, i), result);
}

static navlint_status judge(const navlint_options *options, const cli_company *company,
                            cli_job *job, const navlint_report **report) {
    const navlint_options fit = fitting(company, options);
    if (!make_memory(company, &fit, job)) return NAVLINT_NO_MEMORY;
    return navlint_check(&fit, company->inputs, company->count, job->memory, job->memory_bytes,
                         report);
}

/* Nothing is left out before it is known what is new: what the caps cut short is judged again. */
static navlint_status judge_and_suppress(const cli_task *task, const cli_company *company,
                                         cli_job *job, const navlint_report **report) {
    const navlint_options options = options_of(task, company);
    navlint_options wide = cli_suppress_widen(&options, task->settings);
    navlint_status status = judge(&wide, company, job, report);
    if (status == NAVLINT_OK && cli_suppress_widen_more(&wide, *report))
        status = judge(&wide, company, job, report);
    if (status != NAVLINT_OK) return status;
    const cli_suppress_request request = {*report, task->settings, &options, task->archive,
                                          task->is_partial};
    return cli_suppress_apply(task->suppress, &request) ? NAVLINT_OK : NAVLINT_NO_MEMORY;
}

static navlint_status check_company(const cli_task *task, const cli_company *company, cli_job *job,
                                    cli_result *result) {
    const bool suppresses = task->suppress && task->suppress->is_active;
    const navlint_options options = options_of(task, company);
    const navlint_report *report = NULL;
    const navlint_status status = suppresses ? judge_and_suppress(task, company, job, &report)
                                             : judge(&options, company, job, &report);
    if (status != NAVLINT_OK) return status;
    count_verdicts(report, result);
    if (task->count == 1) result->format = navlint_report_format(report);
    result->summary = navlint_report_summary(report);
    result->suppressed = navlint_report_suppressed(report);
    count_fixable(report, result);
    return cli_render(task, report, result) ? NAVLINT_OK : NAVLINT_NO_MEMORY;
}

static void add_map(const cli_map *map, cli_company *company) {
    company->file_bytes[company->count] = map->bytes;
    company->inputs[company->count++] = cli_map_input(map);
}

static navlint_status check(const cli_task *task, cli_job *job, cli_result *result) {
    cli_company company;
    const cli_needy needy = {.inputs = task->inputs,
                             .count = task->count,
                             .context = task->context,
                             .context_count = task->context_count,
                             .shelf = task->shelf,
                             .set = task->shelf_set};
    if (!cli_masters_join(task->masters, &needy, &company)) return NAVLINT_NO_MEMORY;
    if (task->map) add_map(task->map, &company);
    for (size_t i = task->count; i < company.count; i++)
        result->context_bytes += company.inputs[i].length;
    const navlint_status status = check_company(task, &company, job, result);
    cli_company_free(&company);
    return status;
}

void cli_check_task(const cli_task *task, cli_job *job, cli_result *result) {
    result->file_count = task->count;
    result->bytes = 0;
    for (size_t i = 0; i < task->count; i++)
        result->bytes += task->inputs[i].length;
    result->status = check(task, job, result);
    result->outcome = result->status == NAVLINT_OK ? CLI_JUDGED : CLI_FAILED;
}

void cli_result_fail(cli_result *result, int failure) {
    result->outcome = failure == ENOMEM ? CLI_FAILED : CLI_UNREADABLE;
    result->status = NAVLINT_NO_MEMORY;
    result->read_error = failure;
}

static void free_rendered(cli_rendered *rendered) {
    for (size_t i = 0; i < rendered->text_count; i++)
        navlint_text_free(rendered->texts[i]);
    free(rendered->texts);
    navlint_piece_free(rendered->piece);
}

void cli_result_free(cli_result *result) {
    if (result->outcome == CLI_CONTAINER && !result->container.format)
        cli_close(result->archive.descriptor);
    cli_buffer_free(&result->container.whole);
    for (size_t i = 0; i < result->rendered_count; i++)
        free_rendered(&result->rendered[i]);
    free(result->rendered);
    free(result->breaches);
    cli_rows_free(&result->rows);
    cli_marks_free(&result->marks);
}

void cli_job_close(cli_job *job) {
    cli_buffer_free(&job->file);
    free(job->memory);
    *job = (cli_job){0};
}

#include "cli/run_results.h"

#include <string.h>

#include "cli/output.h"

void cli_results_raise(cli_results *results, int code) {
    if (code > results->code) results->code = code;
}

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

static void take_judged(cli_results *results, const cli_result *result) {
    if (failing_count(results->settings, result->summary) > 0)
        cli_results_raise(results, CLI_FINDINGS);
    if (result->verdict == NAVLINT_INDETERMINATE) cli_results_raise(results, CLI_UNJUDGED);
}

static void complain_unreadable(cli_results *results, const char *name, const cli_result *result) {
    const char *const reason = result->reason ? result->reason : strerror(result->read_error);
    cli_progress_clear(&results->progress);
    cli_complain("cannot read %s: %s", name, reason);
    cli_results_raise(results, CLI_UNJUDGED);
}

static void complain_failed(cli_results *results, const char *name, const cli_result *result) {
    cli_progress_clear(&results->progress);
    cli_complain("%s: %s", name, navlint_status_text(result->status));
    cli_results_raise(results, CLI_INTERNAL);
}

static void mention_skipped(cli_results *results, const char *name, const cli_result *result) {
    if (!result->reason || !results->settings->verbose || results->settings->quiet) return;
    cli_progress_clear(&results->progress);
    cli_complain("%s: %s", name, result->reason);
}

static bool print_texts(cli_results *results, const cli_result *result) {
    bool printed = true;
    for (size_t i = 0; printed && i < result->text_count; i++) {
        if (result->texts[i].length > 0) cli_progress_clear(&results->progress);
        printed = cli_report_writer_add(&results->reports, result->texts[i]);
    }
    return printed;
}

static void count_result(cli_results *results, const cli_result *result) {
    results->progress.bytes += result->bytes;
    if (cli_statistics_add(&results->statistics, result)) return;
    cli_complain("out of memory");
    cli_results_raise(results, CLI_INTERNAL);
}

bool cli_results_take(cli_results *results, const char *name, const cli_result *result) {
    count_result(results, result);
    if (result->outcome == CLI_JUDGED) take_judged(results, result);
    if (result->outcome == CLI_UNREADABLE) complain_unreadable(results, name, result);
    if (result->outcome == CLI_FAILED) complain_failed(results, name, result);
    if (result->outcome == CLI_SKIPPED) mention_skipped(results, name, result);
    return print_texts(results, result);
}

void cli_results_complain_empty(cli_results *results, const char *name) {
    cli_progress_clear(&results->progress);
    cli_complain("%s: no navigation file found", name);
    cli_results_raise(results, CLI_UNJUDGED);
}

void cli_results_end(cli_results *results) {
    const cli_check_settings *const settings = results->settings;
    cli_progress_clear(&results->progress);
    if (settings->quiet) return;
    if (settings->statistics)
        cli_statistics_print(&results->statistics, settings->format);
    else
        cli_report_writer_end(&results->reports);
    if (settings->verbose) cli_statistics_summarise(&results->statistics);
}

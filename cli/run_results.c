#include "cli/run_results.h"

#include <string.h>

#include "cli/closing_line.h"
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

static void mention_other_game(cli_results *results, const char *name, const char *game) {
    if (results->settings->quiet) return;
    cli_progress_clear(&results->progress);
    cli_complain("%s: a file of %s, not judged", name, game);
}

static void mention_skipped(cli_results *results, const char *name, const cli_result *result) {
    if (result->other_game) mention_other_game(results, name, result->other_game);
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

static void count_result(cli_results *results, cli_result *result) {
    results->progress.bytes += result->bytes;
    if (cli_statistics_add(&results->statistics, result) &&
        cli_rows_append(&results->rows, &result->rows))
        return;
    cli_complain("out of memory");
    cli_results_raise(results, CLI_INTERNAL);
}

bool cli_results_take(cli_results *results, const char *name, cli_result *result) {
    count_result(results, result);
    if (result->outcome == CLI_JUDGED) take_judged(results, result);
    if (result->outcome == CLI_UNREADABLE) complain_unreadable(results, name, result);
    if (result->outcome == CLI_FAILED) complain_failed(results, name, result);
    if (result->outcome == CLI_SKIPPED) mention_skipped(results, name, result);
    return print_texts(results, result);
}

void cli_yield_add(cli_yield *yield, const cli_result *result) {
    const bool is_others = result->outcome == CLI_SKIPPED && result->other_game;
    if (result->outcome == CLI_JUDGED || result->outcome == CLI_POSTPONED)
        *yield = CLI_HAD_FILES;
    else if (is_others && *yield == CLI_HAD_NOTHING)
        *yield = CLI_HAD_OTHERS;
}

void cli_results_complain_empty(cli_results *results, const char *name, cli_yield yield) {
    cli_progress_clear(&results->progress);
    cli_complain("%s: %s", name,
                 yield == CLI_HAD_OTHERS ? "nothing to judge: all files found are of other games"
                                         : "no navigation file found");
    cli_results_raise(results, CLI_UNJUDGED);
}

static void end_output(cli_results *results) {
    const cli_check_settings *const settings = results->settings;
    if (settings->statistics)
        cli_statistics_print(&results->statistics, settings->format);
    else if (settings->summary == CLI_TEXT_TABLE)
        cli_rows_print_text(&results->rows);
    else if (settings->summary == CLI_CSV_TABLE)
        cli_rows_print_csv(&results->rows);
    else
        cli_report_writer_end(&results->reports);
}

/* The closing line is to stand below all else, and to say nothing of what nobody could read. */
void cli_results_end(cli_results *results) {
    cli_progress_clear(&results->progress);
    if (results->settings->quiet) return;
    end_output(results);
    if (cli_flush()) cli_closing_line_print(&results->statistics, results->settings);
}

void cli_results_free(cli_results *results) {
    cli_statistics_free(&results->statistics);
    cli_rows_free(&results->rows);
}

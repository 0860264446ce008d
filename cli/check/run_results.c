#include "cli/check/run_results.h"

#include "cli/options_of_check.h"
#include "cli/output.h"
#include "cli/print/closing_line.h"

void cli_results_raise(cli_results *results, int code) {
    if (code > results->code) results->code = code;
}

/* What is written to a terminal must not stand behind the progress. */
static void print_rendered(cli_results *results, const cli_result *result) {
    if (result->rendered) cli_progress_clear(&results->progress);
    cli_sinks_take(&results->sinks, result);
}

static void count_result(cli_results *results, cli_result *result) {
    results->progress.bytes += result->bytes;
    if (cli_statistics_add(&results->statistics, result) &&
        cli_rows_append(&results->rows, &result->rows))
        return;
    cli_complain("out of memory");
    cli_results_raise(results, CLI_INTERNAL);
}

/* What could not be judged leaves a mark, too. */
static void keep_marks(cli_results *results, int code, const char *name, cli_result *result) {
    const bool has_failed = result->outcome == CLI_UNREADABLE || result->outcome == CLI_FAILED;
    if (!results->settings->keeps_marks) return;
    if (has_failed ? cli_marks_add_failure(&results->marks, name, code)
                   : cli_marks_move(&results->marks, &result->marks, code))
        return;
    cli_complain("out of memory");
    cli_results_raise(results, CLI_INTERNAL);
}

static void complain(cli_results *results, const char *name, const cli_result *result) {
    char text[CLI_COMPLAINT_CAPACITY];
    if (!cli_outcome_complaint(results->settings, name, result, text)) return;
    cli_progress_clear(&results->progress);
    cli_complain("%s", text);
    if (result->outcome != CLI_SKIPPED) cli_sinks_fail(&results->sinks, name, text);
}

void cli_results_take(cli_results *results, const cli_check_settings *settings, const char *name,
                      cli_result *result) {
    const int code = cli_outcome_code(settings, result);
    count_result(results, result);
    keep_marks(results, code, name, result);
    if (result->summary.hidden > 0 && cli_options_of(settings).min_severity == NAVLINT_ERROR)
        results->statistics.hides_warnings = true;
    cli_results_raise(results, code);
    complain(results, name, result);
    print_rendered(results, result);
}

void cli_results_complain_empty(cli_results *results, const char *name, cli_yield yield) {
    cli_progress_clear(&results->progress);
    cli_complain("%s: %s", name, cli_yield_complaint(yield));
    cli_results_raise(results, CLI_UNJUDGED);
}

static void print_tables(cli_results *results) {
    const cli_check_settings *const settings = results->settings;
    if (settings->quiet) return;
    if (settings->statistics)
        cli_statistics_print(&results->statistics, cli_stdout_form(&settings->outputs));
    else if (settings->summary == CLI_TEXT_TABLE)
        cli_rows_print_text(&results->rows);
    else if (settings->summary == CLI_CSV_TABLE)
        cli_rows_print_csv(&results->rows);
}

/* The closing line is to stand below all else, and to say nothing of what nobody could read. */
void cli_results_end(cli_results *results) {
    cli_progress_clear(&results->progress);
    results->code = cli_sinks_close(&results->sinks, results->code);
    print_tables(results);
    if (!results->settings->quiet && cli_flush())
        cli_closing_line_print(&results->statistics, results->settings);
}

void cli_results_free(cli_results *results) {
    cli_statistics_free(&results->statistics);
    cli_rows_free(&results->rows);
    cli_marks_free(&results->marks);
}

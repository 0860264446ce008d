/* What becomes of the results of a run: reports and totals on standard output, complaints on
 * standard error, the exit code. On the main thread only. */
#ifndef NAVLINT_CLI_CHECK_RUN_RESULTS_H
#define NAVLINT_CLI_CHECK_RUN_RESULTS_H

#include "cli/check/outcome.h"
#include "cli/print/progress.h"
#include "cli/print/sinks.h"
#include "cli/print/statistics.h"

typedef struct cli_results {
    const cli_check_settings *settings;
    cli_sinks sinks;
    cli_statistics statistics;
    cli_rows rows;   /* heap; of --summary */
    cli_marks marks; /* heap; for navlint watch */
    cli_progress progress;
    size_t files_done; /* of the inputs of the run; members of archives are none */
    int code;          /* the exit code so far */
} cli_results;

/* Raises the exit code to `code`. */
void cli_results_raise(cli_results *results, int code);

/* Takes what was judged, skipped or could not be judged.
 * settings: on which terms. name: of the input or the set. result: its rows move away. */
void cli_results_take(cli_results *results, const cli_check_settings *settings, const char *name,
                      cli_result *result);

/* Complains that the folder or archive of this name held nothing to judge. */
void cli_results_complain_empty(cli_results *results, const char *name, cli_yield yield);

/* Ends the output: the table of --statistics or --summary or the end of a JSON array, and the
 * closing line. */
void cli_results_end(cli_results *results);

void cli_results_free(cli_results *results);

#endif

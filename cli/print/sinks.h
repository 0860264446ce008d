/* The outputs of a run while they are written: documents on standard output and in files. On the
 * main thread only. */
#ifndef NAVLINT_CLI_PRINT_SINKS_H
#define NAVLINT_CLI_PRINT_SINKS_H

#include <stdio.h>

#include "cli/check/task.h"
#include "cli/print/report_writer.h"

typedef struct cli_sink {
    const cli_output *output;
    FILE *file; /* NULL: standard output */
    int error;  /* errno of the first write to the file that failed */
    cli_report_writer reports;
    navlint_export *export; /* NULL: no form that the library exports */
} cli_sink;

typedef struct cli_sinks {
    cli_sink items[CLI_MOST_OUTPUTS];
    size_t count;
    bool is_silent; /* standard output gets nothing */
} cli_sinks;

/* Opens the files and begins the documents.
 * Returns CLI_OK; or CLI_INTERNAL after a complaint: end them nevertheless. */
int cli_sinks_open(cli_sinks *sinks, const cli_check_settings *settings, bool is_colored);

/* What is written is an array from now on: more than one report may come. */
void cli_sinks_expect_many(cli_sinks *sinks);

/* Writes what a result has for each output. One that takes no more, as its reader went away, is no
 * reason to judge no more: the exit code speaks of all inputs. */
void cli_sinks_take(cli_sinks *sinks, const cli_result *result);

/* Says of an input why it was not judged, where the form has a place for that. */
void cli_sinks_fail(cli_sinks *sinks, const char *name, const char *reason);

/* Ends the documents and closes the files. code: the exit code of the run so far.
 * Returns it, or CLI_INTERNAL after a complaint if not all could be written. */
int cli_sinks_close(cli_sinks *sinks, int code);

#endif

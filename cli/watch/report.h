/* What `navlint watch` prints: what became of a file since its last verdict, and where all stand.
 */
#ifndef NAVLINT_CLI_WATCH_REPORT_H
#define NAVLINT_CLI_WATCH_REPORT_H

#include <stdio.h>

#include "cli/settings.h"
#include "cli/watch/marks.h"

typedef struct cli_watch_report {
    unsigned form;     /* CLI_TEXT or CLI_NDJSON */
    bool may_be_empty; /* nothing to judge is in order */
    bool shows_all;    /* of text: each finding, however many */
    bool is_start;     /* nobody has seen a verdict yet */
    bool has_news;     /* something was printed since the state was */
} cli_watch_report;

/* Prints what became of a file; a cli_watch_hear. context: a cli_watch_report. */
void cli_watch_report_change(void *context, const cli_mark *before, const cli_mark *now);

/* Prints where all stand, at the start and if there was news. Returns the exit code that they ask
 * for. */
int cli_watch_report_state(cli_watch_report *report, const cli_marks *all);

#endif

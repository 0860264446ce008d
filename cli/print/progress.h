/* One line on a terminal that says how far a long run is. It goes to standard error, and only if
 * that is a terminal. */
#ifndef NAVLINT_CLI_PRINT_PROGRESS_H
#define NAVLINT_CLI_PRINT_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cli_progress {
    bool enabled;
    bool shown;
    uint64_t next_ms; /* when the line may be drawn next, on the monotonic clock */
    size_t total;     /* files */
    uint64_t bytes;   /* read so far; the caller adds to it */
} cli_progress;

/* wanted: false under --quiet. total: files of the run. */
void cli_progress_open(cli_progress *progress, bool wanted, size_t total);

/* Draws the line if the run is long enough and the last drawing long enough ago.
 * done: files that are through; name: the one that is being waited for. */
void cli_progress_show(cli_progress *progress, size_t done, const char *name);

/* Wipes the line, before other output and at the end. */
void cli_progress_clear(cli_progress *progress);

#endif

/* What changes below folders: the one part of `navlint watch` that each system does its own way. */
#ifndef NAVLINT_CLI_WATCH_SOURCE_H
#define NAVLINT_CLI_WATCH_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/options.h"

typedef struct cli_watch_source cli_watch_source;

/* Starts to listen. exclude: globs of exclude.h; borrowed.
 * Returns NULL after a complaint: this system cannot, or gives no more of it. */
cli_watch_source *cli_watch_open(const cli_list *exclude);

/* Listens for what changes below a folder too, in the folders that will be there, too. What was
 * there before is nobody's news. Links to folders are followed; what version control systems keep,
 * what a killed replacement left and what is excluded is left out.
 * path: without a slash at its end. Returns false after a complaint if the system's limit is
 * reached. */
bool cli_watch_add(cli_watch_source *source, const char *path);

/* How many folders are listened to. */
size_t cli_watch_folder_count(const cli_watch_source *source);

typedef enum cli_watch_kind {
    CLI_WATCH_CHANGED, /* a file was written, came or went; a folder with all in it came or went */
    CLI_WATCH_MISSED,  /* more than the system could keep: anything may have changed, and `add`
                          has to be called anew for each folder */
    CLI_WATCH_QUIET,   /* nothing happened in that time */
    CLI_WATCH_ENDED,   /* by SIGINT or SIGTERM */
    CLI_WATCH_FAILED   /* after a complaint: the limit is reached, or memory ran out */
} cli_watch_kind;

typedef struct cli_watch_event {
    cli_watch_kind kind;
    char *path; /* heap, of CLI_WATCH_CHANGED: as a walk of the folder that was added finds it */
} cli_watch_event;

/* From here on SIGINT and SIGTERM are events, too. */
void cli_watch_hear_signals(cli_watch_source *source);

/* Waits for the next event.
 * wait_ms: at most so long; -1: for ever. */
cli_watch_event cli_watch_next(cli_watch_source *source, int wait_ms);

void cli_watch_close(cli_watch_source *source);

#endif

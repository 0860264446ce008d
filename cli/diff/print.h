/* What is said of the files of two folders or archives, one after the other. */
#ifndef NAVLINT_CLI_DIFF_PRINT_H
#define NAVLINT_CLI_DIFF_PRINT_H

#include "cli/diff/compare.h"

typedef enum cli_diff_status {
    CLI_DIFF_ADDED,
    CLI_DIFF_REMOVED,
    CLI_DIFF_CHANGED,
    CLI_DIFF_EQUAL,
    CLI_DIFF_NOT_COMPARED,
    CLI_DIFF_STATUSES
} cli_diff_status;

/* A file of either or both. */
typedef struct cli_diff_result {
    const char *name;
    cli_diff_status status;
    uint64_t different_bytes; /* of EQUAL: also those that say nothing else */
    const navlint_diff *diff; /* of CHANGED, and of NOT_COMPARED if a part could be; NULL: none */
    const char *reason;       /* of NOT_COMPARED; not yet made safe */
} cli_diff_result;

/* Start with settings and names; cli_diff_printer_end at the end. */
typedef struct cli_diff_printer {
    const cli_diff_settings *settings;
    const char *names[CLI_SIDES]; /* of the folders or archives */
    uint64_t counts[CLI_DIFF_STATUSES];
    uint64_t others; /* files that are no navigation files: the caller counts them */
    bool is_whole;   /* all of both was looked into: the caller says so before the end */
    bool is_open;    /* something is printed */
    int code;        /* the exit code so far */
} cli_diff_printer;

/* Prints a result, unless it says nothing and nothing is to be said then, and counts it. */
void cli_diff_printer_take(cli_diff_printer *printer, const cli_diff_result *result);

/* Prints the totals. Of files that say the same nothing is printed if that is wished for. */
void cli_diff_printer_end(cli_diff_printer *printer);

#endif

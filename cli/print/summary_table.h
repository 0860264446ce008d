/* --summary: a row for each file, and one for a set about which itself something was found. */
#ifndef NAVLINT_CLI_PRINT_SUMMARY_TABLE_H
#define NAVLINT_CLI_PRINT_SUMMARY_TABLE_H

#include "cli/settings.h"

typedef struct cli_row {
    char *name;         /* heap */
    const char *format; /* id; static; NULL: not recognised, or a set */
    char version[16];   /* "": not known */
    navlint_verdict verdict;
    uint64_t errors;
    uint64_t warnings;
    uint64_t infos;
    const char *top; /* static: the code of the rule that weighs most, or the name of what kept us
                        from judging; NULL: nothing was found */
    bool is_limit;   /* `top` is the latter */
} cli_row;

/* Start with {0}; cli_rows_free at the end. */
typedef struct cli_rows {
    cli_row *items; /* heap */
    size_t count;
} cli_rows;

/* Makes the rows of a report. At least one finding of each rule must be kept.
 * Returns false if memory ran out; the rows are to be freed all the same. */
bool cli_rows_make(cli_rows *rows, const navlint_report *report);

/* Moves the rows to the end of `all`. Returns false, with nothing moved, if memory ran out. */
bool cli_rows_append(cli_rows *all, cli_rows *rows);

/* Prints the rows on standard output, aligned.
 * The file comes last: of all columns its width alone has no bound. */
void cli_rows_print_text(const cli_rows *rows);

/* Prints the rows on standard output as CSV (RFC 4180) with a first line of names. A name that a
 * spreadsheet would take for a formula gets "./" before it, which names the same file. */
void cli_rows_print_csv(const cli_rows *rows);

void cli_rows_free(cli_rows *rows);

#endif

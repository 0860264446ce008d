/* Puts rendered reports on standard output, one after the other. */
#ifndef NAVLINT_CLI_REPORTS_H
#define NAVLINT_CLI_REPORTS_H

#include <navlint/navlint.h>

#include <stdbool.h>
#include <stddef.h>

typedef struct cli_reports {
    unsigned format; /* CLI_TEXT, ... of settings.h */
    bool is_array;   /* JSON: an array of the reports, not one object */
    bool is_colored; /* text: severity words in colour */
    size_t count;    /* written so far */
} cli_reports;

/* Writes one report. Returns false once standard output takes no more. */
bool cli_reports_add(cli_reports *reports, navlint_text text);

/* Ends the array, if it is one. */
void cli_reports_end(cli_reports *reports);

#endif

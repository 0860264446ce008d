/* Puts rendered reports on standard output, one after the other. */
#ifndef NAVLINT_CLI_REPORT_WRITER_H
#define NAVLINT_CLI_REPORT_WRITER_H

#include <stdbool.h>
#include <stddef.h>

#include "navlint/navlint.h"

typedef struct cli_report_writer {
    unsigned format; /* CLI_TEXT, ... of settings.h */
    bool is_array;   /* JSON: an array of the reports, not one object */
    bool is_colored; /* text: severity words in colour */
    size_t count;    /* written so far */
} cli_report_writer;

/* Writes one report. Returns false once standard output takes no more. */
bool cli_report_writer_add(cli_report_writer *writer, navlint_text text);

/* Ends the array, if it is one. */
void cli_report_writer_end(cli_report_writer *writer);

#endif

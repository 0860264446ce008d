/* Puts rendered reports into an output, one after the other. */
#ifndef NAVLINT_CLI_PRINT_REPORT_WRITER_H
#define NAVLINT_CLI_PRINT_REPORT_WRITER_H

#include <stdbool.h>
#include <stddef.h>

#include "navlint/navlint.h"

typedef struct cli_report_writer {
    unsigned format; /* CLI_TEXT, ... of settings.h */
    bool is_array;   /* JSON: an array of the reports, not one object */
    bool is_colored; /* text: severity words in colour */
    bool is_silent;  /* nothing is written at the end either */
    size_t count;    /* written so far */
    navlint_write_fn write;
    void *context; /* of write */
} cli_report_writer;

/* Writes one report. Returns false once nobody takes more. */
bool cli_report_writer_add(cli_report_writer *writer, navlint_text text);

/* Ends the array, if it is one. */
void cli_report_writer_end(cli_report_writer *writer);

#endif

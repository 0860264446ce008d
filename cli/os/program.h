/* The program among others: its words, standard streams, terminal and processors. posix/ and
 * windows/ have a file each. */
#ifndef NAVLINT_CLI_OS_PROGRAM_H
#define NAVLINT_CLI_OS_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>

/* What the program was called with, without its name. */
typedef struct cli_os_words {
    char **items; /* NULL behind the last; for as long as the program runs */
    size_t count;
} cli_os_words;

/* The first step: a standard stream that came closed is none that a file opened later can take the
 * place of, no stream changes bytes, and a reader that goes away ends no program. */
void cli_os_begin(void);

/* The words in UTF-8, with '/' between the steps of paths. Where files were dropped on the program,
 * or it was started by a double click, the words that say so. */
cli_os_words cli_os_words_of(int argc, char **argv);

/* errno of a write to standard output that has just failed: EPIPE if nobody reads it any longer,
 * whatever the system calls that; 0: the system does not say. */
int cli_os_write_error(void);

/* The last step. */
void cli_os_end(void);

/* At least 1. */
unsigned cli_os_processor_count(void);

/* Of the terminal behind standard error; 0: there is none, or it does not say. */
size_t cli_os_terminal_columns(void);

/* Whether standard output is a terminal that knows colors. */
bool cli_os_has_colors(void);

#endif

/* Another program, run to its end. */
#ifndef NAVLINT_CLI_OS_RUN_H
#define NAVLINT_CLI_OS_RUN_H

#include <stdio.h>

/* Runs a program that is found as the system finds programs.
 * words: its name first, NULL behind the last.
 * input, output: files that are its standard input (NULL: nothing to read) and output.
 * Returns its exit status, 128 if a signal ended it; -1, with errno set, if it could not be run. */
int cli_os_run(char *const *words, FILE *input, FILE *output);

#endif

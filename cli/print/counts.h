/* Numbers of things as people read them. */
#ifndef NAVLINT_CLI_PRINT_COUNTS_H
#define NAVLINT_CLI_PRINT_COUNTS_H

#include <stdint.h>

enum { CLI_COUNT_CAPACITY = 32 };

/* Prints 1204 as "1,204". text: receives at most CLI_COUNT_CAPACITY bytes. Returns `text`. */
const char *cli_print_count(char text[CLI_COUNT_CAPACITY], uint64_t count);

#endif

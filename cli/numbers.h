/* Numbers of files as people write them. */
#ifndef NAVLINT_CLI_NUMBERS_H
#define NAVLINT_CLI_NUMBERS_H

#include <stddef.h>

enum { CLI_REAL_CAPACITY = 32 };

/* Prints a finite number in the fewest digits that read back as the same: 0.1f is 0.1, not
 * 0.100000001. What is exactly a float is printed as one, since fields of files are floats.
 * text: receives at most CLI_REAL_CAPACITY bytes. */
void cli_print_real(char text[CLI_REAL_CAPACITY], double real);

#endif

#include "cli/numbers.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static bool reads_back(const char *text, double real, bool is_float) {
    return is_float ? (double)strtof(text, NULL) == real : strtod(text, NULL) == real;
}

void cli_print_real(char text[CLI_REAL_CAPACITY], double real) {
    const bool is_float = fabs(real) <= (double)FLT_MAX && (double)(float)real == real;
    /* FLT_DIG and DBL_DIG digits survive, two or three more suffice (C11 5.2.4.2.2). */
    int digits = is_float ? FLT_DIG : DBL_DIG;
    const int most = is_float ? FLT_DECIMAL_DIG : DBL_DECIMAL_DIG;
    do
        snprintf(text, CLI_REAL_CAPACITY, "%.*g", digits, real);
    while (digits++ < most && !reads_back(text, real, is_float));
}

/* The verbs, one file each; main.c holds them in its table. */
#ifndef NAVLINT_SCAN_VERBS_H
#define NAVLINT_SCAN_VERBS_H

#include "scan/options.h"

/* Each takes what was read from the command line, and returns an exit code. */
int scan_submit(const scan_arguments *arguments, const cli_operands *operands);
int scan_work(const scan_arguments *arguments, const cli_operands *operands);
int scan_collect(const scan_arguments *arguments, const cli_operands *operands);

#endif

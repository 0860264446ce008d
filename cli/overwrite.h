/* Outputs that would destroy what is read. */
#ifndef NAVLINT_CLI_OVERWRITE_H
#define NAVLINT_CLI_OVERWRITE_H

#include "cli/options.h"

/* Whether two paths lead to one regular file, as hard links and links do. */
bool cli_is_one_file(const char *path, const char *other);

/* Refuses to write a report or a picture over an input, a navigation file or an archive. A typing
 * error must not cost anyone his work.
 * output: a path; what is not there yet, is no regular file or is anything else may be written.
 * inputs: paths, and names inside files: A.zip!B.
 * Returns CLI_OK, or CLI_USAGE after a complaint. */
int cli_check_overwrite(const char *output, const cli_operands *inputs);

#endif

/* An output file that appears as a whole or not at all. */
#ifndef NAVLINT_CLI_WRITE_FILE_H
#define NAVLINT_CLI_WRITE_FILE_H

#include <stddef.h>

/* Writes bytes to a file: a regular file is replaced in one step (replace_file.h), so that what was
 * there before outlives a failure; a pipe or a device is written to.
 * Returns 0 or an errno. */
int cli_write_file(const char *path, const void *bytes, size_t length);

#endif

/* navlint-suppressions.json on the disk. */
#ifndef NAVLINT_CLI_SUPPRESS_FILE_H
#define NAVLINT_CLI_SUPPRESS_FILE_H

#include "cli/suppress/suppressions.h"

#define CLI_SUPPRESSIONS_NAME "navlint-suppressions.json"

/* Reads the file.
 * all: {0}; cli_suppressions_free it, also after a failure. is_there: receives whether there is
 * one; one that is not there holds nothing.
 * Returns CLI_OK, or CLI_USAGE or CLI_INTERNAL after a complaint. */
int cli_suppressions_load(cli_suppressions *all, const char *path, bool *is_there);

/* Writes the file as a whole: to another one beside it, which takes its place once it is on the
 * disk. Who may read and write it stays as it was, and a link to it one. A file that says the same
 * already is left alone.
 * Returns CLI_OK, or CLI_INTERNAL after a complaint; the old file is there then as it was. */
int cli_suppressions_save(const cli_suppressions *all, const char *path);

#endif

/* Sets of files, however their paths are written. */
#ifndef NAVLINT_CLI_INPUTS_FILE_SET_H
#define NAVLINT_CLI_INPUTS_FILE_SET_H

#include <stdbool.h>

/* Start with {0}; cli_file_set_free at the end. */
typedef struct cli_file_set {
    void *files;      /* a tree of identities */
    bool has_folders; /* some of them are folders */
} cli_file_set;

/* Adds a file or folder. path: what is not there is in no set. Returns false if memory ran out. */
bool cli_file_set_add(cli_file_set *set, const char *path);

/* path: may be NULL, which is in no set. */
bool cli_file_set_has(const cli_file_set *set, const char *path);

void cli_file_set_free(cli_file_set *set);

#endif

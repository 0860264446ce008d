/* Where files lie for git. */
#ifndef NAVLINT_CLI_INPUTS_REPOSITORY_H
#define NAVLINT_CLI_INPUTS_REPOSITORY_H

#include <stddef.h>

/* The folder that was looked at last: files come folder by folder. Start with {0};
 * cli_lookup_free at the end. */
typedef struct cli_lookup {
    char *folder;      /* heap; as it was written; NULL: none */
    char *real;        /* heap; without links; NULL: it is not there */
    size_t top_length; /* bytes of `real` that are the work tree of the innermost repository: "/mod"
                          of "/mod/maps"; 0: there is none */
} cli_lookup;

/* The path of a file without links, but for the file itself: git looks behind none. A work tree is
 * a folder in which .git is there, as a folder or, in submodules, a file (gitrepository-layout(5)).
 * lookup: receives what is known of the folder. Heap; NULL: no memory, or there is no such folder.
 */
char *cli_real_place(cli_lookup *lookup, const char *path);

void cli_lookup_free(cli_lookup *lookup);

#endif

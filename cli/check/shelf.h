/* What members of an archive need of its other members: masters of plugins that lie in another of
 * its folders, as in installers that let the player choose. */
#ifndef NAVLINT_CLI_CHECK_SHELF_H
#define NAVLINT_CLI_CHECK_SHELF_H

#include <stdbool.h>
#include <stddef.h>

#include "navlint/navlint.h"

/* The name of a file without folders and archives: a part of its names. */
const char *cli_own_name(const navlint_input *input);

typedef struct cli_shelf_book {
    const char *name; /* without folders; borrowed */
    size_t set;       /* a number that only the files of one set share */
    const navlint_input *input;
    bool is_ambiguous; /* others of that name have other bytes */
} cli_shelf_book;

/* Start with {0}; cli_shelf_free at the end. */
typedef struct cli_shelf {
    cli_shelf_book *books; /* heap; by name whatever its case, then by set */
    size_t count;
} cli_shelf;

/* Puts up room for so many. Returns false if memory ran out. */
bool cli_shelf_open(cli_shelf *shelf, size_t count);

/* input: borrowed. Behind the last one the shelf is sorted. */
void cli_shelf_add(cli_shelf *shelf, const navlint_input *input, size_t set);
void cli_shelf_sort(cli_shelf *shelf);

typedef enum cli_shelf_found {
    CLI_NOT_ON_SHELF,
    CLI_IN_SET,  /* of those that ask */
    CLI_ON_SHELF /* elsewhere */
} cli_shelf_found;

/* Looks for what is needed by the files of a set. Alternatives of one name are not chosen among:
 * they are as if they were not there.
 * place: receives where it is among the books, if it is CLI_ON_SHELF. */
cli_shelf_found cli_shelf_find(const cli_shelf *shelf, const char *name, size_t set, size_t *place);

void cli_shelf_free(cli_shelf *shelf);

#endif

/* The terms of every file of a run: what holds by default, then the nearest .navlint.json, then
 * those of its overrides that mean the file, in their order, then the command line. Files that
 * agree in all of this share their terms. */
#ifndef NAVLINT_CLI_CONFIG_TERMS_BOOK_H
#define NAVLINT_CLI_CONFIG_TERMS_BOOK_H

#include "cli/config/finder.h"
#include "cli/config/terms.h"

/* Start with {0}; cli_terms_book_close at the end. */
typedef struct cli_terms_book {
    const cli_check_settings *command; /* what the command line says */
    const cli_terms *plain;            /* of that alone */
    cli_config_finder finder;
    void *pages;                 /* tsearch tree */
    struct cli_pool_of_masters { /* one for each list of folders */
        const cli_list *folders;
        uint64_t max_bytes;
        cli_masters masters;
    } * *masters; /* heap, and each of them */
    size_t masters_count;
    int code; /* of the first failure, which was complained about */
} cli_terms_book;

/* command: borrowed. Returns CLI_OK, or an exit code after a complaint. */
int cli_terms_book_open(cli_terms_book *book, const cli_check_settings *command);

/* The terms of a file, which live as long as the book; or of what is in a folder.
 * path: as in finder.h. Returns NULL after a complaint, and with the book's code raised. */
const cli_terms *cli_terms_of_file(cli_terms_book *book, const char *path);
const cli_terms *cli_terms_of_folder(cli_terms_book *book, const char *path);

/* The terms of standard input under a name: settings are those of the current folder. */
const cli_terms *cli_terms_of_stdin(cli_terms_book *book, const char *name);

/* Says whether the settings leave out what a walk found; also after a failure, to come to an end.
 * For cli_walk: book is its context. */
bool cli_terms_leave_out(void *book, const char *path);

/* The settings that terms were made of; NULL: none. */
const cli_config *cli_terms_config(const cli_terms *terms);

/* Says whether the override of this number is among what the terms were made of. */
bool cli_terms_have_override(const cli_terms *terms, size_t override);

/* Complains about masters that were needed and could not be read. Returns how many there are. */
size_t cli_terms_complain_masters(cli_terms_book *book);

void cli_terms_book_close(cli_terms_book *book);

#endif

/* --masters: the files that inputs refer to and that are not to be judged, looked up by name in
 * folders and read once, when first needed. */
#ifndef NAVLINT_CLI_CHECK_MASTERS_H
#define NAVLINT_CLI_CHECK_MASTERS_H

#include <pthread.h>

#include "cli/check/shelf.h"
#include "cli/input.h"
#include "cli/options.h"

/* A file of one of the folders. */
typedef struct cli_master {
    char *path;       /* heap */
    const char *name; /* in its folder: the end of the path */
    size_t folder;    /* which of the folders, as given */
    bool is_tried;    /* reading it was, with the outcome: */
    int failure;      /* an errno; 0: the bytes are there */
    cli_buffer file;
} cli_master;

/* Shared by the threads of a run. Start with {0}. */
typedef struct cli_masters {
    cli_master *items; /* heap; by folder, then by name whatever its case */
    size_t count;
    size_t folder_count;
    uint64_t max_bytes;   /* of one file; larger ones are not used */
    pthread_mutex_t lock; /* on what reading changes in the items; if there are folders */
} cli_masters;

/* Lists the folders. max_bytes: of the largest file that may be judged.
 * Returns CLI_OK, or CLI_USAGE or CLI_INTERNAL after a complaint. */
int cli_masters_open(cli_masters *masters, const cli_list *folders, uint64_t max_bytes);

/* Some inputs, with what they need behind them as context. */
typedef struct cli_company {
    navlint_input *inputs; /* heap; borrows from the inputs and the masters */
    uint64_t *file_bytes;  /* heap; zeros, as navlint_options has them */
    size_t count;
} cli_company;

/* The inputs, and what lies beside them. */
typedef struct cli_needy {
    const navlint_input *inputs;
    size_t count;
    const navlint_input *context; /* others, which are taken whether they are needed or not */
    size_t context_count;
    const cli_shelf *shelf; /* of their archive; NULL: none */
    size_t set;             /* theirs on the shelf */
} cli_needy;

/* Finds what the inputs need, what that needs in turn, and so on; of two files of one name that of
 * the first folder counts, one of the shelf before it, and an input before any. What is not found
 * is left to the library to say.
 * company: receives it, with room for a map; cli_company_free frees what it holds. Returns false if
 * memory ran out. */
bool cli_masters_join(cli_masters *masters, const cli_needy *needy, cli_company *company);

void cli_company_free(cli_company *company);

/* Hands out what is to be said about each file that was needed so far and could not be read, one
 * line each. Other threads may still read. Returns how many there are. */
size_t cli_masters_each_failure(cli_masters *masters,
                                void (*say)(void *context, const char *complaint), void *context);

/* Complains about each file that was needed and could not be read. Returns how many there are. */
size_t cli_masters_complain(cli_masters *masters);

void cli_masters_close(cli_masters *masters);

#endif

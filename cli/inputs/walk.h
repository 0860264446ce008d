/* From the words on the command line to the list of files to judge. */
#ifndef NAVLINT_CLI_INPUTS_WALK_H
#define NAVLINT_CLI_INPUTS_WALK_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/options.h"

typedef struct cli_input {
    char *path;                    /* heap; NULL for standard input */
    size_t operand;                /* which word it came from */
    bool discovered;               /* found in a directory, not named by the user */
    bool is_context;               /* read for what others of its set refer to; not judged */
    const struct cli_terms *terms; /* on which it is judged; NULL: as all are */
    /* By cli_inputs_note_folders: */
    size_t folder;       /* a number that only the files of one folder share */
    bool has_neighbours; /* other inputs lie in that folder */
    bool is_repeated;    /* an earlier input has the same folder and name */
} cli_input;

/* Start with {0}; cli_inputs_free at the end. */
typedef struct cli_inputs {
    cli_input *items; /* heap; in the order of the words, a directory's files sorted by the bytes of
                         their paths */
    size_t count;
    size_t capacity;
    size_t unreadable; /* directories and links that could not be followed, complained about */
} cli_inputs;

/* What is found below a directory. */
typedef struct cli_walk {
    const cli_list *exclude; /* globs of exclude.h; NULL: none */
    size_t operand;          /* the position of the word that names it, noted in each input */
    /* What else says that something found is left out; may be NULL. */
    bool (*leaves_out)(void *context, const char *path);
    void *context;
    bool is_forced; /* what is named is left out, too */
} cli_walk;

/* Adds the input that the word names, or the files below the directory that it names. Links to
 * directories are followed, but each directory is entered once: loops and thickets of links end.
 * What version control systems keep for themselves, what a killed replacement left and the backups
 * of files that lie beside them (replace_file.h) are left out.
 * is_directory: receives whether the word names a directory.
 * Returns false after a complaint if memory ran out. */
bool cli_inputs_add(cli_inputs *inputs, const cli_walk *walk, const char *word, bool *is_directory);

void cli_inputs_free(cli_inputs *inputs);

#endif

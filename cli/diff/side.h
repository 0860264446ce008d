/* What is in one of two folders or archives that are compared: names, and where the bytes are. */
#ifndef NAVLINT_CLI_DIFF_SIDE_H
#define NAVLINT_CLI_DIFF_SIDE_H

#include <stdio.h>

#include "cli/diff/compare.h"
#include "cli/input.h"
#include "cli/load.h"

/* The names that are held of a side; archives have a limit of their own, below this. */
enum { CLI_DIFF_MOST_FILES = 1 << 20 };

/* A file of the disk, or a member of an archive. */
typedef struct cli_diff_entry {
    char *name;       /* heap: below the folder or in the archive; what it is paired by */
    const char *pair; /* the part of the name that counts */
    char *path;       /* heap: of a file; NULL: a member */
    uint64_t at;      /* of a member: where it is in the spool, bytes, */
    size_t length;    /* and how long, bytes */
    bool is_other;    /* a member that is no navigation file, and not in the spool */
    size_t order;     /* in which it was found */
} cli_diff_entry;

/* Start with {0}; cli_diff_side_free at the end. */
typedef struct cli_diff_side {
    const char *name;        /* as the user gave it */
    cli_diff_entry *entries; /* heap; sorted by pair, none twice */
    size_t count, capacity;
    FILE *spool;   /* members that are navigation files, one behind the other; NULL: none */
    uint64_t used; /* bytes of the spool */
    bool is_archive;
    bool is_whole; /* all of it was looked into */
} cli_diff_side;

/* Lists the files below a folder; archives in it are looked into.
 * Returns CLI_OK, also if a part of it could not be read, which is complained about; else
 * CLI_INTERNAL after a complaint. */
int cli_diff_list_folder(cli_diff_side *side, const cli_diff_settings *settings);

/* Lists the members of an archive. source: borrowed. Returns as above. */
int cli_diff_list_archive(cli_diff_side *side, const cli_diff_settings *settings,
                          const cli_source *source);

/* Sorts both. A folder that all of an archive is in, and that the other side has not
 * ("mod-1.0/"), does not count in the names of what is paired. */
void cli_diff_align(cli_diff_side sides[CLI_SIDES]);

typedef enum cli_diff_found {
    CLI_DIFF_FILE,      /* a navigation file, whose bytes are there */
    CLI_DIFF_OTHER,     /* none */
    CLI_DIFF_UNREADABLE /* see the reason */
} cli_diff_found;

/* Reads a file of a side.
 * reason: receives why it cannot be read, not yet made safe for a terminal. */
cli_diff_found cli_diff_load(const cli_diff_side *side, const cli_diff_entry *entry,
                             const cli_diff_settings *settings, cli_buffer *bytes,
                             char reason[CLI_COMPLAINT_CAPACITY]);

/* "old/maps/a.nav", "old.zip!maps/a.nav". */
void cli_diff_full_name(char name[CLI_COMPLAINT_CAPACITY], const cli_diff_side *side,
                        const cli_diff_entry *entry);

void cli_diff_side_free(cli_diff_side *side);

#endif

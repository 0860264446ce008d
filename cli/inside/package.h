/* The other files of a container that lies in an archive or a container itself: these are beside it
 * there. What holds them is gone through once more when bytes of them are asked for, so that a way
 * that needs none unpacks none. */
#ifndef NAVLINT_CLI_INSIDE_PACKAGE_H
#define NAVLINT_CLI_INSIDE_PACKAGE_H

#include "cli/inside/kept_sides.h"
#include "cli/inside/volumes.h"

/* What holds a container. */
typedef struct cli_holder {
    /* Opens it a second time, from its start. Returns as cli_box_open_archive. */
    cli_box *(*open_again)(void *context, unsigned level);
    void *context;
    unsigned level;           /* of it on the way to the container */
    cli_allowance *allowance; /* borrowed */
    uint64_t entries_before;  /* of the allowance, when it was opened first */
    uint64_t max_bytes;       /* of a file that does not lie in place */
} cli_holder;

/* Start with {0}; cli_package_close at the end. */
typedef struct cli_package {
    cli_holder holder;
    cli_volumes volumes; /* {0}: it has none */
    cli_sides sides;
    bool lists_members; /* all members of the container are looked at */
    cli_kept_sides kept;
    bool has_sought;     /* what holds it was gone through for one of them, */
    bool has_sought_all; /* or for all */
} cli_package;

/* Files beside a container that is itself on the disk. path: of it, borrowed. */
void cli_package_open_on_disk(cli_package *package, const char *path);

/* Files beside one that is not.
 * holder: copied; what it borrows stays open as long as the package.
 * directory: the container's name in the holder; borrowed. */
void cli_package_open(cli_package *package, const cli_holder *holder, const char *directory);

void cli_package_close(cli_package *package);

#endif

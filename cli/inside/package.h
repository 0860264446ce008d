/* The other files of a container that lies in an archive or a container itself: these are beside it
 * there. What holds them is gone through once more when bytes of them are asked for, so that a way
 * that needs none unpacks none. */
#ifndef NAVLINT_CLI_INSIDE_PACKAGE_H
#define NAVLINT_CLI_INSIDE_PACKAGE_H

#include "cli/inside/kept_sides.h"
#include "cli/inside/volumes.h"

struct cli_place;

/* Start with {0}; cli_package_close at the end. */
typedef struct cli_package {
    struct cli_place *place;
    unsigned level;      /* of the container on the way there; of what holds it: one less */
    cli_volumes volumes; /* {0}: it has none */
    cli_sides sides;
    cli_kept_sides kept;
    bool has_sought;     /* what holds it was gone through for one of them, */
    bool has_sought_all; /* or for all */
} cli_package;

/* Files beside a container that is itself on the disk. path: of it, borrowed. */
void cli_package_open_on_disk(cli_package *package, const char *path);

/* Files beside one that is not.
 * place: of which all levels up to this one stay open as long as the package.
 * directory: the container's name in what holds it; borrowed. */
void cli_package_open(cli_package *package, struct cli_place *place, unsigned level,
                      const char *directory);

void cli_package_close(cli_package *package);

#endif

/* The members of a container, listed before any of them is looked at: what a directory says costs
 * no unpacking, and members may refer to each other in whatever order they stand. */
#ifndef NAVLINT_CLI_INSIDE_DIRECTORY_H
#define NAVLINT_CLI_INSIDE_DIRECTORY_H

#include <stddef.h>

#include "cli/inside/allowance.h"
#include "navlint/navlint.h"

/* Start with {0}; cli_directory_free at the end. */
typedef struct cli_directory {
    navlint_member *items; /* heap */
    char **names;          /* heap, and each; of the items */
    size_t count;
    size_t capacity;
} cli_directory;

/* Lists what the allowance lets be listed of a container. options: of which the format does not
 * count. Returns as navlint_each_member; what was listed stands. */
navlint_status cli_directory_read(cli_directory *directory, const navlint_options *options,
                                  const navlint_input *container, cli_allowance *allowance);

void cli_directory_free(cli_directory *directory);

#endif

/* What a member of an archive or a container is: told by its bytes, whatever it is called. */
#ifndef NAVLINT_CLI_INSIDE_LOOK_H
#define NAVLINT_CLI_INSIDE_LOOK_H

#include "cli/inside/box.h"

typedef struct cli_look {
    bool is_archive;              /* to be gone through, or something compressed */
    const navlint_format *format; /* what it is judged as, or a container; NULL: it is left alone */
    cli_view start;               /* its first bytes */
} cli_look;

/* Looks at the member that the box stands at. options: as of cli_wanted_format. name: in full.
 * Returns as cli_box_view. */
int cli_look_at(cli_box *box, const navlint_options *options, const cli_inner *inner,
                const char *name, cli_look *look);

#endif

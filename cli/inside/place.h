/* From the name of something inside to its bytes: OUTER!INNER!NAME, as reports have it. */
#ifndef NAVLINT_CLI_INSIDE_PLACE_H
#define NAVLINT_CLI_INSIDE_PLACE_H

#include "cli/inside/look.h"
#include "cli/inside/volumes.h"

/* The way to a place. Start with cli_place_of; cli_place_close at the end. */
typedef struct cli_place {
    navlint_options options;
    cli_allowance allowance;
    char *path;       /* heap; of the file on the disk */
    const char *rest; /* of the name, inside; "": the file itself */
    int descriptor;   /* of the file while it is gone through as an archive; else -1 */
    cli_buffer file;  /* otherwise its bytes */
    cli_sides sides;  /* files beside it */
    cli_box *boxes[CLI_MOST_LEVELS]; /* the outermost first; each stands at the way's member */
    unsigned depth;                  /* of them */
    navlint_input found;             /* what the name leads to, once it was read: see below */
    char problem[512];               /* why the way ends early */
    bool is_too_large;               /* because of --max-bytes */
} cli_place;

/* max_archive_bytes: that may be unpacked on the way. options: copied. */
cli_place cli_place_of(const navlint_options *options, uint64_t max_archive_bytes);

/* Whether a name that is no path of a file leads into one: "a.zip!b". */
bool cli_is_inside(const char *name);

/* Goes to a file on the disk, or to a member, and reads it: `found` has its bytes, which the place
 * owns. Returns 0, ENOMEM, or EIO with the problem. */
int cli_place_read(cli_place *place, const char *name);

/* Goes to an archive or a container, on the disk or a member, and opens it: it is the last of the
 * boxes. Of one on the disk `found` has no bytes. Returns as above. */
int cli_place_open(cli_place *place, const char *name);

void cli_place_close(cli_place *place);

#endif

/* From the name of something inside to its bytes: OUTER!INNER!NAME, as reports have it: members by
 * their bytes or, where no member has these, as their names are shown, the first of those alike. */
#ifndef NAVLINT_CLI_INSIDE_PLACE_H
#define NAVLINT_CLI_INSIDE_PLACE_H

#include <sys/stat.h>

#include "cli/inside/look.h"
#include "cli/inside/package.h"

/* The way to a place. Start with cli_place_of; cli_place_close at the end. */
typedef struct cli_place {
    navlint_options options;
    cli_allowance allowance;
    bool keeps_file;  /* set by who wants all of the file on the disk, also if it is an archive */
    const char *name; /* of the place, borrowed */
    char *path;       /* heap; of the file on the disk */
    const char *rest; /* of the name, inside; "": the file itself */
    int descriptor;   /* of the file; -1: it is not open */
    cli_buffer file;  /* its bytes; of an archive that is gone through on the disk the first ones */
    struct stat status;              /* of the file when it was opened */
    off_t sniffed_at;                /* where its descriptor stood behind these */
    cli_box *boxes[CLI_MOST_LEVELS]; /* the outermost first; each stands at the way's member */
    unsigned depth;                  /* of them */
    navlint_input levels[CLI_MOST_LEVELS]; /* what each is; without bytes: an archive on the disk */
    cli_package packages[CLI_MOST_LEVELS]; /* files beside each that is a container */
    uint64_t entries_before[CLI_MOST_LEVELS]; /* of the allowance, when each was opened */
    cli_inner inner[CLI_MOST_LEVELS];         /* where each stands; names as of cli_box_next */
    size_t ends[CLI_MOST_LEVELS];             /* of these names in that of the place */
    navlint_input found; /* what the name leads to, once it was read: see below */
    char problem[512];   /* why the way ends early */
    bool is_too_large;   /* because of --max-bytes */
} cli_place;

/* max_archive_bytes: that may be unpacked on the way. options: copied. */
cli_place cli_place_of(const navlint_options *options, uint64_t max_archive_bytes);

/* Goes to a file on the disk, or to a member, and reads it: `found` has its bytes, which the place
 * owns. Returns 0, ENOMEM, or EIO with the problem. */
int cli_place_read(cli_place *place, const char *name);

/* Goes to an archive or a container, on the disk or a member, and opens it: it is the last of the
 * boxes. Of one on the disk `found` has no bytes. Returns as above. */
int cli_place_open(cli_place *place, const char *name);

void cli_place_close(cli_place *place);

#endif

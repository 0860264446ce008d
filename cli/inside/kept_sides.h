/* Files with the bytes of containers ("pak01_003.vpk"), kept while what holds both is gone through:
 * an archive gives each of its members once. */
#ifndef NAVLINT_CLI_INSIDE_KEPT_SIDES_H
#define NAVLINT_CLI_INSIDE_KEPT_SIDES_H

#include "cli/inside/box.h"

typedef struct cli_kept_side {
    char *name;        /* heap */
    uint32_t name_sum; /* of it, whatever its case */
    cli_buffer owned;  /* empty: the bytes lie in a container that outlives this */
    const unsigned char *bytes;
    uint64_t length;
    char problem[160]; /* why there are no bytes; "": there are */
} cli_kept_side;

/* Start with the limit alone; cli_kept_sides_free at the end. */
typedef struct cli_kept_sides {
    uint64_t max_bytes;   /* of a file that does not lie in place */
    cli_kept_side *items; /* heap */
    size_t count;
    size_t capacity;
    char absence[192]; /* of what is not kept; "": it "is not here" */
} cli_kept_sides;

/* Keeps the member that the box stands at, by moving its bytes out unless they lie in place. One
 * that cannot be read is kept as such, and one whose name comes again counts as unreadable: nothing
 * tells which of them is meant.
 * name: of the member, copied. view: receives its bytes, good until the next call of the box.
 * Returns as cli_box_view. */
int cli_keep_side(cli_kept_sides *kept, cli_box *box, const char *name, cli_view *view);

/* Keeps a file whose bytes are there already. side: the bytes, and what owns them, which moves. As
 * above, it may be larger than the limit or there twice. Returns 0 or ENOMEM: it is freed then. */
int cli_add_side(cli_kept_sides *kept, const char *name, const cli_kept_side *side);

/* Finds one by its name, whatever the case: a cli_sibling_fn. kept: the cli_kept_sides. */
const char *cli_find_kept_side(void *kept, const char *name, const unsigned char **bytes,
                               uint64_t *length);

void cli_kept_sides_free(cli_kept_sides *kept);

#endif

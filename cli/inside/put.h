/* The file on the disk as it would be if a member of it, however deep inside, had other bytes. */
#ifndef NAVLINT_CLI_INSIDE_PUT_H
#define NAVLINT_CLI_INSIDE_PUT_H

#include "cli/inside/place.h"

/* Makes the file anew: the member's bytes, as many as it has, and the sums of them in each archive
 * and container around it. All else stays, and no container gets a finding that it did not have.
 * place: read, with keeps_file. whole: receives the file.
 * Returns 0, ENOMEM, or EIO with the problem: some level is packed, shares bytes or has a sum that
 * cannot be computed. */
int cli_place_put(cli_place *place, const void *bytes, cli_buffer *whole);

#endif

/* What the verbs share that go to a member of an archive or a container. */
#ifndef NAVLINT_CLI_INSIDE_OPTIONS_H
#define NAVLINT_CLI_INSIDE_OPTIONS_H

#include "cli/inside/place.h"
#include "cli/options.h"

/* settings: a struct with the member max_archive_bytes. */
#define CLI_MAX_ARCHIVE_BYTES_OPTION(settings)                                                     \
    {                                                                                              \
        "--max-archive-bytes", NULL, CLI_SIZE, offsetof(settings, max_archive_bytes), "SIZE",      \
            "Unpack no more on the way. Bytes, or with a suffix k, M, G. Default 4G."              \
    }

/* Complains that a place could not be reached. failure: of cli_place_read or cli_place_open.
 * Returns the exit code. */
int cli_complain_place(const cli_place *place, const char *name, int failure);

/* Reads a member that is no archive into a buffer. name: for which cli_is_inside holds. The others
 * as of cli_place_of. Returns CLI_OK, or an exit code after a complaint. */
int cli_read_member(const navlint_options *options, uint64_t max_archive_bytes, const char *name,
                    cli_buffer *bytes);

#endif

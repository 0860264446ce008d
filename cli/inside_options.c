#include "cli/inside_options.h"

#include <errno.h>
#include <string.h>

#include "cli/load.h"
#include "cli/output.h"

int cli_complain_place(const cli_place *place, const char *name, int failure) {
    if (failure == ENOMEM)
        cli_complain("out of memory");
    else
        cli_complain(place->is_too_large ? "%s: %s" : "cannot read %s: %s", name, place->problem);
    return failure == ENOMEM ? CLI_INTERNAL : CLI_UNJUDGED;
}

/* The bytes may be a part of the outermost file, which goes with the place. */
static int copy_found(const cli_place *place, cli_buffer *bytes) {
    const size_t length = place->found.length;
    const int failure = cli_buffer_reserve(bytes, length + 1);
    if (failure != 0) return failure;
    if (length > 0) memcpy(bytes->bytes, place->found.bytes, length);
    bytes->length = length;
    return 0;
}

int cli_read_member(const navlint_options *options, uint64_t max_archive_bytes, const char *name,
                    cli_buffer *bytes) {
    cli_place place = cli_place_of(options, max_archive_bytes);
    int failure = cli_place_read(&place, name);
    if (failure == 0) failure = copy_found(&place, bytes);
    int code = failure == 0 ? CLI_OK : cli_complain_place(&place, name, failure);
    cli_place_close(&place);
    if (code == CLI_OK && cli_is_archive(bytes->bytes, bytes->length)) {
        cli_complain("%s: an archive: name a file in it, %s!MEMBER", name, name);
        code = CLI_UNJUDGED;
    }
    return code;
}

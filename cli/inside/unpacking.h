/* Packed members of containers into memory, at the cost of the allowance. */
#ifndef NAVLINT_CLI_INSIDE_UNPACKING_H
#define NAVLINT_CLI_INSIDE_UNPACKING_H

#include "cli/input.h"
#include "cli/inside/allowance.h"
#include "navlint/navlint.h"

typedef struct cli_packed {
    const unsigned char *bytes;
    size_t length; /* bytes */
    navlint_packing packing;
    uint64_t size; /* bytes when unpacked, as the container claims; UINT64_MAX: it does not */
} cli_packed;

/* Unpacks all of a member in the place of what the buffer holds.
 * problem: receives why not, static, with EIO; stays as it is where the allowance has no more.
 * Returns 0, ENOMEM or EIO. */
int cli_unpack(const cli_packed *packed, cli_allowance *allowance, cli_buffer *buffer,
               const char **problem);

/* CRC-32 as in zip and gzip (RFC 1952 section 8). */
uint32_t cli_crc32(const unsigned char *bytes, size_t length);

#endif

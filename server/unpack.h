/* What is compressed as a whole, a tar.gz for one, becomes plain bytes within the limits of an
 * archive. */
#ifndef NAVLINT_SERVER_UNPACK_H
#define NAVLINT_SERVER_UNPACK_H

#include "server/package.h"

typedef struct srv_unpacked {
    srv_block block;
    size_t length; /* of what is in the block, bytes */
} srv_unpacked;

/* Undoes the compression of package->body.
 * unpacked: receives what comes out; give its block back to package->memory, after a failure too.
 * Returns the problem, with the answer SRV_OK if there is none. */
srv_problem srv_unpack(const srv_package *package, srv_unpacked *unpacked);

#endif

/* What is compressed as a whole, a tar.gz for one, becomes plain bytes within the limits of an
 * archive. */
#ifndef NAVLINT_SERVER_UNPACK_H
#define NAVLINT_SERVER_UNPACK_H

#include "server/package.h"

/* Undoes the compression of package->body.
 * block: receives the bytes; give it back to package->memory, after a failure too.
 * length: receives how many there are.
 * Returns the problem, with the answer SRV_OK if there is none. */
srv_problem srv_unpack(const srv_package *package, srv_block *block, size_t *length);

#endif

/* Content-Encoding of a body (RFC 9110 section 8.4): as it is, or by gzip. */
#ifndef NAVLINT_SERVER_CODING_H
#define NAVLINT_SERVER_CODING_H

#include "server/package.h"

typedef enum srv_coding { SRV_IDENTITY = 0, SRV_GZIP } srv_coding;

/* Reads the field. Returns SRV_OK, or SRV_CONTENT_CODING for any other coding and for more than
 * one.
 */
srv_answer srv_coding_read(const srv_head *head, srv_coding *coding);

/* Undoes gzip over a whole body (RFC 1952: one member, and nothing behind it), into as many bytes
 * as the member says that it has. package: body, memory, held_bytes. max_bytes: of what comes out.
 * plain: receives a block for package->memory; empty after a failure. length: receives its bytes.
 * Returns the problem, with the answer SRV_OK if there is none. */
srv_problem srv_gunzip(const srv_package *package, uint64_t max_bytes, srv_block *plain,
                       size_t *length);

#endif

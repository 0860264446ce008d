/* SHA-256, of libcrypto. */
#ifndef NAVLINT_SERVER_DIGEST_H
#define NAVLINT_SERVER_DIGEST_H

#include <stdbool.h>
#include <stddef.h>

enum { SRV_DIGEST_BYTES = 32 };

typedef struct srv_digest {
    unsigned char bytes[SRV_DIGEST_BYTES];
} srv_digest;

/* Loads the algorithm, once, without libcrypto's settings: no file may be opened later. Call before
 * any thread starts. Returns false if libcrypto does not have it. */
bool srv_digest_start(void);

/* The digest of `length` bytes. Returns false if libcrypto has no memory for it. */
bool srv_digest_make(const void *bytes, size_t length, srv_digest *digest);

/* Are they the same? Takes as long whatever they are. */
bool srv_digest_is(const srv_digest *a, const srv_digest *b);

#endif

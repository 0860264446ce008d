/* SHA-256 of what is in memory: for --digest, and to know a file again. Not for secrets: nothing
 * here takes the same time for all bytes. Our own, so that a command that digests nothing loads no
 * library of cryptography: that took half of the time of judging a small file. */
#ifndef NAVLINT_CLI_SHA256_H
#define NAVLINT_CLI_SHA256_H

#include <stddef.h>

enum { CLI_SHA256_BYTES = 32, CLI_SHA256_HEX_BYTES = 2 * CLI_SHA256_BYTES + 1 };

/* The digest of bytes[0, length). bytes: NULL only if length is 0.
 * Source: FIPS 180-4. */
void cli_sha256(const void *bytes, size_t length, unsigned char digest[CLI_SHA256_BYTES]);

/* The same as lower-case hexadecimal digits, NUL-terminated. */
void cli_sha256_hex(const void *bytes, size_t length, char hex[CLI_SHA256_HEX_BYTES]);

#endif

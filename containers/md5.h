/* MD5 (RFC 1321). Games and their tools name files by it; it keeps nobody from anything, so it must
 * never be used where somebody could want two files of one digest. */
#ifndef NAVLINT_CONTAINERS_MD5_H
#define NAVLINT_CONTAINERS_MD5_H

#include <stddef.h>
#include <stdint.h>

enum { BOX_MD5_BYTES = 16 };

/* Writes the digest of `length` bytes. bytes: may be NULL if length is 0. Allocates nothing, cannot
 * fail; its work is linear in length, and the caller's to count. Source: RFC 1321. */
void box_md5(const void *bytes, size_t length, uint8_t digest[BOX_MD5_BYTES]);

#endif

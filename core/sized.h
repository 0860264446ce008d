/* Structs of the public header that callers allocate and later versions extend. Such a struct
 * begins with `size_t struct_bytes`, the caller's own sizeof: an older caller's is smaller than the
 * library's, a newer one's larger. 0 means of every later member what older libraries did. */
#ifndef NAVLINT_CORE_SIZED_H
#define NAVLINT_CORE_SIZED_H

#include <stdbool.h>
#include <stddef.h>

/* The bytes of a struct up to its member `last`, with it: those that its first version had. */
#define NL_BYTES_UP_TO(type, last) (offsetof(type, last) + sizeof(((type *)0)->last))

/* The struct as the library knows it. */
typedef struct nl_sized {
    void *known;
    size_t known_bytes; /* its size */
    size_t first_bytes; /* the size of its first version: no caller's is smaller */
} nl_sized;

/* Reads a caller's struct into `sized.known`, with zeros for what an older caller does not have.
 * Returns false if `given` is NULL, is smaller than the first version, or asks for something that
 * this library does not know: bytes behind the known ones that are not 0. */
bool nl_sized_read(nl_sized sized, const void *given);

/* Writes `sized.known` into a caller's struct, whose struct_bytes say how much of it there is room
 * for; what only the caller knows becomes 0.
 * Returns false, with nothing written, if that is smaller than the first version. */
bool nl_sized_write(nl_sized sized, void *given);

#endif

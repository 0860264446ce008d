/* What rooms of containers say of a change in one of their members: core/patch.h. The bytes that it
 * must not have come first, then the sums, each behind those that stand in what it sums up. */
#ifndef NAVLINT_CONTAINERS_PATCH_H
#define NAVLINT_CONTAINERS_PATCH_H

#include "core/patch.h"

/* Bytes that are the container's own: a member that shares them is refused. */
void box_patch_keep(nl_patch *patch, uint64_t start, uint64_t end);

/* A sum in a container. */
typedef struct box_sum {
    nl_stretch head,
        rest;    /* the bytes that it is of, one behind the other; the head may be empty */
    uint64_t at; /* where it stands */
} box_sum;

/* Makes a sum true again that a change makes wrong: little-endian CRC-32, or MD5. One that was
 * wrong before stays as it is, and so do those that are not all in the container. */
void box_patch_crc32(nl_patch *patch, box_sum sum);
void box_patch_md5(nl_patch *patch, box_sum sum);

#endif

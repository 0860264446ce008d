/* Blocks of memory: large ones are mappings of their own, so that giving one back gives its pages
 * back to the system, whatever lies beside it. */
#ifndef NAVLINT_SERVER_BLOCK_H
#define NAVLINT_SERVER_BLOCK_H

#include <stdbool.h>
#include <stddef.h>

/* From here on a block is a mapping. */
enum { SRV_MAPPED_BYTES = 256 * 1024 };

typedef struct srv_block {
    void *bytes;         /* NULL: no block */
    size_t capacity;     /* bytes */
    size_t mapped_bytes; /* whole pages; 0: malloc's */
} srv_block;

/* Makes a block of `bytes`, uninitialised. Returns false, and an empty block, if there is none. */
bool srv_block_make(srv_block *block, size_t bytes);

/* Gives back what is behind the first `bytes`. */
void srv_block_shrink(srv_block *block, size_t bytes);

/* Gives back the pages that lie wholly behind the first `bytes`, whose contents are lost; the block
 * stays as large as it is. Nothing happens to a small one. */
void srv_block_empty(const srv_block *block, size_t bytes);

/* Frees and empties the block; an empty one is fine. */
void srv_block_free(srv_block *block);

/* Tell AddressSanitizer that nothing, or that everything, behind `used` bytes may be touched; else
 * they do nothing. */
void srv_block_fence(const srv_block *block, size_t used);
void srv_block_unfence(const srv_block *block);

#endif

#include "server/block.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SRV_ASAN 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define SRV_ASAN 1
#endif

#ifdef SRV_ASAN
#include <sanitizer/asan_interface.h>
void srv_block_fence(const srv_block *block, size_t used) {
    __asan_poison_memory_region((const char *)block->bytes + used, block->capacity - used);
}
void srv_block_unfence(const srv_block *block) {
    __asan_unpoison_memory_region(block->bytes, block->capacity);
}
#else
void srv_block_fence(const srv_block *block, size_t used) {
    (void)block;
    (void)used;
}
void srv_block_unfence(const srv_block *block) {
    (void)block;
}
#endif

static size_t whole_pages(size_t bytes) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return bytes > SIZE_MAX - page ? 0 : (bytes + page - 1) / page * page;
}

bool srv_block_make(srv_block *block, size_t bytes) {
    *block = (srv_block){.capacity = bytes};
    if (bytes < SRV_MAPPED_BYTES) {
        block->bytes = malloc(bytes > 0 ? bytes : 1);
    } else if ((block->mapped_bytes = whole_pages(bytes)) > 0) {
        void *const pages = mmap(NULL, block->mapped_bytes, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        block->bytes = pages == MAP_FAILED ? NULL : pages;
    }
    if (!block->bytes) *block = (srv_block){.bytes = NULL};
    return block->bytes != NULL;
}

void srv_block_shrink(srv_block *block, size_t bytes) {
    srv_block_unfence(block);
    if (block->mapped_bytes > 0) {
        const size_t kept = whole_pages(bytes > 0 ? bytes : 1);
        if (kept < block->mapped_bytes)
            (void)munmap((char *)block->bytes + kept, block->mapped_bytes - kept);
        block->mapped_bytes = kept;
    } else {
        void *const shrunk = realloc(block->bytes, bytes > 0 ? bytes : 1);
        if (shrunk) block->bytes = shrunk;
    }
    block->capacity = bytes;
}

void srv_block_empty(const srv_block *block, size_t bytes) {
    const size_t kept = whole_pages(bytes);
    if (kept < block->mapped_bytes)
        (void)madvise((char *)block->bytes + kept, block->mapped_bytes - kept, MADV_DONTNEED);
}

void srv_block_free(srv_block *block) {
    if (block->bytes) srv_block_unfence(block);
    if (block->mapped_bytes > 0)
        (void)munmap(block->bytes, block->mapped_bytes);
    else
        free(block->bytes);
    *block = (srv_block){.bytes = NULL};
}

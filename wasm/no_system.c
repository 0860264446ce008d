/* What wasi-libc would import. Printing into memory brings streams along, and streams the three
 * calls that flush them: nothing of the library opens or writes one. Defined here, they are not
 * imported, so that the module runs anywhere, without a system around it. The names are wasi-libc's
 * for the imports themselves (libc-bottom-half/sources/__wasilibc_real.c). */
#include <stdint.h>

enum { BAD_DESCRIPTOR = 8 }; /* __WASI_ERRNO_BADF */

int32_t __imported_wasi_snapshot_preview1_fd_close(int32_t descriptor);
int32_t __imported_wasi_snapshot_preview1_fd_seek(int32_t descriptor, int64_t offset,
                                                  int32_t whence, int32_t at);
int32_t __imported_wasi_snapshot_preview1_fd_write(int32_t descriptor, int32_t parts,
                                                   int32_t part_count, int32_t written);

int32_t __imported_wasi_snapshot_preview1_fd_close(int32_t descriptor) {
    (void)descriptor;
    return BAD_DESCRIPTOR;
}

int32_t __imported_wasi_snapshot_preview1_fd_seek(int32_t descriptor, int64_t offset,
                                                  int32_t whence, int32_t at) {
    (void)descriptor, (void)offset, (void)whence, (void)at;
    return BAD_DESCRIPTOR;
}

int32_t __imported_wasi_snapshot_preview1_fd_write(int32_t descriptor, int32_t parts,
                                                   int32_t part_count, int32_t written) {
    (void)descriptor, (void)parts, (void)part_count, (void)written;
    return BAD_DESCRIPTOR;
}

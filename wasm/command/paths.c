/* Where a path starts. wasi-libc looks for the folder that it was given and that the path begins
 * with, and takes
 * "/maps" and "maps" for the same. Defined here, this function comes before that search
 * (libc-bottom-half/headers/private/wasi/libc-find-relpath.h): every path goes to the host as it
 * is. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/absolute.h"
#include "wasm/command/host.h"

enum { HERE = 3 }; /* npm/host/descriptors.js: the folder that the program runs in */

int __wasilibc_find_relpath_alloc(const char *path, const char **prefix, char **relative,
                                  size_t *capacity, int can_grow);

/* relative: heap, or NULL; grows. Returns the folder's descriptor, or -1 with errno set. */
int __wasilibc_find_relpath_alloc(const char *path, const char **prefix, char **relative,
                                  size_t *capacity, int can_grow) {
    const size_t length = strlen(path) + 1;
    if (length > *capacity) {
        char *const grown = can_grow ? realloc(*relative, length) : NULL;
        if (!grown) return errno = can_grow ? ENOMEM : ERANGE, -1;
        *relative = grown;
        *capacity = length;
    }
    memcpy(*relative, path, length);
    *prefix = "";
    return HERE;
}

bool cli_is_absolute(const char *path) {
    return host_is_absolute(path) != 0;
}

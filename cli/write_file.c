#include "cli/write_file.h"

#include <errno.h>
#include <stdio.h>

#include "cli/replace_file.h"

/* Pipes and devices, and what no name in a folder leads to: /dev/stdout may be an unlinked file. */
static bool is_stream(const char *path) {
    struct stat status;
    if (stat(path, &status) != 0) return false;
    return !S_ISREG(status.st_mode) || status.st_nlink == 0;
}

static int write_to_stream(const char *path, const void *bytes, size_t length) {
    FILE *const file = fopen(path, "wb");
    if (!file) return errno;
    errno = 0;
    int failure = fwrite(bytes, 1, length, file) == length ? 0 : errno ? errno : EIO;
    if (fclose(file) != 0 && failure == 0) failure = errno;
    return failure;
}

int cli_write_file(const char *path, const void *bytes, size_t length) {
    return is_stream(path) ? write_to_stream(path, bytes, length)
                           : cli_replace_file(path, bytes, length);
}

#include "cli/suppress/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/input.h"
#include "cli/inputs/folders.h"
#include "cli/output.h"
#include "cli/suppress/text.h"

/* ---- Reading ---- */

static int read_file(const char *path, cli_buffer *text) {
    const int descriptor = cli_open(path, true);
    if (descriptor < 0) return errno;
    const int failure = cli_read(descriptor, (size_t)CLI_SUPPRESSIONS_BYTES + 1, text);
    cli_close(descriptor);
    return failure;
}

static int refuse(const char *path, int failure) {
    cli_complain("cannot read %s: %s", path, strerror(failure));
    return failure == ENOMEM ? CLI_INTERNAL : CLI_USAGE;
}

int cli_suppressions_load(cli_suppressions *all, const char *path, bool *is_there) {
    cli_buffer text = {0};
    const int failure = read_file(path, &text);
    int code = CLI_OK;
    *is_there = failure != ENOENT;
    if (failure == 0)
        code = cli_suppressions_read(all, (const char *)text.bytes, text.length, path);
    else if (*is_there)
        code = refuse(path, failure);
    cli_buffer_free(&text);
    return code;
}

/* ---- Writing ---- */

/* A file that is to take the place of another one. */
typedef struct replacement {
    char target[PATH_MAX];
    char name[PATH_MAX];
    int descriptor;
} replacement;

/* What is linked to is replaced, not the link. */
static int find_target(replacement *file, const char *path) {
    char *const real = realpath(path, NULL);
    const int length = snprintf(file->target, sizeof file->target, "%s", real ? real : path);
    free(real);
    return length < (int)sizeof file->target ? 0 : ENAMETOOLONG;
}

/* As open(2) would make it, where there is none yet. */
static mode_t mode_of(const char *path) {
    struct stat status;
    if (stat(path, &status) == 0) return status.st_mode & 07777;
    const mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static int open_beside(replacement *file) {
    const int length = snprintf(file->name, sizeof file->name, "%s.XXXXXX", file->target);
    if (length >= (int)sizeof file->name) return ENAMETOOLONG;
    file->descriptor = mkstemp(file->name);
    if (file->descriptor < 0) return errno;
    return fchmod(file->descriptor, mode_of(file->target)) == 0 ? 0 : errno;
}

static int write_all(int descriptor, const char *text, size_t length) {
    while (length > 0) {
        const ssize_t count = write(descriptor, text, length);
        if (count < 0 && errno != EINTR) return errno;
        if (count <= 0) continue;
        text += count;
        length -= (size_t)count;
    }
    return fsync(descriptor) == 0 ? 0 : errno;
}

/* A name lasts once its folder is on the disk; where that cannot be asked for, it is as good. */
static void sync_folder(const char *path) {
    char *const folder = strndup(path, cli_folder_length(path));
    const int descriptor =
        open(folder && *folder ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0) {
        (void)fsync(descriptor);
        close(descriptor);
    }
    free(folder);
}

static int replace(replacement *file, const char *text) {
    int failure = open_beside(file);
    if (file->descriptor < 0) return failure;
    if (failure == 0) failure = write_all(file->descriptor, text, strlen(text));
    if (close(file->descriptor) != 0 && failure == 0) failure = errno;
    if (failure == 0 && rename(file->name, file->target) != 0) failure = errno;
    if (failure == 0)
        sync_folder(file->target);
    else
        unlink(file->name);
    return failure;
}

static bool is_written(const char *path, const char *text) {
    cli_buffer now = {0};
    const bool is_same = read_file(path, &now) == 0 && now.length == strlen(text) &&
                         memcmp(now.bytes, text, now.length) == 0;
    cli_buffer_free(&now);
    return is_same;
}

int cli_suppressions_save(const cli_suppressions *all, const char *path) {
    replacement file = {.descriptor = -1};
    char *const text = cli_suppressions_write(all);
    int failure = text ? find_target(&file, path) : ENOMEM;
    if (failure == 0 && !is_written(path, text)) failure = replace(&file, text);
    free(text);
    if (failure == 0) return CLI_OK;
    cli_complain("cannot write %s: %s", path, strerror(failure));
    return CLI_INTERNAL;
}

#include "cli/replace_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/os/owner.h"

/* ---- Paths ---- */

static char *copy_of(const char *text) {
    char *const copy = malloc(strlen(text) + 1);
    return copy ? strcpy(copy, text) : NULL;
}

/* The file itself; of one that is not there yet the path as it is. A link that leads nowhere is no
 * place to write to. */
static char *resolve(const char *path) {
    struct stat status;
    char *const resolved = realpath(path, NULL);
    if (resolved || errno != ENOENT) return resolved;
    if (lstat(path, &status) != 0) return copy_of(path);
    errno = ENOENT;
    return NULL;
}

static size_t folder_bytes(const char *path) {
    const char *const slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* For mkstemp(3), which puts letters and digits in the place of each X. */
static const char pattern[] = ".navlint-XXXXXX";

static char *temporary_beside(const char *target) {
    const size_t folder = folder_bytes(target);
    char *const path = malloc(folder + sizeof pattern);
    if (!path) return NULL;
    memcpy(path, target, folder);
    memcpy(path + folder, pattern, sizeof pattern);
    return path;
}

static bool is_of_mkstemp(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool cli_is_left_over(const char *name) {
    size_t i = 0;
    while (pattern[i] != '\0' &&
           (pattern[i] == 'X' ? is_of_mkstemp(name[i]) : name[i] == pattern[i]))
        i++;
    return pattern[i] == '\0' && name[i] == '\0';
}

/* ---- The temporary file ---- */

static int write_all(int descriptor, const char *bytes, size_t length) {
    while (length > 0) {
        const ssize_t written = write(descriptor, bytes, length);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return errno;
        bytes += written;
        length -= (size_t)written;
    }
    return 0;
}

/* What a file will hold. */
typedef struct new_content {
    const void *bytes;
    size_t length;
    const char *like; /* the path of the file whose permissions and owner it gets; NULL: of none */
} new_content;

static int fill(int descriptor, const new_content *content) {
    int failure = write_all(descriptor, content->bytes, content->length);
    if (failure == 0) failure = cli_os_take_over(descriptor, content->like);
    if (failure == 0 && fsync(descriptor) != 0) failure = errno;
    if (close(descriptor) != 0 && failure == 0) failure = errno;
    return failure;
}

static void end(cli_replacement *replacement) {
    free(replacement->target);
    free(replacement->temporary);
    *replacement = (cli_replacement){NULL, NULL};
}

/* replacement: has its target. */
static int write_beside(cli_replacement *replacement, const new_content *content) {
    replacement->temporary = temporary_beside(replacement->target);
    const int descriptor = replacement->temporary ? mkstemp(replacement->temporary) : -1;
    if (descriptor < 0) {
        const int failure = replacement->temporary ? errno : ENOMEM;
        end(replacement);
        return failure;
    }
    const int failure = fill(descriptor, content);
    if (failure != 0) cli_replace_drop(replacement);
    return failure;
}

/* Whether a name in a folder leads to what the path leads to. */
static bool has_name(const char *path) {
    char *const resolved = realpath(path, NULL);
    const bool is_named = resolved != NULL;
    free(resolved);
    return is_named;
}

/* Of a path that holds something else than a file with a name: pipes and devices cannot be
 * replaced, nor what no name in a folder leads to: /dev/stdout may be an unlinked file. */
static bool is_special(const char *path, mode_t *mode) {
    struct stat status;
    const bool is_there = stat(path, &status) == 0;
    *mode = is_there ? status.st_mode : 0;
    return is_there && (!S_ISREG(status.st_mode) || !has_name(path));
}

int cli_replace_prepare(const char *path, const void *bytes, size_t length,
                        cli_replacement *replacement) {
    mode_t mode = 0;
    *replacement = (cli_replacement){NULL, NULL};
    if (is_special(path, &mode)) return S_ISDIR(mode) ? EISDIR : EINVAL;
    replacement->target = resolve(path);
    if (!replacement->target) return errno ? errno : ENOMEM;
    const new_content content = {bytes, length, mode != 0 ? replacement->target : NULL};
    return write_beside(replacement, &content);
}

/* ---- The end ---- */

int cli_replace_commit(cli_replacement *replacement) {
    if (rename(replacement->temporary, replacement->target) != 0) {
        const int failure = errno;
        cli_replace_drop(replacement);
        return failure;
    }
    cli_os_keep_name(replacement->target, folder_bytes(replacement->target));
    end(replacement);
    return 0;
}

void cli_replace_drop(cli_replacement *replacement) {
    if (replacement->temporary) (void)unlink(replacement->temporary);
    end(replacement);
}

/* ---- All in one ---- */

static int write_through(const char *path, const void *bytes, size_t length) {
    const int descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0) return errno;
    int failure = write_all(descriptor, bytes, length);
    if (close(descriptor) != 0 && failure == 0) failure = errno;
    return failure;
}

int cli_replace_file(const char *path, const void *bytes, size_t length) {
    mode_t mode = 0;
    if (is_special(path, &mode) && !S_ISDIR(mode)) return write_through(path, bytes, length);
    cli_replacement replacement;
    const int failure = cli_replace_prepare(path, bytes, length, &replacement);
    return failure == 0 ? cli_replace_commit(&replacement) : failure;
}

int cli_back_up(const char *path, const char *like, const void *bytes, size_t length) {
    struct stat status;
    const new_content content = {bytes, length, like};
    if (lstat(path, &status) == 0 && !S_ISREG(status.st_mode)) return EEXIST;
    cli_replacement replacement = {copy_of(path), NULL};
    if (!replacement.target) return ENOMEM;
    const int failure = write_beside(&replacement, &content);
    return failure == 0 ? cli_replace_commit(&replacement) : failure;
}

bool cli_is_backup(const char *path) {
    struct stat status;
    const size_t length = strlen(path), suffix = strlen(CLI_BACKUP_SUFFIX);
    if (length <= suffix || strcmp(path + length - suffix, CLI_BACKUP_SUFFIX) != 0) return false;
    char *const original = copy_of(path);
    if (original) original[length - suffix] = '\0';
    const bool is_there = original && stat(original, &status) == 0 && S_ISREG(status.st_mode);
    free(original);
    return is_there;
}

bool cli_is_same_file(const char *path, const struct stat *before) {
    struct stat now;
    return stat(path, &now) == 0 && now.st_dev == before->st_dev && now.st_ino == before->st_ino &&
           now.st_size == before->st_size && now.st_mtim.tv_sec == before->st_mtim.tv_sec &&
           now.st_mtim.tv_nsec == before->st_mtim.tv_nsec;
}

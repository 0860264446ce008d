/* Files as POSIX has them and WASI preview 1 has not. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "wasm/command/host.h"

/* -1 with errno set for what the host could not do. */
static int answer_of(int32_t answer) {
    if (answer >= 0) return answer;
    errno = -answer;
    return -1;
}

char *realpath(const char *path, char *real) {
    char *const room = real ? real : malloc(PATH_MAX);
    if (!room) return NULL;
    if (answer_of(host_real_path(path, room, PATH_MAX)) == 0) return room;
    if (!real) free(room);
    return NULL;
}

int __wrap_access(const char *path, int ways);
int __wrap_stat(const char *path, struct stat *status);

/* wasi-libc asks WASI, which knows no users. */
int __wrap_access(const char *path, int ways) {
    return answer_of(host_may(path, ways));
}

static struct timespec time_of(uint64_t ns) {
    const uint64_t second_ns = 1000000000;
    return (struct timespec){(time_t)(ns / second_ns), (long)(ns % second_ns)};
}

/* WASI knows what a file is, and not whose it is and who may read it. */
int __wrap_stat(const char *path, struct stat *status) {
    host_status found;
    if (answer_of(host_status_of(path, &found)) != 0) return -1;
    *status = (struct stat){.st_dev = found.device,
                            .st_ino = found.inode,
                            .st_nlink = found.links,
                            .st_mode = found.mode,
                            .st_uid = found.user,
                            .st_gid = found.group,
                            .st_size = (off_t)found.bytes,
                            .st_atim = time_of(found.accessed_ns),
                            .st_mtim = time_of(found.modified_ns),
                            .st_ctim = time_of(found.changed_ns)};
    return 0;
}

int fchmod(int descriptor, mode_t mode) {
    return answer_of(host_change_mode(descriptor, mode));
}

int fchown(int descriptor, uid_t user, gid_t group) {
    return answer_of(host_change_owner(descriptor, user, group));
}

mode_t umask(mode_t mask) {
    return (mode_t)host_mask_modes(mask);
}

static void fill_in(char *name, size_t count) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    unsigned char random[16];
    (void)getentropy(random, sizeof random);
    for (size_t i = 0; i < count; i++)
        name[i] = letters[random[i] % (sizeof letters - 1)];
}

int mkstemp(char *name) {
    enum { PLACES = 6, TRIES = 100 };
    const size_t length = strlen(name);
    const mode_t mask = umask(077); /* nobody else's from the start */
    int descriptor = -1;
    for (int i = 0; i < TRIES && descriptor < 0; i++) {
        fill_in(name + length - PLACES, PLACES);
        descriptor = open(name, O_RDWR | O_CREAT | O_EXCL);
        if (descriptor < 0 && errno != EEXIST) break;
    }
    const int failure = errno;
    umask(mask);
    errno = failure;
    return descriptor;
}

FILE *command_tmpfile(void) {
    const int descriptor = answer_of(host_temporary_file());
    return descriptor < 0 ? NULL : fdopen(descriptor, "w+");
}

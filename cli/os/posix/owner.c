#include "cli/os/owner.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __linux__
#include <linux/limits.h>
#include <sys/xattr.h>
#endif

static int make_plain(int descriptor) {
    const mode_t mask = umask(0);
    (void)umask(mask);
    return fchmod(descriptor, 0666 & ~mask) == 0 ? 0 : errno;
}

#ifdef __linux__
/* There is none, or the file system has none. */
static bool has_no_list(void) {
    return errno == ENODATA || errno == ENOTSUP;
}

/* Copies the access control list, or takes away the one that the folder gave. Where there is one,
 * the group bits of the mode are its mask (acl(5)), and alone would let the group do what the list
 * does not. Returns whether both files have the same. */
static bool take_over_list(int descriptor, const char *like) {
    static const char name[] = "system.posix_acl_access";
    char list[XATTR_SIZE_MAX];
    const ssize_t length = getxattr(like, name, list, sizeof list);
    if (length >= 0) return fsetxattr(descriptor, name, list, (size_t)length, 0) == 0;
    return has_no_list() && (fremovexattr(descriptor, name) == 0 || has_no_list());
}
#else
static bool take_over_list(int descriptor, const char *like) {
    return (void)descriptor, (void)like, true;
}
#endif

/* The owner first: changing it takes set-user-ID bits away. Who may not give a file to its owner
 * keeps it; it is readable to nobody who could not read it before. */
int cli_os_take_over(int descriptor, const char *like) {
    struct stat status;
    if (!like) return make_plain(descriptor);
    if (stat(like, &status) != 0) return errno;
    mode_t mode = status.st_mode & 07777;
    bool has_group = fchown(descriptor, status.st_uid, status.st_gid) == 0;
    if (!has_group) {
        mode &= ~(mode_t)S_ISUID;
        has_group = fchown(descriptor, (uid_t)-1, status.st_gid) == 0;
    }
    if (!has_group || !take_over_list(descriptor, like)) mode &= 0707;
    return fchmod(descriptor, mode) == 0 ? 0 : errno;
}

/* So that the new name outlives a crash. Some file systems cannot sync a folder: they are left
 * alone. */
void cli_os_keep_name(const char *path, size_t folder_bytes) {
    char folder[PATH_MAX];
    if (folder_bytes >= sizeof folder) return;
    (void)snprintf(folder, sizeof folder, "%.*s", folder_bytes ? (int)folder_bytes : 1,
                   folder_bytes ? path : ".");
    const int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    (void)fsync(descriptor);
    (void)close(descriptor);
}

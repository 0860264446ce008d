#include "server/life/unix.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

static bool bind_to(int fd, const srv_address *address) {
    return bind(fd, &address->of.any, address->length) == 0;
}

/* Is the file a socket on which nobody listens? A full queue says EAGAIN: somebody does. */
static bool is_stale(const srv_address *address) {
    struct stat status;
    if (lstat(address->of.path.sun_path, &status) != 0 || !S_ISSOCK(status.st_mode)) return false;
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return false;
    const bool is_refused =
        connect(fd, &address->of.any, address->length) != 0 && errno == ECONNREFUSED;
    (void)close(fd);
    return is_refused;
}

/* Returns false with errno set. */
static bool bind_or_replace(int fd, const srv_address *address) {
    if (bind_to(fd, address)) return true;
    if (errno != EADDRINUSE) return false;
    if (is_stale(address)) return unlink(address->of.path.sun_path) == 0 && bind_to(fd, address);
    errno = EADDRINUSE;
    return false;
}

/* The mode of the socket itself is that of the file as far as the umask lets it: at no time may
 * more clients connect than in the end. */
bool srv_unix_bind(srv_listener *listener, const srv_address *address, unsigned mode) {
    struct stat status;
    const char *const path = address->of.path.sun_path;
    if (fchmod(listener->fd, mode) != 0 || !bind_or_replace(listener->fd, address)) return false;
    if (lstat(path, &status) != 0) return false;
    listener->has_file = true;
    listener->device = status.st_dev;
    listener->inode = status.st_ino;
    return chmod(path, mode) == 0;
}

void srv_unix_remove(srv_listener *listener) {
    struct stat status;
    const char *const path = listener->address.of.path.sun_path;
    if (listener->has_file && lstat(path, &status) == 0 && status.st_dev == listener->device &&
        status.st_ino == listener->inode)
        (void)unlink(path);
    listener->has_file = false;
}

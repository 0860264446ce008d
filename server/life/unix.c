#include "server/life/unix.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static const char prefix[] = "unix:";

static int open_stream(void) {
    return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

/* Is the file a socket on which nobody listens? A full queue says EAGAIN: somebody does. */
static bool is_stale(const struct sockaddr_un *address) {
    struct stat status;
    if (lstat(address->sun_path, &status) != 0 || !S_ISSOCK(status.st_mode)) return false;
    const int fd = open_stream();
    if (fd < 0) return false;
    const bool is_refused = connect(fd, (const struct sockaddr *)address, sizeof *address) != 0 &&
                            errno == ECONNREFUSED;
    (void)close(fd);
    return is_refused;
}

static bool bind_to(int fd, const struct sockaddr_un *address) {
    return bind(fd, (const struct sockaddr *)address, sizeof *address) == 0;
}

/* Returns false with errno set. */
static bool replace(int fd, const struct sockaddr_un *address) {
    if (bind_to(fd, address)) return true;
    if (errno != EADDRINUSE) return false;
    if (!is_stale(address)) {
        errno = EADDRINUSE;
        return false;
    }
    return unlink(address->sun_path) == 0 && bind_to(fd, address);
}

/* The socket's own mode is that of the file as far as the umask lets it: at no time may more
 * clients connect than in the end. Returns false with errno set. */
static bool bind_and_listen(srv_listener *listener, const struct sockaddr_un *address,
                            unsigned mode) {
    struct stat status;
    if (fchmod(listener->fd, mode) != 0 || !replace(listener->fd, address)) return false;
    if (lstat(address->sun_path, &status) != 0) return false;
    listener->has_file = true;
    listener->device = status.st_dev;
    listener->inode = status.st_ino;
    return chmod(address->sun_path, mode) == 0 && listen(listener->fd, SRV_BACKLOG) == 0;
}

srv_listen_result srv_unix_listen(srv_listener *listener, const char *path, unsigned mode) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (*path != '/' || strlen(path) >= sizeof address.sun_path) {
        fprintf(stderr, "navlintd: --bind: '%s%s' is no absolute path of at most %zu bytes\n",
                prefix, path, sizeof address.sun_path - 1);
        return SRV_LISTEN_BAD_SETTING;
    }
    memcpy(address.sun_path, path, strlen(path));
    *listener = (srv_listener){.fd = open_stream()};
    (void)snprintf(listener->address, sizeof listener->address, "%s%s", prefix, path);
    if (listener->fd >= 0 && bind_and_listen(listener, &address, mode)) return SRV_LISTEN_OK;
    fprintf(stderr, "navlintd: cannot listen on %s: %s\n", listener->address, strerror(errno));
    srv_listener_close(listener);
    return SRV_LISTEN_FAILED;
}

void srv_unix_remove(srv_listener *listener) {
    struct stat status;
    const char *const path = listener->address + sizeof prefix - 1;
    if (listener->has_file && lstat(path, &status) == 0 && status.st_dev == listener->device &&
        status.st_ino == listener->inode)
        (void)unlink(path);
    listener->has_file = false;
}

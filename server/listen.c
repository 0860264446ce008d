#include "server/listen.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 1024, PORT_DIGITS = 6 };

/* Returns false with errno set. */
static bool bind_and_listen(int fd, const struct addrinfo *info) {
    const int on = 1; /* a restart need not wait for the old connections' TIME_WAIT */
    return setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
           bind(fd, info->ai_addr, info->ai_addrlen) == 0 && listen(fd, BACKLOG) == 0;
}

static int open_socket(const struct addrinfo *info) {
    const int fd = socket(info->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0 || bind_and_listen(fd, info)) return fd;
    const int cause = errno;
    (void)close(fd);
    errno = cause;
    return -1;
}

int srv_listen(const char *address, uint16_t port, bool *bad_address) {
    char digits[PORT_DIGITS];
    (void)snprintf(digits, sizeof digits, "%u", port);
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM,
                                   .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE};
    struct addrinfo *info = NULL;
    *bad_address = getaddrinfo(address, digits, &hints, &info) != 0;
    if (*bad_address) {
        fprintf(stderr, "navlintd: --bind: '%s' is no IPv4 or IPv6 address\n", address);
        return -1;
    }
    const int fd = open_socket(info);
    if (fd < 0)
        fprintf(stderr, "navlintd: cannot listen on %s port %u: %s\n", address, port,
                strerror(errno));
    freeaddrinfo(info);
    return fd;
}

void srv_listen_address(int fd, char out[SRV_ADDRESS_BYTES]) {
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    char host[64] = "?";
    char port[PORT_DIGITS] = "?";
    if (getsockname(fd, (struct sockaddr *)&address, &length) == 0)
        (void)getnameinfo((struct sockaddr *)&address, length, host, sizeof host, port, sizeof port,
                          NI_NUMERICHOST | NI_NUMERICSERV);
    const bool six = address.ss_family == AF_INET6;
    (void)snprintf(out, SRV_ADDRESS_BYTES, "%s%s%s:%s", six ? "[" : "", host, six ? "]" : "", port);
}

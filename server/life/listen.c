#include "server/life/listen.h"

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

/* What the kernel says that it listens on: it may have chosen the port. */
static void write_address(srv_listener *listener) {
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    char host[64] = "?";
    char port[PORT_DIGITS] = "?";
    if (getsockname(listener->fd, (struct sockaddr *)&address, &length) == 0)
        (void)getnameinfo((struct sockaddr *)&address, length, host, sizeof host, port, sizeof port,
                          NI_NUMERICHOST | NI_NUMERICSERV);
    const bool six = address.ss_family == AF_INET6;
    (void)snprintf(listener->address, sizeof listener->address, "http://%s%s%s:%s", six ? "[" : "",
                   host, six ? "]" : "", port);
}

static int open_address(const char *address, uint16_t port, bool *bad_address) {
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

srv_listen_result srv_listeners_open(srv_listeners *listeners, const char *address, uint16_t port) {
    bool bad_address = false;
    *listeners = (srv_listeners){.count = 0};
    const int fd = open_address(address, port, &bad_address);
    if (fd < 0) return bad_address ? SRV_LISTEN_BAD_SETTING : SRV_LISTEN_FAILED;
    srv_listener *const listener = &listeners->items[listeners->count++];
    listener->fd = fd;
    write_address(listener);
    return SRV_LISTEN_OK;
}

void srv_listener_close(srv_listener *listener) {
    if (listener->fd >= 0) (void)close(listener->fd);
    listener->fd = -1;
}

void srv_listeners_close(srv_listeners *listeners) {
    for (size_t i = 0; i < listeners->count; i++)
        srv_listener_close(&listeners->items[i]);
}

/* Packets with a lower time to live are dropped before anything else is done with them. On a
 * listening socket that concerns the first packet of a handshake and no other. An IPv6 socket may
 * take IPv4, too. */
static void set_least_hops(int fd, int least) {
    (void)setsockopt(fd, IPPROTO_IP, IP_MINTTL, &least, sizeof least);
    (void)setsockopt(fd, IPPROTO_IPV6, IPV6_MINHOPCOUNT, &least, sizeof least);
}

/* No system sends more than 255, hardly any as many, and a kernel that closes the socket resets all
 * whose handshake has come that far. A packet filter would say it more plainly, but newer kernels
 * want privileges for one. listen(fd, 0) would leave room for one connection still, and leave those
 * hanging whose handshake ends second. */
void srv_listener_end(srv_listener *listener) {
    listener->has_ended = true;
    set_least_hops(listener->fd, 255);
}

/* A connection takes its listener's options over. */
void srv_listener_welcome(const srv_listener *listener, int connection_fd) {
    if (listener->has_ended) set_least_hops(connection_fd, 0);
}

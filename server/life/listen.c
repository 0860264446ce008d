#include "server/life/listen.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "server/life/unix.h"

enum { PORT_DIGITS = 6, NAME_BYTES = 128 };

/* ---- IP ---- */

/* Returns false with errno set. */
static bool bind_and_listen(int fd, const struct addrinfo *info) {
    const int on = 1; /* a restart need not wait for the old connections' TIME_WAIT */
    return setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
           bind(fd, info->ai_addr, info->ai_addrlen) == 0 && listen(fd, SRV_BACKLOG) == 0;
}

static int open_socket(const struct addrinfo *info) {
    const int fd = socket(info->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0 || bind_and_listen(fd, info)) return fd;
    const int cause = errno;
    (void)close(fd);
    errno = cause;
    return -1;
}

static srv_listen_result listen_ip(srv_listener *listener, const char *address, uint16_t port) {
    char digits[PORT_DIGITS];
    (void)snprintf(digits, sizeof digits, "%u", port);
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM,
                                   .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE};
    struct addrinfo *info = NULL;
    if (getaddrinfo(address, digits, &hints, &info) != 0) {
        fprintf(stderr, "navlintd: --bind: '%s' is no IPv4 or IPv6 address\n", address);
        return SRV_LISTEN_BAD_SETTING;
    }
    *listener = (srv_listener){.fd = open_socket(info)};
    if (listener->fd < 0)
        fprintf(stderr, "navlintd: cannot listen on %s port %u: %s\n", address, port,
                strerror(errno));
    freeaddrinfo(info);
    if (listener->fd < 0) return SRV_LISTEN_FAILED;
    srv_listener_name(listener);
    return SRV_LISTEN_OK;
}

/* ---- names ---- */

typedef union any_address {
    struct sockaddr any;
    struct sockaddr_un path;
    struct sockaddr_storage storage;
} any_address;

static void name_ip(srv_listener *listener, const any_address *address, socklen_t length) {
    char host[64] = "?";
    char port[PORT_DIGITS] = "?";
    (void)getnameinfo(&address->any, length, host, sizeof host, port, sizeof port,
                      NI_NUMERICHOST | NI_NUMERICSERV);
    const bool six = address->any.sa_family == AF_INET6;
    (void)snprintf(listener->address, sizeof listener->address, "http://%s%s%s:%s", six ? "[" : "",
                   host, six ? "]" : "", port);
}

/* The storage is longer than a path, and zero behind it. A name without a path begins with NUL. */
static void name_path(srv_listener *listener, const any_address *address) {
    const char *path = address->path.sun_path;
    const char *abstract = *path == '\0' ? "@" : "";
    (void)snprintf(listener->address, sizeof listener->address, "unix:%s%s", abstract,
                   *path == '\0' ? path + 1 : path);
}

void srv_listener_name(srv_listener *listener) {
    any_address address = {.storage = {.ss_family = AF_UNSPEC}};
    socklen_t length = sizeof address.storage;
    if (getsockname(listener->fd, &address.any, &length) != 0) length = 0;
    if (address.any.sa_family == AF_UNIX)
        name_path(listener, &address);
    else
        name_ip(listener, &address, length);
}

/* ---- all of them ---- */

static const char unix_prefix[] = "unix:";
enum { UNIX_PREFIX = sizeof unix_prefix - 1 };

/* Up to 0777. */
static bool parse_mode(const char *text, unsigned *mode) {
    const size_t digits = strspn(text, "01234567");
    *mode = 0;
    for (size_t i = 0; i < digits && *mode <= 0777; i++)
        *mode = *mode * 8 + (unsigned)(text[i] - '0');
    if (digits > 0 && text[digits] == '\0' && *mode <= 0777) return true;
    fprintf(stderr, "navlintd: --unix-mode: '%s' is no octal mode up to 0777\n", text);
    return false;
}

static srv_listen_result listen_on(srv_listener *listener, const char *address,
                                   const srv_binding *binding) {
    unsigned mode = 0;
    if (strncmp(address, unix_prefix, UNIX_PREFIX) != 0)
        return listen_ip(listener, address, binding->port);
    if (!parse_mode(binding->unix_mode, &mode)) return SRV_LISTEN_BAD_SETTING;
    return srv_unix_listen(listener, address + UNIX_PREFIX, mode);
}

/* Copies what stands before the next comma, and goes behind it. Returns false if it is too long. */
static bool take_address(const char **list, char name[NAME_BYTES]) {
    const size_t length = strcspn(*list, ",");
    const bool fits = length < NAME_BYTES;
    if (fits) memcpy(name, *list, length);
    name[fits ? length : 0] = '\0';
    *list += length + ((*list)[length] == ',');
    return fits;
}

srv_listen_result srv_listeners_open(srv_listeners *listeners, const srv_binding *binding) {
    *listeners = (srv_listeners){.count = 0};
    srv_listen_result result = SRV_LISTEN_OK;
    const char *rest = binding->addresses;
    do {
        char name[NAME_BYTES];
        if (!take_address(&rest, name) || listeners->count == SRV_MOST_LISTENERS) {
            fprintf(stderr, "navlintd: --bind: more than %d addresses, or one over %d bytes\n",
                    SRV_MOST_LISTENERS, NAME_BYTES - 1);
            result = SRV_LISTEN_BAD_SETTING;
        } else {
            result = listen_on(&listeners->items[listeners->count], name, binding);
        }
        if (result == SRV_LISTEN_OK) listeners->count++;
    } while (result == SRV_LISTEN_OK && *rest != '\0');
    if (result != SRV_LISTEN_OK) srv_listeners_close(listeners);
    return result;
}

void srv_listener_close(srv_listener *listener) {
    srv_unix_remove(listener);
    if (listener->fd >= 0) (void)close(listener->fd);
    listener->fd = -1;
}

void srv_listeners_close(srv_listeners *listeners) {
    for (size_t i = 0; i < listeners->count; i++)
        srv_listener_close(&listeners->items[i]);
}

/* ---- the end ---- */

static bool is_unix(const srv_listener *listener) {
    return strncmp(listener->address, unix_prefix, UNIX_PREFIX) == 0;
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
 * hanging whose handshake ends second. A Unix socket that is shut down refuses, and gives out what
 * it has. */
void srv_listener_end(srv_listener *listener) {
    listener->ends_when_empty = listener->is_inherited || is_unix(listener);
    if (listener->is_inherited) return;
    listener->has_ended = true;
    if (is_unix(listener))
        (void)shutdown(listener->fd, SHUT_RD);
    else
        set_least_hops(listener->fd, 255);
}

/* A connection takes its listener's options over. */
void srv_listener_welcome(const srv_listener *listener, int connection_fd) {
    if (listener->has_ended && !is_unix(listener)) set_least_hops(connection_fd, 0);
}

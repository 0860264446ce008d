#include "server/life/listen.h"

#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "server/life/unix.h"

enum { BACKLOG = 1024 };

/* ---- the beginning ---- */

/* Returns false with errno set. */
static bool bind_ip(int fd, const srv_address *address) {
    const int on = 1; /* a restart need not wait for the old connections' TIME_WAIT */
    return setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
           bind(fd, &address->of.any, address->length) == 0;
}

static bool bind_and_listen(srv_listener *listener, const srv_address *address, unsigned mode) {
    const bool is_bound = srv_address_is_path(address) ? srv_unix_bind(listener, address, mode)
                                                       : bind_ip(listener->fd, address);
    return is_bound && listen(listener->fd, BACKLOG) == 0;
}

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

void srv_listener_look(srv_listener *listener) {
    srv_address *const address = &listener->address;
    *address = (srv_address){.length = sizeof address->of.room};
    if (getsockname(listener->fd, &address->of.any, &address->length) != 0) address->length = 0;
    srv_address_write(address, listener->name);
}

static srv_listen_result listen_on(srv_listener *listener, const srv_address *address,
                                   unsigned mode) {
    const int family = address->of.any.sa_family;
    *listener = (srv_listener){.fd = socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)};
    listener->address = *address;
    srv_address_write(address, listener->name);
    if (listener->fd < 0 || !bind_and_listen(listener, address, mode)) {
        fprintf(stderr, "navlintd: cannot listen on %s: %s\n", listener->name, strerror(errno));
        srv_listener_close(listener);
        return SRV_LISTEN_FAILED;
    }
    srv_listener_look(listener);
    return SRV_LISTEN_OK;
}

static srv_listen_result listen_on_next(srv_listener *listener, const char **list,
                                        const srv_binding *binding) {
    char name[SRV_ADDRESS_BYTES];
    srv_address address;
    unsigned mode = 0;
    if (!srv_address_take(list, name) || !srv_address_read(&address, name, binding->port)) {
        fprintf(stderr, "navlintd: %s: '%s' is no IPv4 or IPv6 address, nor unix:/PATH\n",
                binding->flag, name);
        return SRV_LISTEN_BAD_SETTING;
    }
    if (!parse_mode(binding->unix_mode, &mode)) return SRV_LISTEN_BAD_SETTING;
    return listen_on(listener, &address, mode);
}

srv_listen_result srv_listeners_open(srv_listeners *listeners, const srv_binding *binding) {
    *listeners = (srv_listeners){.count = 0};
    srv_listen_result result = SRV_LISTEN_OK;
    const char *rest = binding->addresses;
    do {
        result = listen_on_next(&listeners->items[listeners->count], &rest, binding);
        if (result == SRV_LISTEN_OK) listeners->count++;
    } while (result == SRV_LISTEN_OK && *rest != '\0' && listeners->count < binding->most);
    if (result == SRV_LISTEN_OK && *rest != '\0') {
        fprintf(stderr, "navlintd: %s: more than %zu addresses\n", binding->flag, binding->most);
        result = SRV_LISTEN_BAD_SETTING;
    }
    if (result != SRV_LISTEN_OK) srv_listeners_close(listeners);
    return result;
}

/* ---- the end ---- */

void srv_listener_close(srv_listener *listener) {
    srv_unix_remove(listener);
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
 * hanging whose handshake ends second. A Unix socket that is shut down refuses, and gives out what
 * it has. */
void srv_listener_end(srv_listener *listener) {
    listener->ends_when_empty = listener->is_inherited || srv_address_is_path(&listener->address);
    if (listener->is_inherited) return;
    listener->has_ended = true;
    if (srv_address_is_path(&listener->address))
        (void)shutdown(listener->fd, SHUT_RD);
    else
        set_least_hops(listener->fd, 255);
}

/* A connection takes its listener's options over. */
void srv_listener_welcome(const srv_listener *listener, int connection_fd) {
    if (listener->has_ended && !srv_address_is_path(&listener->address))
        set_least_hops(connection_fd, 0);
}

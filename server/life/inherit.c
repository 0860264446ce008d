#include "server/life/inherit.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum { FIRST_FD = 3 };

/* A decimal number of the environment, 0 if there is none. */
static unsigned long number_of(const char *name) {
    const char *text = getenv(name);
    char *end = NULL;
    if (!text || *text < '0' || *text > '9') return 0;
    const unsigned long number = strtoul(text, &end, 10);
    return *end == '\0' ? number : 0;
}

static bool has_option(int fd, int name, int wanted) {
    int value = 0;
    socklen_t length = sizeof value;
    return getsockopt(fd, SOL_SOCKET, name, &value, &length) == 0 && value == wanted;
}

static bool is_listening_stream(int fd) {
    return has_option(fd, SO_TYPE, SOCK_STREAM) && has_option(fd, SO_ACCEPTCONN, 1);
}

/* Whoever opened it may not have thought of either. */
static bool set_flags(int fd) {
    const int flags = fcntl(fd, F_GETFL);
    return flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0 &&
           fcntl(fd, F_SETFD, FD_CLOEXEC) == 0;
}

static srv_listen_result take(srv_listeners *listeners, size_t count) {
    if (count > SRV_MOST_LISTENERS) {
        fprintf(stderr, "navlintd: LISTEN_FDS: more than %d sockets\n", SRV_MOST_LISTENERS);
        return SRV_LISTEN_BAD_SETTING;
    }
    for (size_t i = 0; i < count; i++) {
        srv_listener *const listener = &listeners->items[listeners->count];
        *listener = (srv_listener){.fd = FIRST_FD + (int)i, .is_inherited = true};
        if (!is_listening_stream(listener->fd) || !set_flags(listener->fd)) {
            fprintf(stderr, "navlintd: LISTEN_FDS: descriptor %d is no listening stream socket\n",
                    listener->fd);
            return SRV_LISTEN_BAD_SETTING;
        }
        srv_listener_look(listener);
        listeners->count++;
    }
    return SRV_LISTEN_OK;
}

srv_listen_result srv_listeners_inherit(srv_listeners *listeners) {
    const bool is_for_us = number_of("LISTEN_PID") == (unsigned long)getpid();
    const size_t count = is_for_us ? number_of("LISTEN_FDS") : 0;
    (void)unsetenv("LISTEN_PID");
    (void)unsetenv("LISTEN_FDS");
    (void)unsetenv("LISTEN_FDNAMES");
    *listeners = (srv_listeners){.count = 0};
    return take(listeners, count);
}

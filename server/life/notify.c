#include "server/life/notify.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

/* Connected at the start: later the process may be allowed to open nothing. */
static int notify_fd = -1;

/* "@name" is in the abstract namespace. */
static void connect_to(const char *name) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const size_t length = strlen(name);
    if (length >= sizeof address.sun_path || (*name != '/' && *name != '@')) return;
    memcpy(address.sun_path, name, length);
    if (*name == '@') address.sun_path[0] = '\0';
    notify_fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    const socklen_t bytes = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
    if (notify_fd < 0 || connect(notify_fd, (struct sockaddr *)&address, bytes) == 0) return;
    (void)close(notify_fd);
    notify_fd = -1;
}

void srv_notify_open(void) {
    const char *name = getenv("NOTIFY_SOCKET");
    if (name) connect_to(name);
    (void)unsetenv("NOTIFY_SOCKET");
}

/* If nobody listens any more, the service goes on all the same. */
static void notify(const char *text) {
    if (notify_fd >= 0) (void)send(notify_fd, text, strlen(text), MSG_NOSIGNAL);
}

void srv_notify_ready(void) {
    notify("READY=1");
}

void srv_notify_reloading(void) {
    struct timespec now;
    char text[64];
    clock_gettime(CLOCK_MONOTONIC, &now);
    const uint64_t us = (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
    (void)snprintf(text, sizeof text, "RELOADING=1\nMONOTONIC_USEC=%" PRIu64, us);
    notify(text);
}

void srv_notify_stopping(void) {
    notify("STOPPING=1");
}

#include "server/health.h"

#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum { PATIENCE_S = 3, PORT_DIGITS = 21 };

static const char question[] =
    "GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

/* "HTTP/1.1 200 " and no more is read. */
static const char ready[] = "HTTP/1.1 200 ";

/* The address of any interface, which --bind may name, reaches this machine. */
static int open_connection(const srv_config *config) {
    char digits[PORT_DIGITS];
    (void)snprintf(digits, sizeof digits, "%llu", (unsigned long long)config->port);
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM,
                                   .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV};
    struct addrinfo *info = NULL;
    if (getaddrinfo(config->bind, digits, &hints, &info) != 0) return -1;
    const struct timeval patience = {.tv_sec = PATIENCE_S};
    int fd = socket(info->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && (setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) != 0 ||
                    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience) != 0 ||
                    connect(fd, info->ai_addr, info->ai_addrlen) != 0)) {
        (void)close(fd);
        fd = -1;
    }
    freeaddrinfo(info);
    return fd;
}

static bool ask(int fd) {
    char answer[sizeof ready] = "";
    const size_t length = sizeof ready - 1;
    return send(fd, question, sizeof question - 1, MSG_NOSIGNAL) == (ssize_t)sizeof question - 1 &&
           recv(fd, answer, length, MSG_WAITALL) == (ssize_t)length &&
           memcmp(answer, ready, length) == 0;
}

bool srv_is_healthy(const srv_config *config) {
    const int fd = open_connection(config);
    if (fd < 0) return false;
    const bool is_healthy = ask(fd);
    (void)close(fd);
    return is_healthy;
}

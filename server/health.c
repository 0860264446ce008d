#include "server/health.h"

#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "server/life/address.h"

enum { PATIENCE_S = 3 };

static const char question[] =
    "GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

/* "HTTP/1.1 200 " and no more is read. */
static const char ready[] = "HTTP/1.1 200 ";

/* To the first of the addresses. That of any interface reaches this machine. */
static int open_connection(const srv_config *config) {
    const char *list = config->bind;
    char name[SRV_ADDRESS_BYTES];
    srv_address address;
    if (!srv_address_take(&list, name) || !srv_address_read(&address, name, (uint16_t)config->port))
        return -1;
    const struct timeval patience = {.tv_sec = PATIENCE_S};
    const int fd = socket(address.of.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) == 0 &&
        setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience) == 0 &&
        connect(fd, &address.of.any, address.length) == 0)
        return fd;
    if (fd >= 0) (void)close(fd);
    return -1;
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

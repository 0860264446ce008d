#include "server/wire/linger.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <unistd.h>

/* Of one connection at a time. */
enum { STEP_BYTES = 16 * 1024, STEPS = 64 };

void srv_linger_open(srv_linger *linger) {
    pthread_mutex_init(&linger->lock, NULL);
    linger->count = 0;
}

/* Has it ended? Reads a bounded part of what has come. */
static bool drain(int fd) {
    char thrown_away[STEP_BYTES];
    ssize_t got = sizeof thrown_away;
    for (size_t i = 0; i < STEPS && got > 0; i++)
        got = recv(fd, thrown_away, sizeof thrown_away, MSG_DONTWAIT);
    return got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR);
}

/* Call with the lock held. */
static void look(srv_linger *linger, uint64_t now_ms) {
    size_t kept = 0;
    for (size_t i = 0; i < linger->count; i++) {
        const srv_lingering one = linger->list[i];
        if (drain(one.fd) || now_ms >= one.until_ms)
            (void)close(one.fd);
        else
            linger->list[kept++] = one;
    }
    linger->count = kept;
}

void srv_linger_look(srv_linger *linger, uint64_t now_ms) {
    pthread_mutex_lock(&linger->lock);
    look(linger, now_ms);
    pthread_mutex_unlock(&linger->lock);
}

void srv_linger_add(srv_linger *linger, int fd, uint64_t now_ms) {
    pthread_mutex_lock(&linger->lock);
    if (linger->count == SRV_LINGER_MOST) look(linger, now_ms);
    const bool has_room = linger->count < SRV_LINGER_MOST;
    const int own_fd = has_room ? fcntl(fd, F_DUPFD_CLOEXEC, 0) : -1;
    if (own_fd >= 0) {
        (void)shutdown(own_fd, SHUT_WR);
        linger->list[linger->count++] =
            (srv_lingering){.fd = own_fd, .until_ms = now_ms + SRV_LINGER_MS};
    }
    pthread_mutex_unlock(&linger->lock);
}

void srv_linger_close(srv_linger *linger) {
    for (size_t i = 0; i < linger->count; i++)
        (void)close(linger->list[i].fd);
    linger->count = 0;
    pthread_mutex_destroy(&linger->lock);
}

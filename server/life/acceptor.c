#include "server/life/acceptor.h"

#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/watchdog.h"

/* How long to leave the queue alone when descriptors or memory have run out: the socket stays
 * readable, and polling it would spin. */
enum { PAUSE_MS = 50 };

/* The kernel has taken what it will take when nothing has come for so long: handshakes that were
 * under way have ended, those of clients far away among them. */
enum { SETTLE_MS = 200 };

/* Where the kernel could not be told to take no more, an empty queue has to do after so long. */
enum { MOST_SETTLE_MS = 2000 };

/* Connections accepted from one socket before the next has its turn. */
enum { MOST_IN_A_ROW = 64 };

typedef enum outcome { GOT_ONE, GOT_NONE, IS_SHORT, IS_BROKEN } outcome;

static void wake(const srv_acceptor *acceptor) {
    const uint64_t one = 1;
    if (write(acceptor->wake_fd, &one, sizeof one) < 0) {
        /* The counter is full: it wakes all the same. */
    }
}

static bool has_room(const srv_acceptor *acceptor) {
    return atomic_load(&acceptor->open) < acceptor->most_open;
}

static outcome outcome_of(int error) {
    switch (error) {
    case EAGAIN:
        return GOT_NONE;
    case EMFILE:
    case ENFILE:
    case ENOBUFS:
    case ENOMEM:
        return IS_SHORT;
    case EBADF:
    case EINVAL:
    case ENOTSOCK:
    case EOPNOTSUPP:
        return IS_BROKEN;
    default: /* that connection has failed (accept(2) has a list): the next one may be good */
        return GOT_ONE;
    }
}

static outcome accept_one(srv_acceptor *acceptor, const srv_listener *listener) {
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    const int fd =
        accept4(listener->fd, (struct sockaddr *)&address, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0) return outcome_of(errno);
    srv_listener_welcome(listener, fd);
    atomic_fetch_add(&acceptor->open, 1);
    if (MHD_add_connection(acceptor->daemon, fd, (struct sockaddr *)&address, length) != MHD_YES)
        srv_acceptor_let_go(acceptor); /* it has closed the socket */
    return GOT_ONE;
}

/* Returns GOT_ONE if it stopped before the queue was empty. */
static outcome accept_some(srv_acceptor *acceptor, const srv_listener *listener) {
    outcome last = GOT_ONE;
    for (int i = 0; i < MOST_IN_A_ROW && last == GOT_ONE && has_room(acceptor); i++)
        last = accept_one(acceptor, listener);
    return last;
}

/* Accepts from the sockets that are ready. Returns whether the queues are to be left alone. */
static bool accept_all(srv_acceptor *acceptor, const struct pollfd *ready) {
    srv_listeners *const listeners = acceptor->listeners;
    bool is_short = false;
    for (size_t i = 0; i < listeners->count && !is_short; i++) {
        if (ready[i].revents == 0) continue;
        srv_listener *const listener = &listeners->items[i];
        const outcome last = accept_some(acceptor, listener);
        if (last == IS_BROKEN || (last == GOT_NONE && listener->ends_when_empty))
            srv_listener_close(listener);
        is_short = last == IS_SHORT;
    }
    return is_short;
}

typedef enum event { IS_QUIET, IS_WOKEN, IS_READY } event;

/* Waits for connections, where there is room for them, or to be woken. timeout_ms: -1 for none. */
static event wait(const srv_acceptor *acceptor, bool accepts, int timeout_ms,
                  struct pollfd *ready) {
    const srv_listeners *const listeners = acceptor->listeners;
    for (size_t i = 0; i < listeners->count; i++)
        ready[i] = (struct pollfd){.fd = accepts ? listeners->items[i].fd : -1, .events = POLLIN};
    ready[listeners->count] = (struct pollfd){.fd = acceptor->wake_fd, .events = POLLIN};
    const int count = poll(ready, (nfds_t)listeners->count + 1, timeout_ms);
    if (count <= 0)
        return count == 0 ? IS_QUIET : IS_WOKEN; /* by a debugger, or for want of memory */
    uint64_t ignored = 0;
    if (ready[listeners->count].revents == 0) return IS_READY;
    if (read(acceptor->wake_fd, &ignored, sizeof ignored) < 0) return IS_WOKEN;
    return count > 1 ? IS_READY : IS_WOKEN;
}

/* Leaves the queues alone for a while. */
static void pause_accepting(const srv_acceptor *acceptor, struct pollfd *ready) {
    (void)wait(acceptor, false, PAUSE_MS, ready);
}

static void serve(srv_acceptor *acceptor, struct pollfd *ready) {
    while (!atomic_load(&acceptor->finishing) && !atomic_load(&acceptor->stopping))
        if (wait(acceptor, has_room(acceptor), -1, ready) == IS_READY &&
            accept_all(acceptor, ready))
            pause_accepting(acceptor, ready);
}

/* Until nothing has come for SETTLE_MS while there was room for it. */
static void serve_rest(srv_acceptor *acceptor, struct pollfd *ready) {
    for (size_t i = 0; i < acceptor->listeners->count; i++)
        srv_listener_end(&acceptor->listeners->items[i]);
    const uint64_t begin_ms = srv_now_ms();
    bool is_empty = false;
    while (!atomic_load(&acceptor->stopping) && !is_empty) {
        const bool accepts = has_room(acceptor);
        const bool is_late = accepts && srv_now_ms() > begin_ms + MOST_SETTLE_MS;
        const event next = wait(acceptor, accepts, is_late ? 0 : SETTLE_MS, ready);
        is_empty = accepts && next == IS_QUIET;
        if (next == IS_READY && accept_all(acceptor, ready)) pause_accepting(acceptor, ready);
    }
}

static void *run(void *context) {
    srv_acceptor *acceptor = context;
    struct pollfd ready[SRV_MOST_LISTENERS + 1];
    serve(acceptor, ready);
    if (!atomic_load(&acceptor->stopping)) serve_rest(acceptor, ready);
    srv_listeners_close(acceptor->listeners);
    atomic_store(&acceptor->is_done, true);
    return NULL;
}

bool srv_acceptor_open(srv_acceptor *acceptor, srv_listeners *listeners, uint32_t most_open) {
    *acceptor = (srv_acceptor){.listeners = listeners, .most_open = most_open};
    acceptor->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return acceptor->wake_fd >= 0;
}

bool srv_acceptor_start(srv_acceptor *acceptor, struct MHD_Daemon *daemon) {
    acceptor->daemon = daemon;
    return pthread_create(&acceptor->thread, NULL, run, acceptor) == 0;
}

void srv_acceptor_let_go(srv_acceptor *acceptor) {
    if (atomic_fetch_sub(&acceptor->open, 1) == acceptor->most_open) wake(acceptor);
}

uint32_t srv_acceptor_open_count(const srv_acceptor *acceptor) {
    return atomic_load(&acceptor->open);
}

void srv_acceptor_finish(srv_acceptor *acceptor) {
    atomic_store(&acceptor->finishing, true);
    wake(acceptor);
}

bool srv_acceptor_is_done(const srv_acceptor *acceptor) {
    return atomic_load(&acceptor->is_done);
}

void srv_acceptor_stop(srv_acceptor *acceptor) {
    atomic_store(&acceptor->stopping, true);
    wake(acceptor);
    pthread_join(acceptor->thread, NULL);
}

void srv_acceptor_close(srv_acceptor *acceptor) {
    (void)close(acceptor->wake_fd);
}

/* Connections that we closed before the client had sent everything. What comes then the kernel
 * answers with a reset, which may reach the client before it has read our answer (RFC 9112 section
 * 9.6): so what it still sends is read and thrown away, for a while. */
#ifndef NAVLINT_SERVER_WIRE_LINGER_H
#define NAVLINT_SERVER_WIRE_LINGER_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SRV_LINGER_MOST = 64, /* connections at a time; further ones are closed at once */
    SRV_LINGER_MS = 2000  /* for each */
};

typedef struct srv_lingering {
    int fd;
    uint64_t until_ms; /* of srv_now_ms */
} srv_lingering;

typedef struct srv_linger {
    pthread_mutex_t lock;
    srv_lingering list[SRV_LINGER_MOST];
    size_t count;
} srv_linger;

void srv_linger_open(srv_linger *linger);

/* Keeps the connection on `fd` open, by a descriptor of its own, and ends our side of it. Does
 * nothing if there are too many. */
void srv_linger_add(srv_linger *linger, int fd, uint64_t now_ms);

/* Reads what has come, and closes those that have ended or whose time is up. Call now and then. */
void srv_linger_look(srv_linger *linger, uint64_t now_ms);

/* Closes all. */
void srv_linger_close(srv_linger *linger);

#endif

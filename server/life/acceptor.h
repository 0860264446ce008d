/* The thread that accepts connections and hands them to libmicrohttpd, which has no listening
 * socket of its own: it may abort when such a socket is taken away from it under load, cannot serve
 * the accept queue to its end, and cannot listen on several. */
#ifndef NAVLINT_SERVER_LIFE_ACCEPTOR_H
#define NAVLINT_SERVER_LIFE_ACCEPTOR_H

#include <microhttpd.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "server/life/listen.h"

typedef struct srv_acceptor {
    pthread_t thread;
    srv_listeners *listeners;
    struct MHD_Daemon *daemon;
    int wake_fd;            /* an eventfd: a place is free, or something is asked for */
    uint32_t most_open;     /* connections; more wait in the kernel's queue */
    _Atomic uint32_t open;  /* connections that libmicrohttpd has */
    _Atomic bool finishing; /* serve the queue, then close the sockets */
    _Atomic bool stopping;  /* close the sockets at once */
    _Atomic bool is_done;   /* the sockets are closed */
} srv_acceptor;

/* Prepares an acceptor for up to most_open connections at a time.
 * listeners: borrowed until srv_acceptor_stop.
 * Returns false if descriptors have run out. */
bool srv_acceptor_open(srv_acceptor *acceptor, srv_listeners *listeners, uint32_t most_open);

/* Starts to accept for `daemon`, which has to have room for most_open connections in each of its
 * threads. Returns false if there is no thread. */
bool srv_acceptor_start(srv_acceptor *acceptor, struct MHD_Daemon *daemon);

/* To be called when a connection of the daemon has ended, on any thread. */
void srv_acceptor_let_go(srv_acceptor *acceptor);

/* Connections that the daemon has. */
uint32_t srv_acceptor_open_count(const srv_acceptor *acceptor);

/* Makes the kernel take no more connections, hands over those that it has taken, and closes the
 * listening sockets. Returns at once; srv_acceptor_is_done says when that has happened. */
void srv_acceptor_finish(srv_acceptor *acceptor);
bool srv_acceptor_is_done(const srv_acceptor *acceptor);

/* Ends the thread and closes the listening sockets, whatever waits on them. */
void srv_acceptor_stop(srv_acceptor *acceptor);

/* Frees what srv_acceptor_open took; the daemon has stopped. */
void srv_acceptor_close(srv_acceptor *acceptor);

#endif

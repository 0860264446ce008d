/* Receives large bodies, or what is left of them, beside libmicrohttpd, which reads 16 KiB of a
 * body and then lets every other connection of its thread have a turn: among 32 small requests of
 * 0.1 ms each a body of 60 MB would take 12 seconds. */
#ifndef NAVLINT_SERVER_RECEIVER_H
#define NAVLINT_SERVER_RECEIVER_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "server/wire/connection.h"

/* Bytes of one body, before it is another one's turn. */
enum { SRV_INFLOW_BYTES = 256 * 1024 };

/* A body that is to come; embed it in what it is for. */
typedef struct srv_inflow {
    struct srv_inflow *next;
    struct srv_inflow *previous;
    int fd;
} srv_inflow;

/* Reads what has come, without waiting and at most `room` bytes, into the bytes that all share.
 * Returns SRV_ASIDE_COMES if it wants another turn. Runs on the receiver's thread. */
typedef srv_aside srv_inflow_turn(srv_inflow *inflow, void *bytes, size_t room);

/* Takes the inflow back, which the receiver forgets. has_ended: as its last turn said; else the
 * client has left, the connection has been cut or the receiver stops. Runs on the receiver's
 * thread, or in srv_receiver_stop. */
typedef void srv_inflow_end(srv_inflow *inflow, bool has_ended);

typedef struct srv_receiver {
    pthread_mutex_t lock;
    pthread_t thread;
    srv_inflow *first;
    srv_inflow_turn *turn;
    srv_inflow_end *end;
    int epoll_fd;
    int wake_fd;
    bool stop;
    char bytes[SRV_INFLOW_BYTES];
} srv_receiver;

/* Starts the thread. Returns false, with nothing open, if that cannot be. */
bool srv_receiver_start(srv_receiver *receiver, srv_inflow_turn *turn, srv_inflow_end *end);

/* Receives from a socket that nobody else reads meanwhile. Borrows the inflow until its end.
 * Returns false, and borrows nothing, if that cannot be. */
bool srv_receiver_add(srv_receiver *receiver, srv_inflow *inflow);

/* Ends what is still coming, and the thread. */
void srv_receiver_stop(srv_receiver *receiver);

#endif

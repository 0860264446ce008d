/* One connection that asks the same thing again and again: HTTP/1.1 with keep-alive. */
#ifndef NAVLINT_BENCH_SERVICE_CLIENT_H
#define NAVLINT_BENCH_SERVICE_CLIENT_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>

#include "bench/service/body.h"

/* How requests have ended; each is counted once. */
typedef struct bench_tally {
    uint64_t right;
    uint64_t wrong;   /* 200 with other bytes, or what is no answer that this client can read */
    uint64_t refused; /* any other status */
    uint64_t lost;    /* no whole answer before the connection ended */
    uint64_t unconnected;
    uint64_t connections; /* that were opened */
    unsigned last_status; /* of a refused one */
} bench_tally;

/* What all clients share. */
typedef struct bench_load {
    struct sockaddr_in address;
    bench_bytes request;  /* head and body */
    bench_bytes expected; /* body of the answer; no bytes: any is right */
    bench_tally tally;
    int epoll_fd;
} bench_load;

enum { BENCH_HEAD_BYTES = 4096 };

typedef struct bench_client {
    int fd;            /* -1: not connected */
    uint64_t begun_ns; /* when the request was, by whoever measures */
    bool is_new;       /* the connection is being made, or has carried nothing yet */
    size_t sent;       /* bytes of the request */
    char head[BENCH_HEAD_BYTES];
    size_t head_length;
    bool has_head;
    unsigned status;
    bool closes; /* the answer says so */
    bool is_right;
    uint64_t body_length; /* as announced */
    uint64_t body_got;
} bench_client;

/* Begins a request, on the connection that there is or on a new one. Returns false, and the tally
 * counts it, if there is no connection to be had. */
bool bench_client_begin(bench_client *client, bench_load *load);

/* Sends and receives what can be. Returns true if the request has ended, and the tally counts it.
 */
bool bench_client_go_on(bench_client *client, bench_load *load);

void bench_client_close(bench_client *client);

#endif

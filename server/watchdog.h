/* Deadlines of connections. libmicrohttpd's own timeout is reset by every byte that arrives, so one
 * byte a second holds a connection for ever; and it calls nobody while the header comes in. */
#ifndef NAVLINT_SERVER_WATCHDOG_H
#define NAVLINT_SERVER_WATCHDOG_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/clock.h"
#include "server/wire/connection.h"
#include "server/wire/linger.h"

/* What a connection is doing. */
typedef enum srv_phase {
    SRV_PHASE_HEADER = 0, /* waits for a request, or receives its header: idle_timeout */
    SRV_PHASE_BODY,       /* receives the body: all three */
    SRV_PHASE_JUDGING,    /* the work is bounded: no deadline */
    SRV_PHASE_ANSWER,     /* sends the answer: request_timeout */
    SRV_PHASE_CUT         /* overdue: shut down, libmicrohttpd will notice */
} srv_phase;

typedef struct srv_watch {
    struct srv_watch *next;
    struct srv_watch *previous;
    int fd;
    srv_wire_connection *wire;
    srv_phase phase;
    uint64_t since_ms;                  /* when the phase began */
    _Atomic uint_fast64_t body_bytes;   /* received in this phase */
    _Atomic uint_fast64_t length_bytes; /* of the body that comes; 0: not known */
    bool told;                          /* has been sent last words */
    uint64_t moved_bytes;               /* of these that many had come ... */
    uint64_t moved_ms;                  /* ... when more were last seen to have */
    unsigned ended_ticks;               /* for how long the client has been seen to have left */
} srv_watch;

typedef struct srv_pace {
    uint64_t idle_timeout_ms;
    uint64_t request_timeout_ms;
    uint64_t min_rate; /* bytes of body a second, once idle_timeout_ms have passed; 0: any */
} srv_pace;

typedef void srv_every_second(void *context);

typedef struct srv_watchdog {
    pthread_mutex_t lock;
    pthread_cond_t wake;
    pthread_t thread;
    srv_watch *first;
    srv_linger linger;
    srv_pace pace;
    srv_every_second *every_second;
    void *context;
    const char *last_words; /* sent to a connection cut in its body; borrowed */
    bool stop;
} srv_watchdog;

/* How far a connection has got. */
typedef struct srv_progress {
    srv_phase phase;
    uint64_t elapsed_ms;   /* in this phase */
    uint64_t idle_ms;      /* of it, since a byte of the body came */
    uint64_t body_bytes;   /* received */
    uint64_t length_bytes; /* of the whole body; 0: not known. Under 2^35 */
} srv_progress;

/* Is the connection overdue? A body is when it took too long, or stopped for too long, or took too
 * long without the pace that is asked for, or if at its average pace the rest would not come in
 * time. Pure. */
bool srv_is_overdue(const srv_pace *pace, const srv_progress *progress);

/* Starts the thread. last_words: a whole HTTP answer, borrowed. Returns false if there is none. */
bool srv_watchdog_start(srv_watchdog *dog, const srv_pace *pace, const char *last_words);

/* From now on the thread calls a function about once a second. */
void srv_watchdog_call(srv_watchdog *dog, srv_every_second *function, void *context);

/* Stops the thread; every watch must have been removed. */
void srv_watchdog_stop(srv_watchdog *dog);

/* Watches the connection on `fd`. wire: borrowed until srv_watchdog_remove. Returns a heap object,
 * good until then; NULL when memory ran out. */
srv_watch *srv_watchdog_add(srv_watchdog *dog, int fd, srv_wire_connection *wire);

/* Forgets the connection and frees `watch`. Call before its socket is closed. */
void srv_watchdog_remove(srv_watchdog *dog, srv_watch *watch);

/* How many connections are watched. */
size_t srv_watchdog_count(srv_watchdog *dog);

/* Notes the next phase. Returns false if the connection has been cut: answer nothing then. */
bool srv_watchdog_enter(srv_watchdog *dog, srv_watch *watch, srv_phase phase);

/* Sends `last_words` (NULL: nothing) and shuts the connection down, at once. */
void srv_watchdog_cut(srv_watchdog *dog, srv_watch *watch, const char *last_words);

/* Shuts every connection down on which nothing has come and gone for quiet_ms, unless a request has
 * begun to arrive on it. */
void srv_watchdog_end_quiet(srv_watchdog *dog, uint64_t quiet_ms);

/* Shuts every connection down that is not being judged or answered. */
void srv_watchdog_cut_all(srv_watchdog *dog);

#endif

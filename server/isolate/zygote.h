/* The process that judges are forked from: it has read what they need, and has seen nothing of a
 * stranger. */
#ifndef NAVLINT_SERVER_ISOLATE_ZYGOTE_H
#define NAVLINT_SERVER_ISOLATE_ZYGOTE_H

#include "server/isolate/judge.h"

/* What the zygote tells the service; judges do not see it. */
typedef struct srv_board {
    _Atomic uint32_t ended; /* judges of this slot so far; a futex */
    _Atomic int32_t status; /* of the last that ended, as of waitpid */
} srv_board;

typedef struct srv_nursery {
    srv_judge_terms terms;
    size_t count;
    srv_board *boards;
    unsigned char *slots; /* count times slot_bytes */
    size_t slot_bytes;    /* whole pages */
    int orders_fd;        /* of the zygote: the number of a slot whose judge is to be killed */
    int service_fd;       /* of the service: the other end; without it the zygote ends */
    int life_fd;          /* of the service: at its end when the zygote has ended */
} srv_nursery;

/* The slot with that number. */
srv_slot *srv_nursery_slot(const srv_nursery *nursery, size_t index);

/* Makes the shared memory and forks the zygote, which forks the judges. Call before any thread
 * starts. Returns false, with a message on stderr, if that cannot be. */
bool srv_zygote_start(srv_nursery *nursery);

/* Is the zygote still there? */
bool srv_zygote_lives(const srv_nursery *nursery);

/* Lets it end, and the judges with it. */
void srv_zygote_stop(srv_nursery *nursery);

#endif

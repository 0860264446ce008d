/* The masters in force, which SIGHUP exchanges while requests use them. */
#ifndef NAVLINT_SERVER_LIFE_SHARED_MASTERS_H
#define NAVLINT_SERVER_LIFE_SHARED_MASTERS_H

#include <pthread.h>

#include "server/masters.h"

/* Freed when they are in force no more and the last request that uses them has ended. */
typedef struct srv_held_masters {
    srv_masters masters;
    size_t holders;
} srv_held_masters;

typedef struct srv_shared_masters {
    pthread_mutex_t lock;
    srv_held_masters *current; /* NULL: there are none, and never will be */
} srv_shared_masters;

/* Takes over *masters, and leaves none behind. Returns false if memory ran out. */
bool srv_shared_masters_open(srv_shared_masters *shared, srv_masters *masters);

/* Everything that was held has been let go of. */
void srv_shared_masters_close(srv_shared_masters *shared);

/* Holds those in force. Returns NULL if the service has none. */
srv_held_masters *srv_masters_hold(srv_shared_masters *shared);

/* held: NULL for nothing. */
void srv_masters_let_go(srv_shared_masters *shared, srv_held_masters *held);

/* Puts *masters in force, as srv_shared_masters_open does. */
bool srv_shared_masters_replace(srv_shared_masters *shared, srv_masters *masters);

#endif

/* One thread of a worker: takes a task, judges it, hands the result in, and so on. */
#ifndef NAVLINT_SCAN_WORKER_H
#define NAVLINT_SCAN_WORKER_H

#include "scan/publish.h"
#include "scan/rules.h"
#include "scan/slots.h"

/* What the threads of a worker share. */
typedef struct scan_crew {
    const scan_settings *settings;
    const scan_broker *broker;
    char name[128]; /* host and process; ASCII */
    scan_rules_list rules;
    pthread_rwlock_t company; /* held for reading with others, for writing alone */
    atomic_bool is_ending;    /* take no more tasks */
    atomic_bool is_leaving;   /* give back what is in hand */
    _Atomic uint64_t tasks_done;
    _Atomic int64_t looked_ms; /* when a thread without a task last looked at the queue */
    atomic_uint stuck_count;   /* how often in a row it was stuck */
} scan_crew;

typedef struct scan_worker {
    scan_crew *crew;
    scan_slot *slot;
    scan_publisher publisher;
    natsSubscription *subscription;
    cli_job job;
    pthread_mutex_t lock; /* on the message */
    natsMsg *message;     /* in hand; NULL: none */
    int64_t heard_ms;     /* when something happened with it */
    int64_t said_ms;      /* when the broker was last told that it is in work */
    uint64_t files_seen;  /* of the slot's place, at heard_ms */
} scan_worker;

/* The thread's function; context: a scan_worker. */
void *scan_worker_run(void *context);

/* Called from another thread, more than once a second: tells the broker that the task is in work,
 * so long as something happens with it. Returns false once nothing did for too long. */
bool scan_worker_keep(scan_worker *worker);

/* Called from another thread, before the process ends without waiting for this one: gives back what
 * is in hand. */
void scan_worker_give_back(scan_worker *worker);

#endif

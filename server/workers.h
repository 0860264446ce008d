/* A few threads that judge what would hold up a connection thread for too long. */
#ifndef NAVLINT_SERVER_WORKERS_H
#define NAVLINT_SERVER_WORKERS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/* A piece of work; embed it in what it works on. */
typedef struct srv_task {
    struct srv_task *next;
} srv_task;

/* Does one task. stopping: the service is going down, do only what is needed to let go of it. */
typedef void srv_work(srv_task *task, bool stopping);

typedef struct srv_workers {
    pthread_mutex_t lock;
    pthread_cond_t wake;
    pthread_t *threads;
    size_t thread_count;
    srv_task *first;
    srv_task **end; /* where the next task is hung on */
    srv_work *work;
    bool stop;
} srv_workers;

/* Starts `count` threads. Returns false, with nothing running, if that cannot be. */
bool srv_workers_start(srv_workers *workers, size_t count, srv_work *work);

/* Queues a task, borrowed until it is done. Returns false once stopped. */
bool srv_workers_add(srv_workers *workers, srv_task *task);

/* How many tasks wait. */
size_t srv_workers_queued(srv_workers *workers);

/* Lets running tasks end, hands the queued ones to `work` with stopping set, and joins. */
void srv_workers_stop(srv_workers *workers);

#endif

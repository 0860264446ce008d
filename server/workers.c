#include "server/workers.h"

#include <stdlib.h>

/* The next task, waiting for one; NULL when all is done. */
static srv_task *take(srv_workers *workers, bool *stopping) {
    pthread_mutex_lock(&workers->lock);
    while (!workers->first && !workers->stop)
        pthread_cond_wait(&workers->wake, &workers->lock);
    srv_task *task = workers->first;
    if (task) workers->first = task->next;
    if (!workers->first) workers->end = &workers->first;
    *stopping = workers->stop;
    pthread_mutex_unlock(&workers->lock);
    return task;
}

static void *run(void *context) {
    srv_workers *workers = context;
    bool stopping = false;
    for (srv_task *task = take(workers, &stopping); task; task = take(workers, &stopping))
        workers->work(task, stopping);
    return NULL;
}

bool srv_workers_start(srv_workers *workers, size_t count, srv_work *work) {
    *workers = (srv_workers){.work = work, .threads = calloc(count, sizeof(pthread_t))};
    workers->end = &workers->first;
    pthread_mutex_init(&workers->lock, NULL);
    pthread_cond_init(&workers->wake, NULL);
    while (workers->threads && workers->thread_count < count) {
        if (pthread_create(&workers->threads[workers->thread_count], NULL, run, workers) != 0)
            break;
        workers->thread_count++;
    }
    if (workers->thread_count == count) return true;
    srv_workers_stop(workers);
    return false;
}

bool srv_workers_add(srv_workers *workers, srv_task *task) {
    task->next = NULL;
    pthread_mutex_lock(&workers->lock);
    const bool open = !workers->stop;
    if (open) {
        *workers->end = task;
        workers->end = &task->next;
        pthread_cond_signal(&workers->wake);
    }
    pthread_mutex_unlock(&workers->lock);
    return open;
}

size_t srv_workers_queued(srv_workers *workers) {
    size_t count = 0;
    pthread_mutex_lock(&workers->lock);
    for (const srv_task *task = workers->first; task; task = task->next)
        count++;
    pthread_mutex_unlock(&workers->lock);
    return count;
}

void srv_workers_stop(srv_workers *workers) {
    pthread_mutex_lock(&workers->lock);
    workers->stop = true;
    pthread_cond_broadcast(&workers->wake);
    pthread_mutex_unlock(&workers->lock);
    for (size_t i = 0; i < workers->thread_count; i++)
        pthread_join(workers->threads[i], NULL);
    free(workers->threads);
    pthread_cond_destroy(&workers->wake);
    pthread_mutex_destroy(&workers->lock);
}

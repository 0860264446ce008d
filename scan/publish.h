/* Messages that must arrive: published many at once, and again until the broker has stored them. */
#ifndef NAVLINT_SCAN_PUBLISH_H
#define NAVLINT_SCAN_PUBLISH_H

#include <pthread.h>
#include <stdatomic.h>

#include "scan/broker.h"

/* How many may be on their way. */
enum { SCAN_WINDOW = 64 };

/* One thread's. */
typedef struct scan_publisher {
    const scan_broker *broker;
    const atomic_bool *stop; /* set from outside: try no longer; may be NULL */
    jsCtx *js;
    natsMsg *messages[SCAN_WINDOW]; /* owned; to be sent */
    size_t count;
    pthread_mutex_t lock; /* on what follows: libnats reports on a thread of its own */
    natsMsg *refused[SCAN_WINDOW];
    size_t refused_count;
    char reason[128]; /* of the last refusal */
} scan_publisher;

/* publisher: must not move. Returns false after a complaint. */
bool scan_publisher_open(scan_publisher *publisher, const scan_broker *broker,
                         const atomic_bool *stop);

/* Adds a message to those that are to be sent, and sends them if the window is full.
 * message: changes hands, also in failure; may be NULL: memory ran out. unique: the broker stores
 * one message of this name.
 * Returns false as scan_publish_end does, or if memory ran out. */
bool scan_publish(scan_publisher *publisher, natsMsg *message, const char *unique);

/* Waits until all are stored. Returns false if `stop` ended it, or, after a complaint, if the
 * broker is lost. */
bool scan_publish_end(scan_publisher *publisher);

void scan_publisher_close(scan_publisher *publisher);

#endif

/* Lines on their way from any thread to the one that writes them: bounded, and nobody waits to put
 * one in.
 *
 * Two buffers: one is filled while the other is written, so that a write gets all the lines there
 * are and no line is cut. A mutex is held for a memcpy (70 ns a line with two threads that do
 * nothing else, measured); that is not worth the proof of a lock-free queue. */
#ifndef NAVLINT_SERVER_LOG_QUEUE_H
#define NAVLINT_SERVER_LOG_QUEUE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* About 1,500 requests in each; what is kept free of it for events. */
enum { SRV_QUEUE_BYTES = 512 * 1024, SRV_QUEUE_EVENT_BYTES = 32 * 1024 };

typedef struct srv_queue {
    pthread_mutex_t lock;
    pthread_cond_t wake;  /* of the writer */
    pthread_cond_t ended; /* the writer has */
    size_t filled;        /* bytes of the buffer that takes lines */
    uint64_t dropped;     /* lines, ever */
    unsigned front;       /* the buffer that takes lines */
    bool waits;           /* the writer, for a line */
    bool stop;
    bool has_ended;
    char bytes[2][SRV_QUEUE_BYTES];
} srv_queue;

typedef enum srv_rank { SRV_RANK_REQUEST = 0, SRV_RANK_EVENT } srv_rank;

/* Whole lines. */
typedef struct srv_lines {
    const char *bytes;
    size_t length;    /* 0: the queue has stopped and is empty */
    uint64_t dropped; /* ever, the last of them behind these lines */
} srv_lines;

void srv_queue_open(srv_queue *queue);

/* Copies the line, or counts it as dropped where there is no room. Never waits for the writer.
 * Returns whether it is in. */
bool srv_queue_put(srv_queue *queue, srv_rank rank, const char *line, size_t length);

/* Counts lines as dropped that could not be written. */
void srv_queue_drop(srv_queue *queue, uint64_t count);

/* Takes all lines there are; waits for some, or for the stop. They stay as they are until the next
 * call. One thread only. */
srv_lines srv_queue_take(srv_queue *queue);

/* To be called by the thread that takes when it has come to its end. */
void srv_queue_end(srv_queue *queue);

/* Lets the lines be written, for patience_ms at most. Returns false if the writer has not ended by
 * then: it is stuck in a write, and the queue must stay. */
bool srv_queue_stop(srv_queue *queue, uint64_t patience_ms);

#endif

/* The broker: NATS with JetStream. Two streams: the tasks, a work queue, and the results, with all
 * else that is kept. */
#ifndef NAVLINT_SCAN_BROKER_H
#define NAVLINT_SCAN_BROKER_H

#include <nats/nats.h>

#include "scan/names.h"
#include "scan/settings.h"

typedef struct scan_broker {
    natsConnection *connection;
    jsCtx *js; /* of the thread that opened it; others make their own */
    const char *prefix;
    scan_name tasks; /* names of the streams */
    scan_name results;
    size_t payload_bytes; /* the largest message, without its headers */
} scan_broker;

/* Connects, and makes the streams if they are not there. A connection that is lost later comes back
 * by itself, whenever that may be.
 * settings: borrowed. Returns CLI_OK, or CLI_USAGE or SCAN_NO_BROKER after a complaint; close it in
 * either case. */
int scan_broker_open(scan_broker *broker, const scan_settings *settings);

void scan_broker_close(scan_broker *broker);

/* Tells whether the connection stands at this moment. */
bool scan_broker_is_there(const scan_broker *broker);

/* Tells whether the connection will not come back: the broker refuses us now. Complains then. */
bool scan_broker_is_lost(const scan_broker *broker);

/* Tells whether both streams are known to be empty. */
bool scan_broker_is_empty(const scan_broker *broker);

/* Asks how many messages a stream has; false if the broker did not answer. */
bool scan_broker_count(jsCtx *js, const scan_name *stream, uint64_t *count);

/* Asks for the sequence of the last message that a stream ever had; false if the broker did not
 * answer. */
bool scan_broker_last_sequence(jsCtx *js, const scan_name *stream, uint64_t *sequence);

typedef enum scan_answer {
    SCAN_NO,
    SCAN_YES,
    SCAN_UNKNOWN /* the broker did not answer */
} scan_answer;

/* Asks whether a stream has messages of this subject. */
scan_answer scan_broker_has(jsCtx *js, const scan_name *stream, const char *subject);

/* Asks how many; false if the broker did not answer. */
bool scan_broker_count_of(jsCtx *js, const scan_name *stream, const char *subject, uint64_t *count);

/* Asks for the last message of a subject, which may have wildcards.
 * message: receives it, to be destroyed, with SCAN_YES; may be NULL. */
scan_answer scan_broker_last(jsCtx *js, const scan_name *stream, const char *subject,
                             natsMsg **message);

#endif

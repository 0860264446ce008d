/* The list of those that wait for tasks: a consumer of the work queue, one for all workers. */
#ifndef NAVLINT_SCAN_QUEUE_H
#define NAVLINT_SCAN_QUEUE_H

#include "scan/broker.h"

/* Makes the list, or finds it. Returns CLI_OK or SCAN_NO_BROKER after a complaint. */
int scan_queue_open(const scan_broker *broker, const scan_settings *settings);

/* The same, without a word: for a broker that came back. */
natsStatus scan_queue_add(jsCtx *js, const scan_broker *broker, const scan_settings *settings);

/* Subscribes to it, to fetch tasks one by one. */
natsStatus scan_queue_subscribe(jsCtx *js, const scan_broker *broker, natsSubscription **made);

typedef enum scan_queue_state {
    SCAN_QUEUE_IS_EMPTY,
    SCAN_QUEUE_IS_BUSY, /* tasks wait or are in work, or the broker did not answer */
    SCAN_QUEUE_IS_STUCK /* tasks lie there that the broker will hand to nobody */
} scan_queue_state;

/* A broker that was killed knows less of the queue than of the list, or the other way around: of
 * nats-server 2.9 the queue forgets for seconds what was taken out of it, and the list does not
 * hand out again what it has handed out. */
scan_queue_state scan_queue_look(jsCtx *js, const scan_broker *broker);

/* Makes the list anew, which hands out all that lies in the queue. Who has a task in hand may end
 * it; whose result is there is told from that. */
void scan_queue_renew(jsCtx *js, const scan_broker *broker, const scan_settings *settings);

#endif

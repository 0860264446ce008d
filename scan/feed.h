/* All messages of a subject in the results' stream, from the first, in order, each once: whatever
 * happens to the connection meanwhile. If the broker forgets messages, as one may whose machine
 * lost power, all come again. */
#ifndef NAVLINT_SCAN_FEED_H
#define NAVLINT_SCAN_FEED_H

#include "scan/broker.h"

enum { SCAN_FEED_RETIRED = 32 };

typedef struct scan_feed {
    const scan_broker *broker;
    char subject[SCAN_NAME_CAPACITY];
    natsSubscription *subscription;
    natsSubscription *retired[SCAN_FEED_RETIRED]; /* ended, and not destroyed yet */
    size_t retired_count;                         /* so far */
    uint64_t last;      /* sequence of the last message that was handed out */
    int64_t last_ns;    /* when that was stored */
    uint64_t given;     /* messages of this subscription */
    int64_t renewed_ms; /* when it was last subscribed, or last gave a message */
} scan_feed;

/* subject: maybe with wildcards. */
void scan_feed_open(scan_feed *feed, const scan_broker *broker, const char *subject);

/* Waits for the next message, at most about half a second. Returns NULL if none came; the caller
 * destroys it. */
natsMsg *scan_feed_next(scan_feed *feed);

/* Asks whether all that is stored was handed out; false also if the broker does not answer. */
bool scan_feed_is_at_end(scan_feed *feed);

void scan_feed_close(scan_feed *feed);

#endif

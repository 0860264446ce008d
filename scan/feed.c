#include "scan/feed.h"

#include <stdio.h>

enum { WAIT_MS = 200, STALE_MS = 3000 };

void scan_feed_open(scan_feed *feed, const scan_broker *broker, const char *subject) {
    *feed = (scan_feed){.broker = broker};
    snprintf(feed->subject, sizeof feed->subject, "%s", subject);
}

static bool subscribe(scan_feed *feed) {
    jsSubOptions options;
    jsErrCode code = 0;
    jsSubOptions_Init(&options);
    options.Stream = feed->broker->results.text;
    options.Ordered = true;
    options.Config.DeliverPolicy = js_DeliverByStartSequence;
    options.Config.OptStartSeq = feed->last + 1;
    feed->renewed_ms = nats_Now();
    return js_SubscribeSync(&feed->subscription, feed->broker->js, feed->subject, NULL, &options,
                            &code) == NATS_OK;
}

static void unsubscribe(scan_feed *feed) {
    natsSubscription_Destroy(feed->subscription);
    feed->subscription = NULL;
}

/* Returns 0 if the message is not from a stream. */
static uint64_t sequence_of(natsMsg *message) {
    jsMsgMetaData *about = NULL;
    if (natsMsg_GetMetaData(&about, message) != NATS_OK) return 0;
    const uint64_t sequence = about->Sequence.Stream;
    jsMsgMetaData_Destroy(about);
    return sequence;
}

/* What has been handed out already comes again after a new start, or does not. */
static natsMsg *take(scan_feed *feed, natsMsg *message) {
    const uint64_t sequence = sequence_of(message);
    feed->renewed_ms = nats_Now();
    if (sequence <= feed->last) return natsMsg_Destroy(message), NULL;
    feed->last = sequence;
    return message;
}

natsMsg *scan_feed_next(scan_feed *feed) {
    natsMsg *message = NULL;
    if (!feed->subscription && !subscribe(feed)) return nats_Sleep(WAIT_MS), NULL;
    const natsStatus status = natsSubscription_NextMsg(&message, feed->subscription, WAIT_MS);
    if (status == NATS_OK) return take(feed, message);
    /* A broker that was started again knows nothing of a subscription in its memory. */
    if (status != NATS_TIMEOUT || nats_Now() - feed->renewed_ms > STALE_MS) unsubscribe(feed);
    return NULL;
}

void scan_feed_close(scan_feed *feed) {
    unsubscribe(feed);
}

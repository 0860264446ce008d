#include "scan/feed.h"

#include <stdio.h>

enum { WAIT_MS = 200, STALE_MS = 3000 };

void scan_feed_open(scan_feed *feed, const scan_broker *broker, const char *subject) {
    *feed = (scan_feed){.broker = broker};
    snprintf(feed->subject, sizeof feed->subject, "%s", subject);
}

/* Whether the last message is another one now, or gone: what follows it is then counted anew.
 * Returns SCAN_UNKNOWN if the broker does not answer. */
static scan_answer has_forgotten(const scan_feed *feed) {
    natsMsg *message = NULL;
    jsErrCode code = 0;
    if (feed->last == 0) return SCAN_NO;
    const natsStatus status =
        js_GetMsg(&message, feed->broker->js, feed->broker->results.text, feed->last, NULL, &code);
    if (status != NATS_OK) return status == NATS_NOT_FOUND ? SCAN_YES : SCAN_UNKNOWN;
    const bool is_same = natsMsg_GetTime(message) == feed->last_ns;
    natsMsg_Destroy(message);
    return is_same ? SCAN_NO : SCAN_YES;
}

/* Not `Ordered`: libnats would subscribe anew by itself, in a thread of its own, whenever it likes.
 */
static jsSubOptions options_of(const scan_feed *feed) {
    enum { HEARTBEAT_S = 5 };
    jsSubOptions options;
    jsSubOptions_Init(&options);
    options.Stream = feed->broker->results.text;
    options.Config.DeliverPolicy = js_DeliverByStartSequence;
    options.Config.OptStartSeq = feed->last + 1;
    options.Config.AckPolicy = js_AckNone;
    options.Config.MaxDeliver = 1;
    options.Config.MemoryStorage = true;
    options.Config.FlowControl = true;
    options.Config.Heartbeat = (int64_t)HEARTBEAT_S * 1000000000;
    return options;
}

static bool subscribe(scan_feed *feed) {
    jsErrCode code = 0;
    const scan_answer answer = has_forgotten(feed);
    if (answer == SCAN_UNKNOWN) return false;
    if (answer == SCAN_YES) feed->last = 0;
    jsSubOptions options = options_of(feed);
    feed->renewed_ms = nats_Now();
    feed->given = 0;
    return js_SubscribeSync(&feed->subscription, feed->broker->js, feed->subject, NULL, &options,
                            &code) == NATS_OK;
}

/* libnats 3.4 may hand a message to a subscription that was destroyed while the connection came
 * back: its memory is kept until so many others have gone after it. */
static void unsubscribe(scan_feed *feed) {
    if (!feed->subscription) return;
    natsSubscription **const retired = &feed->retired[feed->retired_count++ % SCAN_FEED_RETIRED];
    (void)natsSubscription_Unsubscribe(feed->subscription);
    natsSubscription_Destroy(*retired);
    *retired = feed->subscription;
    feed->subscription = NULL;
}

/* None was left out since the one before, as where more came than was taken. */
static bool is_in_turn(scan_feed *feed, const jsMsgMetaData *about) {
    return about->Sequence.Consumer == ++feed->given;
}

/* What has been handed out already comes again after a new start, or does not. */
static bool is_new(scan_feed *feed, const jsMsgMetaData *about) {
    if (about->Sequence.Stream <= feed->last) return false;
    feed->last = about->Sequence.Stream;
    feed->last_ns = about->Timestamp;
    return true;
}

static natsMsg *take(scan_feed *feed, natsMsg *message) {
    jsMsgMetaData *about = NULL;
    feed->renewed_ms = nats_Now();
    if (natsMsg_GetMetaData(&about, message) != NATS_OK) return natsMsg_Destroy(message), NULL;
    const bool in_turn = is_in_turn(feed, about);
    const bool is_taken = in_turn && is_new(feed, about);
    jsMsgMetaData_Destroy(about);
    if (is_taken) return message;
    natsMsg_Destroy(message);
    if (!in_turn) unsubscribe(feed);
    return NULL;
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

bool scan_feed_is_at_end(scan_feed *feed) {
    uint64_t last = 0;
    const scan_broker *const broker = feed->broker;
    if (!feed->subscription || !scan_broker_last_sequence(broker->js, &broker->results, &last) ||
        feed->last < last)
        return false;
    const scan_answer answer = has_forgotten(feed);
    if (answer == SCAN_YES) unsubscribe(feed);
    return answer == SCAN_NO;
}

void scan_feed_close(scan_feed *feed) {
    unsubscribe(feed);
    for (size_t i = 0; i < SCAN_FEED_RETIRED; i++)
        natsSubscription_Destroy(feed->retired[i]);
}

#include "scan/publish.h"

#include <stdio.h>

#include "cli/output.h"

enum { STORED_MS = 3000, FIRST_PAUSE_MS = 50, LONGEST_PAUSE_MS = 2000, SAID_AFTER_MS = 1000 };

/* The message stays ours for the next try. */
static void note_refusal(jsCtx *js, jsPubAckErr *refusal, void *context) {
    scan_publisher *const publisher = context;
    (void)js;
    pthread_mutex_lock(&publisher->lock);
    snprintf(publisher->reason, sizeof publisher->reason, "%s",
             refusal->ErrText ? refusal->ErrText : natsStatus_GetText(refusal->Err));
    if (publisher->refused_count < SCAN_WINDOW) {
        publisher->refused[publisher->refused_count++] = refusal->Msg;
        refusal->Msg = NULL;
    }
    pthread_mutex_unlock(&publisher->lock);
}

bool scan_publisher_open(scan_publisher *publisher, const scan_broker *broker,
                         const atomic_bool *stop) {
    *publisher = (scan_publisher){.broker = broker, .stop = stop};
    pthread_mutex_init(&publisher->lock, NULL);
    jsOptions options;
    jsOptions_Init(&options);
    options.PublishAsync.ErrHandler = note_refusal;
    options.PublishAsync.ErrHandlerClosure = publisher;
    if (natsConnection_JetStream(&publisher->js, broker->connection, &options) == NATS_OK)
        return true;
    cli_complain("out of memory");
    return false;
}

/* ---- one try ---- */

/* What the library would not take stays in `messages`, at its start. */
static void send_all(scan_publisher *publisher) {
    size_t left = 0;
    for (size_t i = 0; i < publisher->count; i++) {
        natsMsg *message = publisher->messages[i];
        const natsStatus status = js_PublishMsgAsync(publisher->js, &message, NULL);
        if (status != NATS_OK && message) publisher->messages[left++] = message;
    }
    publisher->count = left;
}

/* Takes back what the broker refused, and what it did not answer in time. */
static void take_back(scan_publisher *publisher) {
    natsMsgList pending = {0};
    if (js_PublishAsyncGetPendingList(&pending, publisher->js) != NATS_OK) pending.Count = 0;
    pthread_mutex_lock(&publisher->lock);
    for (size_t i = 0; i < publisher->refused_count && publisher->count < SCAN_WINDOW; i++)
        publisher->messages[publisher->count++] = publisher->refused[i];
    publisher->refused_count = 0;
    pthread_mutex_unlock(&publisher->lock);
    for (int i = 0; i < pending.Count && publisher->count < SCAN_WINDOW; i++) {
        publisher->messages[publisher->count++] = pending.Msgs[i];
        pending.Msgs[i] = NULL;
    }
    natsMsgList_Destroy(&pending);
}

static void try_once(scan_publisher *publisher) {
    jsPubOptions options;
    jsPubOptions_Init(&options);
    options.MaxWait = STORED_MS;
    send_all(publisher);
    js_PublishAsyncComplete(publisher->js, &options);
    take_back(publisher);
}

/* ---- until it is done ---- */

static bool is_stopped(const scan_publisher *publisher) {
    return publisher->stop && atomic_load(publisher->stop);
}

/* Waits a little longer from time to time, and says why once. */
static void pause_after(scan_publisher *publisher, int64_t *pause_ms) {
    const bool is_news = *pause_ms < SAID_AFTER_MS && 2 * *pause_ms >= SAID_AFTER_MS;
    if (is_news && !scan_broker_is_there(publisher->broker))
        cli_complain("the broker is away: waiting for it");
    else if (is_news)
        cli_complain("the broker does not store messages: %s: trying again",
                     publisher->reason[0] != '\0' ? publisher->reason : "no answer");
    nats_Sleep(*pause_ms);
    if (*pause_ms < LONGEST_PAUSE_MS) *pause_ms *= 2;
}

bool scan_publish_end(scan_publisher *publisher) {
    for (int64_t pause_ms = FIRST_PAUSE_MS; publisher->count > 0;) {
        if (is_stopped(publisher) || scan_broker_is_lost(publisher->broker)) return false;
        if (scan_broker_is_there(publisher->broker)) try_once(publisher);
        if (publisher->count > 0) pause_after(publisher, &pause_ms);
    }
    return true;
}

bool scan_publish(scan_publisher *publisher, natsMsg *message, const char *unique) {
    if (!message) return false;
    if (natsMsgHeader_Set(message, "Nats-Msg-Id", unique) != NATS_OK)
        return natsMsg_Destroy(message), false;
    publisher->messages[publisher->count++] = message;
    return publisher->count < SCAN_WINDOW || scan_publish_end(publisher);
}

void scan_publisher_close(scan_publisher *publisher) {
    jsCtx_Destroy(publisher->js); /* from here on nothing is reported */
    for (size_t i = 0; i < publisher->count; i++)
        natsMsg_Destroy(publisher->messages[i]);
    for (size_t i = 0; i < publisher->refused_count; i++)
        natsMsg_Destroy(publisher->refused[i]);
    pthread_mutex_destroy(&publisher->lock);
}

#include "scan/queue.h"

#include "cli/output.h"

static const char queue_name[] = "workers";

/* The broker does not count deliveries for us: a task that it gave up would lie in the stream
 * without a word. Workers count, and write the letter. */
natsStatus scan_queue_add(jsCtx *js, const scan_broker *broker, const scan_settings *settings) {
    jsConsumerInfo *info = NULL;
    jsConsumerConfig queue;
    jsErrCode code = 0;
    jsConsumerConfig_Init(&queue);
    queue.Durable = queue_name;
    queue.AckPolicy = js_AckExplicit;
    queue.AckWait = (int64_t)settings->ack_wait_s.value * 1000 * 1000 * 1000;
    queue.MaxDeliver = -1;
    queue.MaxAckPending = 100 * 1000;
    const natsStatus status = js_AddConsumer(&info, js, broker->tasks.text, &queue, NULL, &code);
    jsConsumerInfo_Destroy(info);
    return status;
}

int scan_queue_open(const scan_broker *broker, const scan_settings *settings) {
    const natsStatus status = scan_queue_add(broker->js, broker, settings);
    if (status == NATS_OK) return CLI_OK;
    cli_complain("%s: the broker has no queue for us: %s", settings->server,
                 natsStatus_GetText(status));
    return SCAN_NO_BROKER;
}

natsStatus scan_queue_subscribe(jsCtx *js, const scan_broker *broker, natsSubscription **made) {
    const scan_name subject = scan_subject(broker->prefix, "task", NULL);
    jsSubOptions options;
    jsErrCode code = 0;
    jsSubOptions_Init(&options);
    options.Stream = broker->tasks.text;
    options.Consumer = queue_name;
    return js_PullSubscribe(made, js, subject.text, queue_name, NULL, &options, &code);
}

/* Tasks that wait to be handed out, or are with a worker. */
static bool has_work(jsCtx *js, const scan_broker *broker) {
    jsConsumerInfo *info = NULL;
    jsErrCode code = 0;
    if (js_GetConsumerInfo(&info, js, broker->tasks.text, queue_name, NULL, &code) != NATS_OK)
        return true;
    const bool has = info->NumPending > 0 || info->NumAckPending > 0;
    jsConsumerInfo_Destroy(info);
    return has;
}

scan_queue_state scan_queue_look(jsCtx *js, const scan_broker *broker) {
    uint64_t count = 0;
    if (!scan_broker_count(js, &broker->tasks, &count)) return SCAN_QUEUE_IS_BUSY;
    if (count == 0) return SCAN_QUEUE_IS_EMPTY;
    return has_work(js, broker) ? SCAN_QUEUE_IS_BUSY : SCAN_QUEUE_IS_STUCK;
}

void scan_queue_renew(jsCtx *js, const scan_broker *broker, const scan_settings *settings) {
    jsErrCode code = 0;
    js_DeleteConsumer(js, broker->tasks.text, queue_name, NULL, &code);
    scan_queue_add(js, broker, settings);
}

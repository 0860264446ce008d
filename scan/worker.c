#include "scan/worker.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/output.h"
#include "scan/body.h"
#include "scan/letters.h"
#include "scan/queue.h"
#include "scan/store.h"

enum { FETCH_MS = 500, LOOK_MS = 400, PAUSE_MS = 250, ACK_MS = 5000, RETRY_MS = 5000 };

/* ---- the message in hand ---- */

static void hold(scan_worker *worker, natsMsg *message) {
    pthread_mutex_lock(&worker->lock);
    worker->message = message;
    worker->heard_ms = worker->said_ms = nats_Now();
    worker->files_seen = atomic_load(&worker->slot->place.files_done);
    pthread_mutex_unlock(&worker->lock);
}

static void mark_judging(scan_worker *worker, bool is_judging) {
    pthread_mutex_lock(&worker->lock);
    atomic_store(&worker->slot->is_judging, is_judging);
    worker->heard_ms = nats_Now();
    pthread_mutex_unlock(&worker->lock);
}

/* Under the lock. */
static bool is_alive(scan_worker *worker, int64_t now_ms) {
    const uint64_t files = atomic_load(&worker->slot->place.files_done);
    if (files != worker->files_seen || !atomic_load(&worker->slot->is_judging))
        worker->heard_ms = now_ms;
    worker->files_seen = files;
    return now_ms - worker->heard_ms < (int64_t)worker->crew->settings->patience_s.value * 1000;
}

bool scan_worker_keep(scan_worker *worker) {
    const int64_t pause_ms = (int64_t)worker->crew->settings->ack_wait_s.value * 1000 / 3;
    const int64_t now_ms = nats_Now();
    pthread_mutex_lock(&worker->lock);
    const bool alive = !worker->message || is_alive(worker, now_ms);
    if (worker->message && alive && now_ms - worker->said_ms >= pause_ms &&
        scan_broker_is_there(worker->crew->broker)) {
        natsMsg_InProgress(worker->message, NULL);
        worker->said_ms = now_ms;
    }
    pthread_mutex_unlock(&worker->lock);
    return alive;
}

void scan_worker_give_back(scan_worker *worker) {
    pthread_mutex_lock(&worker->lock);
    if (worker->message) scan_pardon(worker->crew->broker, &worker->slot->id);
    if (worker->message) natsMsg_Nak(worker->message, NULL);
    pthread_mutex_unlock(&worker->lock);
}

/* From here on nobody says that it is in work. */
static natsMsg *let_go(scan_worker *worker) {
    pthread_mutex_lock(&worker->lock);
    natsMsg *const message = worker->message;
    worker->message = NULL;
    pthread_mutex_unlock(&worker->lock);
    return message;
}

/* It was none of the task's doing. */
static void give_back(const scan_worker *worker, natsMsg *message) {
    scan_pardon(worker->crew->broker, &worker->slot->id);
    natsMsg_Nak(message, NULL);
}

/* Of an answer that gets lost the broker asks again: the result is known then. */
static void end_task(scan_worker *worker, bool is_done) {
    natsMsg *const message = let_go(worker);
    jsOptions options;
    jsErrCode code = 0;
    jsOptions_Init(&options);
    options.Wait = ACK_MS;
    if (is_done)
        natsMsg_AckSync(message, &options, &code);
    else if (atomic_load(&worker->crew->is_leaving))
        give_back(worker, message);
    else
        natsMsg_NakWithDelay(message, RETRY_MS, NULL);
    atomic_store(&worker->slot->is_busy, false);
    if (is_done) atomic_fetch_add(&worker->crew->tasks_done, 1);
    natsMsg_Destroy(message);
}

/* ---- results ---- */

static void make_attempt(const scan_worker *worker, scan_id *attempt) {
    char text[SCAN_ID_DIGITS + 256];
    snprintf(text, sizeof text, "%s %s %jd", worker->slot->id.hex, worker->crew->name,
             (intmax_t)nats_NowInNanoSeconds());
    scan_id_make(text, strlen(text), attempt);
}

static uint64_t length_of(FILE *file) {
    const off_t length = lseek(fileno(file), 0, SEEK_END);
    return length > 0 ? (uint64_t)length : 0;
}

static bool hand_in_with(scan_worker *worker, const scan_result *result, const scan_bytes *head) {
    const scan_name subject =
        scan_subject(worker->crew->broker->prefix, "result", &worker->slot->id);
    scan_body body = {.head = head->bytes,
                      .head_length = head->length,
                      .tails = {fileno(result->text), fileno(result->complaints)},
                      .tail_lengths = {length_of(result->text), length_of(result->complaints)}};
    make_attempt(worker, &body.attempt);
    if (!worker->crew->settings->results)
        return scan_body_publish(&worker->publisher, subject.text, &body);
    return scan_store_write(worker->crew->settings->results, &worker->slot->id, &body) &&
           scan_store_publish(&worker->publisher, subject.text, &body.attempt);
}

static bool hand_in(scan_worker *worker, const scan_result *result) {
    scan_bytes head;
    if (!scan_result_head(result, worker->crew->name, &head)) return false;
    const bool done = hand_in_with(worker, result, &head);
    free(head.bytes);
    return done;
}

/* ---- a task ---- */

/* A task that ended a worker before may do so again: then it is to take no other with it, whose
 * deliveries would count, too. */
static void join_company(scan_worker *worker) {
    if (worker->slot->delivered > 1)
        pthread_rwlock_wrlock(&worker->crew->company);
    else
        pthread_rwlock_rdlock(&worker->crew->company);
}

/* Returns whether the result is handed in. */
static bool judge(scan_worker *worker, const scan_rules *rules, const scan_task *task) {
    scan_crew *const crew = worker->crew;
    scan_result result;
    join_company(worker);
    mark_judging(worker, true);
    const bool is_judged =
        scan_judge(rules, task, &worker->job, &worker->slot->place, &crew->is_leaving, &result);
    mark_judging(worker, false);
    pthread_rwlock_unlock(&crew->company);
    const bool done = is_judged && hand_in(worker, &result);
    scan_result_free(&result);
    if (!done && !atomic_load(&crew->is_leaving))
        scan_note(&worker->publisher, worker->slot, "its result could not be stored");
    return done;
}

static bool do_task(scan_worker *worker, const scan_task *task) {
    const scan_rules *const rules = scan_rules_for(&worker->crew->rules, &task->words);
    if (rules) return judge(worker, rules, task);
    return scan_give_up(&worker->publisher, worker->slot,
                        "it asks for what the worker cannot do: options, masters");
}

static bool read_and_do(scan_worker *worker) {
    scan_task task;
    const char *const problem = scan_task_read(
        natsMsg_GetData(worker->message), (size_t)natsMsg_GetDataLength(worker->message), &task);
    const bool done =
        problem ? scan_give_up(&worker->publisher, worker->slot, problem) : do_task(worker, &task);
    scan_task_free(&task);
    return done;
}

static bool has_result(const scan_worker *worker) {
    const scan_broker *const broker = worker->crew->broker;
    const scan_name subject = scan_subject(broker->prefix, "result", &worker->slot->id);
    return scan_body_is_there(worker->publisher.js, broker, subject.text) == SCAN_YES;
}

static bool handle(scan_worker *worker) {
    if (has_result(worker)) return true;
    const uint64_t most = worker->crew->settings->max_deliver.value;
    if (worker->slot->delivered > most &&
        scan_deaths(worker->crew->broker, worker->publisher.js, worker->slot) > most)
        return scan_give_up(&worker->publisher, worker->slot, NULL);
    return read_and_do(worker);
}

/* Notes what is in hand. Returns false if the message is no task. */
static bool fill_slot(scan_worker *worker, natsMsg *message) {
    scan_slot *const slot = worker->slot;
    jsMsgMetaData *about = NULL;
    const char *kind = NULL;
    const char *const reply = natsMsg_GetReply(message);
    if (!reply || strlen(reply) >= sizeof slot->reply ||
        !scan_subject_read(worker->crew->broker->prefix, natsMsg_GetSubject(message), &kind,
                           &slot->id) ||
        natsMsg_GetMetaData(&about, message) != NATS_OK)
        return false;
    strcpy(slot->reply, reply);
    slot->delivered = about->NumDelivered;
    slot->place.name[0] = '\0';
    jsMsgMetaData_Destroy(about);
    atomic_store(&slot->is_busy, true);
    return true;
}

static void take(scan_worker *worker, natsMsg *message) {
    const bool is_task = fill_slot(worker, message);
    const bool is_ending = atomic_load(&worker->crew->is_ending);
    if (is_task && !is_ending) {
        hold(worker, message);
        end_task(worker, handle(worker));
        return;
    }
    if (is_task)
        give_back(worker, message);
    else
        natsMsg_Term(message, NULL);
    atomic_store(&worker->slot->is_busy, false);
    natsMsg_Destroy(message);
}

/* ---- the loop ---- */

/* Whether no thread has looked for a while. */
static bool is_time_to_look(scan_crew *crew) {
    const int64_t now_ms = nats_Now();
    int64_t looked_ms = atomic_load(&crew->looked_ms);
    return now_ms - looked_ms >= LOOK_MS &&
           atomic_compare_exchange_strong(&crew->looked_ms, &looked_ms, now_ms);
}

/* A task is between the list and the queue for a moment: stuck is what is so twice. */
static void note_stuck(scan_worker *worker) {
    scan_crew *const crew = worker->crew;
    if (atomic_fetch_add(&crew->stuck_count, 1) == 0) return;
    atomic_store(&crew->stuck_count, 0);
    scan_queue_renew(worker->publisher.js, crew->broker, crew->settings);
}

/* No task came: is there none, in the queue or in any hand? */
static void look_around(scan_worker *worker) {
    scan_crew *const crew = worker->crew;
    if (!is_time_to_look(crew)) return;
    const scan_queue_state state = scan_queue_look(worker->publisher.js, crew->broker);
    if (state == SCAN_QUEUE_IS_STUCK)
        note_stuck(worker);
    else
        atomic_store(&crew->stuck_count, 0);
    if (state == SCAN_QUEUE_IS_EMPTY && crew->settings->until_idle)
        atomic_store(&crew->is_ending, true);
}

static bool subscribe(scan_worker *worker) {
    return worker->subscription || scan_queue_subscribe(worker->publisher.js, worker->crew->broker,
                                                        &worker->subscription) == NATS_OK;
}

/* The broker may have come back without what it had in memory. */
static void subscribe_anew(scan_worker *worker) {
    natsSubscription_Destroy(worker->subscription);
    worker->subscription = NULL;
    nats_Sleep(PAUSE_MS);
    if (scan_broker_is_there(worker->crew->broker))
        scan_queue_add(worker->publisher.js, worker->crew->broker, worker->crew->settings);
}

static void fetch(scan_worker *worker) {
    natsMsgList list = {0};
    jsErrCode code = 0;
    const natsStatus status =
        subscribe(worker) ? natsSubscription_Fetch(&list, worker->subscription, 1, FETCH_MS, &code)
                          : NATS_ERR;
    if (status == NATS_OK && list.Count > 0) {
        natsMsg *const message = list.Msgs[0];
        list.Msgs[0] = NULL;
        take(worker, message);
    } else if (status == NATS_TIMEOUT) {
        look_around(worker);
    } else {
        subscribe_anew(worker);
    }
    natsMsgList_Destroy(&list);
}

void *scan_worker_run(void *context) {
    scan_worker *const worker = context;
    while (!atomic_load(&worker->crew->is_ending))
        fetch(worker);
    natsSubscription_Destroy(worker->subscription);
    cli_job_close(&worker->job);
    nats_ReleaseThreadMemory();
    return NULL;
}

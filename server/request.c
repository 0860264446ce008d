#include "server/request.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "server/counters.h"
#include "server/framing.h"
#include "server/log/peer.h"
#include "server/metrics/meter.h"
#include "server/request_id.h"
#include "server/send.h"
#include "server/upload_memory.h"
#include "server/wire/recv.h"

typedef enum stage {
    AT_HEAD = 0,
    AT_BODY,
    AT_INFLOW, /* suspended: the body comes beside libmicrohttpd */
    AT_WORKER, /* suspended */
    AT_CUT,    /* the body will never be whole */
    AT_ANSWER, /* the reply is ready */
    AT_END     /* the reply is queued, or never will be */
} stage;

typedef struct request {
    srv_task task;
    srv_trial trial;
    srv_inflow inflow;
    bool expects_continue;
    bool is_at_head; /* libmicrohttpd is: all of the body comes beside it */
    srv_context *context;
    struct MHD_Connection *connection;
    srv_watch *watch;
    srv_held_masters *masters;
    stage stage;
    bool counted;    /* in context->in_flight */
    bool close;      /* the connection, after this answer */
    unsigned status; /* answered; 0: nothing yet */
    srv_answer answered;
    const char *verdict;
    const char *allow_origin; /* NULL: not to be read by pages of others */
    uint64_t bytes_out;       /* of the answer's body */
    uint64_t started_us;
    uint64_t queued_us;                 /* when it was handed to the workers */
    uint64_t queue_us;                  /* for how long it waited for one */
    uint64_t stage_us[SRV_STAGE_COUNT]; /* what the stages took, or SRV_NO_TIME */
    uint64_t sent_us;                   /* when the reply was queued */
    char id[SRV_ID_BYTES];
    char method[SRV_LOG_METHOD_BYTES];
    char path[SRV_LOG_PATH_BYTES]; /* for the log */
    srv_upload upload;
    srv_reply reply;
    /* From here on 13 KiB that are written before they are read: not cleared. */
    srv_decision decision;
    char raw_target[SRV_TARGET_MAX + 2]; /* one more than allowed shows that it is too long */
    srv_target target;
} request;

/* The time since `since_us` is that of the stage. Returns the end of it. */
static uint64_t end_stage(request *r, srv_stage which, uint64_t since_us) {
    const uint64_t now = srv_now_us();
    r->stage_us[which] = now - since_us;
    return now;
}

static void meter_request(const request *r) {
    srv_metered metered = {.route = srv_route_index(r->decision.route),
                           .status = r->status,
                           .answer = r->answered,
                           .format = r->upload.format,
                           .verdict = r->verdict};
    memcpy(metered.stage_us, r->stage_us, sizeof metered.stage_us);
    srv_meter(&metered);
    srv_count(&srv_counts.bytes_in, r->upload.seen);
    srv_count(&srv_counts.bytes_out, r->bytes_out);
}

static void log_request(const request *r) {
    char peer[SRV_PEER_BYTES];
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(r->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    srv_peer_text(peer, info ? info->client_addr : NULL);
    const bool is_refused = r->status != 0 && r->answered != SRV_OK;
    const srv_log_line line = {.id = r->id,
                               .peer = peer,
                               .method = r->method,
                               .path = r->path,
                               .status = r->status,
                               .cause = is_refused ? srv_status_of(r->answered)->slug : NULL,
                               .bytes_in = r->upload.seen,
                               .bytes_out = r->bytes_out,
                               .format = r->upload.format,
                               .verdict = r->verdict,
                               .duration_us = srv_now_us() - r->started_us,
                               .queue_us = r->queue_us};
    srv_log_request(&line);
}

static void set_status(request *r, srv_answer answer) {
    r->answered = answer;
    r->status = srv_status_of(answer)->http_status;
}

/* Queues the reply. MHD_NO drops the connection: it has been cut, or memory ran out. */
static enum MHD_Result send_reply(request *r) {
    r->stage = AT_END;
    if (!srv_watchdog_enter(&r->context->dog, r->watch, SRV_PHASE_ANSWER)) return MHD_NO;
    const srv_answer answer = r->reply.answer;
    const unsigned status = srv_reply_status(&r->reply);
    const size_t length = r->reply.length;
    const srv_envelope envelope = {.id = r->id,
                                   .allow_origin = r->allow_origin,
                                   .varies_by_origin = r->context->access->cors.count > 0,
                                   .close = r->close || atomic_load(&r->context->draining)};
    r->verdict = r->reply.verdict;
    if (!srv_send(r->connection, &r->reply, &envelope)) return MHD_NO;
    r->answered = answer;
    r->status = status;
    r->bytes_out = status == MHD_HTTP_NOT_MODIFIED || strcmp(r->method, "HEAD") == 0 ? 0 : length;
    r->sent_us = srv_now_us();
    return MHD_YES;
}

/* libmicrohttpd takes an answer at the first call or at the last, and closes the connection after
 * one at the first: that is for requests whose body must stay unread. */
static enum MHD_Result send_when_due(request *r) {
    if (r->close) return send_reply(r);
    r->stage = AT_ANSWER;
    return MHD_YES;
}

static enum MHD_Result send_problem(request *r, const srv_problem *problem, const char *allow) {
    srv_reply_clear(&r->reply);
    srv_reply_problem(&r->reply, problem, allow);
    return send_when_due(r);
}

static enum MHD_Result send_answer(request *r, srv_answer answer) {
    const srv_problem problem = srv_problem_make(answer, NULL, 0);
    return send_problem(r, &problem, NULL);
}

/* Answers a route without a body; text on the heap counts against the budget while it is sent. */
static enum MHD_Result send_route(request *r, const srv_head *head) {
    r->decision.answer(&(srv_exchange){.context = r->context,
                                       .head = head,
                                       .allow = r->decision.allow,
                                       .rest = r->decision.rest,
                                       .reply = &r->reply});
    const uint64_t bytes = r->reply.release ? r->reply.length : 0;
    if (!srv_memory_reserve(&r->context->memory, bytes, SRV_FOR_JUDGING))
        return send_answer(r, SRV_BUSY);
    r->upload.text_bytes = bytes;
    return send_when_due(r);
}

typedef struct collector {
    srv_header fields[SRV_HEADERS_MAX + 1]; /* the last one shows that there are too many */
    size_t count;
} collector;

static enum MHD_Result collect_header(void *context, enum MHD_ValueKind kind, const char *name,
                                      size_t name_length, const char *value, size_t value_length) {
    (void)kind;
    collector *all = context;
    if (all->count > SRV_HEADERS_MAX) return MHD_NO;
    all->fields[all->count++] =
        (srv_header){.name = {name, name_length}, .value = {value ? value : "", value_length}};
    return MHD_YES;
}

static void count(request *r) {
    r->counted = true;
    atomic_fetch_add(&r->context->in_flight, 1);
}

/* Those in force when the request came, as long as it lasts. */
static const srv_masters *masters_of(const request *r) {
    return r->masters ? &r->masters->masters : NULL;
}

static void decide(request *r, const srv_head *head) {
    r->masters = srv_masters_hold(&r->context->masters);
    srv_printable(r->method, sizeof r->method, head->method, strlen(head->method));
    srv_choose_id(r->id, head, r->context->boot_id, atomic_fetch_add(&r->context->id_count, 1));
    const srv_terms terms = {.max_body_bytes = r->context->max_body_bytes,
                             .max_findings = r->context->max_findings,
                             .masters = masters_of(r),
                             .tokens = &r->context->access->tokens};
    r->allow_origin = srv_cors_allowed(&r->context->access->cors, head);
    srv_decide(head, &terms, &r->target, &r->decision);
    const srv_answer wired = srv_wire_show(r->watch->wire);
    if (wired != SRV_OK)
        r->decision = (srv_decision){.problem = srv_problem_make(wired, NULL, 0), .close = true};
    r->close = r->decision.close;
}

static void wake(request *r, stage next) {
    r->stage = next;
    MHD_resume_connection(r->connection);
}

static void wake_with(request *r, srv_answer answer) {
    const srv_problem problem = srv_problem_make(answer, NULL, 0);
    srv_reply_problem(&r->reply, &problem, NULL);
    wake(r, AT_ANSWER);
}

/* Says why on the bare socket, where libmicrohttpd would only hang up. */
static void hang_up(request *r) {
    char answer[1024];
    char *json = srv_problem_json(&r->upload.late);
    if (json) srv_raw_answer(answer, sizeof answer, &r->upload.late, json);
    srv_watchdog_cut(&r->context->dog, r->watch, json ? answer : NULL);
    free(json);
    set_status(r, r->upload.late.answer);
}

/* Returns false if the sender has been told why no more of the body is wanted. */
static bool take(request *r, const char *bytes, size_t length) {
    atomic_fetch_add_explicit(&r->watch->body_bytes, length, memory_order_relaxed);
    if (srv_upload_append(&r->upload, bytes, length)) return true;
    hang_up(r);
    return false;
}

srv_aside srv_take_turn(srv_inflow *inflow, void *bytes, size_t room) {
    request *r = (request *)(void *)((char *)inflow - offsetof(request, inflow));
    size_t length = 0;
    const srv_aside now = srv_wire_recv_aside(inflow->fd, bytes, room, &length);
    return length == 0 || take(r, bytes, length) ? now : SRV_ASIDE_LOST;
}

/* A body that comes this way is worth a worker. */
void srv_end_inflow(srv_inflow *inflow, bool has_ended) {
    request *r = (request *)(void *)((char *)inflow - offsetof(request, inflow));
    if (!has_ended || !srv_watchdog_enter(&r->context->dog, r->watch, SRV_PHASE_JUDGING)) {
        wake(r, AT_CUT);
        return;
    }
    r->queued_us = end_stage(r, SRV_STAGE_RECEIVE, r->started_us);
    const srv_answer wired = srv_wire_body_answer(r->watch->wire);
    r->stage = AT_WORKER;
    if (wired != SRV_OK) {
        r->close = true;
        wake_with(r, wired);
    } else if (!srv_workers_add(&r->context->workers, &r->task))
        wake_with(r, SRV_DRAINING);
}

static bool take_begun(request *r) {
    const srv_text begun = srv_wire_begun(r->watch->wire);
    return take(r, begun.bytes, begun.length);
}

/* libmicrohttpd believes that nothing more comes of the request, and waits for us. */
static enum MHD_Result receive_aside(request *r) {
    r->stage = AT_INFLOW;
    r->inflow.fd = r->watch->fd;
    MHD_suspend_connection(r->connection);
    if (!srv_receiver_add(&r->context->receiver, &r->inflow)) wake(r, AT_CUT);
    return MHD_YES;
}

/* All of the body comes beside libmicrohttpd. */
static enum MHD_Result receive_all_aside(request *r) {
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    if (!take_begun(r)) return MHD_NO;
    if (r->expects_continue)
        (void)send(r->watch->fd, go_on, sizeof go_on - 1, MSG_DONTWAIT | MSG_NOSIGNAL);
    return receive_aside(r);
}

/* Lets the body come, if there is memory for it. */
static enum MHD_Result admit(request *r) {
    srv_context *context = r->context;
    srv_upload *const upload = &r->upload;
    upload->coding = r->decision.coding;
    upload->media = r->decision.media;
    upload->rendering = r->decision.rendering;
    upload->words = r->target.params;
    upload->masters = masters_of(r);
    upload->is_isolated = context->judges != NULL;
    upload->max_findings = context->max_findings;
    upload->max_files = context->max_files;
    upload->max_unpacked_bytes = context->max_unpacked_bytes;
    upload->max_bytes = context->max_body_bytes;
    upload->fixes = r->decision.route->fixes;
    srv_upload_wish(upload, &r->decision.wishes);
    const srv_answer answer = srv_upload_admit(&r->upload, r->decision.framing.length_bytes);
    if (answer != SRV_OK) {
        r->close = true; /* the body stays unread */
        return send_answer(r, answer);
    }
    r->stage = AT_BODY;
    atomic_store(&r->watch->length_bytes, r->decision.framing.length_bytes);
    if (!srv_watchdog_enter(&context->dog, r->watch, SRV_PHASE_BODY)) return MHD_NO;
    return r->is_at_head ? receive_all_aside(r) : MHD_YES;
}

static enum MHD_Result start_answer(request *r, const srv_head *head) {
    count(r);
    decide(r, head);
    if (r->decision.problem.answer != SRV_OK)
        return send_problem(r, &r->decision.problem, r->decision.allow);
    return r->decision.answer ? send_route(r, head) : admit(r);
}

static enum MHD_Result begin(request *r, const char *method, const char *version) {
    if (!r->watch) return MHD_NO;
    collector all = {.count = 0};
    (void)MHD_get_connection_values_n(r->connection, MHD_HEADER_KIND, collect_header, &all);
    const uint64_t aside_bytes = srv_wire_aside(r->watch->wire, &r->expects_continue);
    r->is_at_head = aside_bytes > 0;
    return start_answer(r, &(srv_head){.method = method,
                                       .aside_bytes = aside_bytes,
                                       .target = r->raw_target,
                                       .version = version,
                                       .headers = all.fields,
                                       .header_count = all.count});
}

static enum MHD_Result receive(request *r, const char *data, size_t *size) {
    const bool goes_on = take(r, data, *size);
    *size = 0;
    return goes_on ? MHD_YES : MHD_NO;
}

static enum MHD_Result hand_over(request *r) {
    r->stage = AT_WORKER;
    r->queued_us = srv_now_us();
    MHD_suspend_connection(r->connection);
    if (!srv_workers_add(&r->context->workers, &r->task)) wake_with(r, SRV_DRAINING);
    return MHD_YES;
}

static void judge(request *r, uint64_t since_us) {
    if (r->context->judges)
        srv_judges_judge(r->context->judges, &r->upload, &r->reply);
    else
        srv_upload_judge(&r->upload, &r->reply);
    (void)end_stage(r, SRV_STAGE_JUDGE, since_us);
}

static void end_trial(srv_trial *trial) {
    request *r = (request *)(void *)((char *)trial - offsetof(request, trial));
    if (trial->is_called) (void)end_stage(r, SRV_STAGE_JUDGE, trial->called_us);
    if (trial->is_called && r->queued_us != 0) {
        r->queue_us = trial->called_us - r->queued_us;
        r->stage_us[SRV_STAGE_QUEUE] = r->queue_us;
    }
    wake(r, AT_ANSWER);
}

/* A judge that has not answered soon costs this thread nothing more. */
static enum MHD_Result leave_trial(request *r, uint64_t since_us) {
    r->stage = AT_WORKER;
    if (!r->trial.is_called) r->queued_us = since_us;
    MHD_suspend_connection(r->connection);
    if (!srv_judges_leave(r->context->judges, &r->trial)) wake_with(r, SRV_DRAINING);
    return MHD_YES;
}

static enum MHD_Result try_judge(request *r, uint64_t since_us) {
    r->trial = (srv_trial){.upload = &r->upload, .reply = &r->reply, .on_reply = end_trial};
    if (!srv_judges_try(r->context->judges, &r->trial)) return leave_trial(r, since_us);
    (void)end_stage(r, SRV_STAGE_JUDGE, since_us);
    return send_reply(r);
}

static enum MHD_Result finish(request *r) {
    if (srv_wire_has_rest(r->watch->wire) && !take_begun(r)) return MHD_NO;
    if (srv_wire_has_rest(r->watch->wire)) return receive_aside(r);
    const uint64_t received_us = end_stage(r, SRV_STAGE_RECEIVE, r->started_us);
    if (!srv_watchdog_enter(&r->context->dog, r->watch, SRV_PHASE_JUDGING)) return MHD_NO;
    const srv_answer wired = srv_wire_body_answer(r->watch->wire);
    r->close = wired != SRV_OK;
    if (r->close) return send_answer(r, wired);
    if (srv_upload_is_heavy(&r->upload)) return hand_over(r);
    if (r->context->judges) return try_judge(r, received_us);
    judge(r, received_us);
    return send_reply(r);
}

void srv_do_task(srv_task *task, bool stopping) {
    request *r = (request *)(void *)((char *)task - offsetof(request, task));
    const uint64_t taken_us = end_stage(r, SRV_STAGE_QUEUE, r->queued_us);
    r->queue_us = r->stage_us[SRV_STAGE_QUEUE];
    if (stopping) {
        wake_with(r, SRV_DRAINING);
        return;
    }
    judge(r, taken_us);
    wake(r, AT_ANSWER);
}

static srv_watch *watch_of(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

/* A connection that was suspended at its header is asked for an answer there, after which it would
 * be closed, and once more at the end of the body that is none. */
static enum MHD_Result answer_at_end(request *r) {
    if (!r->is_at_head) return send_reply(r);
    r->is_at_head = false;
    return MHD_YES;
}

/* libmicrohttpd calls this with the request line, before it takes the target apart. */
void *srv_on_target(void *context, const char *target, struct MHD_Connection *connection) {
    request *r = malloc(sizeof *r);
    if (!r) return NULL;
    memset(r, 0, offsetof(request, decision));
    r->context = context;
    r->connection = connection;
    r->watch = watch_of(connection);
    r->upload.memory = &r->context->memory;
    r->started_us = srv_now_us();
    for (int i = 0; i < SRV_STAGE_COUNT; i++)
        r->stage_us[i] = SRV_NO_TIME;
    const size_t length = strnlen(target, sizeof r->raw_target - 1);
    memcpy(r->raw_target, target, length);
    r->raw_target[length] = '\0';
    for (char *mark = r->raw_target; (mark = strchr(mark, SRV_HIDDEN_MARK));)
        *mark = '?';
    srv_printable(r->path, sizeof r->path, r->raw_target, strcspn(r->raw_target, "?"));
    return r;
}

/* Called with the header, with every piece of the body, at its end, and after a resume. */
enum MHD_Result srv_on_request(void *context, struct MHD_Connection *connection, const char *url,
                               const char *method, const char *version, const char *data,
                               size_t *data_size, void **state) {
    (void)context;
    (void)connection;
    (void)url; /* decoded by rules of its own: srv_on_target has the target as it came */
    request *r = *state;
    if (!r) return MHD_NO;
    switch (r->stage) {
    case AT_HEAD:
        return begin(r, method, version);
    case AT_BODY:
        return *data_size > 0 ? receive(r, data, data_size) : finish(r);
    case AT_ANSWER:
        return *data_size > 0 ? MHD_NO : answer_at_end(r);
    case AT_CUT:
        return MHD_NO;
    case AT_INFLOW:
    case AT_WORKER:
    case AT_END:
        break;
    }
    return MHD_YES;
}

/* The wire took it, and libmicrohttpd ended it without showing it to us. */
static void note_library_refusal(const request *r) {
    const srv_field fields[] = {srv_field_text("path", r->path), {0}};
    srv_count(&srv_counts.library_refusals, 1);
    srv_event("library-refusal", fields);
}

void srv_on_completed(void *context, struct MHD_Connection *connection, void **state,
                      enum MHD_RequestTerminationCode code) {
    (void)context;
    (void)connection;
    (void)code;
    request *r = *state;
    *state = NULL;
    if (!r) return;
    r->bytes_out += r->upload.lines.bytes_out;
    if (r->counted) {
        const bool alive = srv_watchdog_enter(&r->context->dog, r->watch, SRV_PHASE_HEADER);
        srv_wire_settle(r->watch->wire);
        if (!alive && r->watch->told && r->status == 0) set_status(r, SRV_TOO_SLOW);
        if (r->sent_us != 0) (void)end_stage(r, SRV_STAGE_SEND, r->sent_us);
        log_request(r);
        meter_request(r);
    } else {
        note_library_refusal(r);
    }
    srv_upload_clear(&r->upload);
    srv_masters_let_go(&r->context->masters, r->masters);
    srv_reply_clear(&r->reply);
    if (r->counted) atomic_fetch_sub(&r->context->in_flight, 1);
    free(r);
}

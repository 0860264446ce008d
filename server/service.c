#include "server/service.h"

#include <inttypes.h>
#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>

#include "navlint/navlint.h"
#include "server/counters.h"
#include "server/life/acceptor.h"
#include "server/life/signals.h"
#include "server/metrics/service.h"
#include "server/reload.h"
#include "server/request.h"
#include "server/request_id.h"
#include "server/send.h"
#include "server/upload_memory.h"
#include "server/wire/recv.h"

/* Per connection, for header and answer; larger ones are zeroed after every request and slower. */
enum { CONNECTION_MEMORY_BYTES = 32 * 1024 };

enum { LAST_WORDS_BYTES = 1024 };

/* A client that keeps a connection may send its next request at the very moment at which we close
 * it. One that was quiet for so long is not in the middle of a series of requests; and while it was
 * quiet, every request that was on its way has arrived. */
enum { QUIET_MS = 1000 };

struct srv_service {
    const srv_config *config;
    struct MHD_Daemon *daemon;
    struct MHD_Daemon *metrics; /* NULL: nobody wants them */
    srv_acceptor acceptor;
    bool accepts; /* its thread runs */
    srv_context context;
    char last_words[LAST_WORDS_BYTES];
};

/* What is set aside so that every thread can judge a small body at any time. */
static uint64_t aside_bytes(const srv_config *config) {
    navlint_options options;
    srv_options_make(&options, config->max_body_bytes, (uint32_t)config->max_findings);
    const uint64_t small = config->max_body_bytes < SRV_SMALL_BODY_BYTES ? config->max_body_bytes
                                                                         : SRV_SMALL_BODY_BYTES;
    /* A judge gets a copy of the body. */
    return config->threads *
           (srv_judge_bound(&options, small) + (config->isolate ? SRV_SMALL_BODY_BYTES : 0));
}

uint64_t srv_service_least_budget(const srv_config *config, const srv_masters *masters) {
    navlint_options options;
    srv_options_make(&options, config->max_body_bytes, (uint32_t)config->max_findings);
    const uint64_t bodies = config->max_body_bytes * (config->isolate ? 2 : 1);
    return aside_bytes(config) + bodies + srv_judge_bound(&options, config->max_body_bytes) +
           srv_masters_bound(masters, &options);
}

/* libmicrohttpd cannot answer in the middle of a body; this is written straight to the socket. */
static bool make_last_words(srv_service *service) {
    const srv_problem problem = srv_problem_make(SRV_TOO_SLOW, NULL, 0);
    char *json = srv_problem_json(&problem);
    if (!json) return false;
    srv_raw_answer(service->last_words, sizeof service->last_words, &problem, json);
    free(json);
    return true;
}

static srv_watch *watch(srv_context *context, int fd) {
    srv_wire_connection *wire = srv_wire_watch(fd);
    srv_watch *watched = wire ? srv_watchdog_add(&context->dog, fd, wire) : NULL;
    if (watched) return watched;
    srv_wire_forget(fd);
    (void)shutdown(fd, SHUT_RDWR); /* nothing is read past the wire */
    return NULL;
}

static void forget(srv_context *context, srv_watch *watched) {
    const int fd = watched->fd;
    if (srv_wire_is_open(watched->wire)) srv_linger_add(&context->dog.linger, fd, srv_now_ms());
    srv_watchdog_remove(&context->dog, watched);
    srv_wire_forget(fd);
}

static void notify_connection(void *context, struct MHD_Connection *connection,
                              void **socket_context, enum MHD_ConnectionNotificationCode code) {
    srv_service *service = context;
    if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
        if (*socket_context) forget(&service->context, *socket_context);
        *socket_context = NULL;
        srv_acceptor_let_go(&service->acceptor);
        return;
    }
    srv_count(&srv_counts.connections, 1);
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    *socket_context = info ? watch(&service->context, info->connect_fd) : NULL;
}

/* The acceptor counts connections. libmicrohttpd would refuse those over its limit, which it shares
 * out among its threads, and chooses a thread by the descriptor's number: each gets room for all.
 */
static intptr_t library_limit(const srv_config *config) {
    return (intptr_t)((config->max_connections + 1) * config->threads);
}

/* libmicrohttpd hangs up without a word: the watchdog, which looks round ten times a second, goes
 * first. */
static intptr_t library_timeout_s(const srv_config *config) {
    enum { GRACE_S = 2 };
    return (intptr_t)config->idle_timeout_s + GRACE_S;
}

static struct MHD_Daemon *start_daemon(srv_service *service) {
    const srv_config *config = service->config;
    srv_context *context = &service->context;
    const struct MHD_OptionItem options[] = {
        {MHD_OPTION_CONNECTION_LIMIT, library_limit(config), NULL},
        {MHD_OPTION_CONNECTION_TIMEOUT, library_timeout_s(config), NULL},
        {MHD_OPTION_CONNECTION_MEMORY_LIMIT, CONNECTION_MEMORY_BYTES, NULL},
        {MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1, NULL},
        /* A pool of one is refused. */
        {config->threads > 1 ? MHD_OPTION_THREAD_POOL_SIZE : MHD_OPTION_END,
         (intptr_t)config->threads, NULL},
        {MHD_OPTION_END, 0, NULL}};
    return MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC |
                                MHD_USE_NO_LISTEN_SOCKET,
                            0, NULL, NULL, srv_on_request, context, MHD_OPTION_ARRAY, options,
                            MHD_OPTION_URI_LOG_CALLBACK, srv_on_target, context,
                            MHD_OPTION_NOTIFY_CONNECTION, notify_connection, service,
                            MHD_OPTION_NOTIFY_COMPLETED, srv_on_completed, context, MHD_OPTION_END);
}

static void tidy(void *memory) {
    srv_memory_tidy(memory);
}

/* What the receiver lets go of may go to the workers. */
static void stop_helpers(srv_context *context) {
    srv_receiver_stop(&context->receiver);
    srv_judges_end(context->judges);
    srv_workers_stop(&context->workers);
    srv_judges_leave_off(context->judges);
}

static bool start_context(srv_service *service) {
    const srv_config *config = service->config;
    srv_context *context = &service->context;
    const srv_pace pace = {.idle_timeout_ms = config->idle_timeout_s * 1000,
                           .request_timeout_ms = config->request_timeout_s * 1000,
                           .min_rate = config->min_rate};
    context->max_body_bytes = config->max_body_bytes;
    context->max_unpacked_bytes = config->max_unpacked_bytes;
    context->max_files = config->max_files;
    context->max_findings = (uint32_t)config->max_findings;
    context->max_connections = config->max_connections;
    context->started_s = (uint64_t)time(NULL);
    context->boot_id = srv_random_id();
    srv_memory_open(&context->memory, config->memory_budget_bytes, aside_bytes(config));
    if (!srv_wire_open() || !make_last_words(service) ||
        !srv_receiver_start(&context->receiver, srv_take_turn, srv_end_inflow))
        return false;
    if (!srv_workers_start(&context->workers, config->workers, srv_do_task)) {
        srv_receiver_stop(&context->receiver);
        return false;
    }
    if (!srv_watchdog_start(&context->dog, &pace, service->last_words)) {
        stop_helpers(context);
        return false;
    }
    srv_watchdog_call(&context->dog, tidy, &context->memory);
    return true;
}

static bool start_parts(srv_service *service, srv_listeners *listeners) {
    if (!srv_acceptor_open(&service->acceptor, listeners,
                           (uint32_t)service->config->max_connections))
        return false;
    if (start_context(service)) return true;
    srv_acceptor_close(&service->acceptor);
    return false;
}

static void stop_parts(srv_service *service) {
    srv_watchdog_stop(&service->context.dog);
    srv_acceptor_close(&service->acceptor);
    srv_memory_close(&service->context.memory);
}

static void release(srv_service *service) {
    srv_wire_close();
    srv_library_close(&service->context.library);
    srv_shared_masters_close(&service->context.masters);
    free(service);
}

static bool open_contents(srv_service *service, srv_masters *masters) {
    const srv_openapi_terms terms = {.has_tokens = *service->config->token_file != '\0',
                                     .max_findings = (uint32_t)service->config->max_findings};
    return srv_shared_masters_open(&service->context.masters, masters) &&
           srv_library_open(&service->context.library, &terms);
}

static bool put_in_force(srv_service *service, srv_masters *masters, char *why) {
    const uint64_t least = srv_service_least_budget(service->config, masters);
    if (service->config->memory_budget_bytes >= least)
        return srv_shared_masters_replace(&service->context.masters, masters);
    (void)snprintf(why, SRV_RELOAD_WHY_BYTES,
                   "judging with them needs a --memory-budget of %" PRIu64, least);
    return false;
}

static bool reload_masters(void *context, char *why) {
    srv_service *service = context;
    srv_masters masters;
    if (service->context.judges) {
        (void)snprintf(why, SRV_RELOAD_WHY_BYTES, "--isolate: judges keep those of the start");
        return false;
    }
    const bool is_done = srv_masters_open(&masters, service->config->masters_dir, why) &&
                         put_in_force(service, &masters, why);
    srv_masters_close(&masters); /* which are none any more if they are in force */
    return is_done;
}

srv_service *srv_service_start(const srv_config *config, srv_masters *masters, srv_access *access,
                               srv_listeners *listeners) {
    srv_service *service = calloc(1, sizeof *service);
    if (!service) return NULL;
    service->config = config;
    service->context.access = access;
    if (!open_contents(service, masters) || !start_parts(service, listeners)) {
        fprintf(stderr, "navlintd: cannot start threads\n");
        release(service);
        return NULL;
    }
    service->daemon = start_daemon(service);
    if (service->daemon) {
        if (*config->masters_dir != '\0') srv_reload_add("masters", reload_masters, service);
        return service;
    }
    fprintf(stderr, "navlintd: libmicrohttpd does not start with these settings\n");
    stop_helpers(&service->context);
    stop_parts(service);
    release(service);
    return NULL;
}

/* Who drains goes on with that. */
static void end_without_judges(void *context) {
    const srv_context *const all = context;
    if (!atomic_load(&all->draining)) srv_signal_stop();
}

bool srv_service_isolate(srv_service *service, srv_judges *judges) {
    const srv_heir heir = {.on_loss = end_without_judges, .context = &service->context};
    service->context.judges = judges;
    return !judges || srv_judges_mind(judges, &heir);
}

void srv_service_show_page(srv_service *service, const srv_front *front) {
    service->context.front = front;
}

bool srv_service_accept(srv_service *service) {
    service->accepts = srv_acceptor_start(&service->acceptor, service->daemon);
    return service->accepts;
}

bool srv_service_show_metrics(srv_service *service, int listen_fd) {
    service->metrics = srv_metrics_start(&service->context, listen_fd);
    return service->metrics != NULL;
}

void srv_service_announce_end(srv_service *service) {
    const srv_context *context = &service->context;
    const srv_field fields[] = {
        srv_field_number("lame_duck_s", service->config->lame_duck_s),
        srv_field_number("requests_in_flight", atomic_load(&context->in_flight)),
        srv_field_number("connections", srv_acceptor_open_count(&service->acceptor)),
        {0}};
    srv_event("drain", fields);
    atomic_store(&service->context.draining, true);
}

void srv_service_end_accepting(srv_service *service) {
    srv_acceptor_finish(&service->acceptor);
}

void srv_service_end_quiet(srv_service *service) {
    srv_watchdog_end_quiet(&service->context.dog, QUIET_MS);
}

bool srv_service_is_idle(const srv_service *service) {
    return srv_acceptor_is_done(&service->acceptor) &&
           srv_acceptor_open_count(&service->acceptor) == 0;
}

/* Nothing may be in use any more: the tests look at that after each service. */
static void say_stop(srv_context *context) {
    const srv_field fields[] = {
        srv_field_number("memory_in_use", srv_memory_in_use(&context->memory)),
        srv_field_number("requests_in_flight", atomic_load(&context->in_flight)),
        srv_field_number("connections", srv_watchdog_count(&context->dog)),
        {0}};
    srv_event("stop", fields);
}

/* libmicrohttpd panics if a connection is still suspended when it stops: receiver and workers go
 * first, and resume what they hold. */
void srv_service_stop(srv_service *service) {
    if (service->accepts) srv_acceptor_stop(&service->acceptor);
    srv_watchdog_cut_all(&service->context.dog);
    stop_helpers(&service->context);
    MHD_stop_daemon(service->daemon);
    srv_metrics_stop(service->metrics);
    say_stop(&service->context);
    stop_parts(service);
    release(service);
}

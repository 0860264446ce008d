/* navlint-bare [--judge] [--answer-bytes N] [--threads N]
 *
 * The least that a libmicrohttpd server can do with an upload: read the body, answer a constant of
 * that length; with --judge, the report. What navlintd costs more is the price of being navlintd.
 */
#define _GNU_SOURCE /* sysconf's names */
#include <microhttpd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/service/body.h"

/* As the service has it. */
enum { CONNECTION_MEMORY_BYTES = 32 * 1024, CONNECTIONS = 512 };

typedef struct bare {
    bool judges;
    bench_bytes answer;
} bare;

typedef struct upload {
    bench_bytes body; /* length: its room */
    size_t used;
} upload;

static _Thread_local bench_bytes judging;

static void free_text(void *text) {
    navlint_text_free((navlint_text){.text = text});
}

static enum MHD_Result answer(const bare *server, struct MHD_Connection *connection,
                              const upload *from) {
    const navlint_text text = server->judges ? bench_judge(from->body.bytes, from->used, &judging)
                                             : (navlint_text){.text = NULL};
    struct MHD_Response *const response =
        text.text
            ? MHD_create_response_from_buffer_with_free_callback(text.length, text.text, free_text)
            : MHD_create_response_from_buffer(server->answer.length, server->answer.bytes,
                                              MHD_RESPMEM_PERSISTENT);
    const enum MHD_Result queued = MHD_queue_response(connection, MHD_HTTP_OK, response);
    MHD_destroy_response(response);
    return queued;
}

static upload *begin(struct MHD_Connection *connection) {
    const char *const length =
        MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH);
    upload *const fresh = calloc(1, sizeof *fresh);
    if (!fresh || !length) return fresh;
    fresh->body.length = strtoull(length, NULL, 10);
    fresh->body.bytes = malloc(fresh->body.length);
    if (!fresh->body.bytes) fresh->body.length = 0;
    return fresh;
}

static enum MHD_Result on_request(void *context, struct MHD_Connection *connection, const char *url,
                                  const char *method, const char *version, const char *data,
                                  size_t *data_size, void **state) {
    (void)url;
    (void)method;
    (void)version;
    upload *const to = *state;
    if (!to) return (*state = begin(connection)) ? MHD_YES : MHD_NO;
    if (*data_size == 0) return answer(context, connection, to);
    if (*data_size > to->body.length - to->used) return MHD_NO;
    memcpy(to->body.bytes + to->used, data, *data_size);
    to->used += *data_size;
    *data_size = 0;
    return MHD_YES;
}

static void on_completed(void *context, struct MHD_Connection *connection, void **state,
                         enum MHD_RequestTerminationCode code) {
    (void)context;
    (void)connection;
    (void)code;
    upload *const done = *state;
    if (!done) return;
    free(done->body.bytes);
    free(done);
    *state = NULL;
}

static struct MHD_Daemon *start(bare *server, unsigned threads) {
    const struct MHD_OptionItem options[] = {
        {MHD_OPTION_CONNECTION_LIMIT, CONNECTIONS, NULL},
        {MHD_OPTION_CONNECTION_TIMEOUT, 15, NULL},
        {MHD_OPTION_CONNECTION_MEMORY_LIMIT, CONNECTION_MEMORY_BYTES, NULL},
        {threads > 1 ? MHD_OPTION_THREAD_POOL_SIZE : MHD_OPTION_END, (intptr_t)threads, NULL},
        {MHD_OPTION_END, 0, NULL}};
    return MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC,
                            0, NULL, NULL, on_request, server, MHD_OPTION_ARRAY, options,
                            MHD_OPTION_NOTIFY_COMPLETED, on_completed, NULL, MHD_OPTION_END);
}

static bool read_flags(bare *server, unsigned *threads, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        const bool has_value = i + 1 < argc;
        if (strcmp(argv[i], "--judge") == 0)
            server->judges = true;
        else if (strcmp(argv[i], "--answer-bytes") == 0 && has_value)
            server->answer.length = strtoull(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--threads") == 0 && has_value)
            *threads = (unsigned)strtoul(argv[++i], NULL, 10);
        else
            return false;
    }
    return true;
}

int main(int argc, char **argv) {
    bare server = {.judges = false};
    unsigned threads = 1;
    if (!read_flags(&server, &threads, argc, argv)) {
        fputs("usage: navlint-bare [--judge] [--answer-bytes N] [--threads N]\n", stderr);
        return 2;
    }
    sigset_t stop;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTERM);
    (void)pthread_sigmask(SIG_BLOCK, &stop, NULL);
    server.answer.bytes = calloc(1, server.answer.length + 1);
    struct MHD_Daemon *const daemon = server.answer.bytes ? start(&server, threads) : NULL;
    if (!daemon) return 4;
    printf("navlint-bare listening on http://127.0.0.1:%u\n",
           MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port);
    fflush(stdout);
    int number = 0;
    (void)sigwait(&stop, &number);
    MHD_stop_daemon(daemon);
    free(server.answer.bytes);
    return 0;
}

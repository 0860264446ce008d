#include "server/metrics/service.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/metrics/text.h"

enum { MOST_CONNECTIONS = 16, TIMEOUT_S = 15, CONNECTION_MEMORY_BYTES = 16 * 1024 };

typedef struct page {
    unsigned status;
    const char *content_type;
    const char *allow; /* NULL: no Allow header */
} page;

static enum MHD_Result answer(struct MHD_Connection *connection, const page *what,
                              struct MHD_Response *response) {
    if (!response) return MHD_NO;
    (void)MHD_add_response_header(response, "Content-Type", what->content_type);
    (void)MHD_add_response_header(response, "Cache-Control", "no-store");
    if (what->allow) (void)MHD_add_response_header(response, "Allow", what->allow);
    const enum MHD_Result queued = MHD_queue_response(connection, what->status, response);
    MHD_destroy_response(response);
    return queued;
}

/* text: static. */
static enum MHD_Result answer_static(struct MHD_Connection *connection, const page *what,
                                     char *text) {
    return answer(connection, what,
                  MHD_create_response_from_buffer(strlen(text), text, MHD_RESPMEM_PERSISTENT));
}

static enum MHD_Result answer_metrics(struct MHD_Connection *connection,
                                      struct srv_context *context) {
    static const page metrics = {MHD_HTTP_OK, "text/plain; version=0.0.4; charset=utf-8", NULL};
    size_t length = 0;
    char *text = srv_metrics_text(context, &length);
    if (!text) return MHD_NO;
    struct MHD_Response *response =
        MHD_create_response_from_buffer_with_free_callback(length, text, free);
    if (!response) free(text);
    return answer(connection, &metrics, response);
}

static enum MHD_Result on_request(void *context, struct MHD_Connection *connection, const char *url,
                                  const char *method, const char *version, const char *data,
                                  size_t *data_size, void **state) {
    static const page health = {MHD_HTTP_OK, "application/json", NULL};
    static const page wrong_path = {MHD_HTTP_NOT_FOUND, "text/plain", NULL};
    static const page wrong_method = {MHD_HTTP_METHOD_NOT_ALLOWED, "text/plain", "GET, HEAD"};
    static char is_well[] = "{\"status\":\"ok\"}\n";
    static char paths[] = "here are /metrics and /healthz\n";
    static char methods[] = "GET or HEAD\n";
    (void)version;
    (void)data;
    (void)data_size;
    (void)state;
    if (strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0)
        return answer_static(connection, &wrong_method, methods);
    if (strcmp(url, "/metrics") == 0) return answer_metrics(connection, context);
    if (strcmp(url, "/healthz") == 0) return answer_static(connection, &health, is_well);
    return answer_static(connection, &wrong_path, paths);
}

struct MHD_Daemon *srv_metrics_start(struct srv_context *context, int listen_fd) {
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC, 0, NULL, NULL, on_request, context,
        MHD_OPTION_LISTEN_SOCKET, listen_fd, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)MOST_CONNECTIONS, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)TIMEOUT_S,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY_BYTES,
        MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1, MHD_OPTION_END);
    if (!daemon) (void)close(listen_fd);
    return daemon;
}

void srv_metrics_stop(struct MHD_Daemon *daemon) {
    if (daemon) MHD_stop_daemon(daemon);
}

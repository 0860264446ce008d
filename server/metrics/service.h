/* The port for those who run the service: GET /metrics and GET /healthz, on a thread of its own, so
 * that they answer whatever the connection threads are busy with. */
#ifndef NAVLINT_SERVER_METRICS_SERVICE_H
#define NAVLINT_SERVER_METRICS_SERVICE_H

#include <microhttpd.h>

struct srv_context;

/* Answers on a listening socket, which it closes at the end. context: borrowed until the stop.
 * Returns NULL if libmicrohttpd does not start; the socket is closed then, too. */
struct MHD_Daemon *srv_metrics_start(struct srv_context *context, int listen_fd);

/* NULL is fine. */
void srv_metrics_stop(struct MHD_Daemon *daemon);

#endif

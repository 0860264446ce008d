/* What GET /metrics answers. */
#ifndef NAVLINT_SERVER_METRICS_TEXT_H
#define NAVLINT_SERVER_METRICS_TEXT_H

#include <stddef.h>

struct srv_context;

/* Prometheus's text format 0.0.4, which ends with a newline. length: receives the bytes, without
 * the NUL. Returns a heap string (free with free()), NULL when memory ran out. */
char *srv_metrics_text(struct srv_context *context, size_t *length);

#endif

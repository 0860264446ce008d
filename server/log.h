/* One JSON line on stderr for each request. */
#ifndef NAVLINT_SERVER_LOG_H
#define NAVLINT_SERVER_LOG_H

#include <stdint.h>

enum { SRV_LOG_METHOD_BYTES = 32, SRV_LOG_PATH_BYTES = 256 };

typedef struct srv_log_line {
    const char *id;      /* the request's id */
    const char *method;  /* printable */
    const char *path;    /* printable, without the query */
    unsigned status;     /* 0: no answer was given */
    uint64_t bytes;      /* of body received */
    const char *verdict; /* NULL: none */
    double duration_ms;
} srv_log_line;

/* Writes the line with one write, so that lines of several threads do not mix. */
void srv_log_request(const srv_log_line *line);

#endif

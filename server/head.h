/* The head of a request as plain data: what the decisions below are made from, without sockets. */
#ifndef NAVLINT_SERVER_HEAD_H
#define NAVLINT_SERVER_HEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Text with a length: header fields may hold NUL bytes. */
typedef struct srv_text {
    const char *bytes;
    size_t length;
} srv_text;

typedef struct srv_header {
    srv_text name;
    srv_text value;
} srv_header;

typedef struct srv_head {
    const char *method;
    const char *target;  /* as sent: neither split nor decoded */
    const char *version; /* "HTTP/1.1" */
    const srv_header *headers;
    size_t header_count;
    uint64_t aside_bytes; /* of a body that libmicrohttpd knows nothing of: no field says so */
} srv_head;

typedef enum srv_body_kind {
    SRV_BODY_NONE = 0, /* neither Content-Length nor Transfer-Encoding, or a length of zero */
    SRV_BODY_LENGTH,
    SRV_BODY_CHUNKED
} srv_body_kind;

/* How the request's body is delimited. */
typedef struct srv_framing {
    srv_body_kind kind;
    uint64_t length_bytes; /* of SRV_BODY_LENGTH; else 0 */
} srv_framing;

#endif

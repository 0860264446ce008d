/* What libmicrohttpd is handed in the place of a message that is refused, so that it takes the
 * answer from us, after the answers to what came before. */
#ifndef NAVLINT_SERVER_WIRE_REFUSAL_H
#define NAVLINT_SERVER_WIRE_REFUSAL_H

#include <stdbool.h>

#include "server/wire/head.h"

enum { SRV_STAND_IN_BYTES = 512 };

typedef struct srv_refusal {
    srv_answer answer;             /* SRV_OK: nothing has been refused, but the rest goes aside */
    bool in_body;                  /* the head has been handed on */
    char text[SRV_STAND_IN_BYTES]; /* what is handed on instead */
    size_t length;
} srv_refusal;

/* A request without a body, and of no more than the words that the log and the answer show: method,
 * target (cut) and X-Request-Id. */

/* In the place of a head. line: NULL if it has not been understood. raw: NULL if the head has not
 * come to its end. */
void srv_refuse_head(srv_refusal *refusal, srv_answer answer, const srv_request_line *line,
                     const srv_raw_head *raw);

/* In the place of the rest of a chunked body: its end. in_chunk: the CR LF behind a chunk is due.
 * in_trailer: only the empty line is. */
void srv_refuse_body(srv_refusal *refusal, srv_answer answer, bool in_chunk, bool in_trailer);

#endif

/* A reply becomes an HTTP answer. */
#ifndef NAVLINT_SERVER_SEND_H
#define NAVLINT_SERVER_SEND_H

#include <microhttpd.h>

#include "server/reply.h"

/* What an answer says that does not depend on what is answered. */
typedef struct srv_envelope {
    const char *id;           /* the request's */
    const char *allow_origin; /* Access-Control-Allow-Origin; NULL for none */
    bool varies_by_origin;    /* the Vary header has Origin */
    bool close;               /* end the connection afterwards */
} srv_envelope;

/* Queues the reply on a connection, from its own thread. Takes over the reply's text; false if the
 * connection is to be dropped. */
bool srv_send(struct MHD_Connection *connection, srv_reply *reply, const srv_envelope *envelope);

/* Writes a whole HTTP/1.1 answer that closes the connection, for where libmicrohttpd takes none.
 * json: the problem's body. */
void srv_raw_answer(char *out, size_t capacity, const srv_problem *problem, const char *json);

#endif

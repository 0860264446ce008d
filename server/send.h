/* A reply becomes an HTTP answer. */
#ifndef NAVLINT_SERVER_SEND_H
#define NAVLINT_SERVER_SEND_H

#include <microhttpd.h>

#include "server/reply.h"

/* Queues the reply on a connection, from its own thread. id: the request's. close: end the
 * connection afterwards. Takes over the reply's text; false if the connection is to be dropped. */
bool srv_send(struct MHD_Connection *connection, srv_reply *reply, const char *id, bool close);

/* Writes a whole HTTP/1.1 answer that closes the connection, for where libmicrohttpd takes none.
 * json: the problem's body. */
void srv_raw_answer(char *out, size_t capacity, const srv_problem *problem, const char *json);

#endif

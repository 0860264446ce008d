/* The bytes of one connection on their way from the kernel to libmicrohttpd. */
#ifndef NAVLINT_SERVER_WIRE_CONNECTION_H
#define NAVLINT_SERVER_WIRE_CONNECTION_H

#include <stdatomic.h>
#include <sys/types.h>

#include "server/wire/message.h"

/* Zero it at first. Belongs to the thread that serves the connection. */
typedef struct srv_wire_connection {
    srv_wire wire;
    /* Bytes of a head or line that has not come to its end, and what has been judged and did not
     * fit. NULL while there are none. */
    char *held;
    size_t capacity;
    size_t ready_begin; /* held[ready_begin..ready_end) is to be handed on */
    size_t ready_end;
    size_t rest_begin; /* held[rest_begin..rest_end) has not been judged */
    size_t rest_end;
    size_t refusal_given; /* bytes of the refusal's text handed on */
    uint64_t shown_count; /* messages that libmicrohttpd has shown us */
    /* Something has come that has not been answered. Any thread may look. */
    _Atomic bool is_busy;
    bool broken; /* memory ran out and bytes were lost */
} srv_wire_connection;

/* Where bytes come from: returns, and sets errno, as recv does. */
typedef ssize_t srv_wire_read(void *context, void *bytes, size_t room);

typedef struct srv_wire_source {
    srv_wire_read *read;
    void *context;
} srv_wire_source;

/* Fills out[0..room) with what is to be handed on. Returns and sets errno as recv does. Fewer bytes
 * than `room` mean that the source is drained and that nothing is held back that could be handed
 * on: libmicrohttpd then waits for the next edge of epoll and would never ask for it. */
ssize_t srv_wire_receive(srv_wire_connection *connection, char *out, size_t room,
                         const srv_wire_source *source);

/* ---- Bodies that are not handed on (SRV_WIRE_ASIDE) ---- */

/* The bytes of the body of the message that libmicrohttpd is about to show; 0: it is handed on, or
 * there is none. expects_continue: is set if its sender waits for "100 Continue"; else untouched.
 * Ask before srv_wire_show. */
uint64_t srv_wire_aside(const srv_wire_connection *connection, bool *expects_continue);

/* What has come of that body together with the head, borrowed until srv_wire_resume; less than the
 * body. The socket has the rest. */
srv_text srv_wire_begun(const srv_wire_connection *connection);

/* The body has been read to its end: the next message follows. */
void srv_wire_resume(srv_wire_connection *connection);

/* Counts a head that libmicrohttpd shows. Returns SRV_OK, what the head was refused for, or
 * SRV_INTERNAL if it has not been handed on by us. */
srv_answer srv_wire_show(srv_wire_connection *connection);

/* What the body of the message shown last was refused for, SRV_OK if it was not. Ask when
 * libmicrohttpd takes it for ended. */
srv_answer srv_wire_body_answer(const srv_wire_connection *connection);

/* Call when the message shown last has been answered: is_busy may no longer hold. */
void srv_wire_settle(srv_wire_connection *connection);

/* Has the client begun something that we have not read to its end? */
bool srv_wire_is_open(const srv_wire_connection *connection);

/* Frees what the connection holds. */
void srv_wire_clear(srv_wire_connection *connection);

#endif

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
    size_t end_given;     /* bytes of the refusal's text handed on */
    uint64_t shown_count; /* messages that libmicrohttpd has shown us */
    /* Something has come that has not been answered. Any thread may look. */
    _Atomic bool is_busy;
    bool broken; /* memory ran out and bytes were lost */
} srv_wire_connection;

/* Where bytes come from: returns, and sets errno, as recv does. */
typedef ssize_t srv_wire_read(void *context, void *bytes, size_t room);

typedef struct srv_wire_source {
    srv_wire_read *read;
    srv_wire_read *peek; /* the same bytes come again; NULL where nothing goes aside */
    void *context;
} srv_wire_source;

/* Fills out[0..room) with what is to be handed on. Returns and sets errno as recv does. Fewer bytes
 * than `room` mean that the source is drained and that nothing is held back that could be handed
 * on: libmicrohttpd then waits for the next edge of epoll and would never ask for it. */
ssize_t srv_wire_receive(srv_wire_connection *connection, char *out, size_t room,
                         const srv_wire_source *source);

/* ---- Bodies that go aside: large ones that are not, or no further, handed on ---- */

/* The bytes of the body of the message that libmicrohttpd is about to show, if its length is known
 * and it goes aside; else 0. expects_continue: is set if its sender waits for "100 Continue"; else
 * untouched. Ask before srv_wire_show. */
uint64_t srv_wire_aside(const srv_wire_connection *connection, bool *expects_continue);

/* Does more come aside of the body that libmicrohttpd shows as ended? */
bool srv_wire_has_rest(const srv_wire_connection *connection);

/* Judges what has come already of such a body, and returns its bytes, borrowed until
 * srv_wire_receive_aside. Ask once, and before that; srv_wire_has_rest may be false then, for a
 * body that is refused. */
srv_text srv_wire_begun(srv_wire_connection *connection);

typedef enum srv_aside {
    SRV_ASIDE_COMES = 0, /* more will come */
    SRV_ASIDE_ENDED, /* libmicrohttpd may go on, if srv_wire_body_answer has nothing against it */
    SRV_ASIDE_LOST   /* the client has left, or memory ran out */
} srv_aside;

/* Reads on in a body that went aside, in any one thread as long as libmicrohttpd does not read.
 * Takes nothing from the source that follows the body. room: more than SRV_HEAD_BYTES.
 * given: receives how many bytes of the body are in `out`, in any case. */
srv_aside srv_wire_receive_aside(srv_wire_connection *connection, char *out, size_t room,
                                 const srv_wire_source *source, size_t *given);

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

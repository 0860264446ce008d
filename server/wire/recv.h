/* libmicrohttpd reads its sockets with `recv`, which it looks up like any other symbol: the one
 * that navlintd exports comes before the C library's. Bytes of the connections that are watched
 * here go through the strict reader of this folder; every other call is the kernel's. */
#ifndef NAVLINT_SERVER_WIRE_RECV_H
#define NAVLINT_SERVER_WIRE_RECV_H

#include "server/wire/connection.h"

/* Makes the table of connections, one place for every descriptor that the process may open now.
 * Returns false if there is no memory for it. */
bool srv_wire_open(void);

/* Frees the table; every connection must have been forgotten. */
void srv_wire_close(void);

/* Watches the connection on `fd` from its first byte, in the thread that serves it.
 * Returns its state, borrowed until srv_wire_forget; NULL when memory ran out: shut the
 * connection down then, for libmicrohttpd would read it as it comes. */
srv_wire_connection *srv_wire_watch(int fd);

/* Reads on in a body that went aside (srv_wire_receive_aside), without waiting and while
 * libmicrohttpd does not read from the socket. */
srv_aside srv_wire_recv_aside(int fd, void *bytes, size_t room, size_t *given);

/* Ends that, in the same thread. Call before the socket is closed. */
void srv_wire_forget(int fd);

#endif

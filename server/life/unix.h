/* The files of listening Unix sockets. */
#ifndef NAVLINT_SERVER_LIFE_UNIX_H
#define NAVLINT_SERVER_LIFE_UNIX_H

#include "server/life/listen.h"

/* Binds the listener's socket to its path, where a socket on which nobody listens any more is
 * replaced. mode: of the file. Returns false with errno set. */
bool srv_unix_bind(srv_listener *listener, const srv_address *address, unsigned mode);

/* Removes the file, unless somebody has put another in its place. */
void srv_unix_remove(srv_listener *listener);

#endif

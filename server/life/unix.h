/* Listening sockets in the file system. */
#ifndef NAVLINT_SERVER_LIFE_UNIX_H
#define NAVLINT_SERVER_LIFE_UNIX_H

#include "server/life/listen.h"

/* Listens at a path, where a socket that nobody listens on any more is replaced.
 * listener: receives the socket and its address. mode: of the file.
 * Whatever is not SRV_LISTEN_OK has left a message on stderr and nothing open. */
srv_listen_result srv_unix_listen(srv_listener *listener, const char *path, unsigned mode);

/* Removes the file, unless somebody has put another in its place. */
void srv_unix_remove(srv_listener *listener);

#endif
